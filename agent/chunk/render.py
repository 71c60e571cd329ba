"""An event as a prompt shows it: a head of ours, then its lines, each behind its number in the trace."""

import re
from collections.abc import Callable, Iterator

from agent.chunk.folds import Fold, Folds
from agent.chunk.new_lines import MOST_PRINTED, named_events, new_lines
from agent.chunk.shortened import shortened, thinned
from agent.chunk.shown_copies import ShownCopies
from agent.clean import clean, clean_line
from agent.tokens import count
from agent.trace.event import Event, Kind
from agent.trace.pages import is_huge
from agent.trace.silent_lines import holds_data, is_silent
from agent.trace.trace import Trace

LEFT_OUT = frozenset({Kind.NOISE, Kind.USAGE})
NEVER_JUDGED = LEFT_OUT | {Kind.SYSTEM, Kind.TASK, Kind.EVALUATION}
"""Kinds of events whose words are not those of an agent, a tool or the log: no copy of them is shown again."""
_TEMPLATE = re.compile(r"<\|([^|>\n]{0,40})\|>|\[(/?INST)\]|<<(/?SYS)>>|<(/?(?:s|start_of_turn|end_of_turn|think))>")
_NAME = 60
LONGEST_TOKEN = 128
"""Characters of the longest token there is: a text with more than that for each token never fits."""
LONGEST_LINE = 1024 * 1024
"""Characters of a line that are looked at: what lies beyond them is never shown."""
ROW, MOST_SKIPPED, TITLE_FOUND = 120, 12, 30
"""Characters of a row, lines of an event in which its words are looked for, and characters of its title by which."""


