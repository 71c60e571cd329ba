"""A person's follow-up questions about one trace, answered with cited lines."""
