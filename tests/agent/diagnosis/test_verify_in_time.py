"""A diagnosis that somebody crafted is checked in time: neither a search nor a quote in it can keep the program."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.diagnosis.evidence import Finder
from agent.diagnosis.quote import Sought
from agent.diagnosis.verify import PLACEHOLDER, _stands_in
from agent.trace.trace import Trace

SECRET = "<SECRET:password:1>"
quotes = st.lists(st.sampled_from(["a", "b", "ab", " ", "\n", SECRET]), max_size=8).map("".join)


@given(quotes, st.text("ab \n", max_size=16), st.booleans())
def test_placeholders_stand_for_what_an_expression_would_find(quote: str, text: str, whole: bool) -> None:
    wild = re.compile(".+?".join(map(re.escape, PLACEHOLDER.split(quote))), re.DOTALL)
    assert _stands_in(quote, text, whole=whole) == bool(wild.fullmatch(text) if whole else wild.search(text))


def test_many_placeholders_take_no_time() -> None:
    start = time.monotonic()
    assert not _stands_in(SECRET.join(["a"] * 24) + "!", "a" * 5_000)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("pattern", ["(a|aa)+$", "(a+)+$", "(?:a?){900}a{900}b?$"])
def test_a_search_that_runs_away_proves_nothing(pattern: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.trace.timed_pattern.PATIENCE", 0.1)
    path = tmp_path / "x.log"
    path.write_text("one\n" + "a" * 50_000 + "!\nthree\n")
    trace = Trace.open(path).read()
    start = time.monotonic()
    assert Finder(trace).absence(Sought(pattern, (1, 3), 2)) is None
    assert time.monotonic() - start < 10
    assert Finder(trace).absence(Sought("four", (1, 3), 2)) is not None
    trace.close()
