"""`diagnose --batch` and `mast-tui batch`: stage by stage through the Batch API, and through files."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.agent.model.batch_server import BatchServer, Body, completion, serve_batches
from tests.agent.model.judge import finding, question_of, replies
from tests.conftest import RunCli

FOUND = {"FM-1.3": finding("2 I cannot find it.", "2 I cannot find it.", actor="assistant")}
_say = replies(FOUND)


@pytest.fixture
def server() -> Iterator[BatchServer]:
    with serve_batches(_say) as running:
        yield running


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Three runs."""
    folder = tmp_path / "runs"
    folder.mkdir()
    for at in range(3):
        said = [
            {"role": "user", "content": f"Do the work of number {at}."},
            {"role": "assistant", "content": "I cannot find it."},
        ]
        (folder / f"run-{at}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in said))
    return folder


def _documents(folder: Path) -> list[dict[str, Any]]:
    """What the documents of a folder say, without what depends on how it was asked."""
    held = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    return [{**each, "usage": None} for each in held]


def _messages(bodies: list[Body]) -> Counter[str]:
    return Counter(json.dumps(body["messages"]) for body in bodies)


def test_stage_by_stage_it_says_what_it_says_online_and_costs_no_call_there(
    server: BatchServer, runs: Path, run_cli: RunCli, tmp_path: Path
) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    words = ("diagnose", runs, "--base-url", server.url, "--yes")
    code, _, err = run_cli(*words, "-o", out, "--batch")
    assert code == 3
    assert "outline 3" in err
    assert "batch resume" in err
    code, _, err = run_cli("batch", "resume", out)
    assert (code, len(server.in_batches)) == (3, 0)  # it was looked at once, and is under way
    code, _, err = run_cli("batch", "resume", out, "--wait", "--every", "0.01")
    assert code == 0, err
    assert not server.online
    assert max(_messages(server.in_batches).values()) == 1
    stages = [question_of(body) for body in server.in_batches]
    order = ["outline", "judge_FC1", "judge_FC2", "judge_FC3", "challenge", "outcome", "root", "remedies"]
    assert list(dict.fromkeys(stages)) == order
    documents = _documents(out)
    assert len(documents) == 3
    assert all(each["findings"][0]["mode"] == "FM-1.3" for each in documents)
    assert json.loads(next(out.glob("*.json")).read_text())["usage"]["calls"] == len(server.in_batches) // 3
    code, _, _ = run_cli(*words, "-o", again)  # online, into another folder
    assert code == 0
    assert not server.online
    assert _documents(again) == documents
    assert run_cli("batch", "status", out)[0] == 2  # there is none any more


def test_what_expired_is_asked_again_and_what_was_answered_is_not(
    server: BatchServer, runs: Path, run_cli: RunCli, tmp_path: Path
) -> None:
    late: set[str] = set()

    def say(body: Body) -> str | int:
        mark = json.dumps(body["messages"])
        if "number 1" in mark and mark not in late:
            late.add(mark)
            return 0
        return _say(body)

    server.say = say
    out = tmp_path / "out"
    run_cli("diagnose", runs, "-o", out, "--base-url", server.url, "--yes", "--batch")
    code, _, err = run_cli("batch", "resume", out, "--wait", "--every", "0.01")
    assert code == 0, err
    asked = _messages(server.in_batches)
    assert {mark for mark, times in asked.items() if times > 1} == late
    assert max(asked.values()) == 2
    assert len(_documents(out)) == 3


def test_a_server_without_schemas_is_asked_for_less_as_online(
    server: BatchServer, runs: Path, run_cli: RunCli, tmp_path: Path
) -> None:
    def say(body: Body) -> str | int:
        form = body.get("response_format") or {}
        return 400 if form.get("type") == "json_schema" else _say(body)

    server.say = say
    out = tmp_path / "out"
    run_cli("diagnose", runs, "-o", out, "--base-url", server.url, "--yes", "--batch")
    code, _, err = run_cli("batch", "resume", out, "--wait", "--every", "0.01")
    assert code == 0, err
    assert all(each["findings"] for each in _documents(out))


def test_a_batch_that_nobody_wrote_down_is_found_again(
    server: BatchServer, runs: Path, run_cli: RunCli, tmp_path: Path, own_home: Path
) -> None:
    out = tmp_path / "out"
    run_cli("diagnose", runs, "-o", out, "--base-url", server.url, "--yes", "--batch")
    (path,) = own_home.glob("batches/*/batch.json")
    work = json.loads(path.read_text())
    work["batches"][0] |= {"id": None, "status": "unsent"}  # as it was when a process died just then
    path.write_text(json.dumps(work))
    code, _, _ = run_cli("batch", "resume", out)
    assert code == 3
    assert len(server.batches) == 1
    assert json.loads(path.read_text())["batches"][0]["id"] == "batch_1"


def test_status_cancel_and_refusal(server: BatchServer, runs: Path, run_cli: RunCli, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("diagnose", runs, "-o", out, "--base-url", server.url, "--yes", "--batch")
    run_cli(*words)
    told = json.loads(run_cli("batch", "status", out, "--json")[1])
    assert (told["stage"], told["questions"], told["counts"]) == (1, {"outline": 3}, {"batch_1": [0, 0, 3]})
    assert run_cli(*words)[0] == 2  # it is under way
    assert run_cli("batch", "cancel", out)[0] == 0
    assert server.batches["batch_1"]["status"] == "cancelled"
    assert run_cli("batch", "resume", out)[0] == 2
    server.refuses = "the file is too long"
    run_cli(*words)
    code, _, err = run_cli("batch", "resume", out)
    assert code == 3
    assert "the file is too long" in err


def test_a_budget_is_asked_before_a_stage_is_sent(
    server: BatchServer, runs: Path, run_cli: RunCli, tmp_path: Path
) -> None:
    words = ("diagnose", runs, "-o", tmp_path / "out", "--base-url", server.url, "--yes", "--batch")
    code, _, err = run_cli(*words, "--max-calls", "2")
    assert code == 3
    assert "3.00 calls at most; 2 are allowed" in err
    assert not server.batches


def test_through_files_for_an_engine_that_reads_such_files(
    server: BatchServer, runs: Path, run_cli: RunCli, tmp_path: Path
) -> None:
    out, files = tmp_path / "out", tmp_path / "files"
    words = ("--base-url", server.url, "--yes")
    code, _, err = run_cli("diagnose", runs, "-o", out, *words, "--batch-files", files)
    assert code == 3
    assert "batch take" in err
    assert run_cli("batch", "take", files)[0] == 66
    for _ in range(12):
        path = max(each for each in files.glob("stage-*.jsonl") if "answers" not in each.name)
        requests = [json.loads(line) for line in path.read_text().splitlines()]
        assert {(each["method"], each["url"]) for each in requests} == {("POST", "/v1/chat/completions")}
        answers = [
            {"id": "x", "custom_id": each["custom_id"], "error": None,
             "response": {"status_code": 200, "request_id": "y", "body": completion(each["body"], _say(each["body"]))}}
            for each in requests
        ]  # fmt: skip
        named = path.with_name(f"{path.stem}-answers.jsonl")
        named.write_text("".join(json.dumps(each) + "\n" for each in answers))
        code, _, err = run_cli("batch", "take", files)
        if code == 0:
            break
    assert code == 0, err
    assert len(_documents(out)) == 3
    assert not server.online
    assert run_cli("diagnose", runs, "-o", tmp_path / "again", *words)[0] == 0
    assert not server.online
