"""No pattern, whoever wrote it, ends the program, takes it over, or finds something else than Python would."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent.errors import WrongUse
from agent.trace.matcher import Query
from agent.trace.timed_pattern import LONGEST
from agent.trace.trace import Trace

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("random_patterns.py")
BATCHES, PATTERNS = 10, 2000
MOST_MEGABYTES = 300


@pytest.mark.parametrize("seed", range(BATCHES))
def test_random_patterns_find_in_hostile_lines_what_python_finds(seed: int, tmp_path: Path) -> None:
    progress = tmp_path / "pattern"
    command = [sys.executable, str(PROGRAM), str(seed), str(PATTERNS), str(progress)]
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert ran.returncode == 0, f"ended by {ran.returncode} at {progress.read_text()[:200]}: {ran.stderr[-500:]}"
    told = json.loads(ran.stdout)
    assert told["different"] == {}
    assert told["megabytes"] < MOST_MEGABYTES


@pytest.mark.parametrize(
    "pattern", ["z+y", "l+a", "o+x", "(z|zz)+y", "(?:(.)|(..))*y", r"(?:(z*)(z*))*\1y", "(?=(z+)+y)z"]
)
def test_a_long_run_of_one_letter_is_searched_by_the_command(pattern: str, tmp_path: Path) -> None:
    path = tmp_path / "p.log"
    path.write_text("z" * 500 + "\n" + "z" * 50_000 + "y\n" + "l" * 5_000 + "a" + "o" * 5_000 + "x\n")
    command = [sys.executable, "-m", "mast_tui", "search", str(path), pattern, "--regex", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode in (0, 2), ran.stderr[-500:]


def test_a_pattern_that_takes_too_long_on_many_lines_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.trace.timed_pattern.PATIENCE", 0.05)
    path = tmp_path / "p.log"
    path.write_text(("a" * 60 + "b!\n") * 1000)
    trace = Trace.open(path).read()
    with pytest.raises(WrongUse, match="takes too long"):
        trace.search(Query("^(a|aa)+!", regex=True)).count()
    trace.close()


@pytest.mark.parametrize("pattern", ["a" * (LONGEST + 1), "(" * 400 + "a" + ")" * 400, "(?:" * 600 + "a" + ")*" * 600])
def test_a_pattern_beyond_all_measure_is_refused_by_name(pattern: str, tmp_path: Path) -> None:
    path = tmp_path / "p.log"
    path.write_text("aaa\n")
    trace = Trace.open(path).read()
    with pytest.raises(WrongUse, match="pattern"):
        trace.search(Query(pattern, regex=True)).count()
    trace.close()


@pytest.mark.parametrize("text", ["\ud800", "a\udcff", "\udcff", "\ufffd"])
@pytest.mark.parametrize("regex", [True, False])
def test_what_is_no_text_is_searched_for_like_what_is_no_text(text: str, regex: bool, tmp_path: Path) -> None:
    path = tmp_path / "p.log"
    path.write_bytes(b"a\xff\nb\n")
    trace = Trace.open(path).read()
    assert [hit.line for hit in trace.search(Query(text, regex=regex)).hits()] == [1]
    trace.close()
