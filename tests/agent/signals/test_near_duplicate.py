from pathlib import Path

import pytest

from agent.signals.detectors.near_duplicate import NearDuplicate
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, say, task, watch

PLAN = (
    "I will look at the settings module first, because the failing test reads its timeout from there. After that the "
    "client has to be changed so that it passes the timeout on, and finally the test has to be run once more. "
    "Nothing else should be touched, since other modules rely on the present order of the arguments; if a second test "
    "fails as well, its cause is probably the same, and we should say so in the report for the planner."
)
CODE = "```python\n" + "\n".join(f"def part_{n}(value):\n    return value + {n}\n" for n in range(12)) + "```"
PAGE = "I clicked the link.\nHere is a screenshot of [Home](https://example.org/a). The viewport shows 20% of it.\n"


def other(n: int) -> str:
    words = " ".join(f"topic{n}word{m}" for m in range(40))
    return f"Something else altogether: {words}"


def test_the_same_words_of_the_same_actor_are_a_repetition(tmp_path: Path) -> None:
    (signal,) = watch(
        NearDuplicate, tmp_path, task("Mend it."), say("navigator", PLAN), say("editor", other(1)),
        say("navigator", PLAN.replace("finally", "then")), say("navigator", PLAN),
    )  # fmt: skip
    assert signal.actor == "navigator"
    assert signal.acts[0].event == 4
    assert signal.references[0].event == 2
    assert signal.occurrences == ((4, 4), (5, 5))


def test_what_the_log_prints_again_is_no_act(tmp_path: Path) -> None:
    assert not watch(NearDuplicate, tmp_path, say("navigator", PLAN), say("navigator", PLAN, repeats=1))
    assert not watch(NearDuplicate, tmp_path, say("navigator", PLAN, copies=4))


def test_two_actors_may_say_the_same(tmp_path: Path) -> None:
    assert not watch(NearDuplicate, tmp_path, say("navigator", PLAN), say("editor", PLAN))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"{PLAN} Next song_id 17.", f"{PLAN} Next song_id 18."),
        (f"{PLAN} Open src/a.py now.", f"{PLAN} Open src/b.py now."),
        (f"{PLAN} Ask readTimeout now.", f"{PLAN} Ask writeTimeout now."),
        (f"{PLAN} Write to Alice now.", f"{PLAN} Write to Robert now."),
    ],
)
def test_a_loop_over_a_list_is_no_repetition(tmp_path: Path, first: str, second: str) -> None:
    assert not watch(NearDuplicate, tmp_path, say("agent", first), say("agent", second))


def test_a_whole_file_sent_again_with_a_change_is_no_repetition(tmp_path: Path) -> None:
    changed = CODE.replace("value + 3", "value - 3").replace("value + 7", "value - 7")
    assert not watch(NearDuplicate, tmp_path, say("coder", CODE), say("coder", changed))
    assert watch(NearDuplicate, tmp_path, say("coder", CODE), say("coder", CODE))


def test_a_page_is_not_what_the_agent_says(tmp_path: Path) -> None:
    page = say("surfer", PAGE + other(1))
    assert not watch(NearDuplicate, tmp_path, page, page)


def test_results_and_prompts_are_no_acts(tmp_path: Path) -> None:
    for kind in (Kind.RESULT, Kind.SYSTEM, Kind.TASK, Kind.NOTE):
        step = Step(kind, "framework", PLAN)
        assert not watch(NearDuplicate, tmp_path, step, step)


def test_a_run_that_was_started_again_is_another_matter(tmp_path: Path) -> None:
    one = say("agent", PLAN, section="run 1 of 2")
    two = say("agent", PLAN, section="run 2 of 2")
    assert not watch(NearDuplicate, tmp_path, one, two)


