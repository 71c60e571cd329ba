"""CrewAI's log, as JSON and as text."""
