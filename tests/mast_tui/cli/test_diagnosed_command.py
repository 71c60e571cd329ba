"""The diagnosis of what a command leaves: where there can be none, that is told and no success."""

from argparse import Namespace
from pathlib import Path

import pytest

from mast_tui.cli.diagnosed_command import diagnosed
from tests.no_more_files import no_more_files

OPTIONS = Namespace(diagnose="offline", fail_on=("present",))


@pytest.mark.parametrize("is_there", [True, False])
def test_a_diagnosis_that_cannot_begin_says_why_and_is_no_success(is_there: bool, tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    if is_there:
        trace.write_text("one line\n")
    with no_more_files():
        done = diagnosed(OPTIONS, trace, capture_output=True)
    assert done is not None and done.returncode == 70
    assert done.stderr.decode().endswith("Too many open files." if is_there else "No such file or directory.")
    assert "run.log was not diagnosed: " in done.stderr.decode()


def test_nothing_is_diagnosed_where_nothing_was_said(tmp_path: Path) -> None:
    (tmp_path / "run.log").write_bytes(b"")
    assert diagnosed(OPTIONS, tmp_path / "run.log") is None
