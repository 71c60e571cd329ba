"""Everything that works with no screen."""

__version__ = "0.1.0"
