"""How much the offline analyst is able to see, as far as that is the same for every trace."""

from agent.signals.registry import DETECTORS


def modes_seen() -> int:
    """Of how many modes it knows facts that show them."""
    return len({detector.mode for detector in DETECTORS if detector.tier == "fact" and detector.mode})
