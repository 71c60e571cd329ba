"""Reads from the output of an execution whether it passed, failed, or lacked a package."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from agent.trace.event import Event, Kind


class Verdict(StrEnum):
    """How a run ended, by its own output."""

    PASSED = "passed"
    FAILED = "failed"
    LACKING = "lacking"  # a package or program is not installed: nothing about the work was tried


@dataclass(frozen=True, slots=True)
class Execution:
    """The end of one execution, and where its output says so."""

    verdict: Verdict
    at: int
    is_test: bool


_EXECUTOR = re.compile(
    r"python|bash|shell|terminal|\bexec|execut|interpreter|run_?code|code_?runner|pytest|run_?tests?|tester|jupyter"
    r"|run_?command|test[ _]?report|sandbox",
    re.IGNORECASE,
)
_SHELLS = frozenset({"run", "sh", "zsh", "cmd", "command", "exec", "powershell"})
"""Names of tools that are too short to be looked for in other words."""
_SAYS_SO = re.compile(
    r"\s*(?:exitcode: ?\d|execution (?:failed|logs:)|code executed successfully|code output:|exit code:? \d"
    r"|the software run successfully|traceback \(most recent call last\))",
    re.IGNORECASE,
)
_NOTHING_RAN = re.compile(
    r"\bno code (?:blocks? )?(?:was |were )?(?:found|provided)\b|\bthere is no code\b", re.IGNORECASE
)
_FAILED = re.compile(
    r"^[ \t]*(?:exitcode: ?[1-9]|rc=[1-9]|make: \*\*\* |execution failed|traceback \(most recent call last\)"
    r"|FAILED \(|FAILED \S+::"
    r"|=+ .*\b[1-9]\d* (?:failed|errors?)\b.*=+[ \t]*$|[1-9]\d* failed\b.* in [\d.]+ ?m?s|Tests?: .*\b[1-9]\d* failed"
    r"|--- FAIL: |test result: FAILED|[1-9]\d* failing[ \t]*$|(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)\b: )"
    r"|\bexit(?:ed with)?[ _](?:code|status):? ?[1-9]\d*\b",
    re.MULTILINE | re.IGNORECASE,
)
_ERROR_LINE = re.compile(r"^[ \t]*(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt)\b.*$", re.MULTILINE)
_LACKING = re.compile(
    r"No module named|ModuleNotFoundError|command not found|is not installed|cannot open shared object|"
    r"no display name|connect to display|Missing optional dependency"
    r"|is not recognized as an internal|executable file not found|No such file or directory: ['\"][A-Za-z][\w-]*['\"]",
    re.IGNORECASE,
)
_TEST = re.compile(
    r"^Ran \d+ tests? in|^=+ test session starts|^=+ .*\b\d+ (?:passed|failed)\b|^FAILED \S+::|^FAILED \("
    r"|^(?:\d+ (?:passed|failed|skipped|errors?)(?:, )?)+ in [\d.]+ ?m?s|^Tests: .*\b\d+ (?:passed|failed)"
    r"|^--- (?:FAIL|PASS): |^test result: (?:ok|FAILED)|^ *\d+ (?:passing|failing)\b",
    re.MULTILINE,
)
_TEST_HINTS = ("passed", "failed", "FAIL", "PASS", "Ran ", "test result", "passing", "failing", "test session")
_TEST_NAME = re.compile(r"test", re.IGNORECASE)
BAD = frozenset({"error", "failed", "failure", "fail", "exception"})
_HINTS = ("rror", "RROR", "xception", "xit", "racebac", "FAILED", "failed", "Failed", "rrupt", "rc=")
_NAMES: dict[tuple[str | None, str | None, str], tuple[bool, bool]] = {}


def _named(event: Event) -> tuple[bool, bool]:
    """Whether tool, actor or title name an executor, and whether they name a test."""
    key = (event.tool, event.actor, event.title[:40])
    known = _NAMES.get(key)
    if known is None:
        words = " ".join(filter(None, key))
        if len(_NAMES) > 4096:
            _NAMES.clear()
        shell = (event.tool or event.actor or "").lower() in _SHELLS
        known = _NAMES[key] = (shell or bool(_EXECUTOR.search(words)), bool(_TEST_NAME.search(words)))
    return known


def test_summary_at(text: str) -> int | None:
    """Where a test framework sums up what it ran; None where a program was only started."""
    if not any(map(text.__contains__, _TEST_HINTS)):
        return None
    return max((match.start() for match in _TEST.finditer(text)), default=None)


def nothing_ran(text: str) -> bool:
    """Whether an executor says that it was given nothing to run."""
    return len(text) < 1200 and ("no code" in text or "No code" in text) and bool(_NOTHING_RAN.search(text))


def execution_of(event: Event, text: str) -> Execution | None:
    """The run an event reports, or None if it reports none."""
    if event.kind not in (Kind.RESULT, Kind.ERROR):
        return None
    return _judged(*_named(event), (event.status or "").lower() in BAD, text)


@lru_cache(maxsize=2)
def _judged(executor: bool, named_test: bool, bad: bool, text: str) -> Execution | None:
    """The same by all that counts of an event; remembered, since half a dozen detectors ask about the same one."""
    if nothing_ran(text):
        return None
    tested = any(map(text.__contains__, _TEST_HINTS)) and bool(_TEST.search(text))
    if not executor and not tested and not _SAYS_SO.match(text):
        return None
    is_test = named_test or tested
    if not bad and not any(map(text.__contains__, _HINTS)):
        return Execution(Verdict.PASSED, 0, is_test)
    failure = _FAILED.search(text)
    if failure is None and not bad:
        return Execution(Verdict.PASSED, 0, is_test)
    at = failure.start() if failure else max(0, len(text.rstrip()) - 1)
    at = max((line.start() for line in _ERROR_LINE.finditer(text, at)), default=at)
    lacking = _LACKING.search(text, max(0, at - 200), at + 400)
    return Execution(Verdict.LACKING if lacking else Verdict.FAILED, at, is_test)
