"""Locks saved work, so that one process at a time goes on with it: a private file for each piece, and a lease on it."""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

if os.name == "posix":
    import fcntl
else:
    import msvcrt

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
BROKEN = "-broken"
TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


@dataclass(frozen=True, slots=True)
class Thread:
    """One line of work whose state outlives the process."""

    folder: Path
    name: str
    suffix: str = ".sqlite"

    @property
    def path(self) -> Path:
        """The file that holds the state."""
        return self.folder / f"{self.name}{self.suffix}"

    def forget(self) -> None:
        """Delete the state; there is nothing to go on with any more."""
        for suffix in ("", "-wal", "-shm", BROKEN):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)

    def set_aside(self) -> None:
        """Put a damaged file out of the way, where somebody may still look into it."""
        self.path.replace(f"{self.path}{BROKEN}")
        for suffix in ("-wal", "-shm"):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)


class Lease:
    """The right to work on a thread: one process at a time, given back even by one that is killed."""

    def __init__(self, thread: Thread) -> None:
        self._path = thread.folder / f"{thread.name}.lease"
        self._descriptor = -1

    def take(self) -> bool:
        """Whether the lease is ours now."""
        try:
            make_private_folder(self._path.parent)
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        except OSError:  # where nothing can be written, nobody shares a state
            return True
        try:
            if os.name == "posix":
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError as fault:
            os.close(descriptor)
            return fault.errno not in TAKEN  # where nothing can be locked, as where nothing can be written
        self._descriptor = descriptor
        return True

    def give_back(self) -> None:
        """Let another process work."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner may look into."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
