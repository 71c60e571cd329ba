"""A critique quotes what is wrong in the work, and the next version of the work still has it, word for word."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.critique import argues, is_approval
from agent.signals.readings.demand import code_of
from agent.signals.readings.near_words import matches_near
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import by_agent, is_visible_action
from agent.signals.signal import Precision, Signal
from agent.trace.event import Event, Kind

_QUOTED = r"[`\"]([^`\"\n]{3,120})[`\"]"
_REPLACE = re.compile(
    rf"\b(?:replace|change|rename|correct) (?:the \w+ )?{_QUOTED} (?:with|by|to|into) (?:the \w+ )?{_QUOTED}"
    rf"|{_QUOTED} (?:should|must|needs to|has to) (?:be|read|say|become) (?:the \w+ )?{_QUOTED}",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    rf"\b(?:use|write|call) (?:the \w+ )?{_QUOTED} (?:instead of|and not|rather than) (?:the \w+ )?{_QUOTED}",
    re.IGNORECASE,
)
_REMOVE = re.compile(
    r"\b(?:take|remove|drop|delete|replace|eliminate|avoid|get rid of|stop using) (?:the |this |that |any |all )?"
    rf"(?:\w+ ){{0,2}}{_QUOTED}",
    re.IGNORECASE,
)
"""What is to go, whatever comes in its place; the words must look like code, or they stand in any next version."""
_CODE = re.compile(r"[(\[=]|\w \w")
_NAME = re.compile(r"[\w.]+")
_LOOSE = re.compile(r"[\s()`]+")
"""Blanks and parentheses, which the right words may stand with or without."""
_VERBS: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("replace ", "change ", "rename ", "correct ", "should ", "must ", "needs to ", "has to "), ()
)
_OTHERS: dict[str, tuple[str, ...]] = dict.fromkeys(("instead of", "and not", "rather than"), ())
_GOES: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("take ", "remove ", "drop ", "delete ", "replace ", "eliminate ", "avoid ", "get rid", "stop using"), ()
)
_AROUND = 300
_READ = 4_000
_WORK = frozenset({Kind.SAY, Kind.ANSWER, Kind.HANDOFF, Kind.CALL})
_LEAST = 80
_GO = ("be replaced", "go")
_MOST = 12_000


@dataclass(frozen=True, slots=True)
class _Demand:
    """What a critique wants to have replaced, where it says so, and whose work it is about."""

    critique: int
    at: int
    author: str | None
    wrong: str
    right: str
    """Empty where it is only to go."""
    work: int = 0
    """The version that the critique is about."""


class UnheededCritique(Detector):
    """Fires where the wrong words were in the work before, stand in the next version, and the right ones do not."""

    name = "unheeded_critique"
    mode = "FM-2.5"
    tier = "hint"
    precision = Precision(0, 4)
    known_false = (
        "a reply that argues why nothing changes",
        "a message that hands in no new version",
        "a demand that is met in a later version",
        "a bare name that is to go: it may stay for another reason, and what `x` should be is its value",
    )
    english_only = True

    def __init__(self) -> None:
        self._works: dict[str | None, int] = {}
        self._last: str | None = None
        self._open: list[_Demand] = []
        self._kept: dict[_Demand, int] = {}

    def see(self, event: Event, text: str) -> None:
        """Follow demands, and what their receiver hands in next."""
        if not is_visible_action(event) or not by_agent(event) or event.kind not in _WORK or len(text) > _MOST:
            return
        for demand in [one for one in (*self._open, *self._kept) if one.author == event.actor]:
            self._answered(demand, event, text)
        author = next((name for name in event.to if name in self._works), self._last)
        if author != event.actor and ("`" in text or '"' in text):
            asked = list(_asked(text))
            for at, wrong, right in asked if asked and not is_approval(text) else ():
                if len(self._open) < 50:
                    self._open.append(_Demand(event.number, at, author, wrong, right, self._works.get(author, 0)))
        if len(text) >= _LEAST:
            self._works[event.actor] = event.number
            self._last = event.actor

    def _answered(self, demand: _Demand, event: Event, text: str) -> None:
        """What becomes of a demand when its receiver speaks."""
        work = text if demand.right else code_of(text)
        right = bool(demand.right) and _LOOSE.sub("", demand.right) in _LOOSE.sub("", work)
        met = bool(work) and demand.wrong not in work and (right or not demand.right)
        kept = demand.wrong in work and not right
        if met or argues(text):
            self._kept.pop(demand, None)
        elif demand in self._open and len(text) >= _LEAST and kept:
            self._kept[demand] = event.number
        if demand in self._open:
            self._open.remove(demand)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each author that kept what was criticised."""
        told: set[str | None] = set()
        for demand, number in self._kept.items():
            if demand.author in told or not demand.work or demand.wrong not in trace.text(demand.work):
                continue
            told.add(demand.author)
            critique, event = trace.event(demand.critique), trace.event(number)
            text = trace.text(number)
            at = text.find(demand.wrong, 0 if demand.right or "```" not in text else text.index("```"))
            yield self.hit(
                title=f"{event.actor or 'An actor'} keeps {demand.wrong[:40]!r}, which was to {_GO[not demand.right]}",
                why=f"L{line_at(critique, trace.text(critique.number), demand.at)} asks for "
                f"{f'{demand.right[:40]!r} in its place' if demand.right else 'it to go'}; "
                f"L{line_at(event, text, at)} hands the work in with the old words and gives no reason.",
                actor=event.actor,
                acts=[mark(event, text, at, "still there")],
                references=[mark(critique, trace.text(critique.number), demand.at, "the critique")],
                topic=f"work of {event.actor or 'an actor'}",
                occurrences=[event.lines],
                severity="major",
            )


def _asked(text: str) -> Iterator[tuple[int, str, str]]:
    """What a critique wants to have replaced, or gone: where it says so, the words, and what is to stand there."""
    pairs = [
        *matches_near(_REPLACE, text, _VERBS, 0, _READ, _AROUND),
        *matches_near(_INSTEAD, text, _OTHERS, 0, _READ, _AROUND),
    ]
    for match in pairs:
        words = [group for group in match.groups() if group]
        wrong, right = words if match.re is _REPLACE else reversed(words)
        if wrong not in right and not (match.re is _REPLACE and match[3] and _NAME.fullmatch(wrong)):
            yield match.start(), wrong, right
    for match in matches_near(_REMOVE, text, _GOES, 0, _READ, _AROUND):
        wrong = match[1].removesuffix(")") if match[1].endswith("()") else match[1]
        if _CODE.search(wrong) is not None and not any(one.start() == match.start() for one in pairs):
            yield match.start(), wrong, ""
