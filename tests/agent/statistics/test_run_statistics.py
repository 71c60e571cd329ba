"""A run in numbers: figures of small files counted by hand, and figures of real ones that must add up."""

import json
from collections import Counter
from pathlib import Path

import pytest

from agent.statistics.run_statistics import ActorCounts, RunStatistics, statistics
from agent.statistics.statistics_document import document
from agent.statistics.statistics_tables import opening
from agent.trace.event import Kind
from agent.trace.trace import Trace

CHAT: list[dict[str, object]] = [
    {"role": "system", "content": "You are helpful."},
    {"role": "user", "content": "What is 17 times 23?"},
    {"role": "assistant", "name": "solver", "content": "One moment please",
     "tool_calls": [{"id": "1", "function": {"name": "calc", "arguments": '{"x": 1}'}}]},
    {"role": "tool", "name": "calc", "tool_call_id": "1", "content": "three four five"},
    {"role": "assistant", "name": "solver",
     "tool_calls": [{"id": "2", "function": {"name": "calc", "arguments": '{"x": 1}'}}]},
    {"role": "tool", "name": "calc", "tool_call_id": "2", "content": "three"},
    {"role": "assistant", "name": "verifier", "content": "It is three, I think."},
]  # fmt: skip
OURS = Path(__file__).resolve().parents[3] / "sample_traces"
AT = "2026-01-01T00:00:"
CLAUDE: list[dict[str, object]] = [
    {"type": "user", "message": {"role": "user", "content": "Find auth."}, "timestamp": f"{AT}00Z"},
    {"type": "assistant", "timestamp": f"{AT}02Z", "message": {
        "id": "msg_0001", "role": "assistant", "model": "gpt-4o", "content": [{"type": "text", "text": "I look."}],
        "usage": {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 1}}},
    {"type": "assistant", "timestamp": f"{AT}03Z", "message": {
        "id": "msg_0001", "role": "assistant", "model": "gpt-4o",
        "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}],
        "usage": {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 7}}},
    {"type": "user", "timestamp": f"{AT}33Z", "message": {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": 'no such "input_tokens": 5000'}]}},
    {"type": "assistant", "timestamp": f"{AT}35Z", "message": {
        "id": "msg_0002", "role": "assistant", "model": "gpt-4o",
        "content": [{"type": "tool_use", "id": "t2", "name": "Bash", "input": {"command": "ls"}}],
        "usage": {"input_tokens": 120, "cache_read_input_tokens": 0, "output_tokens": 3}}},
]  # fmt: skip


def counted(path: Path) -> tuple[Trace, RunStatistics]:
    trace = Trace.open(path).read()
    return trace, statistics(trace)


def written(folder: Path, records: list[dict[str, object]], name: str = "run.jsonl") -> Path:
    path = folder / name
    session = {"sessionId": "s", "parentUuid": None} if "type" in records[0] else {}
    told = [session | ({"uuid": str(at)} if session else {}) | record for at, record in enumerate(records)]
    path.write_text("".join(json.dumps(record) + "\n" for record in told), "utf-8")
    return path


def of(run: RunStatistics, actor: str) -> ActorCounts:
    return next(counts for counts in run.actors if counts.actor == actor)


def test_a_chat_counted_by_hand(tmp_path: Path) -> None:
    _, run = counted(written(tmp_path, CHAT))
    solver, verifier = of(run, "solver"), of(run, "verifier")
    assert (solver.events, solver.calls, solver.repeated, solver.words) == (3, 2, 1, 3 + 2 + 2)
    assert (verifier.events, verifier.words, verifier.calls) == (1, 5, 0)
    assert [counts.actor for counts in run.actors[:2]] == ["solver", "verifier"]
    assert [counts.is_agent for counts in run.actors] == [True, True, False, False, False]
    assert (run.handoffs_by, [(h.sender, h.receiver, h.count) for h in run.handoffs]) == (
        "order",
        [("solver", "verifier", 1)],
    )
    assert run.seconds is None
    assert run.spending.sent is None
    assert {"no times in this trace", "no token counts in this trace", "no costs in this trace"} <= set(run.missing)


def test_a_session_counted_by_hand(tmp_path: Path) -> None:
    trace, run = counted(written(tmp_path, CLAUDE))
    main = of(run, "main")
    assert (main.calls, main.failed, main.repeated, main.retries) == (2, 1, 1, 1)
    assert main.places["failed"] == [3]
    assert main.places["retries"] == [5]
    assert run.seconds == 35
    assert (main.seconds, of(run, "Bash").seconds) == (2 + 1 + 2, 30)
    assert [(gap.seconds, gap.before, gap.event) for gap in run.slowest[:1]] == [(30, 3, 4)]
    # One call of the model is told in two lines, and what a tool printed is no figure of the run.
    assert (main.spending.calls, main.spending.sent, main.spending.answered) == (2, 100 + 120, 7 + 3)
    assert [point.tokens for point in run.context] == [100, 120]
    assert main.spending.cost == pytest.approx((10 * 2.5 + 90 * 1.25 + 7 * 10 + 120 * 2.5 + 3 * 10) / 1e6)
    told = document(trace, run)
    assert told["tokens"]["cost_by"] == "list prices"
    assert told["longest_silence"]["lines"] == [4, 4]
    assert told["agents"][0] | {"cost_usd": 0} == {
        "actor": "main", "agent": True, "events": 3, "acts": 3, "words": 6, "calls": 2, "failed": 1, "repeated": 1,
        "retries": 1, "seconds": 5.0, "model_calls": 2, "tokens_in": 220, "tokens_out": 10, "tokens_cached": 90,
        "cost_usd": 0, "lines": [2, 5],
        "places": {"calls": [3, 5], "failed": [3], "repeated": [5], "retries": [5]},
    }  # fmt: skip


def test_calls_whose_answers_alone_are_told_all_count(tmp_path: Path) -> None:
    records: list[dict[str, object]] = [{"role": "user", "content": "Count on."}]
    for number, tokens in enumerate((10, 20, 30, 25, 25, 50)):
        records.append(
            {
                "role": "assistant",
                "name": "solver",
                "content": f"Part {number}.",
                "usage": {"completion_tokens": tokens},
            }
        )
    _, run = counted(written(tmp_path, records))
    assert (run.spending.calls, run.spending.answered) == (6, 160)


def test_an_error_of_the_service_is_no_failed_call(tmp_path: Path) -> None:
    words = [{"type": "text", "text": "API Error: 529"}]
    error: dict[str, object] = {"type": "assistant", "timestamp": f"{AT}40Z", "isApiErrorMessage": True, "message": {
        "role": "assistant", "model": "<synthetic>", "content": words}}  # fmt: skip
    trace, run = counted(written(tmp_path, [*CLAUDE, error]))
    assert trace.events[len(trace.events)].kind is Kind.ERROR
    assert of(run, "main").failed == 1


def test_what_the_result_of_an_agent_that_was_sent_out_tells_is_its_own(tmp_path: Path) -> None:
    sent: dict[str, object] = {"type": "assistant", "timestamp": f"{AT}40Z", "message": {
        "id": "msg_0003", "role": "assistant", "model": "gpt-4o", "content": [{"type": "tool_use", "id": "t3",
        "name": "Task", "input": {"subagent_type": "scout", "prompt": "Look around.", "description": "look"}}],
        "usage": {"input_tokens": 130, "output_tokens": 4}}}  # fmt: skip
    usage = {"input_tokens": 77, "output_tokens": 8}
    back: dict[str, object] = {"type": "user", "timestamp": f"{AT}50Z", "toolUseResult": {"status": "completed",
        "agentId": "a1", "usage": usage}, "message": {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "t3", "content": "All is well."}]}}  # fmt: skip
    _, run = counted(written(tmp_path, [*CLAUDE, sent, back]))
    scout = of(run, "scout").spending
    assert (scout.sent, scout.answered) == (77, 8)
    assert of(run, "main").spending.sent == 100 + 120 + 130


