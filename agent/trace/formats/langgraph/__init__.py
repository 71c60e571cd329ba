"""LangGraph: its events, its updates and its history of states, and LangChain's messages in them."""
