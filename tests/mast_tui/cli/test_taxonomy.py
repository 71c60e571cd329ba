"""`mast-tui taxonomy`: the list, the card, the JSON of the contract, and what it says of a name it does not know."""

import hashlib
import json
from collections.abc import Callable

import pytest

from taxonomy.mast import load

RunCli = Callable[..., tuple[int, str, str]]


def test_the_list_shows_every_mode_under_its_category(run_cli: RunCli) -> None:
    code, out, err = run_cli("taxonomy")
    assert (code, err) == (0, "")
    places = [out.index(f"{mode.code}  {mode.name}") for mode in load().modes]
    assert places == sorted(places)
    assert out.index("FC2  ") < places[5] < places[10] < out.index("FC3  ") < places[11]
    assert "arXiv:2503.13657v3" in out


def test_json_has_the_keys_of_the_contract(run_cli: RunCli) -> None:
    code, out, err = run_cli("taxonomy", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert set(document) == {"name", "version", "fingerprint", "categories", "modes"}
    assert (document["name"], document["version"]) == ("MAST", "arXiv:2503.13657v3")
    assert (
        document["fingerprint"] == load().fingerprint
        and len(document["fingerprint"]) == hashlib.sha256().digest_size * 2
    )
    assert [category["code"] for category in document["categories"]] == ["FC1", "FC2", "FC3"]
    assert [mode["code"] for mode in document["modes"]] == list(load().codes)
    keys = {"code", "name", "category", "definition", "aliases", "rivals", "remedies", "shares"}
    for mode in document["modes"]:
        assert set(mode) == keys
        assert set(mode["shares"]) == {"v1", "v2", "v3"}
        assert mode["rivals"] and set(mode["rivals"][0]) == {"code", "rule"}
        assert {remedy["kind"] for remedy in mode["remedies"]} <= {"specification", "coordination", "verification"}


@pytest.mark.parametrize(
    "name", ["FM-2.5", "2.5", "fm2.5", "ignored other agents' input", "Ignoring suggestions from agents"]
)
def test_one_mode_is_found_by_any_of_its_names(name: str, run_cli: RunCli) -> None:
    code, out, err = run_cli("taxonomy", name)
    assert (code, err) == (0, "")
    assert out.startswith("FM-2.5  Ignored other agent's input\n")
    code, out, _ = run_cli("taxonomy", name, "--json")
    assert [mode["code"] for mode in json.loads(out)["modes"]] == ["FM-2.5"]


def test_a_category_is_found_too(run_cli: RunCli) -> None:
    _, out, _ = run_cli("taxonomy", "fc3")
    assert "FM-3.1" in out and "FM-1.1" not in out
    _, out, _ = run_cli("taxonomy", "Task verification", "--json")
    assert [mode["code"] for mode in json.loads(out)["modes"]] == ["FM-3.1", "FM-3.2", "FM-3.3"]


@pytest.mark.parametrize("code", load().codes)
def test_a_card_tells_all_about_its_mode(code: str, run_cli: RunCli) -> None:
    mode = load().mode(code)
    flat = " ".join(run_cli("taxonomy", code)[1].split())
    for text in (mode.definition, mode.shows, mode.question, *(rival.rule for rival in mode.rivals)):
        assert " ".join(text.split()) in flat
    for remedy in load().remedies(code):
        assert " ".join(remedy.fill().change.split()) in flat
    for none in load().no_remedies(code):
        assert none.reason in flat
    assert "not of failed runs" in flat
    assert "{actor}" not in flat


@pytest.mark.parametrize("columns", [40, 80, 100, 300])
def test_text_fits_the_terminal(columns: int, run_cli: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in (("taxonomy",), ("taxonomy", "FM-3.3")):
        lines = run_cli(*words)[1].split("\n")
        assert max(map(len, lines)) <= min(max(columns, 60), 100)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("FM-4.1", "round 1"),
        ("1.7", "FM-1.2"),
        ("Unbatched repetitive execution", "no counterpart"),
        ("No or incorrect verification", "FM-3.2 or FM-3.3"),
        ("step repetitoin", '"Step repetition"'),
        ("xyzzy\x1b[2J", "FM-1.1 to FM-3.3"),
        ("", "FM-1.1 to FM-3.3"),
    ],
)
def test_a_name_that_is_no_mode_is_wrong_use_in_three_sentences(name: str, said: str, run_cli: RunCli) -> None:
    code, out, err = run_cli("taxonomy", name)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.rstrip("\n").split("\n")) == 3
    assert "\x1b" not in err
