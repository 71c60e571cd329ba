"""An answer by a model: it is asked, what it wants is looked up, it is asked again, until it answers in words."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import asdict, replace

from agent.chat.answer_progress import Activity, Answered, Progress, Proposed
from agent.chat.checker import Checker
from agent.chat.count_check import numbers_in
from agent.chat.first_message import opening
from agent.chat.material import About, Material
from agent.chat.question_budget import CALLS, ROUNDS, QuestionBudget
from agent.chat.quotes import cited_lines
from agent.chat.turn import Turn
from agent.diagnosis.document_parts import Lines
from agent.diagnosis.usage import Usage
from agent.lookup.calls import Call, LookUp, Lookups
from agent.lookup.lines_read import LinesRead, joined
from agent.model.asker import Asker
from agent.model.faults import Fault, Status
from agent.model.meter import Ledger
from agent.model.model import Message, Said, ToolCall
from agent.model.prompts import fence
from agent.number_words import line_range

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


class ModelAnswer:
    """One question to a model on its way to a turn: what was sent, what was read, what holds of the answer."""

    def __init__(
        self,
        material: Material,
        question: str,
        about: About,
        turns: Sequence[Turn],
        asker: Asker,
        stop: threading.Event,
    ) -> None:
        self._material, self._question, self._about, self._turns = material, question, about, turns
        self._asker, self._stop, self._lines_read = asker, stop, LinesRead()
        self._checker = Checker(material, self._lines_read)
        self._lookups = Lookups(material.visible)
        self._messages: list[Message] = []
        self._budget = QuestionBudget(0, 0, 0, 0, 0, 0)
        self._allowance = self._budget.allowance()
        self._said = Said("", (), "")
        self._ending = ""
        """What is said below an answer that is not whole."""
        self._looked_up: set[str] = set()
        self._looked_at: list[Lines] = []
        """Lines that lookups brought, in their order."""
        self._shrunk = False
        """Whether less is sent than is usual, because the model could not hold that."""
        self._calls_in_words = False
        """Whether the server takes no tools, so that calls are written into the answer."""
        self._bill = Ledger()

    async def steps(self) -> AsyncGenerator[Progress]:
        """Everything that happens; the last is `Answered`."""
        started = time.monotonic()
        if not self._material.is_prepared:
            yield Activity("indexing the trace")
        await asyncio.to_thread(self._material.prepare)
        await self._begin(self._material.budget)
        for number in range(ROUNDS + 1):
            async with aclosing(self._round(number)) as steps:
                async for progress in steps:
                    yield progress
            calls = self._wanted(number)
            if not calls:
                break
            for progress in [*self._checker.drop(), *await self._look_up(calls)]:
                yield progress
        for progress in await asyncio.to_thread(self._finish, started):
            yield progress

    async def _begin(self, budget: QuestionBudget) -> None:
        """Lay out what the model is told first, with as much as there is room for."""
        self._lines_read.forget()
        made = await asyncio.to_thread(
            opening, self._material, self._question, self._about, self._turns, self._lines_read, budget
        )
        self._budget, self._messages = budget, list(made)
        self._allowance = budget.allowance()
        self._looked_up = {Call("outline", {}).key}

    def _may_look(self, number: int) -> bool:
        return number < ROUNDS and not self._allowance.is_used_up

    async def _round(self, number: int) -> AsyncGenerator[Progress]:
        """One reply, and a second one where the first is nothing but lookups that nobody can make any more."""
        if not self._may_look(number) and number:
            self._messages.append(Message("user", NO_MORE))
        async with aclosing(self._reply(self._may_look(number))) as steps:
            async for progress in steps:
                yield progress
        if self._may_look(number):
            return
        if _only_calls(self._said, self._lookups):
            for progress in self._checker.drop():
                yield progress
            announced = Message("assistant", self._said.text[:LONGEST_SENT] or CALLED)
            self._messages += [announced, Message("user", NO_MORE)]
            async with aclosing(self._reply(may_look=False)) as steps:
                async for progress in steps:
                    yield progress
        if self._lookups.calls_in(self._said.text):
            for progress in [*self._checker.drop(), *self._checker.feed(self._lookups.without_calls(self._said.text))]:
                yield progress

    async def _reply(self, may_look: bool) -> AsyncGenerator[Progress]:
        """A reply, shown as far as it holds; asked for in another way where the server cannot take the request."""
        for is_second in (False, True):
            self._ending = ""
            tools = self._lookups.offered() if may_look and not self._calls_in_words else ()
            try:
                pieces = self._asker.converse(self._messages, tools, self._bill)
                async with aclosing(pieces):
                    async for piece in pieces:
                        if isinstance(piece, Said):
                            self._said = piece
                            return
                        for progress in await asyncio.to_thread(list, self._checker.feed(piece.text)):
                            yield progress
                raise Fault(Status.CUT, "the reply ended before it was whole")
            except Fault as fault:
                if fault.status in ENDINGS:
                    self._ending, self._said = ENDINGS[fault.status], Said(fault.reply, (), "stop")
                    return
                if is_second or self._checker.has_begun or not await self._adapt(fault, may_look):
                    raise
                may_look = not self._allowance.is_used_up

    async def _adapt(self, fault: Fault, may_look: bool) -> bool:
        """Send less, or the tools in words; False where neither would help."""
        if fault.status is Status.TOO_LARGE and not self._shrunk:
            self._shrunk = True
            await self._begin(self._budget.smaller())
        elif fault.status in REFUSED and may_look and not self._calls_in_words:
            self._calls_in_words = True
        else:
            return False
        if self._calls_in_words:
            first = self._messages[0]
            self._messages[0] = Message(first.who, f"{first.text}\n\n{self._lookups.in_words()}")
        return True

    def _wanted(self, number: int) -> list[Call]:
        """What the model wants looked up, made or written; nothing where nothing can be."""
        if not self._may_look(number):
            return []
        made = tuple(replace(call, id=call.id[:LONGEST_ID]) for call in self._said.calls[:MOST_MADE])
        self._said = replace(self._said, calls=made)
        return [self._lookups.call_of(one.name, one.arguments) for one in made] or list(
            self._lookups.calls_in(self._said.text)
        )

    async def _look_up(self, calls: list[Call]) -> list[Progress]:
        """Look up what the model wants, and lay it before the model as data."""
        keys = [call.key for call in calls]
        fresh = [c for at, c in enumerate(calls) if c.key not in self._looked_up and c.key not in keys[:at]][:CALLS]
        looked = await asyncio.to_thread(self._lookups.look_up, fresh, self._allowance, self._stop.is_set)
        by_key = {call.key: one for call, one in zip(fresh, looked, strict=False)}
        for one in looked:
            self._lines_read.note(one.lines, numbers_in(one.heading), one.named)
            self._lines_read.note_rows(one.text, one.titled)
            self._looked_at += one.lines
        self._looked_up.update(by_key)
        results = [self._result(call, by_key) for call in calls]
        said, made = self._said.text[:LONGEST_SENT], self._said.calls
        if made:
            self._messages.append(Message("assistant", said, _sendable(made, self._lookups)))
            answers = zip(made, results, strict=True)
            self._messages += [Message("tool", text, answers=one.id) for one, text in answers]
        else:
            self._messages.append(Message("assistant", said))
            shown = [f"Result of {call.name}:\n{text}" for call, text in zip(calls, results, strict=True)]
            self._messages.append(Message("user", "\n\n".join(shown[:CALLS])))
        return [Activity(one.activity) for one in looked]

    def _result(self, call: Call, by_key: dict[str, LookUp]) -> str:
        """What the model reads about one of its calls; each result is shown once."""
        if (result := by_key.pop(call.key, None)) is not None:
            return f"{fence(self._material.mark, 'TRACE', result.text)}\n{self._allowance.left}"
        return f"{AGAIN if call.key in self._looked_up else TOO_MANY} {self._allowance.left}"

    def _finish(self, started: float) -> list[Progress]:
        """Check what is left of the answer, and make the turn."""
        checker = self._checker
        steps: list[Progress] = list(checker.finish())
        if self._ending or not checker.answer:
            steps += checker.say(self._ending or self._nothing())
        usage = {**asdict(Usage()), **asdict(self._bill.spent), "seconds": round(time.monotonic() - started, 3)}
        turn = Turn(
            self._question,
            self._about.text,
            checker.answer,
            checker.citations,
            tuple(checker.unverified),
            checker.left_out,
            tuple(checker.proposals),
            "model",
            self._asker.model.name,
            Usage(**usage),
        )
        return [*steps, *map(Proposed, checker.proposals), Answered(turn)]

    def _nothing(self) -> str:
        """What is said where no sentence of an answer was left."""
        if self._checker.proposals:
            return "The change is proposed below."
        places = ", ".join(line_range(*lines) for lines in joined(self._looked_at))
        return ENDINGS[Status.EMPTY] + (f" It had looked at {places}." if places else "")


def _only_calls(said: Said, lookups: Lookups) -> bool:
    """Whether a reply is lookups and, at most, their announcement, where nothing can be looked up."""
    around = lookups.without_calls(said.text)
    announces = len(around.split()) < FEWEST_WORDS and not cited_lines(around)
    return bool(said.calls or lookups.calls_in(said.text)) and announces


def _sendable(calls: tuple[ToolCall, ...], lookups: Lookups) -> tuple[ToolCall, ...]:
    """Calls as they are sent back, as far as they were understood: a reply must not make the next question dear."""
    kept = []
    for call in calls:
        read = lookups.call_of(call.name, call.arguments)
        kept.append(ToolCall(call.id, read.name, json.dumps(read.arguments) if not read.fault else "{}"))
    return tuple(kept)
