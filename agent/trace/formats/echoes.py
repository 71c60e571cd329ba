"""Which texts a trace has shown before: what is sent again in a later call is no new act."""

from collections import Counter

SAME = 0.85
"""How much of a text, by length of its lines, must be known for it to count as printed again."""
WRAPPING = 40
"""So many new characters around a known text (`Observation:`, the id of a call) do not make a new text."""
MOST_LINES = 200_000


class Echoes:
    """Hashes of the texts and lines seen so far, with the event that showed them first."""

    def __init__(self) -> None:
        self._shown: dict[int, list[int]] = {}
        self._lines: dict[int, int] = {}

    def learn(self, text: str, event: int) -> None:
        """Keep that an event shows a text."""
        shown = self._shown.setdefault(hash(text.strip()), [event, 0])
        shown[1] += 1
        if len(self._lines) < MOST_LINES:
            for line in text.split("\n"):
                line = line.strip()
                if line:
                    self._lines.setdefault(hash(line), event)

    def learn_again(self, text: str, event: int) -> None:
        """Keep that a text that wraps or repeats an earlier event has been shown."""
        self._shown.setdefault(hash(text.strip()), [event, 0])[1] += 1

    def times(self, text: str) -> int:
        """How often exactly this text has been shown."""
        return self._shown.get(hash(text.strip()), (0, 0))[1]

    def first(self, text: str) -> int | None:
        """The event that showed exactly this text first."""
        shown = self._shown.get(hash(text.strip()))
        return shown[0] if shown else None

    def mostly(self, text: str, share: float = SAME) -> int | None:
        """The event that most of the text repeats, if nearly all of its lines are known."""
        known: Counter[int] = Counter()
        total = 0
        for line in text.split("\n"):
            line = line.strip()
            total += len(line)
            event = self._lines.get(hash(line)) if line else None
            if event is not None:
                known[event] += len(line)
        if not known or (known.total() < share * total and total - known.total() > min(WRAPPING, known.total())):
            return None
        return known.most_common(1)[0][0]
