"""Where work keeps its state between two processes: strict, private files, with one lease on each."""
