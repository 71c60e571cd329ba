"""A kind of report is one module and one line: a toy is added from outside."""

import json
from pathlib import Path

import pytest

from agent.report.included import Included, narrowed
from agent.report.kinds import KINDS, Content, ReportKind
from agent.report.notes import Note
from agent.report.write import check_targets, write_report
from mast_tui.cli import main
from tests.agent.report.samples import plain, sample

TOY = """
def report(content):
    return f"{len(content.diagnosis.findings)} findings, said: {content.said!r}"
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReportKind:
    (tmp_path / "toy_report.py").write_text(TOY)
    monkeypatch.syspath_prepend(tmp_path)
    kind = ReportKind(".toy", "Toy", "toy_report", "findings, said", takes_chat=True)
    monkeypatch.setitem(KINDS, ".toy", kind)
    return kind


def test_a_toy_kind_is_written_like_every_other(toy: ReportKind, tmp_path: Path) -> None:
    path = tmp_path / "made.toy"
    check_targets([path], [])
    write_report(Content(narrowed(sample(), Included(), ".toy"), chat="Why?", notes=[Note((1, 1), "odd")]), path)
    assert path.read_text().startswith("2 findings, said: '## Notes")
    assert "Why?" in path.read_text()


def test_the_command_line_offers_a_toy_kind_at_once(
    toy: ReportKind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "d.json").write_text(json.dumps(plain()))
    assert main(["report", str(tmp_path / "d.json"), "-o", str(tmp_path / "made.toy")]) == 0
    assert (tmp_path / "made.toy").read_text().startswith("2 findings")
    assert main(["report", "--help"]) == 0
    assert ".toy" in capsys.readouterr().out
