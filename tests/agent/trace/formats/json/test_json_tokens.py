"""The tokens of JSON: the pattern for the end of a string against the plain one that looks at every escape."""

import re

from hypothesis import given
from hypothesis import strategies as st

from agent.trace.formats.json.json_tokens import STRING_END

FAST = re.compile(rb'"' + STRING_END, re.DOTALL)
PLAIN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)


@given(st.lists(st.sampled_from(["\\", "\\", '"', "a", "\n", ","]), max_size=40).map("".join))
def test_strings_end_where_the_escapes_say(signs: str) -> None:
    data = b'"' + signs.encode()
    fast, plain = FAST.match(data), PLAIN.match(data)
    assert (fast and fast.span()) == (plain and plain.span())


@given(st.integers(0, 12), st.booleans())
def test_any_number_of_backslashes_before_the_quote(count: int, first: bool) -> None:
    data = (b'"' if first else b'"x') + b"\\" * count + b'", "next"'
    fast, plain = FAST.match(data), PLAIN.match(data)
    assert (fast and fast.span()) == (plain and plain.span())


def test_re_still_has_what_it_does_not_document() -> None:
    assert hasattr(FAST, "scanner"), "re.Pattern.scanner is gone: `token_after_token` has to go on with finditer"
