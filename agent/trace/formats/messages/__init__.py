"""The shapes in which chat messages are written, and the run that they make."""
