"""Remembers which texts a trace has shown: what is sent again in a later call is no new act."""

import re
from collections import Counter

from agent.trace.event import Piece
from agent.trace.event_text import read_text
from agent.trace.source import Source

SAME = 0.85
"""How much of a text, by length of its lines, must be known for it to count as printed again."""
_WRAPPING = re.compile(r"Call id: \S+|```\w*|.{0,80}:")
_SPEAKER = re.compile(r"[\w .-]{1,30}: ")
MOST_LINES = 200_000


class SeenTexts:
    """Hashes of the texts and lines seen so far, with the event that showed them first."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._shown: dict[int, list[int]] = {}
        self._lines: dict[int, int] = {}
        self._keys: dict[int, int] = {}

    def key(self, pieces: tuple[Piece, ...]) -> int:
        """A number for the text of the pieces: equal for equal texts, however they are escaped; 0 for no text."""
        written = hash(tuple((self._source.read(start, end), coding) for start, end, coding in pieces))
        key = self._keys.get(written)
        if key is None:
            text = self.text(pieces).strip()
            key = self._keys[written] = hash(text) if text else 0
        return key

    def text(self, pieces: tuple[Piece, ...]) -> str:
        """The text of the pieces."""
        return read_text(self._source, pieces)

    def learn(self, pieces: tuple[Piece, ...], event: int, *, anew: bool) -> None:
        """Keep that an event shows a text, and its lines; `anew`, lines known before are from now on this event's."""
        self.learn_again(pieces, event)
        if len(self._lines) < MOST_LINES:
            for line in self.text(pieces).split("\n"):
                line = line.strip()
                if line and anew:
                    self._lines[hash(line)] = event
                elif line:
                    self._lines.setdefault(hash(line), event)

    def learn_again(self, pieces: tuple[Piece, ...], event: int) -> None:
        """Keep that a text has been shown, by an event that merely prints an earlier one again."""
        self._shown.setdefault(self.key(pieces), [event, 0])[1] += 1

    def times(self, key: int) -> int:
        """How often exactly this text has been shown."""
        return self._shown.get(key, (0, 0))[1]

    def first(self, key: int) -> int | None:
        """The event that showed exactly this text first."""
        shown = self._shown.get(key)
        return shown[0] if shown else None

    def mostly(self, pieces: tuple[Piece, ...], share: float = SAME) -> int | None:
        """The event that most of the text repeats, if nearly all of its lines are known; what wraps them is free."""
        known: Counter[int] = Counter()
        new = 0
        for line in self.text(pieces).split("\n"):
            line = line.strip()
            if not line or _WRAPPING.fullmatch(line):
                continue
            event = self._lines.get(hash(line))
            if event is None and (speaker := _SPEAKER.match(line)) is not None:
                event = self._lines.get(hash(line[speaker.end() :]))
            if event is None:
                new += len(line)
            else:
                known[event] += len(line)
        if not known or known.total() < share * (known.total() + new):
            return None
        return known.most_common(1)[0][0]
