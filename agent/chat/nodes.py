"""The steps of an answer: open, ask the model, look up what it wants, finish; or answer without one."""

import asyncio
import json
import time
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import asdict, replace
from typing import Literal

from langgraph.runtime import Runtime

from agent.chat.context import fenced, opening
from agent.chat.conversation import Conversation
from agent.chat.offline.answer import told
from agent.chat.progress import Activity, Progress, Proposed
from agent.chat.quotes import cited_lines
from agent.chat.room import CALLS, ROUNDS, Room
from agent.chat.saved import as_state
from agent.chat.state import State
from agent.chat.tools.calls import TOOLS, Call, Looked, call_of, in_words, look_up, without_calls, written_calls
from agent.chat.turn import Turn
from agent.diagnosis.shapes import Usage
from agent.model.faults import Fault, Status
from agent.model.meter import ledger
from agent.model.model import Message, Said, Tool, ToolCall

SPECS = tuple(Tool(tool.name, tool.what, tool.schema()) for tool in TOOLS)
NO_MORE = "No more lookups are possible. Answer now from what you have read, with its lines."
FEWEST_WORDS = 12
"""Words around a lookup that are more than its announcement."""
LONGEST_SENT, MOST_MADE, LONGEST_ID = 2_000, 16, 64
"""Characters of a reply and calls in it that are sent back with the next question."""
CALLED = "(a lookup)"
AGAIN = "This was looked up before; the result stands above."
TOO_MANY = f"Not looked up: at most {CALLS} lookups at once."
ENDINGS = {
    Status.TOO_LONG: "The reply was cut here, at its length limit.",
    Status.DECLINED: "The model declined to answer.",
    Status.EMPTY: "The model gave no answer in words. Ask again, or more narrowly.",
}
"""Replies that are no whole answer and no reason to stop, and what is said of them."""
REFUSED = frozenset({Status.REJECTED, Status.NO_SCHEMA, Status.OVERLOADED})
"""What servers say to a request with tools that they cannot take."""


async def begin(state: State, runtime: Runtime[Conversation]) -> State:
    """Lay out what a model is told before the question."""
    talk, started = runtime.context, time.monotonic()
    await asyncio.to_thread(talk.ground.trace.read, None, talk.stop.is_set)
    talk.started = started
    if talk.asker is not None:
        if not talk.ground.is_prepared:
            runtime.stream_writer(Activity("indexing the trace"))
        await asyncio.to_thread(talk.ground.prepare)
        await _lay_out(talk, talk.ground.room)
    return {"rounds": 0, "wants": False}


async def _lay_out(talk: Conversation, room: Room) -> None:
    """Begin the messages, with as much as there is room for."""
    talk.read.ranges.clear()
    made = await asyncio.to_thread(opening, talk.ground, talk.question, talk.about, talk.turns, talk.read, room)
    talk.room, talk.messages = room, list(made)
    talk.left = 0 if room.sends_all else room.results
    talk.asked = {Call("outline", {}).key}


def who_answers(state: State, runtime: Runtime[Conversation]) -> Literal["offline", "model"]:
    """The model if there is one, else findings, signals and search."""
    return "offline" if runtime.context.asker is None else "model"


async def offline(state: State, runtime: Runtime[Conversation]) -> State:
    """Answer without a model, unless that was done before."""
    talk = runtime.context
    if talk.ready is not None:
        return {"turn": as_state(talk.ready)}
    turn, news = await asyncio.to_thread(told, talk.ground, talk.question, talk.about)
    _tell(runtime, news)
    return {"turn": as_state(turn)}


async def model(state: State, runtime: Runtime[Conversation]) -> State:
    """Let the model write, and hold what it writes against the trace as it comes."""
    talk = runtime.context
    may_look = state["rounds"] < ROUNDS and talk.left > 0
    if not may_look and state["rounds"]:
        talk.messages.append(Message("user", NO_MORE))
    said = await _reply(runtime, may_look)
    may_look = may_look or (talk.left > 0 and not state["rounds"])
    if not may_look and state["rounds"] < ROUNDS and _only_calls(said):
        _tell(runtime, talk.checker.drop())
        talk.messages += [Message("assistant", said.text[:LONGEST_SENT] or CALLED), Message("user", NO_MORE)]
        said = await _reply(runtime, may_look)
    talk.said, talk.made = said.text, _kept(said.calls) if may_look else ()
    talk.written = tuple(written_calls(said.text)) if may_look and not talk.made else ()
    wants = bool(talk.made or talk.written)
    if wants or written_calls(said.text):
        _tell(runtime, talk.checker.drop())
    if not wants and not may_look and written_calls(said.text):
        _tell(runtime, talk.checker.feed(without_calls(said.text)))
    return {"wants": wants}


