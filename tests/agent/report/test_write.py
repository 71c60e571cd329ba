"""Writing a report: whole or not at all, where it was asked for, never over the trace."""

import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.errors import MastError, WrongUse
from agent.report.kinds import KINDS, Content
from agent.report.write import check_targets, write_report
from tests.agent.report.samples import rendered, sample

OLD = "the old report"


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("suffix", KINDS)
def test_a_report_is_written_whole_in_place_of_the_old_one(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"report{suffix.upper()}"
    path.write_text(OLD)
    assert write_report(Content(sample()), path) == path.stat().st_size
    assert OLD not in path.read_text(encoding="utf-8")
    assert _names(tmp_path) == [path.name]


def _failing(call: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """A function that fails when it is called for the n-th time."""
    calls = 0

    def maybe(*arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            raise OSError(28, "No space left on device")
        return real(*arguments, **named)

    return maybe


@pytest.mark.parametrize("call", [1, 2, 3])
@pytest.mark.parametrize("name", ["open", "write", "fchmod", "fsync", "replace", "close"])
def test_a_failure_at_any_call_leaves_one_whole_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, call: int
) -> None:
    path = tmp_path / "report.html"
    write_report(Content(sample()), path)
    whole = path.read_bytes()
    path.write_text(OLD)
    monkeypatch.setattr("agent.report.write.BLOCK", 4096)
    with monkeypatch.context() as faults:
        faults.setattr(os, name, _failing(call, getattr(os, name)))
        try:
            write_report(Content(sample()), path)
            assert path.read_bytes() == whole
        except MastError as error:
            assert "No space left on device" in error.to
            assert path.read_text() == OLD
    assert _names(tmp_path) == ["report.html"]


def test_writing_did_fail_in_the_test_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("write", "fsync", "replace"):
        with monkeypatch.context() as faults:
            faults.setattr(os, name, _failing(1, getattr(os, name)))
            with pytest.raises(MastError):
                write_report(Content(sample()), tmp_path / "report.html")
    assert _names(tmp_path) == []


def test_a_full_disk_leaves_the_old_report_whole(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(OLD)
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from agent.report.kinds import Content; from agent.report.write import write_report\n"
        "from tests.agent.report.samples import sample\n"
        "made = sample(); resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "write_report(Content(made), Path(sys.argv[1]))"
    )
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=root,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},  # no cut bytecode for others
    )
    assert "File too large" in done.stderr
    assert done.returncode != 0
    assert path.read_text() == OLD
    assert _names(tmp_path) == ["report.html"]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 4096


def test_a_folder_without_permission_is_an_error_in_sentences(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is forbidden to root")
    tmp_path.chmod(0o500)
    with pytest.raises(MastError, match="Permission denied"):
        write_report(Content(sample()), tmp_path / "report.md")


def test_a_new_report_may_be_read_as_any_new_file_may(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_report(Content(sample()), tmp_path / "report.md")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "report.md").stat().st_mode) == 0o644


def test_an_old_report_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    path.write_text(OLD)
    path.chmod(0o600)
    write_report(Content(sample()), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def _trace(folder: Path) -> Path:
    path = folder / "trace.json"
    path.write_text(OLD)
    return path


def test_never_over_the_trace_by_any_name(tmp_path: Path) -> None:
    trace = _trace(tmp_path)
    (tmp_path / "hard.json").hardlink_to(trace)
    (tmp_path / "soft.json").symlink_to(trace)
    for name in ("trace.json", "hard.json", "soft.json", "../" + tmp_path.name + "/trace.json"):
        with pytest.raises(WrongUse, match="never written over its trace"):
            write_report(Content(sample()), tmp_path / name, [trace])
        with pytest.raises(WrongUse, match="never written over its trace"):
            check_targets([tmp_path / name], [trace])
    assert trace.read_text() == OLD


def test_never_over_a_trace_that_is_reached_through_a_link(tmp_path: Path) -> None:
    trace = _trace(tmp_path)
    link = tmp_path / "link"
    link.symlink_to(trace)
    with pytest.raises(WrongUse):
        write_report(Content(sample()), tmp_path / "trace.json", [link])


def test_never_a_folder_and_never_into_one_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    with pytest.raises(WrongUse, match="folder"):
        write_report(Content(sample()), tmp_path / "folder.md")
    with pytest.raises(WrongUse, match="folder"):
        write_report(Content(sample()), tmp_path / "nowhere" / "report.md")


def test_never_through_a_link_out_of_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "precious.md").write_text(OLD)
    (inside / "report.md").symlink_to(outside / "precious.md")
    (inside / "dangling.md").symlink_to(outside / "new.md")
    for name in ("report.md", "dangling.md"):
        with pytest.raises(WrongUse, match="leave its folder"):
            write_report(Content(sample()), inside / name)
    assert (outside / "precious.md").read_text() == OLD
    assert _names(outside) == ["precious.md"]


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "first.md").write_text(OLD)
    (tmp_path / "latest.md").symlink_to("first.md")
    write_report(Content(sample()), tmp_path / "latest.md")
    assert (tmp_path / "latest.md").is_symlink()
    assert OLD not in (tmp_path / "first.md").read_text()


def test_a_link_to_itself_goes_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("b.md")
    (tmp_path / "b.md").symlink_to("a.md")
    with pytest.raises(WrongUse):
        write_report(Content(sample()), tmp_path / "a.md")


def test_a_pipe_is_no_place_for_a_report(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    with pytest.raises(WrongUse, match="device or a pipe"):
        write_report(Content(sample()), tmp_path / "pipe.md")


def test_an_unknown_suffix_names_the_known_ones(tmp_path: Path) -> None:
    for name in ("report.pdf", "report", "report.md.txt", ".md"):
        with pytest.raises(WrongUse) as caught:
            check_targets([tmp_path / name], [])
        assert all(suffix in caught.value.next_step for suffix in KINDS)


def test_two_reports_are_two_files(tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text(OLD)
    (tmp_path / "same.md").hardlink_to(tmp_path / "old.md")
    for one, other in (("a.md", "a.md"), ("a.md", "./a.md"), ("old.md", "same.md")):
        with pytest.raises(WrongUse, match="cannot be one file"):
            check_targets([tmp_path / one, tmp_path / other], [])
    check_targets([tmp_path / "a.md", tmp_path / "a.html"], [])


@pytest.mark.parametrize("suffix", KINDS)
def test_a_file_of_somebody_else_is_replaced_only_by_force(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"notes{suffix}"
    path.write_text("# What I wrote\n\nmast-tui said nothing of it.\n")
    with pytest.raises(WrongUse, match="over an older report only") as refused:
        check_targets([path], [])
    assert "--force" in refused.value.next_step
    check_targets([path], [], force=True)
    write_report(Content(sample()), path)
    check_targets([path], [])
    path.write_text("")
    check_targets([path], [])


def test_a_name_as_long_as_may_be_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 252 + ".md")
    write_report(Content(sample()), path)
    assert path.exists()


def test_a_conversation_follows_the_report_only_where_it_is_wanted() -> None:
    chat = "## Questions and answers\n\n### Why?\n"
    told = rendered(sample(), ".md", chat=chat)
    assert told.replace(f"{chat}\n", "") == rendered(sample(), ".md")
    assert told.index("## Findings") < told.index(chat) < told.index("## The fourteen modes")
    page = rendered(sample(), ".html", chat=chat)
    assert "<h2>Questions and answers</h2>" in page and "<h3>Why?</h3>" in page
    for suffix in (".json", ".sarif"):
        assert rendered(sample(), suffix, chat=chat) == rendered(sample(), suffix)
