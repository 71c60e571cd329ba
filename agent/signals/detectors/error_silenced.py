"""An error that a run showed is caught and only printed, and then the run counts as passed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.execution import Verdict, execution_of
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_NAME = re.compile(r"^[ \t]*(?:[A-Za-z_]\w*\.)*([A-Z]\w*(?:Error|Exception))\b", re.MULTILINE)
_HANDLER = re.compile(
    r"([ \t]*)except(?:[ \t]+\(?([\w., \t]+?)\)?(?:[ \t]+as[ \t]+\w+)?)?[ \t]*:[ \t]*(?:#.*)?\n"
    r"((?:\1[ \t]+.*\n?|[ \t]*\n)+)",
)
_IDLE = re.compile(r"[ \t]*(?:print\(|pass\b|logg(?:er|ing)\.|#|\.\.\.|[\"')]|return(?: None)?[ \t]*$|sys\.exit\(|$)")
_BROAD = frozenset({"", "Exception", "BaseException"})
_READ = 60_000


@dataclass(frozen=True, slots=True)
class _Silence:
    error: str
    failed: tuple[int, int]
    caught: tuple[int, int]
    passed: int
    lacking: bool
    """Whether the error was about what the machine lacks."""


class ErrorSilenced(Detector):
    """Follows each failed run to the code that catches its error, and to the run that passes by that."""

    name = "error_silenced"
    mode = "FM-3.3"
    tier = "fact"
    precision = Precision(4, 4)
    known_false = (
        "a handler that does something else instead, or tries again",
        "a handler that stood there before the run failed",
        "an error of another name",
    )

    def __init__(self) -> None:
        self._failed: tuple[int, int, str] | None = None
        self._lacking = False
        self._caught: tuple[int, int] | None = None
        self._before: set[str] = set()
        self._hits: dict[str, _Silence] = {}

    def see(self, event: Event, text: str) -> None:
        """Remember the last error, and the handler that is new since."""
        run = execution_of(event, text)
        if run is not None:
            self._see_run(event, text, run.verdict, run.at)
        elif is_action(event) and (event.kind is Kind.CALL or "```" in text) and "except" in text:
            for handler in _handlers(text):
                self._see_handler(event, handler)

    def _see_run(self, event: Event, text: str, verdict: Verdict, at: int) -> None:
        if verdict is Verdict.PASSED:
            if self._failed is not None and self._caught is not None:
                number, where, error = self._failed
                self._hits.setdefault(
                    error, _Silence(error, (number, where), self._caught, event.number, self._lacking)
                )
            self._failed = self._caught = None
            return
        name = _NAME.search(text, at) or _NAME.search(text)
        same = self._failed is not None and name is not None and name[1] == self._failed[2]
        if not same:
            self._failed = (event.number, name.start(1), name[1]) if name is not None else None
            self._lacking = verdict is Verdict.LACKING
            self._caught = None

    def _see_handler(self, event: Event, handler: re.Match[str]) -> None:
        names = {part.strip().rsplit(".", 1)[-1] for part in (handler[2] or "").split(",")}
        if self._failed is None:
            self._before.update(names)
        elif names & ({self._failed[2]} | _BROAD) and not names & self._before and _is_idle(handler[3]):
            self._caught = (event.number, handler.start() + len(handler[1]))

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each error."""
        for one in self._hits.values():
            event, text = trace.event(one.caught[0]), trace.text(one.caught[0])
            failed, output = trace.event(one.failed[0]), trace.text(one.failed[0])
            passed = trace.event(one.passed)
            line = line_at(event, text, one.caught[1])
            words = trace.text(one.passed)
            yield self.hit(
                title=f"The run passes because its {one.error} is caught and only printed",
                why=f"L{line_at(failed, output, one.failed[1])} shows the {one.error}; L{line} catches it and does "
                f"nothing about it; the run at L{passed.lines[0]} counts as good. What failed was not tried again.",
                actor=event.actor,
                acts=[
                    mark(event, text, one.caught[1], "the error is caught"),
                    *([mark(passed, words, note="counts as good")] if words.strip() and passed.is_act else []),
                ],
                references=[mark(failed, output, one.failed[1], "the error")],
                topic=f"{one.error} caught".lower(),
                occurrences=[(line, line)],
                severity="minor" if one.lacking else "major",
            )


def _handlers(text: str) -> Iterator[re.Match[str]]:
    """The handlers of exceptions in a text: looked for by their word, which few texts hold."""
    at = text.find("except", 0, _READ)
    while at >= 0:
        first = text.rfind("\n", 0, at) + 1
        handler = _HANDLER.match(text, first, _READ) if not text[first:at].strip() else None
        if handler is not None:
            yield handler
        at = text.find("except", handler.end() if handler is not None else at + 1, _READ)


def _is_idle(body: str) -> bool:
    """Whether a handler only tells of the error, or does nothing."""
    lines = [line for line in body.split("\n") if line.strip()]
    return bool(lines) and len(lines) <= 6 and all(_IDLE.match(line) for line in lines)
