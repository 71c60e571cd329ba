"""AG2, as JSON, as text and as events."""
