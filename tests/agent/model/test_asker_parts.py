"""The parts of asking: replies in pieces, budgets that hold, what is remembered of a server, who is chosen."""

import json
from pathlib import Path

import pytest

from agent.analyst.choice import choose, named
from agent.errors import NoModel, WrongUse
from agent.model.asker import Asker
from agent.model.cache import Cache, key_of
from agent.model.closing_replies import CandidateReply
from agent.model.faults import Fault, Status
from agent.model.meter import Meter
from agent.model.model import Message, Said, Spent, Tool, ToolCall, Words
from agent.model.model_question import Question
from agent.model.openai_model import OpenAIModel
from agent.model.prices import Price, price_of
from agent.model.reply_schemas import schema_of
from agent.model.structured_output import Level, ServerAbilities
from agent.settings import Limits, Settings, read
from tests.agent.model.server import Body, Step, serve

CANDIDATE = {"id": "F1", "hidden_cause": "haste", "smallest_change": "read", "recovers": "yes"}
ASKED = (Message("user", "What went wrong?"),)


async def pieces(url: str, tools: tuple[Tool, ...] = (), seconds: float = 20.0) -> list[Words | Said]:
    model = OpenAIModel("stub", url, seconds=seconds)
    try:
        return [piece async for piece in Asker(model, pause=0.001).converse(ASKED, tools)]
    finally:
        await model.close()


async def test_an_answer_comes_in_pieces_and_ends_with_all_of_it() -> None:
    with serve(lambda body, number: Step("it began at line 12")) as server:
        *words, said = await pieces(server.url)
    assert "".join(word.text for word in words if isinstance(word, Words)) == "it began at line 12"
    assert isinstance(said, Said)
    assert (said.text, said.finish, said.spent.calls) == ("it began at line 12", "stop", 1)
    assert server.requests[0]["stream"] is True


async def test_calls_of_tools_are_put_together() -> None:
    call = {"index": 0, "id": "c1", "function": {"name": "read_lines", "arguments": '{"first": 1}'}}
    tool = Tool("read_lines", "reads lines", {"type": "object", "properties": {}})
    step = Step("", message={"tool_calls": [call]}, finish="tool_calls")
    with serve(lambda body, number: step) as server:
        (said,) = await pieces(server.url, (tool,))
    assert isinstance(said, Said)
    assert said.calls == (ToolCall("c1", "read_lines", '{"first": 1}'),)
    assert server.requests[0]["tools"][0]["function"]["name"] == "read_lines"


@pytest.mark.parametrize(
    ("step", "status"),
    [
        (Step("cut off", finish=None), Status.CUT),
        (Step("long", finish="length"), Status.TOO_LONG),
        (Step(""), Status.EMPTY),
        (Step("x", drip=0.2), Status.TOO_SLOW),
        (Step("it began at line 12", reset_after=60), Status.BROKEN),
        (Step(raw=b'data: {"error": {"message": "overloaded"}}\n\n'), Status.ODD),
        (Step(status=401, raw=b"{}"), Status.UNAUTHORIZED),
    ],
)
async def test_a_stream_that_goes_wrong_ends_by_name(step: Step, status: Status) -> None:
    with serve(lambda body, number: step) as server, pytest.raises(Fault) as raised:
        await pieces(server.url, seconds=1.0 if status is Status.TOO_SLOW else 20.0)
    assert raised.value.status is status


async def test_a_stream_is_tried_again_before_its_first_piece() -> None:
    def script(body: Body, number: int) -> Step:
        return Step(status=503, raw=b"") if number < 3 else Step("yes")

    with serve(script) as server:
        assert len(await pieces(server.url)) == 2
        assert server.calls == 3


def test_a_budget_bears_the_most_a_call_may_take() -> None:
    meter = Meter(Limits(tokens=1_000, calls=3), Price(1.0, 1.0, 1.0))
    held = meter.hold(400, 100)
    meter.hold(400, 100)
    with pytest.raises(Fault, match="tokens"):
        meter.hold(400, 100)
    meter.settle(held, Spent(1, 100, 0, 10), 400)
    with pytest.raises(Fault, match="tokens"):
        meter.hold(300, 100)
    meter.hold(100, 100)
    with pytest.raises(Fault, match="calls"):
        meter.hold(1, 1)
    assert meter.spent.prompt_tokens == 100


