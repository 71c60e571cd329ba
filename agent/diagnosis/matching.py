"""Where in an event's text a quote stands: word for word, else but for formatting, else repaired to the real words."""

from collections import Counter
from dataclasses import dataclass

from agent.diagnosis.document_parts import Match
from agent.diagnosis.quote_words import Token, loose_pattern, overlap, same_sense, tokens

ENOUGH = 0.85
LONGEST = 4000
WIDEST = 400_000
"""Characters of one text that are compared word by word; longer ones are matched exactly only."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A stretch of a text that a quote matches."""

    start: int
    end: int
    match: Match


def on_lines(text: str, begins: int, first: int, last: int) -> tuple[int, int]:
    """From where to where a text stands on these lines of a trace, if it begins at line `begins`."""
    start = _line_start(text, max(0, first - begins))
    return start, min(len(text), _line_start(text, last - begins + 1))


def _line_start(text: str, line: int) -> int:
    """Where the line with this number, counted from 0, begins; beyond the text where it has fewer."""
    at = 0
    for _ in range(line):
        at = text.find("\n", at) + 1
        if at == 0:
            return len(text) + 1
    return at


def exact(text: str, quote: str, start: int = 0, end: int | None = None) -> Hit | None:
    """The quote word for word."""
    at = text.find(quote, start, len(text) if end is None else end)
    return Hit(at, at + len(quote), "exact") if at >= 0 else None


def normalised(text: str, quote: str, start: int = 0, end: int | None = None) -> Hit | None:
    """The quote but for spacing, case, quote marks and markup."""
    end = len(text) if end is None else end
    pattern = loose_pattern(quote[:LONGEST])
    if pattern is None or end - start > WIDEST:
        return None
    match = pattern.search(text, start, end)
    return Hit(match.start(), match.end(), "normalised") if match else None


def repaired(text: str, quote: str, start: int = 0, end: int | None = None) -> Hit | None:
    """The stretch of one line that says the same in nearly the same words: no number, negation or name differs."""
    end = len(text) if end is None else end
    wanted = tokens(quote[:LONGEST])
    if len(wanted) < 4 or end - start > WIDEST:
        return None
    best: tuple[float, Hit] | None = None
    at = start
    while at <= end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        window = _window(text[at:stop], at, wanted, best[0] if best else ENOUGH)
        if window is not None and (best is None or window[0] > best[0]):
            best = window
        at = stop + 1
    return best[1] if best else None


def _window(line: str, at: int, wanted: list[Token], least: float) -> tuple[float, Hit] | None:
    """The best stretch of a line, if it is better than what is known."""
    here = tokens(line)
    wants = Counter(token.text for token in wanted)
    if (wants & Counter(token.text for token in here)).total() < least * wants.total():
        return None
    best: tuple[float, Hit] | None = None
    for length in (len(wanted), len(wanted) + 1, len(wanted) - 1):
        for first in range(max(1, len(here) - length + 1)):
            window = _shown(here, first, first + length)
            share = overlap(wants, Counter(token.text for token in window))
            if share >= least and (best is None or share > best[0]) and same_sense(wanted, window):
                best = share, Hit(at + window[0].start, at + window[-1].end, "repaired")
    return best


def _shown(here: list[Token], first: int, last: int) -> list[Token]:
    """A stretch of a line, or all of it where little would be left out: a word left out may turn the sense round."""
    return here if len(here) - (last - first) <= 3 else here[first:last]