def test_texts_in_any_language_are_compared(tmp_path: Path) -> None:
    words = "".join(
        f"まず設定を読み、次に接続の部分{chr(0x4E00 + n)}を直し、最後に試験をもう一度行います。" for n in range(16)
    )
    assert watch(NearDuplicate, tmp_path, say("計画", words), say("計画", words))


def test_an_order_to_run_the_tests_after_a_change_is_how_one_works(tmp_path: Path) -> None:
    order = Step(Kind.HANDOFF, "planner", "Please run the tests of the client once more. " + PLAN)
    edits = [Step(Kind.CALL, "editor", f"replace line {n}", tool="edit") for n in range(6)]
    assert not watch(NearDuplicate, tmp_path, *(step for edit in edits for step in (order, edit)))
    assert not watch(NearDuplicate, tmp_path, *(order, say("editor", "Done.")) * 3)
    assert watch(NearDuplicate, tmp_path, *(order, say("editor", "Done.")) * 4)


def test_all_that_one_actor_repeats_is_one_matter(tmp_path: Path) -> None:
    once = (say("navigator", PLAN), say("navigator", other(1) * 2), say("editor", other(2) * 2))
    signals = watch(NearDuplicate, tmp_path, *once, *once)
    assert [(signal.actor, len(signal.occurrences)) for signal in signals] == [("navigator", 2), ("editor", 1)]


def test_requests_that_share_a_long_token_are_different_requests(tmp_path: Path) -> None:
    token = "eyJhbGciOiJIUzI1NiIsInR5cCI6" * 12
    steps = [say("boss", f"{what} with the access token {token}") for what in ("List all my songs", "Remove one album")]
    assert not watch(NearDuplicate, tmp_path, *steps)


def test_the_time_that_a_log_writes_before_an_act_makes_no_difference(tmp_path: Path) -> None:
    code = "import pytest\n" + "\n".join(f"def test_{n}():\n    assert part({n}) == {n}\n" for n in range(12))
    once, again = (say("tester", f"[2025-03-27 01:{n}:52] NEW MESSAGES:\ntester:\n{code}") for n in (12, 13))
    assert watch(NearDuplicate, tmp_path, once, again)
    changed = say("tester", again.text + "def test_more():\n    assert part(90) == 90\n")
    assert not watch(NearDuplicate, tmp_path, once, changed)


def test_the_same_answer_to_another_question_of_a_person_is_no_repetition(tmp_path: Path) -> None:
    first, second = say("user", "What is to be done about the client?"), say("user", "And what about the session?")
    assert not watch(NearDuplicate, tmp_path, first, say("helper", PLAN), second, say("helper", PLAN))
    assert watch(NearDuplicate, tmp_path, first, say("helper", PLAN), first, say("helper", PLAN))


def test_going_on_through_pages_needs_words_that_are_much_the_same(tmp_path: Path) -> None:
    scroll = say("surfer", f"{PLAN} I will scroll down once more to find the entry.")
    assert not watch(NearDuplicate, tmp_path, scroll, scroll, scroll)
    assert watch(NearDuplicate, tmp_path, *[scroll] * 4)


def test_the_same_verdict_about_one_thing_after_another_is_a_loop(tmp_path: Path) -> None:
    steps = [
        step
        for n in range(4)
        for step in (say("lead", f"Please review the file part{n}.py next."), say("reviewer", PLAN))
    ]
    assert not watch(NearDuplicate, tmp_path, *steps)
    again = [step for _ in range(4) for step in (say("lead", "Please review the file."), say("reviewer", PLAN))]
    assert watch(NearDuplicate, tmp_path, *again)


def test_a_thought_told_again_where_what_failed_is_tried_otherwise(tmp_path: Path) -> None:
    again = say("navigator", "Apologies, let me try that again with the right path. " + PLAN)
    assert not watch(NearDuplicate, tmp_path, task("Mend it."), say("navigator", PLAN), again)
    assert watch(NearDuplicate, tmp_path, task("Mend it."), say("navigator", PLAN), say("navigator", PLAN))
