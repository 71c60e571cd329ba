"""Search against a naive reader and against ripgrep: on real files, across chunk borders, in unfolded text."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.errors import Cancelled, WrongUse
from agent.trace import search as search_module
from agent.trace.matcher import Query
from agent.trace.required_words import required
from agent.trace.search import CHUNK, Hit
from agent.trace.trace import Trace

LITERALS = ["error", "the answer is", "```", '"', "\\n", "é", "—", "Traceback (most", "def ", "x" * 40]
PATTERNS = [
    r"error|fail", r"^\s*def \w+", r"\d{4}-\d\d-\d\d", r"[.!?]$", r"\bstep\b", r"^$", r"x*", r".", r"[^\x00-\x7f]",
    r"(\w)\1\1", r"(?<=self\.)\w+", r"foo(?!bar)", r"a.c", r"\s$", r"^[^a-z]+$", r"it\Ws", r"(?i)ERROR", r"Error:.*\.$",
]  # fmt: skip


def opened(path: Path) -> Trace:
    return Trace.open(path).read()


def naive(trace: Trace, query: Query) -> list[int]:
    pattern = re.compile(query.text if query.regex else re.escape(query.text), re.I if query.ignore_case else 0)
    lines = trace.lines(1, trace.lines_count)
    return [number for number, line in enumerate(lines, 1) if pattern.search(line)]


def queries() -> Iterator[Query]:
    for text in LITERALS:
        yield Query(text)
        yield Query(text.upper(), ignore_case=True)
    for pattern in PATTERNS:
        yield Query(pattern, regex=True)


@pytest.fixture
def corpus_files(corpus: Path) -> list[Path]:
    files = [path for path in sorted(corpus.rglob("*")) if path.is_file() and path.stat().st_size < 300_000]
    return files[::37]


@pytest.mark.parametrize("query", queries(), ids=lambda query: f"{query.text[:20]}{'-i' * query.ignore_case}")
def test_finds_the_lines_that_a_naive_reader_finds(corpus_files: list[Path], query: Query) -> None:
    for path in corpus_files if "\\1" not in query.text else corpus_files[::4]:
        trace = opened(path)
        search = trace.search(query)
        assert [hit.line for hit in search.hits()] == naive(trace, query), path
        trace.close()


RIPGREP = shutil.which("rg", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")


@pytest.mark.skipif(RIPGREP is None, reason="ripgrep is not installed")
@pytest.mark.parametrize(
    "pattern", [r"error|fail", r"\d{4}-\d\d", r"^\s*def \w+", r"[.!?]$", r"\bstep\b", "the answer is"]
)
@pytest.mark.parametrize("ignore_case", [False, True])
def test_counts_as_ripgrep_does(corpus: Path, pattern: str, ignore_case: bool) -> None:
    """On every text file of the corpus whose lines are the trace's lines."""
    compared = 0
    for path in (sorted(corpus.rglob("*.txt")) + sorted(corpus.rglob("*.log")))[::4]:
        trace = opened(path)
        if trace.events.level and len(trace.events):
            compared += 1
            command = [
                str(RIPGREP),
                "-c",
                "-a",
                "--no-config",
                *(["-i"] if ignore_case else []),
                "-e",
                pattern,
                str(path),
            ]
            said = subprocess.run(command, capture_output=True, text=True).stdout
            assert trace.search(Query(pattern, regex=True, ignore_case=ignore_case)).count() == int(said or 0), path
        trace.close()
    assert compared > 10


words = st.lists(
    st.sampled_from(
        ["needle", "nee", "dle", "\n", "\r\n", "\xff".encode("latin-1"), "é", "x" * 30, '"', "\\", "NEEDLE", " "]
    )
)


@given(words, st.sampled_from(["needle", "é", '"', "\\", "dle\\n", "x"]), st.booleans(), st.integers(40, 90))
@example(["x" * 30, "needle", "\n"], "needle", False, 40)
def test_any_chunk_size_finds_the_same(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str | bytes], text: str, ignore_case: bool, chunk: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "chunks.log"
    path.write_bytes(b"".join(part if isinstance(part, bytes) else part.encode() for part in parts))
    trace = Trace.open(path, format_name="plain_log").read()
    query = Query(text, ignore_case=ignore_case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_module, "CHUNK", chunk)
        patch.setattr(search_module, "OVERLAP", 8)
        assert [hit.line for hit in trace.search(query).hits()] == naive(trace, query)
    trace.close()


@given(st.lists(st.text(), max_size=5), st.text(min_size=1, max_size=3), st.booleans(), st.booleans())
@example(["caf\u00e9 A"], "é a", True, True)
@example(['"quoted"\n\\slash/'], '"', False, False)
def test_json_is_searched_in_what_its_strings_say(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], sought: str, ignore_case: bool, ascii_only: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "strings.jsonl"
    lines = [json.dumps({"agent": "a", "text": text}, ensure_ascii=ascii_only) for text in [*texts, sought, "end"]]
    path.write_text("\n".join(lines), "utf-8", "surrogatepass")
    trace = Trace.open(path, format_name="jsonl").read()
    query = Query(sought, ignore_case=ignore_case)
    lines_hit = {hit.line for hit in trace.search(query).hits()}
    assert lines_hit >= set(naive(trace, Query(sought)))
    if sought.isascii() or not ignore_case:
        assert lines_hit == set(naive(trace, query))
    trace.close()


