"""A string longer than what is read at a time ends where JSON ends it, wherever a block ends within it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.trace.formats.json import json_tokens
from agent.trace.formats.json.json_tokens import JsonBytes


class Held:
    """Bytes in memory, read by offset."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, start: int, end: int) -> bytes:
        return self.data[start:end]


@given(
    text=st.text('a"\\\n\u00e9', max_size=40), behind=st.sampled_from([b"", b',"next"', b' "']), block=st.integers(1, 9)
)
def test_a_string_ends_where_it_ends_in_blocks_of_any_size(text: str, behind: bytes, block: int) -> None:
    string = json.dumps(text).encode()
    with pytest.MonkeyPatch.context() as small:
        small.setattr(json_tokens, "READ", block)
        held = JsonBytes(Held(b" " + string + behind))
        held.data = b" " + string[:1]
        assert held.pass_string() == (1, 1 + len(string))
        assert (held.data, held.base) == (b"", 1 + len(string))


@pytest.mark.parametrize("cut", [b'"never ends', b'"ends in a backslash\\', b'"escapes its end\\"'])
def test_a_string_that_does_not_end_is_left_where_it_begins(cut: bytes) -> None:
    held = JsonBytes(Held(cut))
    held.data = cut[:3]
    assert held.pass_string() is None
    assert (held.data, held.base) == (b"", 0)
