"""A browser or file viewer is brought to the same place of the same page again and again."""

from collections.abc import Iterable
from urllib.parse import urlsplit
from zlib import crc32

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.browser_page import page_of
from agent.signals.readings.quoted_line import line_with
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

ENOUGH = 3
_KEYS = 20_000
_TIMES = 64
_PAGES = ("page", "pages")
_SHOWN = frozenset({Kind.SAY, Kind.RESULT})


class SamePage(Detector):
    """The same part of the same address three times: come back to from elsewhere, or reached by the same step again."""

    name = "same_page"
    mode = "FM-1.3"
    tier = "fact"
    precision = Precision(3, 3)
    known_false = (
        "scrolling through one page",
        "a form filled in field by field",
        "the front page of a site, from which one sets out",
    )

    def __init__(self) -> None:
        self._shown: dict[tuple[str, int], list[int]] = {}
        self._steps: dict[tuple[str, int], int] = {}
        self._last: str | None = None

    def see(self, event: Event, text: str) -> None:
        """Note which page is shown, and what of it."""
        if event.kind not in _SHOWN or event.repeats is not None:
            return
        page = page_of(text)
        if page is None or _is_front(page.address):
            return
        key = (page.address, crc32(text[page.at :].strip().encode("utf-8", "replace")))
        step = crc32(text[: page.at].strip().encode("utf-8", "replace"))
        came_back = self._last != page.address or self._steps.get(key) == step
        self._last, self._steps[key] = page.address, step
        if not came_back:
            return
        numbers = self._shown.get(key)
        if numbers is None:
            if len(self._shown) >= _KEYS:
                self._shown.clear()
                self._steps.clear()
            numbers = self._shown[key] = []
        if len(numbers) < _TIMES:
            numbers.append(event.number)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor, about the page that was shown most often."""
        hits = [(address, numbers) for (address, _), numbers in self._shown.items() if len(numbers) >= ENOUGH]
        hits.sort(key=lambda hit: (-len(hit[1]), hit[1][0]))
        actors: dict[str | None, list[tuple[str, list[int]]]] = {}
        for address, numbers in hits:
            actors.setdefault(trace.event(numbers[1]).actor, []).append((address, numbers))
        for pages in actors.values():
            every = sorted(number for _, numbers in pages for number in numbers[1:])
            yield self._signal(trace, *pages[0], len(pages) - 1, every)

    def _signal(self, trace: WholeTrace, address: str, numbers: list[int], more: int, every: list[int]) -> Signal:
        first, again = trace.event(numbers[0]), trace.event(numbers[1])
        return self.hit(
            title=f"{again.actor or 'An agent'} comes to the same place of {address[:60]} {times(len(numbers))}",
            why=f"L{again.lines[0]} shows the same address at the same position as L{first.lines[0]}: the steps "
            f"between came back to it.{f' The like holds of {more} more {_PAGES[more > 1]}.' if more else ''}",
            actor=again.actor,
            acts=(self._mark(trace, numbers[1], "shown again"),),
            references=(self._mark(trace, numbers[0], "shown first"),),
            topic=address.lower()[:80],
            occurrences=tuple(trace.event(number).lines for number in every),
            severity="major" if len(numbers) > ENOUGH else "minor",
        )

    def _mark(self, trace: WholeTrace, number: int, words: str) -> Mark:
        text = trace.text(number)
        page = page_of(text)
        return Mark(number, line_with(text, page.at) if page else text[:80].strip(), words)


def _is_front(address: str) -> bool:
    """Whether an address names a site and no page of it."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return bool(parts.netloc) and not parts.path.strip("/") and not parts.query
