"""The number of a state folder is one, whoever makes it first."""

import os
from pathlib import Path

import pytest

from agent.salt import NAME, SIZE, salt


def test_a_number_is_made_once_and_kept(tmp_path: Path) -> None:
    made = salt(tmp_path)
    assert len(made) == SIZE
    assert salt(tmp_path) == made
    assert [each.name for each in tmp_path.iterdir()] == [NAME]


def test_of_two_that_begin_at_once_the_faster_one_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, link = b"t" * SIZE, os.link

    def later(source: str, target: Path) -> None:
        target.write_bytes(theirs)
        link(source, target)

    monkeypatch.setattr(os, "link", later)
    assert salt(tmp_path) == theirs
    assert (tmp_path / NAME).read_bytes() == theirs


def test_what_was_never_written_whole_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"cut")
    assert salt(tmp_path) == (tmp_path / NAME).read_bytes() != b"cut"
