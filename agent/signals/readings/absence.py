"""A search that must find nothing before anybody may say that something is missing."""

import re

from agent.signals.detector import Scene
from agent.signals.signal import Search


def absent(scene: Scene, pattern: str, first: int, last: int, expected_at: int) -> Search | None:
    """The search over whole events `first` to `last`, repeats included; None as soon as anything is found.

    Matching whole texts finds at least what matching line by line finds, so that no hits here means no hits there.
    """
    wanted = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    first, last = max(1, first), min(last, scene.events)
    if first > last:
        return None
    for number in range(first, last + 1):
        if wanted.search(scene.text(number)):
            return None
    return Search(pattern, (scene.event(first).lines[0], scene.event(last).lines[1]), expected_at)
