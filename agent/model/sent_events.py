"""Server-sent events: the bytes of a stream become the data of each event, split at line breaks and within bounds."""

from collections.abc import AsyncGenerator, AsyncIterator

from agent.model.faults import Fault, Status

LONGEST_LINE = 8 * 1024 * 1024
_WHOLE = (b"{", b"<")
"""How a reply begins that comes whole, from a server that does not stream: an object, or the page of a portal."""


async def data_of(blocks: AsyncIterator[bytes], largest: int) -> AsyncGenerator[str]:
    """The data of each event, up to the one that says the stream is done; all of a reply that is no stream."""
    waiting, size, begun, is_whole = bytearray(), 0, False, False
    async for block in blocks:
        size += len(block)
        waiting += block
        if not begun and (start := bytes(waiting).lstrip()[:1]):
            begun, is_whole = True, start in _WHOLE
        if size > largest or (not is_whole and len(waiting) > LONGEST_LINE + len(block)):
            raise Fault(Status.ODD, "the reply is larger than any answer")
        if is_whole or b"\n" not in block:
            continue
        *lines, rest = bytes(waiting).split(b"\n")
        waiting = bytearray(rest)
        for line in lines:
            if line.startswith(b"data:"):
                data = line[5:].strip()
                if data == b"[DONE]":
                    return
                yield data.decode("utf-8", "replace")
    if is_whole:
        yield waiting.decode("utf-8", "replace").strip()
    elif waiting.startswith(b"data:") and (data := bytes(waiting)[5:].strip()) not in (b"", b"[DONE]"):
        yield data.decode("utf-8", "replace")
