"""A command whose packages are not installed says what to install, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NEEDS = [
    ("mcp", ["mcp", "."]),
    ("uvicorn", ["listen"]),
    ("opentelemetry", ["listen", "--no-screen"]),
    ("grpc", ["listen", "--no-screen", "--grpc"]),
    ("uvicorn", ["run", "--", "true"]),
]


@pytest.mark.parametrize("package, words", NEEDS)
def test_a_missing_package_is_named_with_its_extra(package: str, words: list[str]) -> None:
    program = f"import sys; sys.modules[{package!r}] = None\nfrom mast_tui.cli import main\nsys.exit(main({words!r}))"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert package in done.stderr and "pip install 'mast-tui[" in done.stderr and "Traceback" not in done.stderr
