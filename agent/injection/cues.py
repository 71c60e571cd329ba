"""Words that give an order to the reader of a trace away: where each family of them stands in a text."""

import re
import threading
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from agent.injection.anchors import anchors

_DATA = Path(__file__).with_name("cues.toml")
_AROUND = 120
_OFTEN = 200
_REPEATED = frozenset("*+{")
"""Signs without which a match is no longer than its pattern."""
_scanning = threading.Lock()
# Their pieces begin or end with signs, or within a word.
_UNEDGED = ("turn", "turn_plain", "turn_sure", "turn_system", "end_of", "carrier", "drain", "loot", "address", "tool")


class Cue(NamedTuple):
    """Words of one family: where they stand."""

    start: int
    end: int
    family: str


@dataclass(frozen=True, slots=True)
class Literals:
    """Many words that are looked for at once."""

    words: tuple[str, ...]
    database: Any

    def places(self, folded: str) -> list[tuple[int, int]]:
        """Where a word ends and which one it is, by place."""
        hits: list[tuple[int, int]] = []
        data = folded.encode("utf-8", "replace")
        with _scanning:
            self.database.scan(
                data, match_event_handler=lambda number, _, end, flags, context: hits.append((end, number))
            )
        if len(data) == len(folded):
            return sorted(hits)
        found = []
        passed = place = 0
        for end, number in sorted(hits):
            place += len(data[passed:end].decode("utf-8", "replace"))
            passed = end
            found.append((place, number))
        return found


def literals(words: Iterable[str]) -> Literals:
    """Make the words ready to be looked for."""
    import hyperscan

    kept = tuple(dict.fromkeys(words))
    database = hyperscan.Database()
    expressions = ["".join(f"\\x{byte:02x}" for byte in word.encode()).encode() for word in kept]
    database.compile(expressions=expressions, ids=list(range(len(kept))), flags=[0] * len(kept))
    return Literals(kept, database)


@dataclass(frozen=True, slots=True)
class Cues:
    """Every family as one pattern, and by a word the pieces of the families that are looked for everywhere."""

    families: dict[str, str]
    pieces: dict[str, tuple[tuple[str, str, bool], ...]]

    def around(self, folded: str, word: str, place: int) -> Iterator[Cue]:
        """The cues that hold this word, which ends here."""
        for family, piece, leads in self.pieces.get(word, ()):
            form, width = _sized(piece)
            if leads:
                if match := form.match(folded, place - len(word)):
                    yield Cue(match.start(), match.end(), family)
                continue
            for match in form.finditer(folded, max(0, place - width), place + width - len(word) + 1):
                if match.start() < place <= match.end():
                    yield Cue(match.start(), match.end(), family)

    def near(self, folded: str, family: str, start: int, end: int) -> Iterator[Cue]:
        """The cues of one family in a stretch of text."""
        for match in _compiled(self.families[family]).finditer(folded, max(0, start), max(0, end)):
            yield Cue(match.start(), match.end(), family)


class Company:
    """The cues of one text that stand near others; a family that is asked for often is looked for once in all of it."""

    def __init__(self, folded: str, known: Cues) -> None:
        self._folded = folded
        self._known = known
        self._asked = Counter[str]()
        self._all: dict[str, list[Cue]] = {}

    def near(self, family: str, start: int, end: int) -> Iterator[Cue]:
        """The cues of one family in a stretch of the text."""
        self._asked[family] += 1
        if self._asked[family] <= _OFTEN:
            yield from self._known.near(self._folded, family, start, end)
            return
        if family not in self._all:
            self._all[family] = list(self._known.near(self._folded, family, 0, len(self._folded)))
        found = self._all[family]
        at = bisect_left(found, (start,))
        while at < len(found) and found[at].start < end:
            if found[at].end <= end:
                yield found[at]
            at += 1


@cache
def cues(keys: frozenset[str]) -> Cues:
    """Read the families; `keys` are those to be looked for everywhere."""
    families: dict[str, str] = {}
    pieces: dict[str, list[tuple[str, str, bool]]] = {}
    for tongue, known in tomllib.loads(_DATA.read_text("utf-8")).items():
        for family, written in known.items():
            name = family if tongue == "english" else f"foreign_{family}"
            edged = [_edged(piece) if tongue == "english" and family not in _UNEDGED else piece for piece in written]
            is_edged = edged[0] != written[0]
            whole = "|".join(f"(?:{piece})" for piece in written)
            families[name] = _edged(whole) if is_edged else whole
            for bare, piece in zip(written, edged, strict=True) if name in keys else ():
                words, leads = anchors(bare)
                for word in words:
                    pieces.setdefault(word, []).append((name, piece, leads))
    return Cues(families, {word: tuple(kept) for word, kept in pieces.items()})


_compiled = cache(re.compile)


@cache
def _sized(piece: str) -> tuple[re.Pattern[str], int]:
    """A piece ready to be looked for, and how far from one of its words it can reach."""
    return re.compile(piece), min(len(piece), _AROUND) if _REPEATED.isdisjoint(piece) else _AROUND


def _edged(piece: str) -> str:
    return rf"(?<![a-z0-9])(?:{piece})(?![a-z0-9])"
