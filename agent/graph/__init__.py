"""The order of work: a LangGraph that walks the three categories of MAST over the chunks of a trace."""
