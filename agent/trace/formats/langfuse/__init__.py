"""Langfuse's traces with their observations."""
