"""Compressed and foreign-encoded bytes become the UTF-8 bytes of a trace, block by block and never without bound."""

import codecs
import zlib
from collections.abc import Callable, Generator, Iterator
from itertools import chain
from typing import IO, cast

from agent.errors import UnreadableTrace

STEP = 1024 * 1024
RATIO_FROM = 50 * 1024 * 1024
MOST_RATIO = 200
MOST_BYTES = 2 * 1024 * 1024 * 1024
_MOST_WINDOW = 2**27
_SLICE = 16 * 1024
_ENDS_EARLY = "The compressed file ends too early: what could be unpacked is shown."
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 4096
_ENOUGH = 4

Warn = Callable[[str], None]


def is_packed(head: bytes) -> bool:
    """Whether the bytes begin like a file that has to be unpacked."""
    return head.startswith((GZIP, ZSTD))


def as_utf8(blocks: Iterator[bytes], name: str, packed_size: int | None, warn: Warn) -> Iterator[bytes]:
    """The bytes of a trace: unpacked where they are packed, and in UTF-8 whatever they were written in.

    Nothing is read before the first block is asked for.
    """
    head = b""
    for block in blocks:
        head += block
        if len(head) >= _ENOUGH:
            break
    blocks = chain((head,), blocks)
    if head.startswith(GZIP):
        blocks = limited(_gunzip(blocks, name, warn), packed_size, warn)
    elif head.startswith(ZSTD):
        blocks = limited(_unzstd(blocks, name, warn), packed_size, warn)
    yield from _transcoded(blocks, warn)


def encoding_of(head: bytes) -> str | None:
    """UTF-16 or UTF-32, by its mark or by where the zero bytes stand; None for everything else."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    sample = head[: min(len(head), _SAMPLE) // 4 * 4]
    if len(sample) < 4:
        return None
    quarter = len(sample) / 4
    zeros = tuple(sample[phase::4].count(0) / quarter > 0.5 for phase in range(4))
    few = tuple(sample[phase::4].count(0) / quarter < 0.05 for phase in range(4))
    shapes = {
        "utf-16-le": (False, True, False, True),
        "utf-16-be": (True, False, True, False),
        "utf-32-le": (False, True, True, True),
        "utf-32-be": (True, True, True, False),
    }
    for encoding, shape in shapes.items():
        if all(zeros[at] if zero else few[at] for at, zero in enumerate(shape)):
            return encoding
    return None


def _transcoded(blocks: Iterator[bytes], warn: Warn) -> Iterator[bytes]:
    head = next(blocks, b"")
    encoding = encoding_of(head)
    if encoding is None:
        yield head
        yield from blocks
        return
    warn(f"The trace is written in {encoding.upper()}; it was put into UTF-8 first, and bytes are counted in that.")
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    first = True
    for block in chain((head,), blocks, (b"",)):
        text = decoder.decode(block, final=not block)
        if first:
            text, first = text.removeprefix("\ufeff"), False
        yield text.encode("utf-8", "replace")


def _gunzip(blocks: Iterator[bytes], name: str, warn: Warn) -> Iterator[bytes]:
    try:
        unfinished = yield from _unzlib(blocks, 31)
    except zlib.error:
        raise _damaged(name) from None
    if unfinished:
        warn(_ENDS_EARLY)


def inflated(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Deflated bytes as they were, in blocks; `zlib.error` where they are damaged."""
    yield from _unzlib(blocks, -15)


def _unzlib(blocks: Iterator[bytes], shape: int) -> Generator[bytes, None, bool]:
    """Streams after each other, a block at a time however much comes out of it; whether the last is unfinished."""
    unpacker = zlib.decompressobj(shape)
    fresh = True
    for data in _slices(blocks):
        while data:
            fresh = False
            out = unpacker.decompress(data, STEP)
            data = unpacker.unconsumed_tail
            yield out
            while len(out) == STEP and not data and not unpacker.eof:
                out = unpacker.decompress(b"", STEP)
                yield out
            if unpacker.eof:
                data = unpacker.unused_data.lstrip(b"\0")
                unpacker, fresh = zlib.decompressobj(shape), True
    return not fresh


def _slices(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Blocks so small that it costs little to go on behind each of many short streams."""
    for block in blocks:
        yield from (block[at : at + _SLICE] for at in range(0, len(block), _SLICE))


def _unzstd(blocks: Iterator[bytes], name: str, warn: Warn) -> Iterator[bytes]:
    head = next(blocks)
    produced = 0
    try:
        promised = _promised(head)
        for block in unzstd(chain((head,), blocks)):
            produced += len(block)
            yield block
    except ValueError:
        raise _damaged(name) from None
    if produced == 0 or produced < promised:
        warn(_ENDS_EARLY)


def unzstd(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Bytes as they were before zstd packed them, in blocks; ValueError where they are damaged."""
    import zstandard

    unpacker = zstandard.ZstdDecompressor(max_window_size=_MOST_WINDOW)
    try:
        with unpacker.stream_reader(cast(IO[bytes], _Pull(blocks)), read_across_frames=True) as reader:
            while out := reader.read(STEP):
                yield out
    except zstandard.ZstdError as fault:
        raise ValueError(str(fault)) from None


def _promised(head: bytes) -> int:
    """How long the first frame says that it is; -1 where it does not."""
    import zstandard

    try:
        return zstandard.frame_content_size(head) if len(head) >= 18 else -1
    except zstandard.ZstdError as fault:
        raise ValueError(str(fault)) from None


class _Pull:
    """Blocks as the file object that the zstd library reads from."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self._rest = b""

    def read(self, size: int) -> bytes:
        if not self._rest:
            self._rest = next(self._blocks, b"")
        data, self._rest = self._rest[:size], self._rest[size:]
        return data


def limited(blocks: Iterator[bytes], packed_size: int | None, warn: Warn) -> Iterator[bytes]:
    """The blocks, as far as it is safe to unpack a file of that size."""
    most = MOST_BYTES if packed_size is None else min(MOST_BYTES, max(RATIO_FROM, packed_size * MOST_RATIO))
    total = 0
    for block in blocks:
        total += len(block)
        if total > most:
            yield block[: len(block) - (total - most)]
            warn(f"The compressed file unpacks to more than is safe: only the first {most:,} bytes are read.")
            return
        yield block


def _damaged(name: str) -> UnreadableTrace:
    return UnreadableTrace(
        "The compressed file is damaged.",
        f"{name} cannot be unpacked.",
        "Unpack it with another tool, or copy it again.",
    )
