"""AutoGen: its console, its messages, its states, its streams and its event log."""
