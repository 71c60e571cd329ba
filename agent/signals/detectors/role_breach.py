"""An actor does what another role is there for, told from the names of the roles."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.quoted_line import informative_line
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Precision, Signal
from agent.trace.event import Event, Kind

LINES = 8
WHOLE = 30
"""How many lines of code make a breach; a reviewer may show what it means in fewer than a whole file."""
SIGNALS = 4
_PLANS = re.compile(r"plan|orchestrat|manager|supervis|coordinat", re.IGNORECASE)
_LOOKS = re.compile(r"navigat|search|surf|research|explor", re.IGNORECASE)
_JUDGES = re.compile(r"review|critic|verif|evaluat", re.IGNORECASE)
_MAKES = re.compile(r"cod(?:er|ing)|program|develop|engineer|editor|executor|execution", re.IGNORECASE)
_WRITTEN = re.compile(r"^\s*(?:def|class|function|public|import|from|#include|const|let|var)\b", re.MULTILINE)
_SHELL = frozenset({"bash", "sh", "shell", "json", "yaml", "diff"})
_ROLES = ((_PLANS, "plans and hands out work"), (_LOOKS, "looks things up"), (_JUDGES, "reviews"))


class RoleBreach(Detector):
    """Whole code written by an actor whose name says planning, looking up or reviewing, while another one makes."""

    name = "role_breach"
    mode = "FM-1.2"
    tier = "hint"
    precision = Precision(6, 12)
    known_false = (
        "actions written as code",
        "code handed over in an order",
        "a fix shown in a review",
        "a team with nobody else to write code",
    )
    english_only = True

    def __init__(self) -> None:
        self._makers: dict[str, None] = {}
        self._role: dict[str, str] = {}
        self._wrote: dict[str, list[tuple[int, int, int]]] = {}

    def see(self, event: Event, text: str) -> None:
        """Note code written in an act that is no call."""
        actor = event.actor
        if actor is None or event.kind not in (Kind.SAY, Kind.THINK) or not by_agent(event):
            return
        role = self._role.get(actor)
        if role is None:
            role = self._role[actor] = _role(actor)
            if _MAKES.search(actor):
                self._makers[actor] = None
        if not role or len(self._wrote.get(actor, ())) >= 64:
            return
        for block in code_blocks(text):
            code = text[block.start : block.end]
            needed = LINES if role != _ROLES[2][1] else WHOLE
            if block.language not in _SHELL and code.count("\n") >= needed and len(_WRITTEN.findall(code)) >= 2:
                self._wrote.setdefault(actor, []).append((event.number, block.start, block.end))
                break

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """Actors that wrote code although somebody else is there for it."""
        makers = list(self._makers)
        for actor, wrote in list(self._wrote.items())[:SIGNALS]:
            others = [maker for maker in makers if maker != actor]
            if not others:
                continue
            number, start, end = wrote[0]
            event = trace.event(number)
            yield self.hit(
                title=f"{actor} writes code itself {times(len(wrote))}",
                why=f"By its name {actor} {self._role[actor]}, and {others[0]} is there to make things: look whether "
                f"its instructions allow the code at L{event.lines[0]}.",
                actor=actor,
                acts=(Mark(number, informative_line(trace.text(number)[start:end]), "writes code"),),
                topic="role",
                occurrences=tuple(trace.event(n).lines for n, *_ in wrote),
            )


def _role(actor: str) -> str:
    if _MAKES.search(actor):
        return ""
    return next((what for words, what in _ROLES if words.search(actor)), "")
