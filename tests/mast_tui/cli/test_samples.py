"""The commands that list samples and forget traces."""

import json
from pathlib import Path

from mast_tui.store import NAME, open_store
from tests.conftest import RunCli
from tests.mast_tui.desk import FAILED


def test_the_samples_are_listed_with_where_they_are(run_cli: RunCli) -> None:
    code, out, err = run_cli("samples", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found
    assert all(Path(each["path"]).exists() and each["title"] for each in found)
    code, out, _ = run_cli("samples")
    assert code == 0
    assert all(each["name"] in out for each in found)


def test_forget_deletes_what_is_kept_about_a_trace_and_nothing_else(run_cli: RunCli, own_home: Path) -> None:
    from agent.trace.source import Source

    sha256 = Source.open(FAILED).sha256()
    store = open_store(own_home)
    store.keep_decision(sha256, "F1", "accepted", None)
    store.keep_decision("other", "F1", "accepted", None)
    store.close()
    assert run_cli("forget", FAILED)[0] == 0
    store = open_store(own_home)
    assert store.decisions(sha256) == {}
    assert store.decisions("other") != {}
    store.close()
    assert run_cli("forget", "--all")[0] == 0
    store = open_store(own_home)
    assert store.decisions("other") == {}
    store.close()
    assert (own_home / NAME).exists()


def test_forget_wants_to_know_what(run_cli: RunCli) -> None:
    assert run_cli("forget")[0] == 2
    assert run_cli("forget", FAILED, "--all")[0] == 2
