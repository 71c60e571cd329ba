"""A kind of analyst is one module and one line: a toy is added from outside, and its documents open again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.analyst.choice import Choice, analyst_of
from agent.diagnosis.analyst_kinds import KINDS, AnalystKind
from agent.diagnosis.document import from_dict, json_schema, to_dict
from agent.errors import UnreadableTrace
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.report.kinds import KINDS as REPORTS
from agent.report.kinds import Content
from agent.settings import Settings
from agent.trace.trace import Trace
from tests.agent.analyst.stage import LOG
from tests.agent.report.samples import plain

TOY = """
from agent.analyst.offline import OfflineAnalyst

class ToyAnalyst(OfflineAnalyst):
    kind = "toy"
    looked = "the toy has looked"

def analyst(choice, salt, state_folder):
    return ToyAnalyst()
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnalystKind]:
    (tmp_path / "toy_analyst.py").write_text(TOY)
    monkeypatch.syspath_prepend(tmp_path)
    kind = AnalystKind("toy", "toy_analyst", "toy analyst", asks_a_model=False, may_say_absent=True)
    before = dict(KINDS)
    KINDS.clear()
    KINDS.update({"toy": kind, **before})
    yield kind
    KINDS.clear()
    KINDS.update(before)  # in the old order, which is the order in which they are tried


async def test_a_toy_analyst_diagnoses_and_its_document_opens_again(toy: AnalystKind, tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text(LOG)
    analyst = analyst_of(Choice(Settings()), b"salt", None)
    (done,) = [news async for news in diagnose(Trace.open(path), analyst) if isinstance(news, Done)]
    diagnosis = from_dict(to_dict(done.diagnosis))
    assert diagnosis.made_by.analyst == "toy"
    assert not diagnosis.made_by.asked_a_model
    assert any(mode.verdict == "absent" for mode in diagnosis.modes)
    assert all(kind.text(Content(diagnosis)) for kind in REPORTS.values())


def test_without_it_the_offline_analyst_answers_and_its_document_is_refused() -> None:
    assert analyst_of(Choice(Settings()), b"salt", None).kind == "offline"
    assert json_schema()["$defs"]["MadeBy"]["properties"]["analyst"]["enum"] == ["offline", "model"]
    value = plain()
    value["made_by"]["analyst"] = "toy"
    with pytest.raises(UnreadableTrace) as caught:
        from_dict(value)
    assert "made_by.analyst" in str(caught.value)
