from pathlib import Path

from agent.signals.detectors.unchanged_resubmission import UnchangedResubmission
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, say, task, watch

BODY = "\n".join(f"    total += weight[{n}] * price[{n}]" for n in range(8))
WORK = f"main.py\n```python\ndef total_price(weight, price):\n    total = 0\n{BODY}\n    return total\n```"
REVIEW = say("reviewer", "The function does not check its inputs and should raise an error when they differ in length.")
NOD = say("reviewer", "Looks good, no further comments.")
BRIEF = task("Compute the price.")


def test_the_same_work_after_a_critique_is_a_fact_with_three_places(tmp_path: Path) -> None:
    (signal,) = watch(UnchangedResubmission, tmp_path, BRIEF, say("coder", WORK), REVIEW, say("coder", WORK))
    assert signal.actor == "coder"
    assert [mark.event for mark in signal.acts] == [4]
    assert [mark.event for mark in signal.references] == [3, 2]


def test_margins_and_blank_lines_are_no_change(tmp_path: Path) -> None:
    again = WORK.replace("\n    total = 0", "\n\n    total = 0   ")
    assert watch(UnchangedResubmission, tmp_path, BRIEF, say("coder", WORK), REVIEW, say("coder", again))


def test_a_changed_line_is_a_change(tmp_path: Path) -> None:
    better = WORK.replace("    total = 0", "    assert len(weight) == len(price)\n    total = 0")
    assert not watch(UnchangedResubmission, tmp_path, BRIEF, say("coder", WORK), REVIEW, say("coder", better))


def test_sending_whole_files_again_after_an_approval_is_by_design(tmp_path: Path) -> None:
    assert not watch(UnchangedResubmission, tmp_path, BRIEF, say("coder", WORK), NOD, say("coder", WORK))


def test_a_word_of_thanks_that_has_the_work_applied_is_no_critique(tmp_path: Path) -> None:
    nod = say("reviewer", "You're right that we need to fix the issue. Let's apply this patch, it should hold.")
    assert not watch(UnchangedResubmission, tmp_path, BRIEF, say("coder", WORK), nod, say("coder", WORK))


def test_a_reply_that_argues_has_taken_note(tmp_path: Path) -> None:
    reply = say("coder", "No changes are needed: the caller already checks the lists.\n" + WORK)
    assert not watch(UnchangedResubmission, tmp_path, BRIEF, say("coder", WORK), REVIEW, reply)


def test_a_message_that_the_log_prints_again_is_no_resubmission(tmp_path: Path) -> None:
    echo = Step(say("coder", "").kind, "coder", WORK, repeats=2)
    assert not watch(UnchangedResubmission, tmp_path, BRIEF, say("coder", WORK), REVIEW, echo)


def test_a_manual_with_fences_inside_is_no_code(tmp_path: Path) -> None:
    manual = "```markdown\n# Use\n```bash\npip install it\n```\n" + "Text. " * 20 + "\n```"
    first, second = say("coder", "One.\n" + manual), say("coder", "Two.\n" + manual)
    assert not watch(UnchangedResubmission, tmp_path, BRIEF, first, REVIEW, second)


def test_a_third_actor_in_between_changes_the_subject(tmp_path: Path) -> None:
    other = say("navigator", "I have looked: the list of weights is built elsewhere.")
    steps = (say("coder", WORK), REVIEW, other, say("coder", WORK))
    assert not watch(UnchangedResubmission, tmp_path, BRIEF, *steps)


def test_the_header_of_a_record_is_no_change(tmp_path: Path) -> None:
    first, second = (say("coder", f"[2025-03-27 01:12:{n}] NEW MESSAGES:\n\n{BODY}\n{BODY}") for n in (45, 52))
    (signal,) = watch(UnchangedResubmission, tmp_path, BRIEF, first, REVIEW, second)
    assert "NEW MESSAGES" not in signal.acts[0].quote


def test_an_order_given_once_more_is_no_work_handed_in(tmp_path: Path) -> None:
    order = Step(Kind.HANDOFF, "planner", WORK, to=("editor",))
    failed = say("editor", "The edit fails: the file is read-only, which should be fixed first. That is an issue.")
    assert not watch(UnchangedResubmission, tmp_path, BRIEF, order, failed, order)
