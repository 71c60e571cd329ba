"""Detectors: one idea of what may have gone wrong per file."""
