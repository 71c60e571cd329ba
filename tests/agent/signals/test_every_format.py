"""The detectors find in each of today's formats what is there, and nothing in the same run without it."""

from pathlib import Path

import pytest

from agent.signals.detection import detect
from agent.trace.trace import Trace
from tests.agent.signals import written_runs
from tests.agent.signals.written_runs import AGENT, LAST, TASK, TOOL, WRITERS, Turn
from tests.agent.trace.formats.acts import acts, check_places

MISSING = "FileNotFoundError: harbour/log.txt does not exist. é"
STUCK: list[Turn] = [("harbour/log.txt", MISSING)] * 6
SOUND: list[Turn] = [(f"harbour/{n}.txt", f"page {n}: {n + 1} ferries") for n in range(4)]
WITHOUT_TASK = ("codex_exec_stream",)


def opened(folder: Path, form: str, turns: list[Turn]) -> Trace:
    path = folder / "run"
    path.write_text(WRITERS[form](turns))
    trace = Trace.open(path).read()
    assert trace.format.name == form
    check_places(trace)
    return trace


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("turns", [STUCK, SOUND], ids=["stuck", "sound"])
def test_the_same_run_has_the_same_acts(form: str, turns: list[Turn], tmp_path: Path) -> None:
    trace = opened(tmp_path, form, turns)
    told = [(kind, "" if kind == "call" else text) for kind, _, text in acts(trace) if kind != "answer"]
    expected = [
        ("task", TASK),
        *[pair for _, came in turns for pair in (("call", ""), ("result", came))],
        ("say", LAST),
    ]
    assert told == (expected[1:] if form in WITHOUT_TASK else expected)
    calls = [event for event in trace.events if event.kind.value == "call" and event.is_act]
    results = [event for event in trace.events if event.kind.value == "result" and event.is_act]
    assert {call.tool for call in calls} == {result.tool for result in results} == {TOOL}
    assert len({call.actor for call in calls}) == 1
    assert {result.actor for result in results} == {TOOL}
    assert {result.to for result in results} == {(calls[0].actor,)}
    for call, (given, _) in zip(calls, turns, strict=True):
        assert given in trace.text(call)
    if form not in ("claude_code_session", "codex_rollout", "codex_exec_stream", "ag2_events"):
        assert calls[0].actor == AGENT


@pytest.mark.parametrize("form", WRITERS)
def test_a_format_is_known_by_a_first_record_longer_than_the_head(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(written_runs, "TASK", TASK * 2000)
    trace = opened(tmp_path, form, SOUND)
    assert max(len(trace.text(event)) for event in trace.events) > 100_000 or form in WITHOUT_TASK


@pytest.mark.parametrize("form", WRITERS)
def test_a_call_made_in_vain_is_found(form: str, tmp_path: Path) -> None:
    trace = opened(tmp_path, form, STUCK)
    signals = [signal for signal in detect(trace).signals if signal.mode == "FM-1.3"]
    assert signals
    for signal in signals:
        for mark in (*signal.acts, *signal.references):
            event = trace.events[mark.event]
            assert event.is_act
            assert mark.quote in trace.text(event)


@pytest.mark.parametrize("form", WRITERS)
def test_a_sound_run_is_not_blamed_for_repetition(form: str, tmp_path: Path) -> None:
    signals = detect(opened(tmp_path, form, SOUND)).signals
    assert [signal for signal in signals if signal.mode in ("FM-1.3", "FM-1.4", "FM-1.5")] == []


@pytest.mark.parametrize("form", ["claude_code_session", "codex_exec_stream", "autogen04_core_events"])
def test_words_before_the_first_record_hide_no_log(form: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("warning: no terminal é\n\n" + WRITERS[form](SOUND))
    trace = Trace.open(path).read()
    check_places(trace)
    assert trace.format.name == form
    assert trace.text(trace.events[1]) == "warning: no terminal é"
    path.write_text("2026-03-01 10:00:00 INFO start\n" * 5 + '{"a": 1}\n' + "2026-03-01 10:00:01 INFO end\n" * 5)
    assert Trace.open(path).format.name == "plain_log"
