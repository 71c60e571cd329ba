"""An Inspect log in its packed form, unpacked member by member into the document that the same log is as JSON."""

import io
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from agent.errors import UnreadableTrace
from agent.trace.unpack import inflated, unzstd

if TYPE_CHECKING:
    import zipfile

_STEP = 256 * 1024
_STORED, _DEFLATED, _ZSTD = 0, 8, 93
_NAMES = (b"header.json", b"samples/", b"_journal/")
_MOST_HEADER = 16 * 1024 * 1024
_MOST_LISTED = 8 * 1024 * 1024

Warn = Callable[[str], None]


def is_eval(path: Path, head: bytes) -> bool:
    """Whether a file is a log that Inspect has packed."""
    return head.startswith(b"PK\x03\x04") and (path.suffix == ".eval" or any(name in head for name in _NAMES))


def eval_blocks(descriptor: int, name: str, warn: Warn) -> Iterator[bytes]:
    """The log as one JSON document: what the header says, then each sample that was finished."""
    import zipfile  # for packed logs alone

    try:
        with zipfile.ZipFile(cast(IO[bytes], io.BufferedReader(_List(descriptor)))) as packed:
            members = {member.filename: member for member in packed.infolist()}
        unpacked = _Members(descriptor).unpacked
        head = members.get("header.json") or members.get("_journal/start.json")
        opening = _whole(unpacked(head)) if head is not None else b"{}"
        if "header.json" not in members:
            warn("The evaluation did not come to its end: only the samples that were finished are in the file.")
            opening = b'{"status":"started",' + opening.strip().removeprefix(b"{")
        yield opening.rstrip().removesuffix(b"}").rstrip(b" \n,") + b',"samples":['
        comma = b""
        for filename, member in members.items():
            if filename.startswith("samples/") and filename.endswith(".json"):
                yield comma
                yield from unpacked(member)
                comma = b",\n"
        yield b"]}"
    except (zipfile.BadZipFile, zlib.error, struct.error, OSError, ValueError, NotImplementedError) as fault:
        raise UnreadableTrace(
            "The Inspect log is damaged.",
            f"{name} cannot be unpacked: {fault}.",
            "Copy it again, or write what can be read of it with `inspect log dump FILE > FILE.json`.",
        ) from None


def _whole(blocks: Iterator[bytes]) -> bytes:
    """A member that is needed whole, which nobody writes so long."""
    held: list[bytes] = []
    size = 0
    for block in blocks:
        held.append(block)
        size += len(block)
        if size > _MOST_HEADER:
            raise ValueError(f"its header is longer than {_MOST_HEADER:,} bytes")
    return b"".join(held)


class _Members:
    """Members read from a descriptor; all together they cannot be longer than the file that they are in."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._left = os.fstat(descriptor).st_size

    def unpacked(self, member: "zipfile.ZipInfo") -> Iterator[bytes]:
        """The bytes of a member, in blocks; Inspect packs with zstd, which the standard library does not know."""
        packed = self._packed(member)
        if member.compress_type == _STORED:
            return packed
        if member.compress_type == _DEFLATED:
            return inflated(packed)
        if member.compress_type == _ZSTD:
            return unzstd(packed)
        raise NotImplementedError(f"a sample is packed by method {member.compress_type}")

    def _packed(self, member: "zipfile.ZipInfo") -> Iterator[bytes]:
        at = member.header_offset
        name, extra = struct.unpack("<HH", os.pread(self._descriptor, 30, at)[26:30])
        at, end = at + 30 + name + extra, at + 30 + name + extra + member.compress_size
        while at < end and (data := os.pread(self._descriptor, min(_STEP, end - at), at)):
            at += len(data)
            self._left -= len(data)
            if self._left < 0:
                raise ValueError("its members lie over each other")
            yield data


class _List(io.RawIOBase):
    """A descriptor read by offset, as the file that a zip archive is listed from; a list of any length is not read."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._size = os.fstat(descriptor).st_size
        self._place = 0
        self._left = _MOST_LISTED

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seekable(self) -> bool:
        """Any place can be gone to."""
        return True

    def tell(self) -> int:
        """The place that is read next."""
        return self._place

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place."""
        self._place = max(0, offset + (0, self._place, self._size)[whence])
        return self._place

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        """Fill a buffer from the place that was gone to."""
        data = os.pread(self._descriptor, len(buffer), self._place)
        buffer[: len(data)] = data
        self._place += len(data)
        self._left -= len(data)
        if self._left < 0:
            raise ValueError(f"its list of members is longer than {_MOST_LISTED:,} bytes")
        return len(data)