def test_every_way_to_write_a_letter_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    written = ["needle", "n\\u0065edle", "\\u006eEEDLE", "a\\/b", "\\u003cneedle\\u003E", "kelvin \\u212a"]
    path.write_text("".join(f'{{"agent": "a", "text": "{text}"}}\n' for text in written))
    trace = opened(path)
    table = [
        ("needle", False, [1, 2, 5]),
        ("NEEDLE", True, [1, 2, 3, 5]),
        ("a/b", False, [4]),
        ("<needle>", False, [5]),
    ]
    for text, ignore_case, lines in table:
        assert [hit.line for hit in trace.search(Query(text, ignore_case=ignore_case)).hits()] == lines
    assert [hit.line for hit in trace.search(Query("n[aeiou]+dle>", regex=True)).hits()] == [5]
    trace.close()


def test_spans_are_characters_of_the_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes("日本 Error, error\n\n".encode() + b"\xff\xfe Error\n")
    trace = opened(path)
    assert list(trace.search(Query("error", ignore_case=True)).hits()) == [
        Hit(1, 1, "日本 Error, error", ((3, 8), (10, 15))),
        Hit(3, 2, "\ufffd\ufffd Error", ((3, 8),)),
    ]
    assert [hit.spans for hit in trace.search(Query(r"[Ee]\w+", regex=True)).hits()] == [((3, 8), (10, 15)), ((3, 8),)]
    assert [hit.spans for hit in trace.search(Query("x*", regex=True)).hits()] == [(), (), ()]
    trace.close()


def test_a_regex_never_reaches_into_the_next_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("one\ntwo\n\nthree\n")
    trace = opened(path)
    for pattern, lines in ((r"one\stwo", []), (r"e\s", []), (r"[^x]two", []), (r"^two$", [2]), (r"^\s*$", [3])):
        assert [hit.line for hit in trace.search(Query(pattern, regex=True)).hits()] == lines, pattern
    trace.close()


@pytest.mark.parametrize("query", [Query("needle"), Query("NEEDLE", ignore_case=True), Query("nee+dle", regex=True)])
def test_a_line_longer_than_any_chunk(tmp_path: Path, query: Query) -> None:
    path = tmp_path / "log"
    with path.open("wb") as file:
        file.write(b"first needle\n")
        file.write(b"x" * (2 * CHUNK - 3) + b"needle" + b"y" * (3 * CHUNK) + b"needle\n")
        file.write(b"z" * (2 * CHUNK) + b"\nlast needle")
    trace = Trace.open(path, format_name="plain_log").read()
    hits = list(trace.search(query).hits())
    assert [hit.line for hit in hits] == [1, 2, 4]
    assert len(hits[1].text) <= 1024 * 1024
    trace.close()


@pytest.mark.parametrize("query", [Query("word"), Query("w.rd", regex=True), Query(r"(w)ord\1?", regex=True)])
def test_a_search_is_stopped_soon(tmp_path: Path, query: Query) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"word and more\n" * 3_000_000)
    trace = Trace.open(path, format_name="plain_log").read_to(10)
    told = threading.Event()
    hits = trace.search(query, told.is_set).hits()
    assert next(hits).line == 1
    told.set()
    start = time.process_time()
    try:
        left = sum(1 for _ in hits)
    except Cancelled:
        left = 0
    assert left < 400_000, "no more than what one chunk holds"
    assert time.process_time() - start < 10
    trace.close()


def test_a_pattern_that_runs_away_is_given_up_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.trace.timed_pattern.PATIENCE", 0.3)
    path = tmp_path / "log"
    path.write_text("abcabc\n" + "a" * 60 + "b!\n" + "aaaa!\n")
    trace = opened(path)
    search = trace.search(Query(r"^(a|aa)+!", regex=True))
    assert [hit.line for hit in search.hits()] == [3]
    assert search.note is not None
    assert "too long" in search.note
    safe = trace.search(Query(r"^(a+)+$", regex=True))
    assert safe.count() == 0
    trace.close()


def test_what_is_no_pattern_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("x")
    trace = opened(path)
    for pattern in ("(", "[", "*", "a{2,1}", "(?P<x>a)(?P<x>b)"):
        with pytest.raises(WrongUse):
            trace.search(Query(pattern, regex=True)).count()
    trace.close()


def test_smart_case() -> None:
    assert Query.smart("error") == Query("error", ignore_case=True)
    assert Query.smart("Error") == Query("Error", ignore_case=False)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"needle_\w+", ("needle_",)), (r"ab|cd", ("ab", "cd")), (r"\d+", None), (r"(?:error)+x", ("error",)),
        (r"(abc)?de", ("de",)), (r"a|bc", None), (r"(?i)abc", None), (r"x(foo|barbar)y", ("foo", "barbar")),
        (r"(", None),
    ],
)  # fmt: skip
def test_words_that_a_match_must_hold(pattern: str, words: tuple[str, ...] | None) -> None:
    assert required(pattern) == words


@pytest.mark.parametrize("regex", [True, False])
@pytest.mark.parametrize("ignore_case", [True, False])
def test_a_nul_is_searched_for_and_not_taken_for_the_end(tmp_path: Path, regex: bool, ignore_case: bool) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(b"one\ntw\x00o\nthree\n")
    trace = Trace.open(path).read()
    hits = [hit.line for hit in trace.search(Query("w\x00o", regex=regex, ignore_case=ignore_case)).hits()]
    assert hits == [2]
    trace.close()


@pytest.mark.parametrize("name", ["plain.log", "messages.jsonl"])
def test_how_much_is_searched_grows_towards_all_of_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    record = json.dumps({"role": "assistant", "name": "a", "content": "needle " + "x" * 400})
    path.write_text("".join(f"{record}\n" if name.endswith("l") else f"needle {'x' * 400}\n" for _ in range(8_000)))
    search = opened(path).search(Query("needle"))
    shares = [search.share for _ in search.hits()]
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert 0.6 < shares[-1] <= 1
