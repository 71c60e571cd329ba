"""Replies that say two things, come in pieces, or unpack to more than memory holds."""

import gzip
import json

import pytest

from agent.model.asker import Asker
from agent.model.closing_replies import CandidateReply
from agent.model.faults import Fault, Status
from agent.model.meter import Meter
from agent.model.model import Message, Request
from agent.model.model_question import Question
from agent.model.openai_model import LARGEST, OpenAIModel
from agent.model.reply_json import parse
from agent.model.reply_parsing import answer_of, body_of
from agent.model.reply_schemas import schema_of
from agent.settings import Limits
from tests.agent.model.server import Body, Step, serve

YES = {"id": "F1", "hidden_cause": "haste", "smallest_change": "read", "recovers": "yes"}
LETTER = Request((Message("system", "s"), Message("user", "u")), 100)


def of_stream(*pieces: object) -> bytes:
    return "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces).encode() + b"data: [DONE]\n\n"


def test_a_key_that_is_given_twice_and_differently_is_not_given() -> None:
    torn = json.dumps(YES).replace('"recovers": "yes"', '"recovers": "yes", "recovers": "no"')
    with pytest.raises(Fault, match="recovers: Field required"):
        parse(torn, CandidateReply)
    alike = json.dumps(YES).replace('"recovers": "yes"', '"recovers": "yes", "recovers": "yes"')
    assert parse(alike, CandidateReply).recovers == "yes"


def test_two_answers_that_differ_are_none() -> None:
    one, other = json.dumps(YES), json.dumps({**YES, "recovers": "no"})
    assert parse(f"{one}\nOnce more:\n{one}", CandidateReply).recovers == "yes"
    with pytest.raises(Fault, match="two answers") as caught:
        parse(f"{other}\nNo, wait:\n{one}", CandidateReply)
    assert caught.value.status is Status.WRONG_SHAPE


def test_a_server_that_streams_unasked_is_understood() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 4}}
    body = of_stream(
        {"choices": [{"delta": {"content": "He"}}]},
        {"choices": [{"delta": {"content": "llo"}}]},
        {"choices": [{"delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": usage},
    )
    answer = answer_of(body_of(200, b": waiting\n\n" + body, None))
    assert (answer.text, answer.finish) == ("Hello", "stop")
    assert (answer.spent.prompt_tokens, answer.spent.cached_tokens, answer.spent.completion_tokens) == (9, 4, 3)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (of_stream({"choices": [{"delta": {"content": "Hel"}}]}), Status.CUT),
        (of_stream({"error": {"message": "upstream failed"}}), Status.ODD),
        (b'data: {"choices": [{"del\n\n', Status.ODD),
    ],
)
def test_a_stream_that_is_no_whole_answer_is_a_fault(body: bytes, status: Status) -> None:
    with pytest.raises(Fault) as caught:
        answer_of(body_of(200, body, None))
    assert caught.value.status is status


@pytest.mark.parametrize(
    ("choice", "status"),
    [
        ({"message": {"content": '{"a": 1}'}, "finish_reason": "error"}, Status.CUT),
        ({"message": {"content": ""}, "error": {"message": "upstream", "code": 502}}, Status.OVERLOADED),
    ],
)
def test_a_choice_that_the_server_broke_off_is_no_answer(choice: Body, status: Status) -> None:
    with pytest.raises(Fault) as caught:
        answer_of({"choices": [choice]})
    assert caught.value.status is status


async def test_a_reply_that_unpacks_to_too_much_is_not_unpacked() -> None:
    packed = gzip.compress(b" " * (LARGEST + 1), 1)
    with serve(lambda body, number: Step(raw=packed, headers={"Content-Encoding": "gzip"})) as server:
        model = OpenAIModel("stub", server.url)
        with pytest.raises(Fault, match="larger than any answer"):
            await model.send(LETTER)
        await model.close()


async def test_what_was_sent_counts_although_no_answer_came() -> None:
    meter = Meter(Limits(tokens=400))
    question = Question("q", "word " * 100, "word " * 100, CandidateReply, schema_of(CandidateReply))
    with serve(lambda body, number: Step("", usage={})) as server:
        asker = Asker(OpenAIModel("stub", server.url), meter)
        for _ in range(3):
            with pytest.raises(Fault):
                await asker.ask(question)
        await asker.model.close()
    assert 200 <= meter.spent.prompt_tokens <= 400
    assert server.calls == meter.spent.calls == 1


@pytest.mark.parametrize(
    "words",
    [
        "max_tokens is too large: 4000. This model supports at most 2048 completion tokens, whereas you gave 4000.",
        "`max_tokens` must be less than or equal to `2048`, the maximum value for this model",
    ],
)
async def test_a_server_that_allows_shorter_replies_only_is_asked_for_those(words: str) -> None:
    def script(body: Body, number: int) -> Step:
        if body["max_tokens"] > 2048:
            return Step(status=400, raw=json.dumps({"error": {"message": words}}).encode())
        return Step(json.dumps(YES))

    question = Question("q", "s", "u", CandidateReply, schema_of(CandidateReply))
    with serve(script) as server:
        asker = Asker(OpenAIModel("stub", server.url))
        for _ in range(2):
            assert (await asker.ask(question)).recovers == "yes"
        await asker.model.close()
        assert [body["max_tokens"] for body in server.requests] == [4000, 2048, 2048]
