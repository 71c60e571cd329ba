"""Tells whether words are a critique of another's work, an approval, or an argued reply."""

import re
from functools import lru_cache

from agent.signals.readings.normalised_text import LOWERED, has_any, lowered

_APPROVES = re.compile(
    r"<INFO>\s*Finished|\bLGTM\b|\blooks? (?:good|great|correct|fine)\b|\bno (?:further|more|additional|other) "
    r"(?:comments?|changes?|issues?|modifications?|revisions?|suggestions?|improvements?)\b|\bapproved?\b"
    r"|\bno (?:issues?|problems?|errors?|bugs?) (?:were |was |are )?(?:found|remain)|\bwell done\b|\bTERMINATE\b"
    r"|\bexcellent\b|\b(?:great|good|nice) (?:job|work)\b|\bcovers all\b"
    r"|\bno changes (?:are |were )?(?:needed|necessary|required)|\b(?:test|tests|all tests) pass(?:ed)?\b!?"
    r"|\bare (?:all )?(?:correct|accurate)\b|\bis (?:correct|accurate)\b"
    r"|\b(?:let's|let us|I'll|I will|we can now) apply (?:th(?:is|e|ese|at)|your)\b",
    re.IGNORECASE,
)
_FAULTS = re.compile(
    r"\b(?:should|must|needs? to|missing|lacks?|incorrect(?:ly)?|wrong|bugs?|issues?|problem(?:s|atic)?|fix|fails?|"
    r"not (?:handle|implement|check|validate|cover)\w*|suggest\w*|recommend\w*|improve\w*|consider|concern|critical "
    r"comment|instead of|does not|doesn't|however)\b",
    re.IGNORECASE,
)
_ARGUES = re.compile(
    r"\bno (?:changes?|modifications?|revisions?) (?:are |is |were |was )?(?:needed|necessary|required)\b"
    r"|\b(?:I |we )(?:disagree|do not agree|don't agree)\b|\balready (?:handles?|implement\w*|covers?|includes?|does)\b"
    r"|\b(?:intentional(?:ly)?|by design|not applicable|out of scope)\b|\bremains? unchanged\b|\bno need to\b",
    re.IGNORECASE,
)
_APPROVING = (
    *("finished", "lgtm", "look", "no ", "approve", "well done", "terminate", "test pass", "tests pass"),
    *("is correct", "are correct", "all correct", "is accurate", "are accurate", "all accurate"),
    *("apply th", "apply your", "excellent", "great job", "great work", "good job", "good work", "nice job"),
    *("nice work", "covers all"),
)
_ARGUING = (
    *("no change", "no modification", "no revision", "no need", "disagree", "not agree", "don't agree", "already "),
    *("intentional", "by design", "not applicable", "out of scope", "unchanged"),
)
_STEMS = (
    *("should", "must", "need", "missing", "lack", "incorrect", "wrong", "bug", "issue", "problem", "fix", "fail"),
    *(
        "not ",
        "does not",
        "suggest",
        "recommend",
        "improve",
        "consider",
        "concern",
        "critical",
        "instead",
        "doesn't",
        "however",
    ),
)
"""How the words of fault begin; those that begin alike are the same word."""
_READ = 12_000


def is_approval(text: str) -> bool:
    """Whether the words let the work pass."""
    return has_any(text, _APPROVING) and bool(_APPROVES.search(text, 0, _READ))


@lru_cache(maxsize=4)
def fault_at(text: str) -> int | None:
    """Where a critique names its first fault; None if it is none, or if it also approves.

    Two different words of fault are asked for: one alone stands in most requests. The last few texts are remembered,
    since several detectors ask about the same event.
    """
    lower = lowered(text)
    same = len(lower) == min(len(text), LOWERED)  # a capital may have two small letters
    places = [at for stem in _STEMS if (at := _named(text, lower if same else text, stem)) is not None]
    return min(places) if len(places) >= 2 and not is_approval(text) else None


def _named(text: str, lower: str, stem: str) -> int | None:
    """Where a word of fault first stands that begins so."""
    at = lower.find(stem, 0, _READ)
    while at >= 0:
        if _FAULTS.match(text, at) is not None:
            return at
        at = lower.find(stem, at + 1, _READ)
    return None


def argues(text: str) -> bool:
    """Whether a reply says why the work stays as it is."""
    return has_any(text, _ARGUING) and bool(_ARGUES.search(text, 0, _READ))
