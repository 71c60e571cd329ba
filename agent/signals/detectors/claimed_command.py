"""An agent reports what a command showed, and no call in the trace names that command."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import task_marks
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_COMMAND = r"`\$? ?([a-z][\w.-]{2,30}) [^`\n]{1,80}`"
_SHOWS = re.compile(
    _COMMAND
    + r" (?:now |also |then )?(?:shows?|showed|reads?|reports?|reported|returns?|returned|confirms?|confirmed|passes"
    r"|passed|succeeds|succeeded|exits|exited|finds|found|printed|prints|lists|listed|ran|runs clean|is clean)\b"
)
_RAN = re.compile(
    r"\b(?:checked|verified|tested|validated|confirmed|ran|re-?ran|executed) (?:it |this |that |them |the \w+ )?"
    r"(?:again )?(?:with |by |using |via |through )?(?:running )?" + _COMMAND,
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"\b(?:if|once|when|until|should|would|could|will|can|must|may|please|to|you|make sure|ensure|whether|before|let|"
    r"expect\w*|assum\w+|earlier|previously|yesterday|user|he|she|they)\b[^.\n]{0,100}\Z",
    re.IGNORECASE,
)
_HINTS = ("checked ", "verified ", "tested ", "validated ", "confirmed ", "ran ", "executed ")
_CALLS = 3
"""So many calls show that the format tells of calls, and that they hold commands."""
_READ = 12_000
_MOST = 40


class ClaimedCommand(Detector):
    """Silent where the program is named by any call or result before, whatever its arguments were."""

    name = "claimed_command"
    mode = "FM-2.6"
    tier = "fact"
    known_false = (
        "what should or could be run",
        "a command of which calls or results tell in any way",
        "formats that record no calls or no results",
    )
    english_only = True

    def __init__(self) -> None:
        self._claims: list[tuple[int, int, str]] = []
        self._calls = 0

    def see(self, event: Event, text: str) -> None:
        """Note claims; whether the command was called is looked up at the end."""
        if event.repeats is not None:
            return
        if event.kind is Kind.CALL:
            self._calls += 1
        if not by_agent(event) or event.kind is Kind.CALL or "`" not in text or len(self._claims) >= _MOST:
            return
        for pattern in (_SHOWS, _RAN) if has_any(text, _HINTS) else (_SHOWS,):
            for match in pattern.finditer(text, 0, _READ):
                start = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
                if _UNREAL.search(text, start, match.start()) is None:
                    self._claims.append((event.number, match.start(), match[1]))

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The first claim of which no earlier call or result names the program."""
        if not trace.reading.records_tool_results or self._calls < _CALLS or not self._claims:
            return
        for number, at, command in self._claims:
            if _is_named(trace, command, number):
                continue
            event, text = trace.event(number), trace.text(number)
            line = line_at(event, text, at)
            yield self.hit(
                title=f"{event.actor or 'An agent'} reports what {command!r} showed, and never called it",
                why=f"L{line} tells of a run of this command; no call and no result before it names it, so what is "
                "reported was not observed.",
                actor=event.actor,
                acts=[mark(event, text, at, "the claim")],
                references=task_marks(trace),
                topic=f"command {command}",
                occurrences=[(line, line)],
                severity="major",
            )
            return


def _is_named(trace: WholeTrace, command: str, before: int) -> bool:
    """Whether anything but the words of agents names the program: a call, a result, the task, a note."""
    for number in range(1, before):
        event = trace.event(number)
        if (event.kind is Kind.CALL or not by_agent(event)) and command in trace.text(number):
            return True
    return False
