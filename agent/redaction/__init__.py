"""Takes secrets out of text before it leaves the machine."""