def test_whoever_was_asked_and_did_nothing_is_told_with_the_line(tmp_path: Path) -> None:
    records = [
        {"agent": "planner", "to": "coder", "type": "handoff", "content": "Write it."},
        {"agent": "tester", "content": "I wait."},
        {"agent": "planner", "to": "coder", "type": "handoff", "content": "Write it, please."},
        {"agent": "coder", "content": "Done."},
        {"agent": "planner", "to": "tester", "type": "handoff", "content": "Test it."},
    ]
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    trace, run = counted(path)
    if Kind.HANDOFF not in {event.kind for event in trace.events}:
        pytest.fail("the reader of unknown JSON does not tell a handoff")
    assert run.handoffs_by == "address"
    handoffs = [(h.sender, h.receiver, h.count, h.unanswered, h.unanswered_lines) for h in run.handoffs]
    assert handoffs == [("planner", "coder", 2, 1, [1]), ("planner", "tester", 1, 1, [5])]


def test_a_log_that_prints_its_usage_is_booked_to_the_act_behind_it(corpus: Path) -> None:
    path = next(iter(sorted(corpus.glob("OpenManus/gaia_log/*.log"))))
    trace, run = counted(path)
    printed = [trace.text(event) for event in trace.events if event.kind is Kind.USAGE]
    last = printed[-1].partition("Cumulative Input=")[2].partition(",")[0]
    assert run.spending.sent == int(last)
    assert of(run, "Manus").spending.calls == len(printed)


