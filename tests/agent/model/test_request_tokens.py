"""What a budget holds before a call is all that the call sends: words, calls, tools and the schema of the reply."""

import json
from collections.abc import Sequence

import pytest

from agent.model.asker import Asker
from agent.model.faults import Fault, Status
from agent.model.meter import Meter
from agent.model.model import Message, Request, Tool, ToolCall
from agent.model.model_question import Question
from agent.model.openai_model import OpenAIModel, body_of_request
from agent.model.reply_schemas import StrictFirstJudgement, schema_of
from agent.model.request_tokens import body_tokens, conversation_tokens, request_tokens
from agent.model.trial_reply import TrialReply
from agent.settings import Limits
from agent.tokens import count
from tests.agent.model.server import Step, serve

LONG = "one word after the other " * 200
ASKED = Message("user", "why?")
SEARCH = Tool("search", LONG, {"type": "object", "properties": {"words": {"type": "string"}}})
CALLED = Message("assistant", "", (ToolCall("c1", "search", json.dumps({"words": LONG})),))
FOUND = Message("tool", "nothing", answers="c1")
NO_USAGE = Step("yes", usage={"prompt_tokens": 0, "completion_tokens": 0})


async def talk(asker: Asker, messages: Sequence[Message], tools: Sequence[Tool]) -> None:
    async for _ in asker.converse(messages, tools):
        pass


@pytest.mark.parametrize(
    ("messages", "tools"), [((ASKED,), (SEARCH,)), ((ASKED, CALLED, FOUND), ())], ids=["tools", "calls"]
)
async def test_a_conversation_that_could_go_over_is_not_begun(
    messages: Sequence[Message], tools: Sequence[Tool]
) -> None:
    with serve(lambda body, number: NO_USAGE) as server:
        model = OpenAIModel("stub", server.url)
        with pytest.raises(Fault) as met:
            await talk(Asker(model, Meter(Limits(tokens=500))), messages, tools)
        assert (met.value.status, server.calls) == (Status.SPENT, 0)
        asker = Asker(model, Meter(Limits(tokens=3_000)))
        await talk(asker, messages, tools)
        await model.close()
    assert server.calls == 1
    assert asker.meter.spent.prompt_tokens > count(LONG)


async def test_a_question_whose_schema_could_go_over_is_not_asked() -> None:
    reply = json.dumps({"because": "", "quote": "yes", "verdict": "fails"})
    question = Question("trial", "Judge.", "why?", TrialReply, schema_of(StrictFirstJudgement))
    with serve(lambda body, number: Step(reply, usage={"prompt_tokens": 0, "completion_tokens": 0})) as server:
        model = OpenAIModel("stub", server.url)
        with pytest.raises(Fault) as met:
            await Asker(model, Meter(Limits(tokens=500))).ask(question)
        assert (met.value.status, server.calls) == (Status.SPENT, 0)
        await Asker(model, Meter(Limits(tokens=1_500))).ask(question)
        await model.close()
    assert server.calls == 1


def test_a_request_counts_the_same_by_itself_and_as_a_body() -> None:
    form = {"type": "json_schema", "json_schema": {"name": "trial", "schema": schema_of(TrialReply)}}
    request = Request((ASKED, CALLED, FOUND), 100, form, (SEARCH,))
    assert request_tokens(request) == body_tokens(body_of_request("stub", request))
    assert request_tokens(request) > conversation_tokens(request.messages, request.tools) > 2 * count(LONG)
    assert request_tokens(Request((ASKED,), 100)) == count("why?")
