"""A trace as a model may see it: its lines without secrets, its words indexed, and what was concluded about it."""

from collections.abc import Callable, Iterator
from functools import cached_property

from agent.chunk.render import harmless
from agent.clean import clean_line
from agent.diagnosis.document_parts import Diagnosis, Finding
from agent.lookup.actor_name import actor_name
from agent.lookup.word_index import WordIndex
from agent.trace.event import Event
from agent.trace.trace import Trace
from taxonomy.mast import Taxonomy, load

AROUND = 20
"""Lines before and after what is shown that may tell that something in it is a secret."""
WIDEST = 2_000
NAMED = 20_000
"""Events of a trace whose names are looked up like their text."""


class VisibleTrace:
    """What tools read: nothing of the trace leaves it but through `redact`.

    `diagnosis` may be replaced at any time: things can be looked up before and while one is made.
    """

    def __init__(
        self,
        trace: Trace,
        redact: Callable[[str], str] = str,
        taxonomy: Taxonomy | None = None,
        diagnosis: Diagnosis | None = None,
    ) -> None:
        self.trace = trace
        self.redact = redact
        """A text with placeholders for its secrets, which are known from then on."""
        self.taxonomy = taxonomy or load()
        self.diagnosis = diagnosis
        self._names: dict[str, str] = {}
        self._redacted: tuple[int, dict[int, str]] = (-1, {})

    @cached_property
    def index(self) -> WordIndex:
        """What was said and printed, by words; made on first need."""
        index = WordIndex(self.trace, self.name_words)
        index.build()
        return index

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that nobody has rejected."""
        all_of_them = self.diagnosis.findings if self.diagnosis is not None else ()
        return tuple(finding for finding in all_of_them if finding.decision != "rejected")

    def finding(self, name: str) -> Finding | None:
        """The finding of this number, rejected or not."""
        all_of_them = self.diagnosis.findings if self.diagnosis is not None else ()
        return next((finding for finding in all_of_them if finding.id.casefold() == name.casefold()), None)

    def event_at(self, line: int) -> Event | None:
        """The event that a line belongs to."""
        if not 1 <= line <= self.trace.events.lines:
            return None
        return self.trace.events.at_line(line)

    def title(self, event: Event) -> str:
        """What an event is, in a few words that are safe to show and to send."""
        return self.safe(self.trace.title(event))

    def name_words(self, event: Event) -> str:
        """Who did an event, of which kind it is and what its format calls it, where there are not too many."""
        if len(self.trace.events) > NAMED:
            return ""
        name = f"{event.section or ''} {actor_name(event)} {event.kind.value}: {event.title}"
        if name not in self._names:
            self._names[name] = self.safe(name).strip()
        return self._names[name]

    def safe(self, text: str) -> str:
        """One line of foreign text without secrets, without what a terminal or a model's template obeys."""
        return harmless(clean_line(self.redact(text.replace("\n", " "))))

    def redacted_lines(self) -> dict[int, str]:
        """The lines that hold a secret, by number, with placeholders: what may be searched of them."""
        events = len(self.trace.events)
        if self._redacted[0] != events:
            lines: dict[int, str] = {}
            for event in self.trace.events:
                line = event.lines[0]
                for text in self.trace.pages.whole_text(event):
                    shown = self.redact(text)
                    if shown != text:
                        rows = zip(text.split("\n"), shown.split("\n"), strict=True)
                        for at, (old, new) in enumerate(rows, line):
                            if old != new:
                                lines.setdefault(at, new)  # of a line that came torn, one part is enough
                    line += text.count("\n")
            self._redacted = events, lines
        return self._redacted[1]

    def lines(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        """Lines first to last whole, each with its number and placeholders for its secrets; not yet made plain."""
        redacted = self.redacted_lines()
        for number, line in enumerate(self.trace.lines(first, last), first):
            yield number, redacted.get(number, line)

    def plain(self, text: str) -> str:
        """A text that holds no secret any more, without what a terminal or a model's template obeys."""
        return harmless(clean_line(text))

    def numbered(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        """Lines first to last, each with its number, safe to show and to send."""
        low, high = max(1, first - AROUND), min(self.trace.events.lines, last + AROUND)
        lines = [line if len(line) <= WIDEST else cut(line) for line in self.trace.lines(low, high)]
        shown = self.redact("\n".join(lines)).split("\n")
        for number, line in enumerate(shown, low):
            if first <= number <= last:
                yield number, harmless(clean_line(line))


def cut(line: str) -> str:
    """The beginning of a line that is too long to be shown."""
    return f"{line[:WIDEST]} … {len(line) - WIDEST:,} more characters of this line are left out"
