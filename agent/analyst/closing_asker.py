"""Asks a closing question, and shows what the model wants to see of the trace before it answers, up to three times."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from agent.analyst.closing_questions import Ask
from agent.analyst.closing_view import ClosingView
from agent.analyst.masking import masked
from agent.analyst.shown_trace import ShownTrace
from agent.diagnosis.audit import Injection
from agent.lookup.calls import Lookups
from agent.lookup.tools.registry import READING
from agent.lookup.visible_trace import VisibleTrace
from agent.model.asker import Asker
from agent.model.closing_replies import ClosingReply, LookReply
from agent.model.faults import Fault
from agent.model.model import Message, Tool, ToolCall
from agent.model.model_question import Question, nothing_lacks
from agent.model.prompts import poured
from agent.model.reply_schemas import schema_of

R = TypeVar("R", bound=ClosingReply)
T = TypeVar("T")

_NEXT_LINES, _NEXT_PAGE = re.compile(r"go on with read_lines\b"), re.compile(r"go on with skip=\d+")

ROUNDS, MOST_LOOKS = 3, 4
ROUND_TOKENS, LOOK_TOKENS, FEWEST_TOKENS = 1_600, 900, 80
NUMBER, WORDS = {"type": "integer"}, {"type": "string"}
TOOLS = (
    Tool("lines", "Lines of the trace, at most 60.", {"first": NUMBER, "last": NUMBER}),
    Tool("search", "Where some words stand in lines of the trace.", {"words": WORDS, "first": NUMBER, "last": NUMBER}),
    Tool("event", "A whole event, by its number.", {"first": NUMBER}),
    Tool("later", "What became of a file, value or name after a line.", {"words": WORDS, "first": NUMBER}),
)
"""What may be called where the server takes tools; the same can be written into `look` anywhere."""


class ClosingAsker:
    """Asks the closing questions about one trace."""

    def __init__(self, asker: Asker, shown: ShownTrace) -> None:
        self._asker = asker
        self._shown = shown
        case = shown.case
        self._lookups = Lookups(VisibleTrace(case.trace, case.redact, case.taxonomy), READING)
        self.spoken_to = False
        """Whether anything that was shown speaks to whoever reads it; where that is left out, nothing does."""

    async def ask(
        self,
        name: str,
        view: ClosingView,
        parts: Mapping[str, str],
        shape: type[R],
        lacks: Callable[[R], Awaitable[str]] = nothing_lacks,
    ) -> R:
        """The answer; where not all of the trace is shown, what it wants to see first is shown, and stays in view."""
        case = self._shown.case
        rounds_left = 0 if view.complete else ROUNDS
        told = {
            part: self._told(text, view.orders)
            for part, text in {"trace": view.text, "seen": view.says, **parts}.items()
        }
        prompt = {"look": poured(_how(rounds_left), {}), **told}
        user = case.redact(poured(name, prompt))
        seen: tuple[Message, ...] = ()
        for left in range(rounds_left, -1, -1):
            question = Question(
                name,
                self._shown.instructions,
                user,
                shape,
                schema_of(shape),
                _unless_looking(lacks) if left else lacks,
                rounds=seen,
                tools=offered() if left else (),
                called=lambda calls: shape.model_validate({**shape.blank, "look": _looks_of(calls)}),
            )
            reply = await self._asker.ask(question, self._shown.cache)
            if not left or not reply.look:
                break
            shown = await asyncio.to_thread(self._looked_up, reply.look[:MOST_LOOKS], left - 1)
            seen += (Message("assistant", json.dumps({"look": [one.model_dump() for one in reply.look]})), shown)
        return reply

    def _looked_up(self, looks: Sequence[LookReply], left: int) -> Message:
        """What some looks bring, in as much room as a round has."""
        parts, room = [], ROUND_TOKENS
        for look in looks:
            call = self._lookups.call_of(*_call(look, self._shown.case.trace.events.lines))
            brought = self._lookups.run(call, max(FEWEST_TOKENS, min(LOOK_TOKENS, room)))
            room -= brought.tokens
            parts.append(f"{brought.activity}:\n{_in_its_words(brought.text)}")
        more = f"You may look {left} more {'time' if left == 1 else 'times'}, or answer." if left else "Answer now."
        text = self._shown.fenced(self._told("\n\n".join(parts), ()))
        return Message("user", self._shown.case.redact(f"{text}\n\n{more} `look` is empty where you answer."))

    def _told(self, text: str, orders: Sequence[Injection]) -> str:
        """Something of the trace as it may be shown between our marks; it is noted whether it speaks to its reader."""
        pieces = re.split(f"([^\n]*{self._shown.mark}[^\n]*)", text)
        bare = "".join(piece if at % 2 else masked(piece, orders) for at, piece in enumerate(pieces))
        self.spoken_to |= bare != text and not self._shown.masks
        return bare if self._shown.masks else text


async def judged_twice(
    asker: Asker,
    shown: ShownTrace,
    asked: Callable[[ShownTrace, Ask], Awaitable[T]],
    compared: Callable[[T, T | None], T],
    settled: Callable[[T], bool] = lambda _: False,
) -> T:
    """An answer, and where what was shown speaks to its reader, the same without that; None if there is none.

    What is settled by the first answer is not asked again.
    """
    asking = ClosingAsker(asker, shown)
    first = await asked(shown, asking.ask)
    if not asking.spoken_to or settled(first):
        return first
    bare = shown.without_orders()
    try:
        again = await asked(bare, ClosingAsker(asker, bare).ask)
    except Fault as fault:
        if fault.stops:
            raise
        return compared(first, None)
    return compared(first, again)


def _in_its_words(text: str) -> str:
    """What a lookup brought, where it says how to go on in the words of a look."""
    return _NEXT_PAGE.sub("narrow it down to see them", _NEXT_LINES.sub("look at lines", text))


def _how(rounds: int) -> str:
    return "look" if rounds else "look_nowhere"


def offered() -> tuple[Tool, ...]:
    """The tools, each with the whole schema of what it takes."""
    return tuple(Tool(tool.name, tool.what, _schema(tool)) for tool in TOOLS)


def _schema(tool: Tool) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(tool.parameters),
        "required": list(tool.parameters),
        "additionalProperties": False,
    }


def _looks_of(calls: Sequence[ToolCall]) -> list[LookReply]:
    """The looks that calls of tools ask for; one that cannot be read asks for nothing."""
    looks = []
    for call in calls[:MOST_LOOKS]:
        try:
            arguments = json.loads(call.arguments or "{}")
            named = {key: arguments[key] for key in ("words", "first", "last") if key in arguments}
            looks.append(LookReply.model_validate({"what": call.name, "words": "", "first": 0, "last": 0, **named}))
        except (ValueError, TypeError, RecursionError, ValidationError):
            continue
    return looks or [LookReply(what="search", words="", first=0, last=0)]


def _call(look: LookReply, lines: int) -> tuple[str, str]:
    """A look as a call of the tools that read a trace."""
    first, last = max(1, look.first), min(look.last or lines, lines)
    given: dict[str, Any]
    if look.what == "lines":
        name, given = "read_lines", {"first": first, "last": min(max(first, look.last), first + 59)}
    elif look.what == "event":
        name, given = "event", {"number": look.first}
    else:
        name, given = "search", {"words": look.words, "first": first, "last": lines if look.what == "later" else last}
    return name, json.dumps(given)


def _unless_looking(lacks: Callable[[R], Awaitable[str]]) -> Callable[[R], Awaitable[str]]:
    """A check that has nothing to say of a reply that asks to see more first."""

    async def checked(reply: R) -> str:
        return "" if reply.look else await lacks(reply)

    return checked
