"""Follows the changes of files in a trace: which came last, and whether anything was run or tested after it."""

import re
from functools import lru_cache

from agent.signals.readings.changing_tools import changes_files
from agent.signals.readings.execution import execution_of
from agent.signals.readings.normalised_text import has_any, lowered
from agent.signals.readings.who_acts import is_action
from agent.trace.event import Event, Kind

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
CHECK = (
    r"\bpytest\b|\bpython3? +(?:-m +)?[\w./-]*\w|\bruntests?\b|\bunittest\b|\bmanage\.py test\b|\btox\b|\bbin/test\b"
    r"|\b(?:npm|yarn|cargo|go|make|mvn|gradle) (?:run )?test\b|\bexecutor\b[^\n]*\brun\b|^Ran \d+ tests?\b"
    r"|\bexit ?code:? ?\d"
)
_CHECKS = re.compile(CHECK, re.IGNORECASE | re.MULTILINE)

_PATH = re.compile(r"[\w/\\-]\.(\w{1,5})(?=[\"'\s,;:)\]]|\Z)")
_CODE = frozenset("py js ts tsx jsx java go rs c cc cpp h rb php sh sql ipynb kt swift cs scala".split())
_HEAD = 600


class LastEdit:
    """The last change of a file, and what was run since."""

    def __init__(self, *, code_only: bool = False) -> None:
        self._code_only = code_only
        self.edit: tuple[int, int] | None = None
        """The event, and where in its text the change begins."""
        self.ran = 0
        """The last event that reports a run."""
        self._checked = 0

    def see(self, event: Event, text: str) -> None:
        """Remember the last edit and the last check."""
        if event.repeats is not None:
            return
        if event.kind in (Kind.RESULT, Kind.ERROR):
            if execution_of(event, text) is not None:
                self._checked = self.ran = event.number
            return
        if not is_action(event):
            return
        edit = _edit_in(text)
        if edit is None and event.kind is Kind.CALL and event.tool and changes_files(event.tool):
            edits = _LOOKS.search(text) is None
        else:
            edits = edit is not None
        if edits and self._code_only and _is_no_code(text):
            return  # notes that tell how to run it run nothing
        if edits:
            self.edit = (event.number, edit.start() if edit else 0)
        elif self.edit is not None and self._checked < self.edit[0] and (_runs(event) or _checks(text)):
            self._checked = event.number

    @property
    def unchecked(self) -> tuple[int, int] | None:
        """The last change, if nothing was run or tested after it."""
        return self.edit if self.edit is not None and self._checked < self.edit[0] else None


@lru_cache(maxsize=2)
def _edit_in(text: str) -> re.Match[str] | None:
    """Where a text calls an editor; remembered, since two detectors follow the changes."""
    return _EDIT.search(text) if "(" in text and any(map(text.__contains__, _HINTS)) else None


def _is_no_code(text: str) -> bool:
    """Whether the first file that a change names, if it names any, holds no code."""
    path = _PATH.search(text, 0, _HEAD)
    return path is None or path[1].lower() not in _CODE


def _runs(event: Event) -> bool:
    return event.kind is Kind.CALL and (event.tool or "").lower() in _RUNNERS


@lru_cache(maxsize=2)
def _checks(text: str) -> bool:
    return has_any(text, _CHECK_HINTS) and bool(_CHECKS.search(lowered(text)[:20_000]))
