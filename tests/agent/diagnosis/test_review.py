"""What a reader rejects or edits changes verdicts and root; what stands stays as it was judged."""

from dataclasses import replace
from pathlib import Path

import pytest

from agent.diagnosis.document import load
from agent.diagnosis.document_parts import Diagnosis
from agent.diagnosis.review import reviewed

SAVED = Path(__file__).parents[2] / "mast_tui" / "snapshots" / "diagnoses" / "hyperagent-calendar.json"


@pytest.fixture(scope="module")
def judged() -> Diagnosis:
    diagnosis = load(SAVED)
    assert diagnosis.root is not None and diagnosis.root.finding == "F1"
    return diagnosis


def with_changes(diagnosis: Diagnosis, id: str, **changes: object) -> Diagnosis:
    findings = tuple(replace(one, **changes) if one.id == id else one for one in diagnosis.findings)  # type: ignore[arg-type]
    return replace(diagnosis, findings=findings)


def test_nothing_decided_changes_nothing(judged: Diagnosis) -> None:
    assert reviewed(judged) is judged
    accepted = with_changes(judged, "F1", decision="accepted", note="yes")
    assert reviewed(accepted) is accepted


def test_a_rejected_root_gives_way_and_its_mode_is_absent_no_more_than_it_was_judged(judged: Diagnosis) -> None:
    diagnosis = reviewed(with_changes(judged, "F1", decision="rejected"))
    mode = next(each for each in diagnosis.modes if each.code == judged.findings[0].mode)
    assert diagnosis.root is not None and diagnosis.root.finding == "F2"
    assert (mode.verdict, mode.findings) == ("unclear", ())  # nobody but a model says absent
    assert "F1 was rejected by a reader" in mode.reason
    assert [one.role for one in diagnosis.findings] == ["unrelated", "root"]
    assert reviewed(with_changes(diagnosis, "F1", decision=None)).modes[0] == judged.modes[0]


def test_with_all_rejected_there_is_no_root(judged: Diagnosis) -> None:
    both = with_changes(with_changes(judged, "F1", decision="rejected"), "F2", decision="rejected")
    assert reviewed(both).root is None


@pytest.mark.parametrize(("changes", "root"), [({"severity": "minor"}, "F2"), ({"title": "In other words"}, "F1")])
def test_an_edited_root_is_weighed_again(changes: dict[str, object], root: str, judged: Diagnosis) -> None:
    new_root = reviewed(with_changes(judged, "F1", decision="edited", **changes)).root
    assert new_root is not None and new_root.finding == root


def test_an_edited_mode_takes_its_verdict_along(judged: Diagnosis) -> None:
    diagnosis = reviewed(with_changes(judged, "F2", decision="edited", mode="FM-3.1"))
    verdicts = {each.code: (each.verdict, each.findings) for each in diagnosis.modes}
    assert verdicts["FM-3.1"] == ("present", ("F2",))
    assert verdicts["FM-2.1"] == ("unclear", ())
