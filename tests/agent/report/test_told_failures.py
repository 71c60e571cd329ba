"""The main part of a report tells its failures in full and in order; what is left stands after it in a few words."""

from typing import Any

import pytest

from agent.diagnosis.document import from_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.number_words import line_range
from agent.report.plain_text import summary
from agent.report.told_failures import main_findings
from tests.agent.report.samples import html, markdown, plain, sample

TITLE = "2 more of FM-3.2, No or incomplete verification, L900-906"


def told(*failures: dict[str, Any]) -> Diagnosis:
    """The ordinary diagnosis with a third finding, and these failures."""
    findings = plain()["findings"]
    third = {**findings[1], "id": "F3", "title": "A third thing", "challenge": {**findings[1]["challenge"]}}
    third["challenge"]["verdict"] = "unsure"
    return from_dict({**plain(), "findings": [*findings, third], "failures": list(failures)})


def failure(main: bool, *names: str) -> dict[str, Any]:
    return {"title": TITLE, "findings": list(names), "main": main}


def test_findings_come_in_the_order_of_the_story_and_what_no_failure_names_is_not_lost() -> None:
    assert [one.id for one in main_findings(sample())] == ["F1", "F2"]
    assert [one.id for one in main_findings(told(failure(True, "F3", "F9"), failure(True, "F1")))] == [
        "F3",
        "F1",
        "F2",
    ]
    assert [one.id for one in main_findings(told(failure(False, "F2", "F3"), failure(True, "F1")))] == ["F1"]


@pytest.mark.parametrize(("render", "heading"), [(markdown, "### {}"), (html, '<span class="number">{}</span>')])
def test_the_rest_is_grouped_after_the_main_part(render: Any, heading: str) -> None:
    report = render(told(failure(True, "F1"), failure(False, "F2", "F3")))
    main, _, rest = report.partition("Other findings")
    assert heading.format("F1") in main
    assert heading.format("F3") not in report
    assert TITLE in rest
    assert "FM-3.2 minor, unsure, L900: A third thing" in rest
    assert report.count('id="finding-f3"') == (1 if render is html else 0)


@pytest.mark.parametrize("render", [markdown, html])
def test_another_finding_of_the_same_failure_is_named_with_it(render: Any) -> None:
    report = render(told(failure(True, "F1", "F3"), failure(True, "F2")))
    assert "The same failure: " in report
    assert "Other findings" not in report


def test_the_summary_names_what_stands_behind_the_main_part() -> None:
    text = " ".join(summary(told(failure(True, "F1"), failure(False, "F2", "F3"))).split())
    assert f"beside {TITLE}" in text
    assert "F2" not in text.split("beside")[0].split("in all")[1]


def test_places_are_told_and_not_taken_for_times() -> None:
    """What a model quotes of one failure may stand at several places; how often it happened is not said by that."""
    lines = sample().findings[0].occurrences
    told = f"2 places: {line_range(*lines[0])}, {line_range(*lines[1])}."
    assert f"It shows at {told}" in markdown(sample())
    assert told in html(sample())
