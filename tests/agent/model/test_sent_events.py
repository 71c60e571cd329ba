"""Streams of events: split at line breaks only, whole however they come in pieces, and never without bound."""

from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.model.faults import Fault
from agent.model.sent_events import data_of

STREAM = 'event: x\r\ndata: {"a": "ü\u2028\x85 漢"}\r\n\r\n: ping\r\n\r\ndata:{"b": 1}\n\ndata: last'.encode()


async def blocks(content: bytes, size: int) -> AsyncIterator[bytes]:
    for at in range(0, len(content), size):
        yield content[at : at + size]


@given(st.integers(1, 80))
async def test_the_data_of_each_event_comes_whole(size: int) -> None:
    events = [data async for data in data_of(blocks(STREAM, size), 1_000)]
    assert events == ['{"a": "ü\u2028\x85 漢"}', '{"b": 1}', "last"]


async def test_after_the_end_nothing_is_read() -> None:
    assert [data async for data in data_of(blocks(b"data: 1\n\ndata: [DONE]\n\ndata: 2\n", 5), 1_000)] == ["1"]


async def test_a_stream_without_end_is_given_up() -> None:
    with pytest.raises(Fault):
        [data async for data in data_of(blocks(b"data: 1\n\n" * 1_000, 100), 1_000)]
    with pytest.raises(Fault):
        [data async for data in data_of(blocks(b"{" + b" " * 2_000, 100), 1_000)]


@given(st.integers(1, 40))
async def test_a_reply_that_is_no_stream_comes_whole(size: int) -> None:
    for body in ('{\n  "data": [1,\n2]\n}', "<html>\ndata: 1\n</html>"):
        assert [data async for data in data_of(blocks(f"\n{body}\n".encode(), size), 1_000)] == [body]
