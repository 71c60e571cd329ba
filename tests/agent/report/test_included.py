"""Leaving findings out of a report: by what was decided of them, said where it is done, never in JSON."""

from dataclasses import replace

import pytest

from agent.diagnosis.document_parts import Diagnosis
from agent.report.included import Included, narrowed
from tests.agent.report.samples import rendered, sample


def decided() -> Diagnosis:
    """The first finding is rejected with a note, the second is open."""
    made = sample()
    first, second = made.findings
    return replace(made, findings=(replace(first, decision="rejected", note="It was asked for."), second))


@pytest.mark.parametrize(
    ("included", "kept"),
    [
        (Included(), [1]),
        (Included(rejected=True), [0, 1]),
        (Included(open=False), []),
        (Included(open=False, rejected=True), [0]),
    ],
)
def test_findings_are_kept_by_what_was_decided_of_them(included: Included, kept: list[int]) -> None:
    made = decided()
    ids = [made.findings[at].id for at in kept]
    shown = narrowed(made, included, ".md")
    assert [finding.id for finding in shown.findings] == ids
    out = {finding.id for finding in made.findings} - set(ids)
    for mode in shown.modes:
        assert not out & set(mode.findings)
    said = " ".join(mode.reason for mode in shown.modes)
    assert all(id in said for id in out)
    assert ("Left out of this report" in rendered(shown, ".md")) is bool(out)
    for suffix in (".md", ".html", ".sarif"):
        assert rendered(narrowed(made, included, suffix), suffix)


def test_json_holds_all_of_it() -> None:
    nothing = Included(accepted=False, open=False, notes=False)
    assert narrowed(decided(), nothing, ".json") == decided()


def test_notes_stay_out_where_nobody_wants_them() -> None:
    assert "It was asked for." in rendered(narrowed(decided(), Included(rejected=True), ".md"), ".md")
    without = rendered(narrowed(decided(), Included(rejected=True, notes=False), ".md"), ".md")
    assert "It was asked for." not in without
