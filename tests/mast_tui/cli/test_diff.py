"""`mast-tui diff`: as text, as JSON, as a page, and of several runs."""

import json
from html.parser import HTMLParser
from pathlib import Path

from tests.conftest import RunCli

SELFCHECK = Path(__file__).resolve().parents[3] / "sample_traces" / "selfcheck"
GOOD, BAD = SELFCHECK / "26-clean.log", SELFCHECK / "26-plain.log"


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def test_where_two_runs_part_is_told_with_lines(run_cli: RunCli) -> None:
    code, out, err = run_cli("diff", GOOD, BAD)
    assert (code, err) == (0, "")
    assert "They part here" in out
    assert "L33" in out
    assert "tariff_2025" in out


def test_a_run_beside_itself_does_not_part(run_cli: RunCli) -> None:
    code, out, _ = run_cli("diff", GOOD, GOOD, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["divergences"] == []
    assert document["first"] is None
    assert "the runs do not part" in run_cli("diff", GOOD, GOOD)[1]


def test_a_run_without_an_act_is_not_called_the_same_or_another_task(run_cli: RunCli, tmp_path: Path) -> None:
    empty = tmp_path / "empty.log"
    empty.write_text("")
    for words, said in (
        ((empty, BAD), "No act was read in the good run"),
        ((BAD, empty), "No act was read in the bad run"),
        ((empty, empty), "No act was read in either run"),
    ):
        assert said in run_cli("diff", *words)[1]


def test_the_json_document_has_the_shape_that_scripts_rely_on(run_cli: RunCli) -> None:
    document = json.loads(run_cli("diff", GOOD, BAD, "--json")[1])
    assert document["aligned"] > 0
    first = document["divergences"][document["first"]]
    assert {"good", "bad", "kind", "weight"} <= first.keys()
    assert first["kind"] in ("changed", "only_good", "only_bad")
    assert {"events", "lines", "quote"} <= first["bad"].keys()
    assert first["bad"]["quote"] in BAD.read_text()


def test_reports_are_written_and_only_reports_are_replaced(run_cli: RunCli, tmp_path: Path) -> None:
    page, text, other = tmp_path / "diff.html", tmp_path / "diff.md", tmp_path / "notes.md"
    other.write_text("mine")
    for _ in range(2):
        code, out, err = run_cli("diff", GOOD, BAD, "-o", page, "-o", text)
        assert (code, out) == (0, "")
        assert "diff.html is written" in err
    seen = Page()
    seen.feed(page.read_text())
    assert "script" not in seen.tags
    assert {"svg", "rect"} <= set(seen.tags)
    assert any("tariff_2025" in each for each in seen.said)
    assert "tariff_2025" in text.read_text()
    assert run_cli("diff", GOOD, BAD, "-o", other)[0] == 2
    assert other.read_text() == "mine"
    assert run_cli("diff", GOOD, BAD, "-o", tmp_path / "diff.sarif")[0] == 2


def test_several_runs_are_told_by_where_they_part(run_cli: RunCli, tmp_path: Path) -> None:
    again = tmp_path / "again.log"
    again.write_bytes(BAD.read_bytes())
    code, out, _ = run_cli("diff", GOOD, BAD, again, GOOD)
    assert code == 0
    assert "2 runs of 3 part after" in out
    assert "26-clean.log does not part" in out
    document = json.loads(run_cli("diff", GOOD, BAD, again, "--json")[1])
    assert document["common"][0]["runs"] == [0, 1]
    assert len(document["runs"]) == 2


def test_a_hostile_trace_moves_no_terminal_and_no_page(run_cli: RunCli, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    task = {"role": "user", "content": "Say hello."}
    evil = {"role": "assistant", "name": "a", "content": "\x1b]0;owned\x07<script>alert(1)</script> [x](http://evil)"}
    good.write_text(json.dumps(task) + "\n" + json.dumps({**evil, "content": "hello"}) + "\n")
    bad.write_text(json.dumps(task) + "\n" + json.dumps(evil) + "\n")
    page = tmp_path / "diff.html"
    assert "\x1b" not in run_cli("diff", good, bad)[1]
    assert run_cli("diff", good, bad, "-o", page)[0] == 0
    assert "<script" not in page.read_text()
    assert "\x1b" not in page.read_text()
