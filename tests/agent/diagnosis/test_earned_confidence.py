"""A diagnosis that was made before its analyst was checked says what was measured when it is shown."""

from dataclasses import replace
from pathlib import Path

import pytest

from agent.diagnosis.document import from_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.diagnosis.earned_confidence import as_measured
from agent.diagnosis.kept_selfcheck import earned, keep
from tests.agent.diagnosis.test_kept_selfcheck import result
from tests.agent.report.samples import plain


@pytest.fixture
def diagnosis() -> Diagnosis:
    """One by the analyst whom the result is about, with nothing measured in it."""
    read = from_dict(plain())
    made_by = replace(read.made_by, analyst="model", model="m", prompts="abc", checked=None)
    return replace(read, made_by=made_by)


def test_it_is_as_sure_as_its_analyst_proved_to_be(tmp_path: Path, diagnosis: Diagnosis) -> None:
    assert as_measured(diagnosis, tmp_path) is diagnosis and as_measured(diagnosis, None) is diagnosis
    weak = next(finding.mode for finding in diagnosis.findings if finding.mode)
    modes = {**result()["modes"], weak: {"found": [0, 3], "weak": True}}
    keep(tmp_path, result(modes=modes, confidence={word: [1, 10] for word in ("confirmed", "likely", "possible")}))
    shown = as_measured(diagnosis, tmp_path)
    brief = shown.made_by.checked
    assert brief is not None and weak in brief["weak"]
    for before, after in zip(diagnosis.findings, shown.findings, strict=True):
        assert after.confidence == earned(before.confidence, brief) == "possible"
        assert ("Weak with this model" in after.explanation) == (after.mode == weak)
    assert all(mode.confidence in (None, "possible") for mode in shown.modes)
    assert as_measured(shown, tmp_path) is shown, "what it says itself stays"