def test_a_server_that_counts_more_is_believed() -> None:
    meter = Meter(Limits(tokens=1_000))
    meter.settle(meter.hold(100, 10), Spent(1, 200, 0, 10), 100)
    with pytest.raises(Fault):
        meter.hold(400, 10)


def test_what_a_server_takes_is_remembered_and_nonsense_is_not(tmp_path: Path) -> None:
    manners = ServerAbilities.of(tmp_path, "http://here/v1", "m")
    assert manners.step_down(Level.SCHEMA)
    assert manners.step_down(Level.SCHEMA) and manners.level == Level.OBJECT_SCHEMA, "somebody else was faster"
    manners.keep()
    assert ServerAbilities.of(tmp_path, "http://here/v1", "m").level == Level.OBJECT_SCHEMA
    assert ServerAbilities.of(tmp_path, "http://here/v1", "other").level == Level.SCHEMA
    (file,) = (tmp_path / "servers").iterdir()
    file.write_text('{"level": 17}')
    assert ServerAbilities.of(tmp_path, "http://here/v1", "m").level == Level.SCHEMA


def test_replies_are_found_by_all_that_was_asked(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "a" * 64)
    key = key_of("http://here", "m", ASKED, {}, 10)
    assert cache.find(key) is None
    cache.keep(key, '{"a": 1}')
    assert cache.find(key) == '{"a": 1}'
    others = [key_of("http://there", "m", ASKED, {}, 10), key_of("http://here", "n", ASKED, {}, 10)]
    assert not any(cache.find(other) for other in others)


def test_prices_of_the_user_count_first_and_only_for_their_host(tmp_path: Path) -> None:
    known = price_of("gpt-5-mini", "api.openai.com", tmp_path)
    assert known is not None
    assert price_of("gpt-5-mini", "127.0.0.1", tmp_path) is None
    assert price_of("nobody", "api.openai.com", tmp_path) is None
    (tmp_path / "prices.toml").write_text('[[model]]\nname = "gpt-5-mini"\nsent = 7\nanswered = 8\n')
    mine = price_of("gpt-5-mini", "127.0.0.1", tmp_path)
    assert mine is not None
    assert mine.cost(Spent(1, 1_000_000, 0, 1_000_000)) == 15


def test_settings_come_from_the_command_line_then_the_environment_then_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[model]\nmodel = "file"\nbase_url = "http://file/v1"\nseconds = 9\n')
    assert read(tmp_path, {}).model == "file"
    environment = {"MAST_TUI_MODEL": "env", "OPENAI_BASE_URL": "http://env:8/v1", "OPENAI_API_KEY": "k"}
    settings = read(tmp_path, environment)
    assert (settings.model, settings.host, settings.seconds) == ("env", "env", 9)
    assert read(tmp_path, environment, model="word", base_url="https://word/v1").host == "word"
    assert "'k'" not in repr(settings)
    for text in ("seconds = 0", "at_once = 'many'", "model = 3", "["):
        (tmp_path / "settings.toml").write_text(f"[model]\n{text}\n")
        with pytest.raises(WrongUse):
            read(tmp_path, {})
    with pytest.raises(WrongUse):
        read(None, {}, base_url="file:///etc/passwd")


async def test_nobody_is_chosen_where_nobody_can_be_asked() -> None:
    assert not named(Settings(model="m"), offline=False, state_folder=None).asks_a_model
    assert not named(Settings("m", "http://x/v1"), offline=True, state_folder=None).asks_a_model
    with pytest.raises(NoModel):
        await choose(Settings(base_url="http://127.0.0.1:9/v1"), offline=False, state_folder=None)


@pytest.mark.parametrize(("read", "cut"), [(2_050, True), (4_096, True), (2_100, False), (9_000, False), (9, False)])
async def test_a_prompt_that_a_server_cut_without_a_word_is_too_large(read: int, cut: bool) -> None:
    def script(body: Body, number: int) -> Step:
        return Step(json.dumps(CANDIDATE), usage={"prompt_tokens": read, "completion_tokens": 9})

    question = Question("q", "s", "word " * 9_000, CandidateReply, schema_of(CandidateReply))
    with serve(script) as server:
        asker = Asker(OpenAIModel("stub", server.url))
        if cut:
            with pytest.raises(Fault, match=f"read only {read:,} of about 9,0") as caught:
                await asker.ask(question)
            assert caught.value.status is Status.TOO_LARGE
        else:
            assert (await asker.ask(question)).recovers == "yes"
        await asker.model.close()
    assert asker.meter.spent.prompt_tokens == read
