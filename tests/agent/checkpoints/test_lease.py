"""A lease is one process's at a time, and holds nobody up where nothing can be locked."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from agent.checkpoints.lease import Lease, Thread


def test_a_lease_is_taken_once_and_given_back(tmp_path: Path) -> None:
    first, second = (Lease(Thread(tmp_path, "walk")) for _ in range(2))
    assert first.take()
    assert not second.take()
    first.give_back()
    assert second.take()
    second.give_back()


@pytest.mark.parametrize("fault", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_where_nothing_can_be_locked_nobody_waits(fault: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: int) -> None:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(fcntl, "flock", refused)
    assert Lease(Thread(tmp_path, "walk")).take()
