"""Tests are said to pass, and nothing in the trace was run."""

import re
from collections.abc import Iterable

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.changing_tools import changes_files
from agent.signals.readings.unobserved_claims import UnobservedClaims
from agent.signals.signal import Severity, Signal
from agent.trace.event import Event

_CLAIM = re.compile(
    r"\b(?:the|all|our|my) (?:\w+ )?tests? (?:cases? )?(?:have |has |were |was |are |now )?(?:all )?(?:been )?"
    r"(?:run|executed)?(?: and)? ?(?:all )?(?:now )?(?:successfully )?pass(?:ed|ing)?\b"
    r"(?! (?:if|when|once|before|through))"
    r"|\b(?:I|we)(?:'ve| have)? (?:just |already |now |also |then )?(?:re-?)?r[au]n "
    r"(?:the|all|our|my|every) (?:\w+ ){0,2}tests?\b[^\n]{0,60}\bpass(?:ed|es)?\b"
    r"|\ball \d+ tests? (?:have |are |now )?(?:pass(?:ed|ing)?|green)\b"
    r"|\b(?:the|all|our) tests? (?:suite )?(?:is|are) (?:all |now )?green\b"
    r"|\b(?:I|we)(?:'ve| have)? (?:just |already |now |also |successfully |then )?tested "
    r"(?:the|this|your|its|all|it|my|our) (?:\w+ ){0,2}"
    r"(?:code|script|program|function|game|application|solution|implementation)\b",
    re.IGNORECASE,
)


def _no_run(event: Event) -> bool:
    """Whether a result is that of a change, which runs nothing."""
    return changes_files(event.tool or event.actor or "")


class ClaimedTests(Detector):
    """Silent as soon as anything but a failure came back: the tests may have been part of that."""

    name = "claimed_tests"
    mode = "FM-3.2"
    tier = "fact"
    known_false = (
        "tests that should, will or must pass",
        "formats that record no results",
        "a person, or a note of the framework, that tells of tests",
    )
    english_only = True

    def __init__(self) -> None:
        self._claims = UnobservedClaims(
            _CLAIM, {"pass": ("test",), "green": ("test",), "tested": ("i ", "we ", "i've ", "we've ")}, _no_run
        )

    def see(self, event: Event, text: str) -> None:
        """Note claims for as long as nothing but failures came back."""
        self._claims.see(event, text)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor that claims so."""

        def tell(actor: str, line: int, _: int) -> tuple[str, str, Severity]:
            return (
                f"{actor} says that the tests pass, and none was run",
                f"L{line} speaks of tests as if they had been run; no result but failures stands anywhere "
                "before it, so what they would show is not known.",
                "minor",
            )

        return self._claims.signals(self, trace, tell, "claimed tests")
