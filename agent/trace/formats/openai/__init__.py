"""OpenAI: chat messages, items of the Responses API, logs of calls, and the Agents SDK."""
