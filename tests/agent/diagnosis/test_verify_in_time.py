"""A diagnosis that somebody crafted is checked in time: neither a search nor a quote in it can keep the program."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.diagnosis.document import from_dict
from agent.diagnosis.document_parts import Absence, Diagnosis, EvidenceRecord, Quoted
from agent.diagnosis.evidence import Finder
from agent.diagnosis.quote import Sought
from agent.diagnosis.verify import PLACEHOLDER, _holds, _stands_in, mismatches
from agent.trace.trace import Trace
from tests.agent.report.samples import plain

SECRET = "<SECRET:password:1>"
quotes = st.lists(st.sampled_from(["a", "b", "ab", " ", "\n", SECRET]), max_size=8).map("".join)


@given(quotes, st.text("ab \n", max_size=16), st.booleans())
def test_placeholders_stand_for_what_an_expression_would_find(quote: str, text: str, whole: bool) -> None:
    wild = re.compile(".+?".join(map(re.escape, PLACEHOLDER.split(quote))), re.DOTALL)
    assert _stands_in(quote, text, whole=whole) == bool(wild.fullmatch(text) if whole else wild.search(text))


def test_many_placeholders_take_no_time() -> None:
    start = time.process_time()
    assert not _stands_in(SECRET.join(["a"] * 24) + "!", "a" * 5_000)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("pattern", ["(a|aa)+$", "(a+)+$", "(?:a?){900}a{900}b?$"])
def test_a_search_that_runs_away_proves_nothing(pattern: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.trace.timed_pattern.PATIENCE", 0.1)
    path = tmp_path / "x.log"
    path.write_text("one\n" + "a" * 50_000 + "!\nthree\n")
    trace = Trace.open(path).read()
    start = time.process_time()
    assert Finder(trace).absence(Sought(pattern, (1, 3), 2)) is None
    assert time.process_time() - start < 10
    assert Finder(trace).absence(Sought("four", (1, 3), 2)) is not None
    trace.close()


@pytest.fixture
def long_line(tmp_path: Path) -> Iterator[Trace]:
    path = tmp_path / "x.log"
    path.write_text("one\n" + "a" * 50_000 + "!\nthree\n")
    trace = Trace.open(path).read()
    yield trace
    trace.close()


def made_of(trace: Trace, evidence: tuple[EvidenceRecord, ...]) -> Diagnosis:
    """A diagnosis whose outcome rests on this evidence, about this very trace."""
    made = from_dict(plain())
    mark = replace(made.trace, sha256=trace.source.sha256())
    return replace(made, trace=mark, findings=(), hints=(), outcome=replace(made.outcome, evidence=evidence))


def test_many_slow_searches_end_in_time_and_what_was_not_looked_at_is_said(
    long_line: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.trace.timed_pattern.PATIENCE", 0.1)
    monkeypatch.setattr("agent.diagnosis.verify.SECONDS", 0.5)
    searches = tuple(Absence("absence", f"(a|aa)+(?:$|{number}x)", (1, 3), 0, 2) for number in range(5000))
    start = time.process_time()
    first, *_, last = mismatches(made_of(long_line, searches), long_line)
    assert time.process_time() - start < 60
    assert "takes too long to tell" in first
    assert re.fullmatch(r"[1-4],\d\d\d of 5,000 quotes and searches were not looked at: .*", last)


def test_one_search_over_many_slow_lines_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.diagnosis.verify.SECONDS", 0.2)
    path = tmp_path / "x.log"
    path.write_text(("a" * 18 + "!\n") * 100_000)
    trace = Trace.open(path).read()
    faults = mismatches(made_of(trace, (Absence("absence", "(a+)+b?$c", (1, 100_000), 0, 2),)), trace)
    assert len(faults) == 1
    assert "takes too long to tell" in faults[0]
    trace.close()


def test_a_quote_that_stands_at_every_place_is_found_at_its_own(long_line: Trace) -> None:
    quoted = Quoted("act", "aaa", (2, 2), 1, None, (40_000, 40_003), "exact", redacted=False)
    assert mismatches(made_of(long_line, (quoted,)), long_line) == []
    gone = replace(quoted, bytes=(3, 7))
    start = time.process_time()
    assert "does not stand there" in mismatches(made_of(long_line, (gone,)), long_line)[0]
    assert time.process_time() - start < 30


def test_a_quote_beside_its_secret_is_found_far_into_a_long_stretch(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    rows = "".join(f"{number} " * 200 + "\n" for number in range(9000))
    path.write_text(f"{rows}key=abcd!\n")
    trace = Trace.open(path).read()
    assert _holds(f"key={SECRET}!", trace.lines(1, trace.lines_count))
    assert not _holds(f"key={SECRET}?", trace.lines(1, trace.lines_count))
    trace.close()
