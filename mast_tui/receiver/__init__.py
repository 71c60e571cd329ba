"""Takes in what instrumented programs send while they run, and writes it down: one growing file for each trace."""
