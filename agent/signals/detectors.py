"""All detectors, in the order of the modes they speak of; a new one is one new file and one line here."""

from agent.signals.detector import Detector

DETECTORS: tuple[type[Detector], ...] = ()
