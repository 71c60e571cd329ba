"""HyperAgent's log, as text and as JSON."""