SAMPLES = ("claude_code_session.jsonl", "autogen_stream.jsonl", "inspect_mockllm.json", "otlp_genai.jsonl",
           "openai_api_calls.jsonl", "autogen_state.json", "atif_trajectory.json", "codex_rollout.jsonl")  # fmt: skip
TOLD = {"claude_code_session.jsonl": (3640, 36), "autogen_stream.jsonl": (51, 6), "inspect_mockllm.json": (88, 37),
        "otlp_genai.jsonl": (60, 12), "openai_api_calls.jsonl": (140, 20), "autogen_state.json": (51, 6),
        "atif_trajectory.json": (60, 12), "codex_rollout.jsonl": (None, None)}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_sums_are_those_of_the_events(made: Path, name: str) -> None:
    trace, run = counted(made / name)
    acts = [event for event in trace.events if event.is_act]
    assert {c.actor: c.events for c in run.actors} == Counter(event.actor for event in trace.events)
    assert {c.actor: c.acts for c in run.actors if c.acts} == Counter(event.actor for event in acts)
    assert sum(counts.words for counts in run.actors) == sum(len(trace.text(event).split()) for event in acts)
    assert sum(counts.calls for counts in run.actors) == sum(event.kind is Kind.CALL for event in acts)
    assert (run.spending.sent, run.spending.answered) == TOLD[name]
    assert run.spending.sent == (sum(c.spending.sent or 0 for c in run.actors) or None)


def test_a_proxy_of_the_user_that_works_on_the_task_is_an_agent_where_nobody_else_is(tmp_path: Path) -> None:
    trace, run = counted(OURS / "ag2-flat-bakery.txt")
    assert [counts.actor for counts in run.actors if counts.is_agent] == ["user"]
    assert opening(trace, run).startswith("1 agent ")
    _, chat = counted(written(tmp_path, CHAT))
    assert not of(chat, "user").is_agent
    _, silent = counted(written(tmp_path, [{"role": "user", "content": "Is anybody there?"}] * 2, "silent.jsonl"))
    assert not any(counts.is_agent for counts in silent.actors)
