"""Reads a question that leans on the one before it, such as "and after that?" or "he", by the last answer's place."""

import re
from collections.abc import Sequence

from agent.chat.material import Material
from agent.chat.offline.halves import cut
from agent.chat.turn import Turn

_START = (
    r"^\W*(?:(?:and|so|ok|okay|but|what about|how about)\b[\s,]*){0,3}"
    r"(?:what (?:happened|came|comes|was|is|happens)\s+)?(?:right |just |shortly )?"
)


def _asks(words: str) -> "re.Pattern[str]":
    return re.compile(rf"{_START}(?:{words})\W*$", re.IGNORECASE)


_AFTER = _asks("after (?:that|this|it)|next|afterwards?|then|later|from there")
_BEFORE = _asks("before (?:that|this|it)|earlier|previously")
_AROUND = _asks("around (?:that|this|it)|there")
_SIDE = re.compile(r"\b(after|before|around|since|until) (?:that|this|it)\b", re.IGNORECASE)
_WHO = re.compile(r"(?<![\w\"'“])(he|she|him|her|his)(?![\w\"'”])", re.IGNORECASE)
_OWNED = frozenset({"his", "her"})


def leans(text: str) -> bool:
    """Whether a question may mean the place of the answer before it."""
    return any(pattern.search(text) for pattern in (_AFTER, _BEFORE, _AROUND, _SIDE, _WHO))


def resolved(text: str, turns: Sequence[Turn], material: Material) -> tuple[str, str]:
    """The question with the place or the agent that it leans on, and what it was read as; both as asked otherwise.

    Of a question that asks several things the first leans on the answer before; what comes then leans on that.
    """
    first = cut(text)[0]
    rest = text[len(first) :] if text.startswith(first) else ""
    meant, read_as = _resolved(text[: len(text) - len(rest)], turns, material)
    return meant + rest, read_as and read_as + rest


def _resolved(text: str, turns: Sequence[Turn], material: Material) -> tuple[str, str]:
    last = next((turn for turn in reversed(turns) if turn.citations), None)
    if last is None or not leans(text):
        return text, ""
    first, end = last.citations[0].lines[0], last.citations[-1].lines[1]
    for pattern, meant in (
        (_AFTER, f"what happened after L{end}?"),
        (_BEFORE, f"what happened before L{first}?"),
        (_AROUND, f"what happened around L{end}?"),
    ):
        if pattern.search(text):
            return meant, meant
    question = _SIDE.sub(lambda side: f"{side[1]} L{first if side[1].casefold() in ('before', 'until') else end}", text)
    event = material.visible.event_at(end)
    if event is not None and event.actor and not any(name.casefold() in text.casefold() for name in material.actors):
        name = material.safe(event.actor)
        question = _WHO.sub(lambda who: f"{name}'s" if _is_owner(who) else name, question)
    return question, question if question != text else ""


def _is_owner(who: "re.Match[str]") -> bool:
    """Whether a word says whose something is: `his` plan, and `her` before a word that is no sign."""
    return who[1].casefold() in _OWNED and re.match(r"\s+\w", who.string[who.end() :]) is not None
