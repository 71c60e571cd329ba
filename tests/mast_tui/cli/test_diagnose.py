"""`mast-tui diagnose`: what it prints and writes, and what its exit code says."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agent.diagnosis.document import from_dict
from mast_tui.cli.exits import exit_code
from tests.agent.report.samples import plain
from tests.conftest import RunCli


def _again(number: int) -> list[dict[str, Any]]:
    asked = {"name": "search", "arguments": '{"query": "the price of the blue lamp in the catalogue"}'}
    call = {"id": f"c{number}", "type": "function", "function": asked}
    return [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{number}", "content": "Error: no results found for this query"},
    ]


REPEATED = [
    {"role": "user", "content": "Find the price of the blue lamp and write it to price.txt."},
    *[message for number in range(6) for message in _again(number)],
    {"role": "assistant", "content": "I could not find the price. TERMINATE"},
]


@pytest.fixture
def trace(made: Path, tmp_path: Path) -> Path:
    """A copy of a small trace, in a folder of its own."""
    path = tmp_path / "run.jsonl"
    path.write_bytes((made / "autogen_stream.jsonl").read_bytes())
    return path


def test_the_schema_is_one_and_the_document_keeps_it(run_cli: Any, trace: Path) -> None:
    code, out, _ = run_cli("diagnose", "--schema")
    schema = json.loads(out)
    assert code == 0
    Draft202012Validator.check_schema(schema)
    code, out, _ = run_cli("diagnose", trace, "--offline", "--json")
    assert code == 0
    document = json.loads(out, parse_constant=pytest.fail)
    Draft202012Validator(schema).validate(document)
    assert from_dict(document).schema == "mast-tui/diagnosis/2"
    assert [mode["code"] for mode in document["modes"]] == sorted({mode["code"] for mode in document["modes"]})
    assert len(document["modes"]) == 14


def test_the_schema_bites() -> None:
    from agent.diagnosis.document import json_schema

    validator = Draft202012Validator(json_schema())
    validator.validate(plain())
    for change in ({"schema": "mast-tui/diagnosis/3"}, {"extra": 1}, {"modes": None}, {"findings": [{"id": "F1"}]}):
        assert not validator.is_valid({**plain(), **change})


def test_every_kind_of_report_at_once(run_cli: Any, trace: Path, tmp_path: Path) -> None:
    names = ["r.md", "r.html", "r.json", "r.sarif"]
    code, out, err = run_cli("diagnose", trace, "--offline", *[w for name in names for w in ("-o", tmp_path / name)])
    assert (code, out) == (0, "")
    for name in names:
        assert (tmp_path / name).stat().st_size > 1000
        assert name in err
    fingerprint = json.loads((tmp_path / "r.json").read_text())["trace"]["sha256"]
    assert all(fingerprint in (tmp_path / name).read_text() for name in names)


def test_json_goes_to_stdout_beside_reports(run_cli: Any, trace: Path, tmp_path: Path) -> None:
    code, out, _ = run_cli("diagnose", trace, "--offline", "--json", "-o", tmp_path / "r.json")
    assert code == 0
    one, other = json.loads(out), json.loads((tmp_path / "r.json").read_text())
    one["usage"] = other["usage"] = None
    assert one == other


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_the_summary_fits_the_terminal(run_cli: Any, trace: Path, columns: str) -> None:
    code, out, _ = run_cli("diagnose", trace, "--offline", env={"COLUMNS": columns})
    assert code == 0
    rows = out.split("\n")
    assert max(map(len, rows)) <= min(int(columns), 100)
    for word in ("asked", "came out", "first", "in all", "analyst", "not assessed"):
        assert any(row.startswith(word) or word in row[:16] for row in rows)


@pytest.mark.parametrize(
    "outputs", [["r.pdf"], ["r"], ["r.md", "r.md"], ["r.md", "./r.md"], ["run.jsonl"], ["nowhere/r.md"], ["folder.md"]]
)
def test_wrong_outputs_are_refused_before_any_work(
    run_cli: Any, trace: Path, tmp_path: Path, outputs: list[str]
) -> None:
    (tmp_path / "folder.md").mkdir()
    before = trace.read_bytes()
    words = [w for name in outputs for w in ("-o", name)]
    code, out, err = run_cli("diagnose", trace, "--offline", *words, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert len(err.strip().split("\n")) == 3
    assert trace.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.md", "run.jsonl"]


def test_never_over_the_trace_by_a_name_that_would_do(run_cli: Any, made: Path, tmp_path: Path) -> None:
    trace = tmp_path / "run.json"
    trace.write_bytes((made / "autogen_stream.jsonl").read_bytes())
    (tmp_path / "other.json").hardlink_to(trace)
    for name in ("run.json", "other.json"):
        code, _, err = run_cli("diagnose", trace, "--offline", "-o", tmp_path / name)
        assert code == 2
        assert "never written over its trace" in err
    assert trace.read_bytes() == (made / "autogen_stream.jsonl").read_bytes()


def test_no_trace_is_wrong_use_and_a_missing_one_cannot_be_read(run_cli: Any, tmp_path: Path) -> None:
    assert run_cli("diagnose")[0] == 2
    assert run_cli("diagnose", tmp_path / "nothing.log")[0] == 66


def test_a_finding_at_the_threshold_is_exit_1(run_cli: Any, tmp_path: Path) -> None:
    trace = tmp_path / "loop.json"
    trace.write_text(json.dumps(REPEATED))
    code, out, _ = run_cli("diagnose", trace, "--offline", "--json")
    modes = {finding["mode"] for finding in json.loads(out)["findings"]}
    assert code == 0
    assert "FM-1.3" in modes
    assert run_cli("diagnose", trace, "--offline", "--fail-on", "present")[0] == 1
    assert run_cli("diagnose", trace, "--offline", "--fail-on", "FM-2.2,FM-1.3")[0] == 1
    assert run_cli("diagnose", trace, "--offline", "--fail-on", "FM-2.2")[0] == 0
    assert run_cli("diagnose", trace, "--offline", "--fail-on", "FM-9.9")[0] == 2


@pytest.mark.parametrize(
    "fail_on, decision, state, code",
    [
        ((), None, "judged", 0),
        (("present",), None, "judged", 1),
        (("confirmed",), None, "judged", 1),
        (("FM-3.1",), None, "judged", 1),
        (("FM-3.1",), "accepted", "judged", 1),
        (("FM-3.1",), "edited", "judged", 1),
        (("FM-3.1",), "rejected", "judged", 0),
        (("FM-1.1",), None, "judged", 0),
        ((), None, "undetermined", 3),
        ((), None, "error", 3),
        ((), None, "skipped", 0),
        ((), None, "not_assessed", 0),
        (("FM-3.1",), None, "error", 1),
        (("FM-3.1",), "rejected", "error", 3),
    ],
)
def test_what_the_exit_code_says(fail_on: tuple[str, ...], decision: str | None, state: str, code: int) -> None:
    value = plain(decision=decision)
    value["coverage"]["cells"][0] |= {"state": state, "why": "as said"}
    assert exit_code(from_dict(value), fail_on) == code


def test_only_a_confirmed_finding_is_confirmed() -> None:
    value = plain()
    for finding in value["findings"]:
        finding["confidence"] = "likely"
    assert exit_code(from_dict(value), ("confirmed",)) == 0
    assert exit_code(from_dict(value), ("present",)) == 1


def test_a_secret_is_nowhere_in_the_document_not_even_in_the_task(run_cli: Any, tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e" * 4
    path = tmp_path / "secret.json"
    path.write_text(json.dumps([{"role": "user", "content": f"Log in with {secret} and look."}, *REPEATED[1:]]))
    code, out, _ = run_cli("diagnose", path, "--offline", "--json")
    document = json.loads(out)
    assert (code, document["findings"] != []) == (0, True)
    assert secret not in out
    assert "Log in with <SECRET:" in document["trace"]["task"]
    _, out, _ = run_cli("diagnose", path, "--offline", "--json", "--no-redact")
    assert secret in json.loads(out)["trace"]["task"]


def test_criteria_of_ones_own_are_in_the_outcome_and_a_bad_file_is_refused(run_cli: RunCli, tmp_path: Path) -> None:
    trace = Path(__file__).resolve().parents[3] / "sample_traces" / "invoices.jsonl"
    mine = tmp_path / "mine.txt"
    mine.write_text("- The sum is given in euros\n- Nobody is asked twice\n")
    code, out, err = run_cli("diagnose", trace, "--offline", "--json", "--criteria", mine)
    assert code in (0, 3), err
    criteria = json.loads(out)["outcome"]["criteria"]
    assert [(one["id"], one["text"], one["state"]) for one in criteria[-2:]] == [
        ("own1", "The sum is given in euros", "unknown"),
        ("own2", "Nobody is asked twice", "unknown"),
    ]
    mine.write_text("one\none\n")
    code, _, err = run_cli("diagnose", trace, "--offline", "--criteria", mine)
    assert code == 2
    assert "line 2" in err
