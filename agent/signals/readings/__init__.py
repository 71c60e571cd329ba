"""Small readings of a trace that several detectors share."""
