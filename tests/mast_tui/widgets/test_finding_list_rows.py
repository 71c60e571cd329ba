"""The rows of a finding: what is cut is marked, and the root cause stays named whatever a person said."""

from dataclasses import replace

import pytest

from agent.diagnosis.document import from_dict
from mast_tui.terminal.themes import FULL
from mast_tui.widgets.finding_list_rows import FindingListRows
from tests.agent.report.samples import plain

FINDING = from_dict(plain()).findings[0]


@pytest.mark.parametrize("decision", [None, "accepted", "rejected"])
@pytest.mark.parametrize("width", [50, 56, 80])
def test_the_root_cause_is_named_whatever_was_decided(decision: str | None, width: int) -> None:
    finding = replace(FINDING, role="root", severity="major", mode="FM-2.6", decision=decision)  # type: ignore[arg-type]
    rows = FindingListRows(FULL, width, is_stale=False).finding(finding)
    assert "root cause" in rows[-1].text
    assert rows[-1].width <= width
    assert (decision or "") in rows[-1].text


def test_a_title_that_is_cut_says_so() -> None:
    long, short = (replace(FINDING, title="word " * number) for number in (80, 20))
    rows = FindingListRows(FULL, 56, is_stale=False)
    assert rows.finding(long)[2].text.endswith("…")
    assert len(rows.finding(long)) == 4
    assert "…" not in "".join(row.text for row in rows.finding(short))