def _kept(calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
    return tuple(replace(call, id=call.id[:LONGEST_ID]) for call in calls[:MOST_MADE])


def _only_calls(said: Said) -> bool:
    """Whether a reply is lookups and, at most, their announcement, where nothing can be looked up."""
    around = without_calls(said.text)
    announces = len(around.split()) < FEWEST_WORDS and not cited_lines(around)
    return bool(said.calls or written_calls(said.text)) and announces


async def _reply(runtime: Runtime[Conversation], may_look: bool) -> Said:
    """The reply of the model, asked once more in another way where its server cannot take the request."""
    talk = runtime.context
    try:
        return await _written(runtime, SPECS if may_look and not talk.plain else ())
    except Fault as fault:
        if talk.checker.has_begun:
            raise
        if fault.status is Status.TOO_LARGE and talk.room is not None and not talk.shrunk:
            talk.shrunk = True
            await _lay_out(talk, talk.room.smaller())
        elif fault.status in REFUSED and may_look and not talk.plain:
            talk.plain = True
        else:
            raise
    if talk.plain:
        first = talk.messages[0]
        talk.messages[0] = Message(first.who, f"{first.text}\n\n{in_words()}")
    return await _written(runtime, () if talk.plain or not talk.left else SPECS)


async def _written(runtime: Runtime[Conversation], tools: tuple[Tool, ...]) -> Said:
    """One reply of the model, shown as far as it holds; what it cost is noted."""
    talk = runtime.context
    if talk.asker is None:
        raise ValueError("nobody is asked")
    talk.ending = ""
    with ledger() as spent:
        try:
            async with aclosing(talk.asker.converse(talk.messages, tools)) as pieces:  # type: ignore[type-var]
                async for piece in pieces:
                    if isinstance(piece, Said):
                        return piece
                    _tell(runtime, await asyncio.to_thread(list, talk.checker.feed(piece.text)))
        except Fault as fault:
            if fault.status not in ENDINGS:
                raise
            talk.ending = ENDINGS[fault.status]
            return Said(fault.reply, (), "stop")
        finally:
            talk.spent += spent.spent
    raise Fault(Status.CUT, "the reply ended before it was whole")


def what_next(state: State) -> Literal["tools", "finish"]:
    """Look up what the model wants, or finish."""
    return "tools" if state["wants"] else "finish"


async def tools(state: State, runtime: Runtime[Conversation]) -> State:
    """Look up what the model wants, and lay it before the model as data."""
    talk = runtime.context
    calls = [call_of(one.name, one.arguments) for one in talk.made] or list(talk.written)
    fresh = [call for at, call in enumerate(calls) if _is_new(talk, call, calls[:at])][:CALLS]
    found = dict(
        zip(
            (call.key for call in fresh),
            await asyncio.to_thread(look_up, talk.ground, fresh, talk.left, talk.stop.is_set),
            strict=False,
        )
    )
    for looked in found.values():
        runtime.stream_writer(Activity(looked.activity))
        talk.read.note(looked.lines)
        talk.left -= looked.tokens
    talk.asked.update(found)
    results = [_result(talk, call, found) for call in calls]
    said = talk.said[:LONGEST_SENT]
    if talk.made:
        talk.messages.append(Message("assistant", said, _sendable(talk.made)))
        talk.messages += [Message("tool", text, answers=one.id) for one, text in zip(talk.made, results, strict=True)]
    else:
        talk.messages.append(Message("assistant", said))
        shown = [f"Result of {call.name}:\n{text}" for call, text in zip(calls, results, strict=True)]
        talk.messages.append(Message("user", "\n\n".join(shown[:CALLS])))
    return {"rounds": state["rounds"] + 1, "wants": False}


def _is_new(talk: Conversation, call: Call, before: list[Call]) -> bool:
    return call.key not in talk.asked and all(call.key != other.key for other in before)


def _result(talk: Conversation, call: Call, found: dict[str, Looked]) -> str:
    """What the model reads about one of its calls; each result is shown once."""
    looked = found.pop(call.key, None)
    if looked is not None:
        return fenced(talk.ground, looked.text)
    return AGAIN if call.key in talk.asked else TOO_MANY


def _sendable(calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
    """Calls as they are sent back, as far as they were understood: a reply must not make the next question dear."""
    kept = []
    for call in calls:
        given = call_of(call.name, call.arguments)
        kept.append(ToolCall(call.id, given.name, json.dumps(given.arguments) if not given.fault else "{}"))
    return tuple(kept)


async def finish(state: State, runtime: Runtime[Conversation]) -> State:
    """Check what is left of the answer, and make the turn."""
    talk = runtime.context
    _tell(runtime, await asyncio.to_thread(list, talk.checker.finish()))
    checker = talk.checker
    if talk.ending or not checker.answer:
        _tell(runtime, checker.say(talk.ending or _nothing(talk)))
    _tell(runtime, map(Proposed, checker.proposals))
    asker = talk.asker
    turn = Turn(
        talk.question,
        talk.about.text,
        checker.answer,
        checker.citations,
        tuple(checker.unverified),
        checker.left_out,
        tuple(checker.proposals),
        "model",
        asker.model.name if asker is not None else None,
        Usage(**{**asdict(Usage()), **asdict(talk.spent), "seconds": round(time.monotonic() - talk.started, 3)}),
    )
    return {"turn": as_state(turn)}


def _nothing(talk: Conversation) -> str:
    """What is said where no sentence of an answer was left."""
    if talk.checker.left_out:
        return "The model's answer rested on quotes that are not in this trace, so nothing of it is shown."
    if talk.checker.proposals:
        return "The change is proposed below."
    return ENDINGS[Status.EMPTY]


def _tell(runtime: Runtime[Conversation], news: Iterable[Progress]) -> None:
    for one in news:
        runtime.stream_writer(one)
