"""Asks a model with care: within budgets, with patience, by less than strict JSON if need be, and never pays twice."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel

from agent.model.cache import Cache, key_of
from agent.model.faults import READ, STOPPING_AT_FIRST, UNANSWERED, Fault, Status
from agent.model.first_replies import FirstReply
from agent.model.meter import Ledger, Meter
from agent.model.model import Answer, Message, Model, Request, Said, Spent, Tool, Words
from agent.model.model_question import Question, after_fault, asked_again, with_schema
from agent.model.reply_json import parse
from agent.model.request_tokens import conversation_tokens, request_tokens, words_tokens
from agent.model.retries import RetryPolicy
from agent.model.structured_output import Level, ServerAbilities, response_format
from agent.settings import PAUSE
from agent.tokens import count

T = TypeVar("T", bound=BaseModel)

SHARE_READ, SMALLEST_CONTEXT, CONTEXT_STEP, CONTEXT_SLACK = 0.7, 1_024, 512, 8
"""A prompt was cut where a server counts so much less than we do, and just about a size that contexts have."""
REFUSED = frozenset({Status.REJECTED, Status.NO_SCHEMA, Status.OVERLOADED})
"""What servers say to a request with tools that they cannot take."""
RAISED = 3
"""How many times longer the second reply may be, where the first ran into its limit."""


class Asker:
    """One model, asked by many at once."""

    def __init__(
        self,
        model: Model,
        meter: Meter | None = None,
        abilities: ServerAbilities | None = None,
        answer_tokens: int = 4_000,
        pause: float = PAUSE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        patience: RetryPolicy | None = None,
    ) -> None:
        self.model = model
        self.meter = meter or Meter()
        self._abilities = abilities or ServerAbilities()
        self.answer_tokens = answer_tokens
        self._patience = patience or RetryPolicy(pause, sleep)
        self._longest = sys.maxsize
        """The longest reply that the server allows, as far as it has said so."""

    async def close(self) -> None:
        """Let go of the connection; what is asked later opens it anew."""
        await self.model.close()

    async def ask(self, question: Question[T], cache: Cache | None = None) -> T:
        """The answer; asked again once where the first is none or lacks something. A `Fault` where that fails too."""
        key = key_of(self.model.address, self.model.name, question.messages, question.schema, self.answer_tokens)
        kept = cache.find(key) if cache is not None else None
        if kept is not None:
            try:
                return question.shape.model_validate_json(kept)
            except ValueError:
                pass
        answer = await self._asked(question, FirstReply(cache, key))
        if cache is not None:
            cache.keep(key, answer.model_dump_json())
            FirstReply(cache, key).drop()
        return answer

    async def _asked(self, question: Question[T], kept: FirstReply) -> T:
        first: T | None = None
        room = self.answer_tokens
        try:
            first = kept.find(question.shape) or await self._once(question, question.messages, room)
            lack = await question.lacks(first)
            if not lack:
                return first
            kept.keep(first)
            again = asked_again(question, first.model_dump_json(), f"Your reply is not complete. {lack}")
        except Fault as fault:
            if fault.status not in UNANSWERED:
                raise
            kept.keep_fault(fault)
            room = room * RAISED if fault.status is Status.TOO_LONG else room
            again = after_fault(question, fault)
        try:
            second = await self._once(question, again, room)
        except Fault as fault:
            if fault.status in UNANSWERED:
                kept.drop()
            if first is None or fault.stops:
                raise
            return first
        return second if first is None else question.join(first, second)

    async def _once(self, question: Question[T], messages: Sequence[Message], room: int) -> T:
        """One answer of the right shape, on the highest level that the server takes."""
        while True:
            abilities = self._abilities
            level, word, warm = abilities.level, abilities.limit_word, abilities.temperature
            request = Request(
                messages=with_schema(messages, question.schema) if level >= Level.OBJECT else tuple(messages),
                answer_tokens=min(room, self._longest),
                response_format=response_format(abilities, question.name, question.schema),
                limit_word=word,
                temperature=0.0 if warm else None,
                tools=question.tools if abilities.tools else (),
            )
            try:
                answer = await self._sent(request)
            except Fault as fault:
                if request.tools and fault.status in REFUSED and abilities.without_tools():
                    continue
                if fault.status is Status.NO_SCHEMA and abilities.step_down(level):
                    continue
                if fault.status is Status.NO_WORD and abilities.adapt(fault.reply, word, warm):
                    continue
                if fault.status is Status.NO_ROOM and 0 < int(fault.reply) < request.answer_tokens:
                    self._longest = min(self._longest, int(fault.reply))
                    continue
                raise self._weighed(fault) from None
            abilities.keep()
            if answer.calls and question.called is not None:
                return question.called(answer.calls)
            return parse(answer.text, question.shape)

    async def _sent(self, request: Request) -> Answer:
        """The answer to one request, tried again for as long as there is hope."""
        counted = request_tokens(request)
        tries = self._patience.question()
        while True:
            async with self._patience.turn():
                tries.begin()
                held = self.meter.hold(counted, request.answer_tokens)
                took, answered, sent = Spent(1, counted), 0, True
                try:
                    answer = await self.model.send(request)
                    took, answered = self._took(answer.spent, counted, answer.text), count(answer.text)
                    check_read_whole(answer.spent, words_tokens(request.messages))
                except Fault as fault:
                    took, answered, sent = self._lost(fault, counted), count(fault.reply), _was_sent(fault)
                    pause = tries.pause(fault)
                    if pause is None:
                        raise
                else:
                    self._patience.heard()
                    return answer
                finally:
                    self.meter.settle(held, took, counted, answered, sent=sent)
            self.meter.wait(tries.words, pause)
            await self._patience.wait(tries, pause)

    @staticmethod
    def _took(said: Spent, counted: int, text: str) -> Spent:
        """What a call took by the server's count, by ours where it has none."""
        if said.prompt_tokens or said.completion_tokens:
            return said
        return Spent(1, counted, 0, count(text))

    def _lost(self, fault: Fault, counted: int) -> Spent:
        """What a call took that brought no answer: as the server says, else by our count where it read the prompt."""
        return self._took(fault.spent, counted, fault.reply) if fault.status in READ else fault.spent

    def _weighed(self, fault: Fault) -> Fault:
        """A fault of the first contact says that nothing will ever be answered."""
        fault.stops = fault.stops or (fault.status in STOPPING_AT_FIRST and not self._patience.answers)
        return fault

    async def converse(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        bill: Ledger | None = None,
        temperature: float | None = 0.0,
    ) -> AsyncGenerator[Words | Said]:
        """An answer in pieces, within budgets, tried again before its first; no `temperature`: the server's own."""
        bill = bill or Ledger()
        counted = conversation_tokens(messages, tools)
        tries = self._patience.question()
        while True:
            await self._patience.free()
            abilities = self._abilities
            warm, word = temperature if abilities.temperature else None, abilities.limit_word
            request = Request(tuple(messages), self.answer_tokens, None, tuple(tools), word, warm)
            held = self.meter.hold(counted, request.answer_tokens)
            took, begun, sent = Spent(1, counted), False, True
            words: list[str] = []
            try:
                async for piece in self.model.stream(request):
                    begun = True
                    if isinstance(piece, Said):
                        took = self._took(piece.spent, counted, piece.text)
                        self._patience.heard()  # now: whoever listens goes away with the last piece
                    else:
                        words.append(piece.text)
                    yield piece
                return
            except Fault as fault:
                adapted = _adapted(abilities, fault, request)
                pause = 0.0 if adapted else tries.pause(fault)
                took, sent = self._lost(fault, counted), _was_sent(fault)
                if begun or pause is None:
                    raise self._weighed(fault) from None
            finally:
                bill.spent += self.meter.settle(held, took, counted, count("".join(words)), sent=sent)
            if pause:
                self.meter.wait(tries.words, pause)
                await self._patience.wait(tries, pause)


def _adapted(abilities: ServerAbilities, fault: Fault, request: Request) -> bool:
    """Whether the server takes the request by another word, or without a temperature."""
    warm = request.temperature is not None
    return fault.status is Status.NO_WORD and abilities.adapt(fault.reply, request.limit_word, warm)


def _was_sent(fault: Fault) -> bool:
    """Whether a request left this machine before it failed."""
    return fault.status is not Status.UNREACHABLE


def check_read_whole(said: Spent, counted: int) -> None:
    """A fault where a server cut the prompt to its context and answered all the same, as some do without a word."""
    read = said.prompt_tokens
    if read >= SMALLEST_CONTEXT and read < SHARE_READ * counted and read % CONTEXT_STEP <= CONTEXT_SLACK:
        fault = Fault(
            Status.TOO_LARGE,
            f"the server read only {read:,} of about {counted:,} tokens of the prompt; give it a larger context",
        )
        fault.spent = said
        raise fault
