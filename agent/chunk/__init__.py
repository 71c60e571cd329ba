"""Events become chunks: consecutive events, rendered with their line numbers, that fit one prompt."""
