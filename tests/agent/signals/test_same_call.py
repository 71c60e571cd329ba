from pathlib import Path

import pytest

from agent.signals.detection import detect
from agent.signals.detectors.same_call import SameCall
from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.signals.stage import Step, call, result, say, watch


def ask(arguments: str, came_back: str, tool: str = "lookup") -> tuple[Step, Step]:
    return call("worker", tool, arguments), result(came_back, tool=tool)


def test_the_same_call_with_the_same_result_three_times_is_a_fact(tmp_path: Path) -> None:
    once = ask('{"name": "Ada"}', "not found")
    (signal,) = watch(SameCall, tmp_path, *once, *ask('{"name": "Bob"}', "12"), *once, *once)
    assert signal.actor == "worker"
    assert [mark.event for mark in signal.acts] == [5]
    assert [mark.event for mark in signal.references] == [1]
    assert len(signal.occurrences) == 2


def test_a_loop_over_a_list_is_many_different_calls(tmp_path: Path) -> None:
    steps = [step for n in range(20) for step in ask(f'{{"song_id": {n}}}', "liked")]
    assert not watch(SameCall, tmp_path, *steps)


def test_calls_that_bring_something_new_are_not_in_vain(tmp_path: Path) -> None:
    steps = [step for n in range(6) for step in ask("{}", f"item {n}", tool="pop")]
    assert not watch(SameCall, tmp_path, *steps)


@pytest.mark.parametrize(
    ("given", "tool"),
    [('{"action": "scroll_down"}', "browser"), ('{"job": 7}', "get_job_status"), ('{"seconds": 5}', "wait")],
)
def test_paging_waiting_and_asking_how_far_it_is_are_no_repetition(given: str, tool: str, tmp_path: Path) -> None:
    assert not watch(SameCall, tmp_path, *ask(given, "as before", tool=tool) * 8)


def test_without_results_only_calls_in_a_row_are_the_same_call_for_nothing(tmp_path: Path) -> None:
    look, click = call("worker", "look_at_page", '{"page": 1}'), call("worker", "click", '{"at": 7}')
    assert not watch(SameCall, tmp_path, look, click, look, click, look, click)
    assert watch(SameCall, tmp_path, look, say("worker", "Once more."), look, look)


def test_the_end_of_each_step_of_a_plan_is_no_repetition(tmp_path: Path) -> None:
    assert not watch(SameCall, tmp_path, *ask('{"status": "success"}', "completed", tool="terminate") * 5)


def test_a_word_for_waiting_among_the_arguments_makes_no_call_a_wait(tmp_path: Path) -> None:
    assert watch(SameCall, tmp_path, *ask('{"query": "order status of 12"}', "none") * 3)


def test_tests_run_again_after_a_change_are_how_one_works(tmp_path: Path) -> None:
    steps = [
        step
        for n in range(4)
        for step in (*ask(f"edit file.py line {n}", "done", tool="edit"), *ask("pytest", "1 failed", tool="shell"))
    ]
    assert not watch(SameCall, tmp_path, *steps)


def test_the_same_change_made_again_is_in_vain(tmp_path: Path) -> None:
    assert watch(SameCall, tmp_path, *ask("edit file.py line 3", "no such line", tool="edit") * 3)


def test_a_call_that_the_log_prints_again_counts_once(tmp_path: Path) -> None:
    first = call("worker", "lookup", "{}")
    again = Step(Kind.CALL, "worker", "{}", tool="lookup", repeats=1)
    assert not watch(SameCall, tmp_path, first, again, again, again)


def test_results_that_name_their_call_are_told_apart_whatever_their_order(tmp_path: Path) -> None:
    calls = [Step(Kind.CALL, "worker", '{"from": 1}', tool="pop", call=f"c{n}") for n in range(3)]
    results = [Step(Kind.RESULT, "pop", f"item {n}", tool="pop", call=f"c{n}") for n in range(3)]
    assert not watch(SameCall, tmp_path, *calls, *reversed(results))
    same = [Step(Kind.RESULT, "pop", "nothing", tool="pop", call=f"c{n}") for n in range(3)]
    assert watch(SameCall, tmp_path, *calls, *reversed(same))


def test_paging_through_several_pages_is_reading(tmp_path: Path) -> None:
    scroll = ask('{"action": "scroll_down"}', "Scrolled down by 1100 pixels", tool="browser")
    back = ask('{"action": "go_back"}', "Navigated back", tool="browser")
    steps = [
        step
        for n in range(6)
        for step in (*ask(f'{{"action": "click", "index": {n}}}', "Clicked", tool="browser"), *scroll, *back)
    ]
    assert not watch(SameCall, tmp_path, *steps)


def test_the_time_that_a_log_writes_before_a_call_makes_no_difference(tmp_path: Path) -> None:
    steps = [step for n in range(3) for step in ask(f"2025-04-01 02:30:5{n}.786 | INFO | arguments: {{}}", "none")]
    assert watch(SameCall, tmp_path, *steps)


def test_what_a_person_asks_for_each_time_is_not_in_vain(tmp_path: Path) -> None:
    requests = [say("user", words) for words in ("Is it there?", "And now?", "Look once more, please.")]
    steps = [step for request in requests for step in (request, *ask('{"name": "Ada"}', "not found"))]
    assert not watch(SameCall, tmp_path, *steps)


@pytest.mark.parametrize(
    "failure", ["Error: 503 service unavailable, retry later", "HTTP 429 Too Many Requests", "job 7 is pending"]
)
def test_tried_again_until_it_works_is_not_in_vain(tmp_path: Path, failure: str) -> None:
    once = ask('{"city": "Oslo"}', failure)
    assert not watch(SameCall, tmp_path, *once * 6, *ask('{"city": "Oslo"}', "12 degrees"))
    assert not watch(SameCall, tmp_path, *once * 3)
    assert watch(SameCall, tmp_path, *once * 5)


def test_what_was_wrong_for_good_is_in_vain_though_something_else_came_later(tmp_path: Path) -> None:
    once = ask('{"name": "Ada"}', "error: no such person")
    assert watch(SameCall, tmp_path, *once * 3, *ask('{"name": "Ada"}', "12"))


@pytest.mark.parametrize("given", ["{}", "", "null", '"***"', "[REDACTED]", "{ }"])
def test_calls_that_do_not_show_what_was_asked_are_not_compared(given: str, tmp_path: Path) -> None:
    assert not watch(SameCall, tmp_path, *ask(given, "the same") * 6)


@pytest.mark.parametrize(
    ("tool", "given"),
    [("write_stdin", '{"session": 3, "chars": ""}'), ("shell", "sleep 30"), ("shell", '{"cmd": "sleep 5"}')],
)
def test_looking_whether_something_has_ended_is_no_repetition(tool: str, given: str, tmp_path: Path) -> None:
    assert not watch(SameCall, tmp_path, *ask(given, "", tool=tool) * 8)


def test_words_typed_again_are_a_repetition(tmp_path: Path) -> None:
    assert watch(SameCall, tmp_path, *ask('{"session": 3, "chars": "make"}', "failed", tool="write_stdin") * 3)


def test_masked_calls_of_a_real_trace_are_not_accused(shared: Path) -> None:
    path = shared / "formats2026" / "phoenix" / "pxi_turn_subagent_trace.json"
    if not path.exists():
        pytest.skip("the shared data holds no such trace")
    trace = Trace.open(path).read()
    assert not detect(trace, among=(SameCall,)).signals
    trace.close()
