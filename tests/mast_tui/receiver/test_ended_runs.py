"""Runs that have ended are diagnosed one after another, whatever becomes of one of them."""

import sys
import threading
from pathlib import Path
from queue import Queue

import pytest

from mast_tui.receiver import ended_runs
from mast_tui.receiver.ended_runs import EndedRuns
from mast_tui.receiver.export import Share
from tests.no_more_files import no_more_files


def ended(name: str) -> Share:
    return Share(name, b"{}\n", 1, True)


def test_a_program_that_cannot_be_started_is_told_and_the_next_run_is_diagnosed(tmp_path: Path) -> None:
    told: Queue[tuple[str, str]] = Queue()
    runs = EndedRuns(tmp_path, ["--offline"], lambda name, words: told.put((name, words)))
    with no_more_files():
        runs.hear(ended("first"))
        name, words = told.get(timeout=60)
    assert name == "first" and "first.otlp.jsonl was not diagnosed: Too many open files." in words
    runs.hear(ended("second"))
    name, words = told.get(timeout=60)
    assert name == "second" and "It does not exist." in words
    runs.close()


def test_a_teller_that_fails_ends_no_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ended_runs, "diagnosing", lambda trace: [sys.executable, "-c", ""])
    told: Queue[str] = Queue()

    def tell(name: str, words: str) -> None:
        told.put(name)
        if name == "first":
            raise ValueError("nobody listens")

    runs = EndedRuns(tmp_path, [], tell)
    runs.hear(ended("first"))
    assert [told.get(timeout=60), told.get(timeout=60)] == ["first", "first"]  # the words, and that they were not told
    runs.hear(ended("second"))
    assert told.get(timeout=60) == "second"
    runs.close()


def test_no_program_is_begun_once_nothing_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_it, closed = threading.Event(), threading.Event()

    def diagnosing(trace: Path) -> list[str]:
        """What is run, where the watch ends between the choice of a run and the start of its program."""
        at_it.set()
        assert closed.wait(60)
        return [sys.executable, "-c", f"open({str(tmp_path / 'begun')!r}, 'w')"]

    monkeypatch.setattr(ended_runs, "diagnosing", diagnosing)
    monkeypatch.setattr(threading.Thread, "join", lambda thread, timeout=None: closed.set())
    runs = EndedRuns(tmp_path, [], lambda name, words: None)
    runs.hear(ended("first"))
    assert at_it.wait(60)
    runs.close()
    monkeypatch.undo()
    for thread in threading.enumerate():
        if thread.name == "ended runs":
            thread.join(60)
    assert not (tmp_path / "begun").exists()
