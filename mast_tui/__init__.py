"""Everything that needs a screen, and the command line."""
