"""LangSmith's runs."""
