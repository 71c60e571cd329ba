"""What a trial sends: without secrets wherever they stand, and counted as it is sent."""

import json
import re
from dataclasses import replace
from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.choice import Choice
from agent.model.asker import Asker
from agent.model.openai_messages import tool_as_openai
from agent.model.openai_model import OpenAIModel
from agent.model.request_tokens import body_tokens, conversation_tokens
from agent.redaction.redact import Redactor
from agent.settings import Settings
from agent.trace.trace import Trace
from agent.trial.branch import branch_file, messages_file
from agent.trial.experiment import experiment
from agent.trial.trial import run_trial
from mast_tui.diagnosis.trial_plan import trial_plan
from tests.agent.model.server import Step, serve
from tests.agent.trace.formats.acts import lines, opened
from tests.agent.trial.test_trial import GUESS, act_of, finding, remedy

KEY = "sk-proj-" + "Zq8vT3mKx1LpW7nRb5Yc2HdF9sJgA4uE"
PASSWORD = "Tr0ub4dor-and-3"


def call_with_tools(folder: Path) -> Trace:
    """A log of a call whose tools, names and ids hold a key and a password, as careless agents make them."""
    schema = {
        "type": "object",
        "properties": {
            "auth": {"type": "string", "default": KEY, "enum": [KEY, "none"], "description": f"such as {KEY}"},
            "login": {"type": "object", "default": {"password": PASSWORD}},
        },
        "required": ["auth"],
    }
    function = {"name": f"fetch:{KEY}", "description": f"Fetches with {KEY}.", "parameters": schema}
    asked = {"id": f"call:{KEY}", "type": "function", "function": {"name": f"fetch:{KEY}", "arguments": "{}"}}
    sent = [
        {"role": "user", "content": f"Total in euros? I sign in as {PASSWORD}."},
        {"role": "assistant", "content": "", "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": f"call:{KEY}", "content": "0.9 or 0.8"},
    ]
    record = {
        "request": {"model": f"m:{KEY}", "messages": sent, "tools": [{"type": "function", "function": function}]},
        "response": {"choices": [{"message": {"role": "assistant", "content": GUESS}}]},
    }
    return opened(folder, lines(record), "calls.jsonl")


async def test_no_secret_of_a_tool_a_name_or_an_id_leaves(tmp_path: Path) -> None:
    trace = call_with_tools(tmp_path)
    line = trace.events[act_of(trace)].lines[0]
    case = Case(trace, redactor=Redactor(b"salt"))
    told = replace(finding("FM-1.3"), onset=line, title=f"It wrote {KEY}", explanation=f"It wrote {KEY}.")
    spoken = replace(remedy(), change=f"Never write {KEY}.", target=KEY)
    tried = experiment(trace, told, spoken, case.redact).with_remedy(spoken)
    with serve(lambda body, number: Step(GUESS)) as server:
        model = OpenAIModel("stub", server.url, "sk-test")
        await run_trial(Asker(model, pause=0.0), tried, (1, 1))
        await model.close()
    for written in (json.dumps(server.requests), branch_file(tried), messages_file(tried)):
        assert KEY not in written and PASSWORD not in written
    for body in server.requests:
        (tool,) = (one["function"] for one in body["tools"])
        *_, called, result = body["messages"]
        (call,) = called["tool_calls"]
        assert result["tool_call_id"] == call["id"]
        assert tool["name"] == call["function"]["name"]
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool["name"])
        assert list(tool["parameters"]["properties"]) == ["auth", "login"]
        assert tool["parameters"]["required"] == ["auth"]
        assert tool["parameters"]["properties"]["auth"]["enum"][1] == "none"


async def test_one_refusal_after_answers_costs_one_answer(tmp_path: Path) -> None:
    trace = call_with_tools(tmp_path)
    line = trace.events[act_of(trace)].lines[0]
    tried = experiment(trace, replace(finding("FM-1.3"), onset=line), remedy(), lambda text: text)
    refused = Step(status=400, raw=b'{"error": {"message": "this one I do not like"}}')
    with serve(lambda body, number: refused if number == 3 else Step(GUESS)) as server:
        asker = Asker(OpenAIModel("stub", server.url, "sk-test"), pause=0.0)
        first = await run_trial(asker, tried, (1, 1))
        assert (first.missed, asker.meter.spent.calls) == (0, 2)
        second = await run_trial(asker, tried, (5, 5))
        await asker.close()
    assert (second.missed, len(second.answers)) == (1, 9)
    assert server.calls == 12


def test_the_tools_of_a_trial_are_in_its_plan(tmp_path: Path) -> None:
    trace = call_with_tools(tmp_path)
    line = trace.events[act_of(trace)].lines[0]
    tried = experiment(trace, replace(finding(), onset=line), remedy(), lambda text: text)
    bare = replace(tried, context=replace(tried.context, tools=()))
    tools = body_tokens({"messages": [], "tools": [tool_as_openai(tool) for tool in tried.context.tools]})
    assert tried.tokens == conversation_tokens(bare.context.messages) + tools
    choice = Choice(Settings())
    plans = [trial_plan(each, choice, 5) for each in (bare, tried)]
    assert plans[1].tokens[0] - plans[0].tokens[0] == 10 * tools