class Renderer:
    """Renders the events of one trace, always in the same way."""

    def __init__(
        self, trace: Trace, redact: Callable[[str], str] | None = None, stop: Callable[[], bool] | None = None
    ) -> None:
        self._trace = trace
        self._folds = Folds(trace, stop=stop)
        self._redact = redact
        self._names: dict[str, str] = {}

    def event(self, event: Event, limit: int, copies: ShownCopies | None = None) -> tuple[str, int, int]:
        """The event in at most `limit` tokens: the text, its tokens, and how many lines were left out.

        What it repeats of lines that the prompt does not show is shown in full, as long as there is room for it.
        """
        if event.kind in LEFT_OUT:
            text = f"@{event.number} {event.kind.value}, L{event.lines[0]}-{event.lines[1]} left out\n"
            return text, count(text), _height(event)
        head = self._head(event)
        if copies is not None and (again := self._shown_again(event, head, limit, copies)) is not None:
            return again
        body = thinned(self._body(event, copies), _height(event), limit)
        if (is_huge(event) and event.repeats is None) or sum(map(len, body)) > limit * LONGEST_TOKEN:
            return shortened(event, head, body, limit, self._telling(event))
        text = "\n".join([head, *body]) + "\n"
        tokens = count(text)
        if tokens <= limit:
            return text, tokens, 0
        return shortened(event, head, body, limit, self._telling(event))

    def _telling(self, event: Event) -> int:
        """How many lines of an event say something: silent ones are shown nowhere, and missed by nobody."""
        lines = self._lines(event)
        data = holds_data(event, lines)
        return _height(event) - sum(is_silent(line, data) for line in lines)

    def leans_on(self, event: Event, copies: ShownCopies) -> bool:
        """Whether an event repeats lines that the prompt does not show under their first numbers."""
        return any(copies.line_of(fold) != fold.again for fold in self._repeated(event))

    def _shown_again(self, event: Event, head: str, limit: int, copies: ShownCopies) -> tuple[str, int, int] | None:
        """The event with all that it repeats of lines outside of the prompt; None where nothing is, or has no room."""
        if event.kind in NEVER_JUDGED:
            return None
        folds = [fold for fold in self._parts(event, copies) if not copies.line_of(fold)]
        if not folds:
            return None
        lines = self._lines(event)
        words = "\n".join(line for fold in folds for line in _of(lines, event, fold))
        if len(words) > min(limit, copies.room) * LONGEST_TOKEN or (extra := count(words)) > copies.room:
            return None
        text = "\n".join([head, *self._body(event, copies, frozenset(folds))]) + "\n"
        if (tokens := count(text)) > limit:
            return None
        copies.show_again(folds, extra)
        return text, tokens, 0

    def _repeated(self, event: Event) -> tuple[Fold, ...]:
        """The stretches of an event that stand earlier in the trace; one for all that is no act but printed again."""
        if event.repeats is None:
            return self._folds.of(event)
        first = self._trace.events[event.repeats].lines
        return (Fold(event.lines[0], min(event.lines[1], event.lines[0] + first[1] - first[0]), first[0]),)

    def _parts(self, event: Event, copies: ShownCopies | None) -> list[Fold]:
        """What an event repeats, cut so that each part is either shown by the prompt or not."""
        folds = self._repeated(event)
        return [part for fold in folds for part in copies.parts(fold)] if copies and event.repeats is None else [*folds]

    def part(self, event: Event, first: int, last: int, widest: int) -> str:
        """Some lines of an event below its head, each cut at a width; of one that is silent only the number."""
        if event.repeats is not None or event.kind in LEFT_OUT:
            return self.event(event, 10_000)[0]
        lines = self._lines(event)
        data = holds_data(event, lines)
        shown = enumerate(lines[first - event.lines[0] : last - event.lines[0] + 1], first)
        rows = [f"{number}| {'' if is_silent(line, data) else _at_most(line, widest)}" for number, line in shown]
        return "\n".join([self._head(event), *rows]) + "\n"

    def row(self, event: Event) -> str:
        """An event in one row: its first line, its head, and its first words behind what a log writes before them."""
        lines = self._lines(event) if event.kind not in LEFT_OUT else []
        said = [line.strip() for line in lines[:MOST_SKIPPED] if line.strip()]
        title = " ".join(self._trace.title(event).split())[:TITLE_FOUND]
        begins = next(
            ((at, column) for at, line in enumerate(said) if title and (column := line.find(title)) >= 0), (0, 0)
        )
        words = said[begins[0]][begins[1] :] if said else ""
        words = " ".join([words, *said[begins[0] + 1 :]]) if words.endswith(":") else words
        return f"L{event.lines[0]} {self._head(event)}: {_at_most(words, ROW)}"

    def _head(self, event: Event) -> str:
        to = f" -> {', '.join(map(self._name, event.to))}" if event.to else ""
        marks = [event.kind.value]
        marks += [f"tool {self._name(event.tool)}"] if event.tool and event.tool != event.actor else []
        marks += [f"status {self._name(event.status)}"] if event.status else []
        marks += [f"in {self._name(event.section)}"] if event.section else []
        return f"@{event.number} {self._name(event.actor or '-')}{to}, {', '.join(marks)}"

    def _name(self, name: str) -> str:
        """A name as a head shows it: names hold secrets too."""
        if name not in self._names:
            self._names[name] = _name(self._redact(name) if self._redact is not None else name)
        return self._names[name]

    def _body(
        self, event: Event, copies: ShownCopies | None = None, again: frozenset[Fold] = frozenset()
    ) -> Iterator[str]:
        """The lines of an event behind their numbers, but for those that stand earlier; of these, some again."""
        lines = self._lines(event)
        if event.repeats is not None:
            yield from self._copy(event, lines, copies, bool(again))
            return
        folds = {fold.first: fold for fold in self._parts(event, copies)}
        number, data = event.lines[0], holds_data(event, lines)
        while number < event.lines[0] + len(lines):
            fold = folds.get(number)
            if fold is not None:
                yield f"  = L{fold.first}-{fold.last} repeat {_named(fold, lines, event, copies, fold in again)}"
                if fold not in again:
                    number = fold.last + 1
                    continue
                folds.pop(number)
            if not is_silent(line := lines[number - event.lines[0]].rstrip(), data):
                yield f"{number}| {self._folds.inside(number, line)}"
            number += 1
        if number <= event.lines[1]:
            yield f"  ... L{number}-{event.lines[1]} left out: the event is too long to be read whole"

    def _copy(self, event: Event, lines: list[str], copies: ShownCopies | None, whole: bool) -> Iterator[str]:
        """What an event is that the log prints again: the number of the first, and the lines that are new in it."""
        first = self._trace.events[event.repeats or 0]
        shown = copies is None or first.lines[0] >= copies.since
        until = min(first.number + MOST_PRINTED, event.number - 1) if shown else first.number
        before = (one for one in self._trace.events.between(first.number, until) if one.repeats is None)
        fresh, last = new_lines(lines, ((one.number, self._lines(one)) for one in before))
        row = f"  = repeats {named_events(first, self._trace.events[last])}"
        if whole:
            yield f"{row}, which stands above these lines; shown again:"
            fresh = list(range(len(lines)))
        elif fresh:
            yield f"{row}, but for these lines:"
        else:
            yield row
        data = holds_data(event, lines)
        for at in fresh:
            if not is_silent(line := lines[at].rstrip(), data):
                yield f"{event.lines[0] + at}| {line}"

    def _lines(self, event: Event) -> list[str]:
        """The lines of an event with secrets replaced and nothing in them that a model's template obeys."""
        text = self._trace.text(event)
        if len(text) > LONGEST_LINE:
            text = "\n".join(line[:LONGEST_LINE] for line in text.split("\n"))
        if self._redact is not None:
            text = self._redact(text)
        lines = harmless(clean(text)).split("\n")
        return lines if is_huge(event) else lines + [""] * (_height(event) - len(lines))


def harmless(text: str) -> str:
    """Text in which nothing reads as a turn mark of a chat template any more."""
    return _TEMPLATE.sub(lambda mark: f"<¦{next(part for part in mark.groups() if part is not None)}¦>", text)


def _of(lines: list[str], event: Event, fold: Fold) -> list[str]:
    """The lines of a fold."""
    return lines[fold.first - event.lines[0] : fold.last - event.lines[0] + 1]


def _named(fold: Fold, lines: list[str], event: Event, copies: ShownCopies | None, whole: bool) -> str:
    """Which lines a fold repeats, and where the prompt shows them; their first words where it does not."""
    at = fold.again if copies is None else copies.line_of(fold)
    if at:
        return f"L{at}-{at + fold.last - fold.first}"
    first = f"L{fold.again}-{fold.again + fold.last - fold.first}"
    if whole:
        return f"{first}, which stand above these lines; shown again:"
    words = next((line.strip() for line in _of(lines, event, fold) if line.strip()), "")
    return f"{first}, which are not shown here and begin: {_at_most(words, ROW)}"


def _name(name: str) -> str:
    return harmless(clean_line(name.replace("\n", " ")))[:_NAME]


def _at_most(line: str, widest: int) -> str:
    return line if len(line) <= widest else f"{line[:widest]} …"


def _height(event: Event) -> int:
    return event.lines[1] - event.lines[0] + 1
