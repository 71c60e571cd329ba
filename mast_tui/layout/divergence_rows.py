"""The places where two runs part as rows of a list, made when they are drawn: the first, then the others by weight."""

from collections.abc import Sequence

from agent.clean import clean_title
from agent.divergence.act_words import words_beyond, words_of
from agent.divergence.difference_document import quotes
from agent.divergence.divergences import Difference, Differences, Divergence, Side
from agent.divergence.told_differences import by_weight, told_act
from agent.trace.trace import Trace
from mast_tui.layout.row import Row, row
from mast_tui.layout.width import fitted, padded

HEADINGS = {
    Difference.CHANGED: "Both go on, in other ways",
    Difference.ONLY_GOOD: "Only the good run does this",
    Difference.ONLY_BAD: "Only the bad run does this",
}
FIRST = "They part here"
_NUMBER, _LINES, _FOLLOWS = 5, 13, 16


def listed(differences: Differences) -> list[int | str]:
    """Headings, and the numbers of places below them: the first that is not taken back, the others kind by kind."""
    if differences.first is None:
        return []
    rows: list[int | str] = [FIRST, differences.first]
    others = by_weight(differences)
    for kind, heading in HEADINGS.items():
        of_kind = [number for number in others if differences.divergences[number].kind is kind]
        rows += [heading, *of_kind] if of_kind else []
    return rows


class DivergenceRows(Sequence[Row]):
    """A row for each heading and place."""

    def __init__(
        self, traces: tuple[Trace, Trace], differences: Differences, entries: Sequence[int | str], width: int
    ) -> None:
        self._traces = traces
        self._differences = differences
        self._told: dict[int, str] = {}
        self._entries = entries
        self._width = width

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, at: int) -> Row:  # type: ignore[override]
        entry = self._entries[at]
        if isinstance(entry, str):
            return row((f"  {entry}", "text bold"))
        place = self._differences.divergences[entry]
        sides = f"{padded(_lines(place.good), _LINES)}{padded(_lines(place.bad), _LINES)}"
        follows = " taken back" if place.taken_back else _builds(place.good, place.bad)
        room = max(10, self._width - 2 - _NUMBER - 2 * _LINES - _FOLLOWS)
        if entry not in self._told:
            self._told[entry] = _words(self._traces, place)
        ink = "faint" if place.taken_back else "text"
        head = f"  {entry + 1:>{_NUMBER - 2}}  "
        return row((head, "accent"), (sides, "quiet"), (fitted(self._told[entry], room), ink), (follows, "quiet"))


def _lines(side: Side | None) -> str:
    if side is None:
        return "-"
    first, last = side.lines
    return f"L{first}" if first == last else f"L{first}-{last}"


def _words(traces: tuple[Trace, Trace], place: Divergence) -> str:
    """Who does what, and what of it the other run does not say."""
    acts = dict.fromkeys(clean_title(told_act(side.acts[0])) for side in (place.good, place.bad) if side is not None)
    good, bad = (clean_title(quote or "") for quote in quotes(*traces, place))
    known = [frozenset(words_of(each)) for each in (good, bad)]
    own = [_own(good, known[1]), _own(bad, known[0])] if good and bad else [good.strip() or bad.strip()]
    return f"{' | '.join(acts)}: {' | '.join(own)}"


def _own(quote: str, known: frozenset[str]) -> str:
    return " ".join(quote[start:end] for start, end in words_beyond(quote, known)) or "-"


def _builds(good: Side | None, bad: Side | None) -> str:
    later = sum(side.follows for side in (good, bad) if side is not None)
    return f" {later:,} build on it" if later else ""
