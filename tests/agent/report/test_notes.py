"""Notes on lines stand in the reports that have a place for them, as words and never as markup."""

import json

import pytest

from agent.report.notes import Note
from tests.agent.report.samples import rendered, sample

NOTES = (Note((12, 14), "odd\n**very** <b>odd</b>"), Note((3, 3), "first", True))


def test_they_follow_the_findings_in_the_order_of_their_lines() -> None:
    told = rendered(sample(), ".md", notes=NOTES)
    section = told[told.index("## Notes") : told.index("## The fourteen modes")]
    assert section.splitlines()[2:4] == [
        "- L3 (the lines have changed since): first",
        "- L12-14: odd \\*\\*very\\*\\* \\<b\\>odd\\</b\\>",
    ]
    assert told.index("## Findings") < told.index("## Notes")


def test_on_a_page_they_are_words() -> None:
    page = rendered(sample(), ".html", notes=NOTES)
    assert "<h2>Notes</h2>" in page
    assert "odd **very** &lt;b&gt;odd&lt;/b&gt;" in page


def test_programs_find_them_in_sarif_and_json_keeps_to_its_schema() -> None:
    run = json.loads(rendered(sample(), ".sarif", notes=NOTES))["runs"][0]
    assert [note["lines"] for note in run["properties"]["notes"]] == ["L3 (the lines have changed since)", "L12-14"]
    assert rendered(sample(), ".json", notes=NOTES) == rendered(sample(), ".json")


@pytest.mark.parametrize("suffix", [".md", ".html", ".sarif"])
def test_no_notes_leave_no_trace_of_them(suffix: str) -> None:
    assert rendered(sample(), suffix, notes=()) == rendered(sample(), suffix)
