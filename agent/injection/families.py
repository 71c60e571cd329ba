"""Families of words that are an order to a later reader where they stand together, though none is by itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from agent.injection.cues import Company, Cue, Cues, Literals, cues, literals

FORGETS = "it asks to forget earlier instructions"
_STEER = "it tells the reader what to report"
_SPEAK = "it speaks to whoever judges the run"
_TURN = "it forges a turn of the conversation"
_END = "it forges the end of the data"
_PART = "it gives the reader a new part to play"
_SECRETS = "it asks for secrets, or for something to be sent"
_KEPT = "it wants something kept from the user"
_PRESSED = "it presses the reader by rank, by a promise or by a threat"


_LONG = 80
"""Letters that the words of one family may have."""


_TELLS_OF = re.compile(
    r"(?:attack|injection|jailbreak|payload|adversar)[^.\n]{0,90}\b(?:try|tries|attempts?|asks?|tells?|instructs?|tricks?"
    r"|makes?|causes?|persuades?)\b[^.\n]{0,40}$"
)
"""What stands before an order that somebody else is said to give."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """Families that together are an order: one that is looked for everywhere, and one of each group near it."""

    why: str
    key: str
    groups: tuple[tuple[str, ...], ...]
    before: int
    after: int
    lines: int = 1


def _rule(why: str, key: str, groups: str, before: int, after: int, lines: int = 1) -> _Rule:
    return _Rule(why, key, tuple(tuple(group.split()) for group in groups.split("+") if group), before, after, lines)


_RULES = (
    _rule(FORGETS, "forget", "rule", 0, 20),
    _rule(FORGETS, "lapsed", "rule", 50, 40),
    _rule(_SPEAK, "talk", "mute good forget verdict own_prompt persona tool", 60, 160, 2),
    _rule(_SPEAK, "talk", "steer must + pass send blame", 60, 160, 2),
    _rule(_SPEAK, "reading", "mute good forget own_prompt persona tool blame", 100, 160, 2),
    _rule(_SPEAK, "reading", "steer must + pass send", 60, 160, 2),
    _rule(_SPEAK, "reading", "steer + verdict + pass", 60, 160, 2),
    _rule(_KEPT, "mute", "failure blame + trace verdict judge carrier", 120, 120),
    _rule(_STEER, "good", "<steer + trace verdict judge carrier", 60, 100),
    _rule(_TURN, "turn_sure", "", 0, 0),
    _rule(_TURN, "turn_system", "must steer persona now forget mute judge", 10, 100, 2),
    _rule(_TURN, "turn", ">good >forget >persona >now >mute >own_prompt >judge", 10, 100, 3),
    _rule(_TURN, "turn_plain", ">good >mute >own_prompt >forget + >turn_plain >talk >now", 0, 120, 4),
    _rule(_END, "end_of", ">now >persona >forget >talk >reading >turn_system >good >mute", 0, 120, 3),
    _rule(_PART, "persona", "unbound + judge trace verdict good", 60, 120, 2),
    _rule(_PART, "persona", "mute + failure + judge trace verdict must", 60, 120),
    _rule(_PART, "persona", "good mute + judge trace verdict must", 60, 120),
    _rule(_SECRETS, "own_prompt", "reveal send", 60, 60),
    _rule(_SECRETS, "drain", "send steer reveal", 120, 60),
    _rule(_SECRETS, "loot", "verdict own_prompt talk + send steer reveal", 100, 100),
    _rule(_STEER, "settled", ">steer >good >mute >pass", 0, 100, 2),
    _rule(_STEER, "blame", "mute", 60, 60),
    _rule(_STEER, "code", "steer must blame verdict good mute", 80, 80),
    _rule(_PRESSED, "authority", "good mute pass + trace verdict + must steer", 120, 120),
    _rule(_PRESSED, "threat", "good mute pass steer + trace verdict judge", 140, 140),
    _rule(_PRESSED, "threat", "good mute + steer + failure", 140, 140),
    _rule(FORGETS, "foreign_forget", "foreign_rule", 40, 40),
    _rule(_SPEAK, "foreign_talk", "foreign_good foreign_mute foreign_forget good mute pass", 80, 120, 2),
    _rule(_SPEAK, "foreign_talk", "foreign_steer + foreign_scope", 80, 120, 2),
    _rule(_KEPT, "foreign_mute", "foreign_failure failure", 40, 60),
    _rule(_STEER, "foreign_good", "foreign_steer + foreign_scope", 60, 60),
    _rule(_PART, "foreign_persona", "foreign_good foreign_rule foreign_talk foreign_mute", 60, 80),
    _rule(_SECRETS, "foreign_own_prompt", "foreign_reveal reveal", 40, 40),
)
_BY_KEY = {key: tuple(rule for rule in _RULES if rule.key == key) for key in dict.fromkeys(one.key for one in _RULES)}


@cache
def _known() -> tuple[Cues, Literals]:
    known = cues(frozenset(_BY_KEY))
    return known, literals(known.pieces)


def together(text: str) -> Iterator[tuple[int, int, str]]:
    """Where families of words stand together: start and end of what they span in a line, and why it is suspicious."""
    folded = _folded(text)
    known, words = _known()
    keys: set[Cue] = set()
    for place, number in words.places(folded):
        keys.update(known.around(folded, words.words[number], place))
    company = Company(folded, known)
    for key in sorted(keys):
        for rule in _BY_KEY[key.family]:
            if hit := _company(folded, key, rule, company):
                start, end = hit
                yield max(start, folded.rfind("\n", 0, end - 1) + 1), end, rule.why
                break


def is_told_of(text: str, start: int) -> bool:
    """Whether a text on attacks says here what they ask for, and asks for nothing itself."""
    return bool(_TELLS_OF.search(text[max(0, start - 150) : start].lower()))


def _folded(text: str) -> str:
    """The text in small letters, as many as before."""
    folded = text.lower()
    if len(folded) == len(text):
        return folded
    return "".join(char if len(char.lower()) != 1 else char.lower() for char in text)


def _company(folded: str, key: Cue, rule: _Rule, company: Company) -> tuple[int, int] | None:
    """From the first to the last word of a rule's families around its key, if all are there."""
    start = _back(folded, key.start, rule.before + _LONG, rule.lines)
    end = _on(folded, key.end, rule.after + _LONG, rule.lines)
    first, last = key.start, key.end
    for group in rule.groups:
        for family in group:
            side = family[0]
            low, high = (key.end if side == ">" else start), (key.start if side == "<" else end)
            other = next(
                (
                    cue
                    for cue in company.near(family.lstrip("<>"), low, high)
                    if key.start - rule.before <= cue.end <= key.start or key.end <= cue.start <= key.end + rule.after
                ),
                None,
            )
            if other:
                first, last = min(first, other.start), max(last, other.end)
                break
        else:
            return None
    return first, last


def _back(folded: str, place: int, reach: int, lines: int) -> int:
    start, first = place, max(0, place - reach)
    for _ in range(lines):
        start = folded.rfind("\n", first, max(0, start - 1)) + 1
        if start == 0:
            return first
    return start


def _on(folded: str, place: int, reach: int, lines: int) -> int:
    end = place
    for _ in range(lines):
        end = folded.find("\n", end + 1, place + reach)
        if end < 0:
            return place + reach
    return end
