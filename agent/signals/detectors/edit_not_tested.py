"""The last change to files is followed by no run and no test."""

import re
from collections.abc import Iterable
from typing import ClassVar

from agent.signals.detector import WholeTrace
from agent.signals.hit import hit
from agent.signals.readings.absence import absent
from agent.signals.readings.execution import execution_of
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import last_words
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Precision, Signal, Tier
from agent.trace.event import Event, Kind

_EDIT_TOOL = re.compile(
    r"edit|write_?file|create_?file|str_replace|insert|patch|apply|file_change|notebookedit|^write$", re.I
)
_EDIT = re.compile(
    r"\b(?:editor|edit_file|write_file|create_file|apply_patch|str_replace_editor|str_replace|file_editor)\w*\.?\w*\(",
)
_CHECK_HINTS = (
    *("pytest", "python ", "python3 ", "runtest", "unittest", "tox", "bin/test", "executor", "ran ", "manage.py test"),
    *("npm ", "yarn ", "cargo ", "go test", "go run test", "make test", "make run test", "mvn ", "gradle "),
    *("exit code", "exitcode"),
)
_HINTS = ("edit", "write_file", "create_file", "apply_patch", "str_replace")
_RUNNERS = frozenset({"python", "bash", "sh", "shell", "terminal", "python_execute", "execute_bash", "ipython"})
_LOOKS = re.compile(r"[\"']command[\"']\s*:\s*[\"']view[\"']")
_CHECK = (
    r"\bpytest\b|\bpython3? +(?:-m +)?[\w./-]*\w|\bruntests?\b|\bunittest\b|\bmanage\.py test\b|\btox\b|\bbin/test\b"
    r"|\b(?:npm|yarn|cargo|go|make|mvn|gradle) (?:run )?test\b|\bexecutor\b[^\n]*\brun\b|^Ran \d+ tests?\b"
    r"|\bexit ?code:? ?\d"
)
_CHECKS = re.compile(_CHECK, re.IGNORECASE | re.MULTILINE)


class EditNotTested:
    """Remembers the last edit and whether any run, test or request for one comes after it."""

    name: ClassVar[str] = "edit_not_tested"
    mode: ClassVar[str] = "FM-3.2"
    tier: ClassVar[Tier] = "hint"
    precision: ClassVar[Precision] = Precision(6, 6)
    known_false: ClassVar[tuple[str, ...]] = (
        "code that is run to try the change, without a test in its name",
        "an editor that only shows a file",
        "an edit that was tested before the next one of the same file",
        "a command to test that the format does not show the result of",
        "a system that cannot execute code by design",
    )
    english_only: ClassVar[bool] = False

    def __init__(self) -> None:
        self._edit: tuple[int, int] | None = None
        self._checked: int = 0

    def see(self, event: Event, text: str) -> None:
        """Remember the last edit and the last check."""
        if event.repeats is not None:
            return
        if event.kind in (Kind.RESULT, Kind.ERROR):
            if execution_of(event, text) is not None:
                self._checked = event.number
            return
        if not is_action(event):
            return
        edit = _EDIT.search(text) if any(hint in text for hint in _HINTS) else None
        if edit is None and event.kind is Kind.CALL and event.tool and _EDIT_TOOL.search(event.tool):
            edits = _LOOKS.search(text) is None
        else:
            edits = edit is not None
        if edits:
            self._edit = (event.number, edit.start() if edit else 0)
        elif self._edit is not None and self._checked < self._edit[0] and (self._runs(event) or self._checks(text)):
            self._checked = event.number

    @staticmethod
    def _runs(event: Event) -> bool:
        return event.kind is Kind.CALL and (event.tool or "").lower() in _RUNNERS

    @staticmethod
    def _checks(text: str) -> bool:
        return has_any(text, _CHECK_HINTS) and bool(_CHECKS.search(text[:20_000].lower()))

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """The last edit, if no check follows."""
        if self._edit is None or self._checked >= self._edit[0] or not trace.reading.executes_code:
            return
        number, at = self._edit
        event, text = trace.event(number), trace.text(number)
        search = absent(trace, _CHECK, number + 1, trace.events, event.lines[1])
        if search is None:
            return
        line = line_at(event, text, at)
        proves = (
            "" if trace.reading.records_tool_results else " The format records no results, only what was asked for."
        )
        yield hit(
            self,
            title=f"The last change by {event.actor or 'an actor'} is followed by no run and no test",
            why=(
                f"L{line} changes a file; from there to the end of the trace no command to run or test is "
                "found, so the "
                f"final state was not checked.{proves}"
            ),
            actor=event.actor,
            acts=[mark(event, text, at, "the last change")],
            references=[ending] if (ending := last_words(trace)) else [],
            search=search,
            topic="last change",
            occurrences=[event.lines],
        )
