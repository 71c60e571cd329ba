"""The findings told as failures: what is one failure, what stands in the main part, what is grouped after it."""

from dataclasses import replace

from agent.diagnosis.claim import Grounded
from agent.diagnosis.quote import Place
from agent.diagnosis.severity import Severity
from agent.diagnosis.story import MOST_MAIN, Story


def found(
    name: str, mode: str, event: int, severity: Severity = "major", *, topic: str = "", actor: str = "coder"
) -> Grounded:
    place = Place("act", event, 0, 10, "exact")
    return Grounded(
        mode,
        f"{name} goes wrong",
        "",
        actor,
        severity,
        "likely",
        event,
        ((event, event),),
        (place,),
        topic=topic,
        id=name,
    )


def upheld(*findings: Grounded) -> dict[str, str]:
    return {one.id: "upheld" for one in findings}


def told(story: Story) -> list[tuple[tuple[str, ...], bool]]:
    return [(one.findings, one.main) for one in story.failures()]


def test_the_same_act_under_two_modes_is_one_failure_with_one_main_mode() -> None:
    one, other = found("F1", "FM-2.6", 5, "minor"), found("F2", "FM-3.3", 5, "fatal")
    story = Story([one, other], upheld(one, other))
    assert told(story) == [(("F2", "F1"), True)]
    assert story.also() == {"F2": ("FM-2.6",)}


def test_the_same_defect_in_a_later_version_is_one_failure() -> None:
    first, later = found("F1", "FM-1.1", 5, topic="fees.py"), found("F2", "FM-1.1", 90, topic="fees.py")
    elsewhere = found("F3", "FM-1.1", 91, topic="other.py")
    findings = [first, later, elsewhere]
    assert told(Story(findings, upheld(*findings))) == [(("F1", "F2"), True), (("F3",), True)]


def test_repetitions_that_a_reset_explains_belong_to_it() -> None:
    reset = replace(found("F1", "FM-2.1", 50), occurrences=((50, 60),))
    again = replace(found("F2", "FM-1.3", 55), occurrences=((20, 25), (55, 58)))
    assert told(Story([reset, again], upheld(reset, again))) == [(("F1", "F2"), True)]


def test_what_a_reader_holds_for_one_failure_is_one() -> None:
    findings = [found(f"F{n}", "FM-2.6", 10 * n, actor=f"agent {n}") for n in range(1, 4)]
    story = Story(findings, upheld(*findings), same=[("F1", "F3")])
    assert told(story) == [(("F1", "F3"), True), (("F2",), True)]


def test_the_root_leads_then_the_gravest_and_the_rest_is_grouped_by_mode() -> None:
    grave = [found(f"F{n}", "FM-1.1", 10 * n, "fatal") for n in range(1, 6)]
    slight = [found(f"F{n}", "FM-2.6", 10 * n, "minor") for n in range(6, 16)]
    story = Story([*grave, *slight], upheld(*grave, *slight), root="F7", names={"FM-2.6": "Invention"})
    failures = story.failures()
    assert [one.findings[0] for one in failures if one.main] == ["F7", "F1", "F2", "F3", "F4", "F5", "F6"]
    assert sum(one.main for one in failures) == MOST_MAIN
    (rest,) = [one for one in failures if not one.main]
    assert rest.title == "8 more of FM-2.6, invention, L80-150"
    assert rest.findings == tuple(f"F{n}" for n in range(8, 16))


def test_what_is_unsure_or_was_never_challenged_stands_behind_what_is_sure() -> None:
    sure, unsure, not_run = (
        found("F1", "FM-1.1", 9, "minor"),
        found("F2", "FM-1.2", 5, "fatal"),
        found("F3", "FM-1.3", 1),
    )
    verdicts = {"F1": "upheld", "F2": "unsure", "F3": "not_run"}
    assert told(Story([sure, unsure, not_run], verdicts)) == [(("F1",), True), (("F2",), False), (("F3",), False)]
    assert told(Story([unsure, not_run], verdicts)) == [(("F2",), True), (("F3",), False)], "nothing better stands"
    assert told(Story([not_run], verdicts)) == [(("F3",), True)]
    assert [one.id for one in Story([sure, not_run], verdicts).challenged()] == ["F1"]


def test_with_no_finding_there_is_no_failure() -> None:
    assert Story([], {}).failures() == ()
