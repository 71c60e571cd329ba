"""A remedy tried: the act at fault is asked again, as it was and with the remedy, and the failure is counted."""
