"""The list of findings on the screen: what stands behind the main part comes below it, under a heading of its own."""

from mast_tui.widgets.finding_list import FindingList
from tests.agent.report.samples import sample


def test_what_stands_behind_the_main_part_has_a_heading_of_its_own() -> None:
    shown = FindingList()
    shown.show(sample().findings, (), "", behind=frozenset({"F2"}))
    rows, _ = shown.make_rows(80)
    words = ["".join(span.text for span in row.spans).strip() for row in rows]
    assert words.index("Other findings") == words.index("F2  The work stops early") - 1
    shown.show(sample().findings, (), "")
    assert all("Other findings" not in span.text for row in shown.make_rows(80)[0] for span in row.spans)
