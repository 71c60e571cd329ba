"""ChatDev's log."""
