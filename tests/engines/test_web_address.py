"""Runs behind web addresses: a real server on the loopback, read by fsspec."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from pyarrow import parquet

from tests.conftest import RunCli


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing about it."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A folder with two runs and something that is none."""
    place = tmp_path / "served"
    place.mkdir()
    for at in range(2):
        said = [{"role": "user", "content": f"Task {at}."}, {"role": "assistant", "content": "I cannot find it."}]
        (place / f"run-{at}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in said))
    (place / "notes.md").write_text("no run")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(place)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_run_and_a_page_that_lists_runs_are_read(address: str, run_cli: RunCli, tmp_path: Path) -> None:
    for word, names in ((f"{address}/run-1.jsonl", ["run-1"]), (f"{address}/", ["run-0", "run-1"])):
        code, out, err = run_cli("diagnose", word, "-o", tmp_path / "out", "--offline", "--json")
        assert code == 0, err
        rows = json.loads(out)
        assert [row["path"] for row in rows] == [f"{address}/{name}.jsonl" for name in names]
    assert sorted(row["state"] for row in rows)[-1] == "there"  # the one that was named alone before


def test_what_is_not_there_is_told(address: str, run_cli: RunCli, tmp_path: Path) -> None:
    code, _, err = run_cli("diagnose", f"{address}/gone.jsonl", "-o", tmp_path / "out", "--offline")
    assert code == 66
    assert "gone.jsonl" in err


def test_a_summary_as_parquet_is_read_by_arrow(address: str, run_cli: RunCli, tmp_path: Path) -> None:
    assert run_cli("diagnose", f"{address}/", "-o", tmp_path / "out", "--offline")[0] == 0
    assert run_cli("summary", tmp_path / "out", "-o", tmp_path / "all.parquet")[0] == 0
    table = parquet.read_table(tmp_path / "all.parquet")
    assert table.num_rows == 2
    assert table.column("path").to_pylist() == [f"{address}/run-{at}.jsonl" for at in range(2)]
