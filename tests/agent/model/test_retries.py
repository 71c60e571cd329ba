"""How long a server is asked again: with growing pauses, together with all who ask it, and not for ever in silence."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

import pytest

from agent.model.asker import Asker
from agent.model.closing_replies import CandidateReply
from agent.model.faults import Fault, Status
from agent.model.model import Answer, Message, Request, Said, Words
from agent.model.model_question import Question
from agent.model.openai_model import OpenAIModel
from agent.model.reply_schemas import schema_of
from agent.model.retries import TRIES, TRIES_IN_SILENCE, RetryPolicy
from tests.agent.model.server import Body, Step, serve

ANSWER = json.dumps({"id": "F1", "hidden_cause": "haste", "smallest_change": "read", "recovers": "yes"})
SLOW_DOWN = Fault(Status.RATE_LIMITED, "slow down")


async def no_sleep(seconds: float) -> None:
    pass


def tried(patience: RetryPolicy, fault: Fault) -> int:
    """How often a question is tried that always meets this fault."""
    tries, times = patience.question(), 1
    while tries.pause(fault) is not None:
        times += 1
    return times


def test_a_question_after_one_that_was_given_up_in_silence_waits_less() -> None:
    patience = RetryPolicy(0.5, no_sleep)
    assert tried(patience, SLOW_DOWN) == TRIES[Status.RATE_LIMITED]
    assert tried(patience, SLOW_DOWN) == TRIES_IN_SILENCE
    patience.heard()
    assert tried(patience, SLOW_DOWN) == TRIES[Status.RATE_LIMITED]


def test_a_question_given_up_while_others_are_answered_changes_nothing() -> None:
    patience = RetryPolicy(0.5, no_sleep)
    tries = patience.question()
    patience.heard()
    while tries.pause(SLOW_DOWN) is not None:
        pass
    assert tried(patience, SLOW_DOWN) == TRIES[Status.RATE_LIMITED]


def test_pauses_grow_and_a_server_that_names_one_is_believed() -> None:
    tries = RetryPolicy(1.0, no_sleep).question()
    first, second, third = (tries.pause(SLOW_DOWN) or 0 for _ in range(3))
    assert first < second < third
    assert tries.pause(Fault(Status.RATE_LIMITED, "slow down", wait=7.0)) == 7.0
    assert tries.words == "rate limited, try 5"


async def test_a_server_that_is_back_is_asked_as_before() -> None:
    def script(body: Body, number: int) -> Step:
        fails = number <= TRIES[Status.OVERLOADED] + TRIES_IN_SILENCE
        return Step(status=503, raw=b"") if fails else Step(ANSWER)

    question = Question("q", "s", "u", CandidateReply, schema_of(CandidateReply))
    with serve(script) as server:
        asker = Asker(OpenAIModel("stub", server.url), pause=0.001)
        for _ in range(2):
            with pytest.raises(Fault):
                await asker.ask(question)
        assert server.calls == TRIES[Status.OVERLOADED] + TRIES_IN_SILENCE
        assert (await asker.ask(question)).recovers == "yes"
        await asker.model.close()


class Bears:
    """A model that answers two at once, and lets everybody else wait for too long."""

    name, address, host = "stub", "http://here/v1", "here"

    def __init__(self) -> None:
        self.asked = self._now = 0
        self._answered = asyncio.Event()

    async def send(self, letter: Request) -> Answer:
        self.asked += 1
        self._now += 1
        try:
            if self._now > 2:
                await self._answered.wait()
                raise Fault(Status.TOO_SLOW, "no whole reply came")
            for _ in range(9):
                await asyncio.sleep(0)
            self._answered.set()
            self._answered = asyncio.Event()
            return Answer(ANSWER, "stop")
        finally:
            self._now -= 1

    async def stream(self, letter: Request) -> AsyncIterator[Words | Said]:
        yield Said("", (), "stop")

    async def names(self) -> Sequence[str]:
        return ()

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass


async def test_a_server_that_bears_few_at_once_is_asked_by_few_at_once() -> None:
    questions = [Question("q", "s", f"u{n}", CandidateReply, schema_of(CandidateReply)) for n in range(6)]
    model = Bears()
    asker = Asker(model, pause=0.001)
    answers = await asyncio.gather(*(asker.ask(question) for question in questions))
    assert [answer.recovers for answer in answers] == ["yes"] * 6
    assert model.asked > 6


async def test_a_call_that_is_too_slow_alone_is_not_tried_again() -> None:
    question = Question("q", "s", "u", CandidateReply, schema_of(CandidateReply))
    with serve(lambda body, number: Step(ANSWER, pause=60.0 if number == 2 else 0.0)) as server:
        asker = Asker(OpenAIModel("stub", server.url, seconds=5.0), pause=0.001)
        await asker.ask(question)
        with pytest.raises(Fault) as caught:
            await asker.ask(question)
        assert caught.value.status is Status.TOO_SLOW
        assert server.calls == 2
        await asker.model.close()


async def heard_out(asker: Asker) -> Said:
    """An answer in pieces, listened to as a conversation does: until all is said, and no further."""
    async with aclosing(asker.converse((Message("user", "why?"),))) as pieces:
        async for piece in pieces:
            if isinstance(piece, Said):
                return piece
    raise AssertionError("nothing was said")


async def test_one_refusal_after_answers_in_pieces_stops_nothing() -> None:
    refused = Step(status=400, raw=b'{"error": {"message": "this one I do not like"}}')
    with serve(lambda body, number: refused if number == 3 else Step("yes")) as server:
        asker = Asker(OpenAIModel("stub", server.url), sleep=no_sleep)
        assert [(await heard_out(asker)).text for _ in range(2)] == ["yes", "yes"]
        with pytest.raises(Fault) as met:
            await heard_out(asker)
        assert met.value.status is Status.REJECTED
        assert not met.value.stops
        assert (await heard_out(asker)).text == "yes"
        await asker.close()


async def test_a_server_that_answered_in_pieces_and_is_gone_is_asked_again() -> None:
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    with serve(lambda body, number: Step("yes")) as server:
        asker = Asker(OpenAIModel("stub", server.url), sleep=note)
        assert [(await heard_out(asker)).text for _ in range(2)] == ["yes", "yes"]
        await asker.close()
    with pytest.raises(Fault) as met:
        await heard_out(asker)
    await asker.close()
    assert met.value.status is Status.UNREACHABLE
    assert not met.value.stops
    assert len(waited) == TRIES[Status.UNREACHABLE] - 1
