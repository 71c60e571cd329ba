"""Choosing one of several runs on the command line, and what is kept of each."""

import json
import shutil
from pathlib import Path

import pytest

from mast_tui.state.store import NAME, open_store
from tests.conftest import RunCli

HOSTILE = "\x1b]0;gone\x07\x1b[2J\u202eevil\n\r"
TALK = [
    {"role": "user", "content": "Add 2 and 2."},
    {"role": "assistant", "content": "4"},
    {"role": "user", "content": "Thanks."},
    {"role": "assistant", "content": "Done."},
]


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """A file of three conversations, the second the longest, the third with an id that attacks the terminal."""
    path = tmp_path / "several.jsonl"
    held = [("first", TALK[:2]), ("second", TALK), (HOSTILE, TALK[:3])]
    path.write_text("".join(json.dumps({"id": id, "messages": messages}) + "\n" for id, messages in held))
    return path


def test_the_runs_of_a_file_as_json_and_as_a_table(several: Path, run_cli: RunCli) -> None:
    code, out, _ = run_cli("events", several, "--runs", "--json")
    assert code == 0
    listed = json.loads(out)["runs"]
    assert [(each["run"], each["events"], each["lines"], each["shown"]) for each in listed] == [
        (1, 2, 2, False),
        (2, 4, 4, True),
        (3, 3, 3, False),
    ]
    assert {each["task"] for each in listed} == {"Add 2 and 2."}
    assert [each["id"] for each in listed] == ["first", "second", HOSTILE]
    assert "\x1b" not in out
    code, out, _ = run_cli("events", several, "--runs")
    rows = out.split("\n")
    assert code == 0
    assert rows[0].split() == ["run", "id", "acts", "start", "took", "outcome", "task"]
    assert rows[2].startswith("*      2  second")
    assert rows[2].endswith("Add 2 and 2.")
    assert len(rows) == 5
    assert not {"\x1b", "\x07", "\u202e", "\r"} & set(out)


def test_a_file_of_one_run_has_none_to_choose_from(made: Path, run_cli: RunCli) -> None:
    code, out, told = run_cli("events", made / "otlp_genai.json", "--runs")
    assert (code, out) == (0, "")
    assert "holds one run" in told
    assert json.loads(run_cli("events", made / "otlp_genai.json", "--runs", "--json")[1]) == {"runs": []}


@pytest.mark.parametrize("word", ["first", "fi", "1"])
def test_every_command_reads_the_run_that_is_named(word: str, several: Path, run_cli: RunCli) -> None:
    def said(*words: str | Path) -> str:
        code, out, told = run_cli(*words, "--run", word)
        assert code == 0, told
        return out

    meta = json.loads(said("events", several, "--meta"))
    assert meta["events"] == 2
    assert "the file holds 3 runs; shown is first, as asked for" in meta["warnings"]
    assert [json.loads(line)["event"] for line in said("events", several, "--jsonl").splitlines()] == [1, 2]
    assert said("lines", several, "1-") == "Add 2 and 2.\n4\n"
    assert said("search", several, "4") == "2:4\n"
    assert json.loads(said("plan", several, "--json"))["trace"]["events"] == 2


@pytest.mark.parametrize("word", ["nobody", "9", "0", "", "\x1b[2J"])
def test_a_wrong_run_is_refused_with_the_choices(word: str, several: Path, run_cli: RunCli) -> None:
    code, out, told = run_cli("events", several, "--run", word)
    assert (code, out) == (2, "")
    assert "holds 3 runs: first, second, " in told
    assert "--runs" in told
    assert not {"\x1b", "\x07", "\u202e"} & set(told)


def test_json_of_events_is_one_object_a_line(several: Path, run_cli: RunCli) -> None:
    told = run_cli("events", several, "--json")
    assert told == run_cli("events", several, "--jsonl")
    assert [json.loads(line)["event"] for line in told[1].splitlines()] == list(range(1, len(told[1].splitlines()) + 1))


def test_a_diagnosis_says_which_run_it_is_about_and_verify_reads_that_one(
    several: Path, tmp_path: Path, run_cli: RunCli
) -> None:
    for word, lines in (("first", 2), ("third", 3), (None, 4)):
        given = ("--run", "3" if word == "third" else word) if word else ()
        saved = tmp_path / f"{word}.json"
        code, _, told = run_cli("diagnose", several, "--offline", "-o", saved, *given)
        assert code in (0, 3), told
        document = json.loads(saved.read_text())
        assert document["trace"]["lines"] == lines
        assert document["made_by"]["settings"]["run"] == {"third": HOSTILE, None: "second"}.get(word, word)
        assert run_cli("verify", saved, several)[0] == 0
        assert run_cli("report", saved, "-o", tmp_path / "report.html")[0] == 0


def test_what_is_asked_of_one_run_is_not_answered_from_another(several: Path, run_cli: RunCli, own_home: Path) -> None:
    question = 'where did "Thanks" first appear?'
    answers = {
        word: json.loads(run_cli("ask", several, question, "--json", "--offline", "--run", word)[1])
        for word in ("first", "second")
    }
    assert answers["first"]["answer"] != answers["second"]["answer"]


def test_the_runs_of_a_folder(corpus: Path, tmp_path: Path, run_cli: RunCli) -> None:
    folder = next((corpus / "MagenticOne" / "gaia_level_1").iterdir())
    for each in sorted(folder.iterdir())[:3]:
        shutil.copytree(each, tmp_path / "runs" / each.name)
    names = sorted(each.name for each in (tmp_path / "runs").iterdir())
    code, out, _ = run_cli("events", tmp_path / "runs", "--runs", "--json")
    assert code == 0
    assert [each["id"] for each in json.loads(out)["runs"]] == names
    code, out, _ = run_cli("events", tmp_path / "runs", "--meta", "--run", "2")
    assert json.loads(out)["events"] > 0
    code, _, told = run_cli("events", tmp_path / "runs")
    assert code == 66
    assert "--run" in told
    code, _, told = run_cli("events", tmp_path / "runs", "--run", "nobody")
    assert code == 2
    assert names[0] in told


def test_forgetting_a_file_forgets_all_its_runs(several: Path, run_cli: RunCli, own_home: Path) -> None:
    from agent.trace.trace import Trace

    store = open_store(own_home)
    for word in ("first", "second"):
        store.keep_diagnosis(Trace.open(several, only=word).fingerprint(), "offline", {"run": word})
    assert store.diagnosis(Trace.open(several, only="1").fingerprint()) == {"run": "first"}
    store.keep_diagnosis("0" * 64, "offline", {"other": True})
    store.close()
    assert "forgotten: 2 entries" in run_cli("forget", several)[2]
    store = open_store(own_home)
    assert store.diagnosis("0" * 64) == {"other": True}
    store.close()
    assert (own_home / NAME).exists()


@pytest.mark.parametrize("words", [("runs", "gs://bucket/x"), ("events", "s3://bucket/x"), ("stats", "hf://x")])
def test_an_address_is_told_which_command_reads_it(run_cli: RunCli, words: tuple[str, ...]) -> None:
    code, _, err = run_cli(*words)
    assert code == 66 and "is an address" in err.lower() and "diagnose ADDRESS -o DIR" in err
