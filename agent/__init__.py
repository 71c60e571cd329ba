"""Everything that works with no screen."""
