"""An agent says that it ran, opened or looked up something, and no successful result stands in the trace before."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.unobserved_claims import UnobservedClaims
from agent.signals.signal import Severity, Signal
from agent.trace.event import Event

_DONE = (
    r"(?:ran|re-?ran|executed|simulated|opened|downloaded|browsed|searched|queried|looked up|fetched|visited"
    r"|accessed|consulted|navigated to)"
)
_THING = (
    r"(?:code|script|program|tests?|test suite|test cases?|unit tests?|command|simulation|function|game|application|"
    r"archives?|records|articles?|sources?|website|web ?page|web|internet|database|file|document|search engine)"
)
_CLAIM = re.compile(
    rf"\b(?:I|we)(?:'ve| have)? (?:just |already |now |also |successfully |then )?{_DONE} "
    rf"(?:(?:the|this|your|its|all|both|a|an|my|our|it|them) )?(?:\w+ ){{0,2}}{_THING}\b"
    rf"|\b(?:after|upon|by) (?:re-?running|running|executing|testing) (?:the|this|your|my|our) "
    rf"(?:\w+ ){{0,2}}{_THING},? (?:I|we|it|the (?:output|result))\b"
    r"|\b(?:manual|independent) (?:verification|check|search|review)\b[^.\n]{0,60}"
    r"\b(?:match\w*|confirm\w*|shows|agrees|found|yield\w*)\b",
    re.IGNORECASE,
)
_WHO = ("i ", "we ", "i've ", "we've ")
_VERBS = (
    *("ran ", "re-ran ", "reran ", "executed", "simulated", "opened", "downloaded", "browsed", "searched", "queried"),
    *("looked up", "fetched", "visited", "accessed", "consulted", "navigated"),
)
_RUNNING = ("running", "re-running", "rerunning", "executing", "testing")
_HINTS = {
    **dict.fromkeys(_VERBS, _WHO),
    **dict.fromkeys(_RUNNING, ("after ", "upon ", "by ")),
    "manual": (),
    "independent": (),
}
"""Words of which one stands in every claim, with what stands before it."""


class ClaimWithoutRun(Detector):
    """Silent as soon as anything but a failure came back: only before that is it plain that nothing was observed."""

    name = "claim_without_run"
    mode = "FM-2.6"
    tier = "fact"
    known_false = (
        "reasoning that is called a check",
        "what would or should be run",
        "formats that record no calls or no results",
        "a person, or a note of the framework, that tells of a run",
    )
    english_only = True

    def __init__(self) -> None:
        self._claims = UnobservedClaims(_CLAIM, _HINTS)

    def see(self, event: Event, text: str) -> None:
        """Note claims for as long as nothing but failures came back."""
        self._claims.see(event, text)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each actor that claims so."""

        def tell(actor: str, line: int, claims: int) -> tuple[str, str, Severity]:
            return (
                f"{actor} reports a run that is not in the trace ({times(claims)})",
                f"L{line} tells of something that was run, opened or looked up; no result but failures stands "
                "anywhere before it, so the words rest on nothing that was observed.",
                "major" if trace.reading.executes_code else "minor",
            )

        return self._claims.signals(self, trace, tell, "claimed run")
