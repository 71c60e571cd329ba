"""Text made from pieces of a file, and the way back: every character maps to bytes that make it again."""

import json
import tempfile
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from agent.trace.escapes import Level, Unescaper, unescape
from agent.trace.event import Coding, Piece
from agent.trace.event_text import EventText, count_lines, decode, read_text, stream_text
from agent.trace.formats.json.json_stream import parse
from agent.trace.source import Source


class Held:
    """Bytes in memory that are read like a source."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, start: int, end: int) -> bytes:
        return self.data[start:end]


ESCAPES = ["\\n", "\\\\", '\\"', "\\u000a", "\\u000A", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\u00e9", "\\x", "\\t"]
texts = st.lists(st.sampled_from([*ESCAPES, "\n", '"', "a", "é", "漢", "😀", "/", "u0041", "\\", "\\u12"])).map("".join)
raw = st.lists(texts.map(str.encode) | st.binary(max_size=4)).map(b"".join)
codings = st.sampled_from([Coding.PLAIN, Coding.STRING, Coding.NESTED])


def check(source: Held | Source, pieces: tuple[Piece, ...], sample: int = 1) -> None:
    unfolded = EventText(source, pieces)
    assert unfolded.text == read_text(source, pieces) == "".join(stream_text(source, pieces))
    assert count_lines(source, pieces) == len(unfolded.lines) == unfolded.text.count("\n") + 1
    whole = set(range(0, len(unfolded.text), sample))
    for at in whole:
        start, end = unfolded.bytes_of(at, at + 1)
        character = unfolded.text[at]
        made = [decode(source.read(start, end), coding) for coding in {p.coding for p in pieces} | {Coding.STRING}]
        assert character in made or (character == "\n" and start == end) or start + 1 == end, (at, start, end, made)


@given(raw, codings)
@example(b"\\\\n\\\\\\n", Coding.NESTED)
@example(b'{\\"a\\": \\"x\\\\ny\\"}', Coding.NESTED)
def test_every_character_maps_to_bytes_that_make_it(data: bytes, coding: Coding) -> None:
    check(Held(data), (Piece(0, len(data), coding),))


@given(raw, codings, st.integers(1, 9))
def test_text_that_comes_bit_by_bit_is_the_same_text(data: bytes, coding: Coding, step: int) -> None:
    text = data.decode("utf-8", "surrogateescape")
    level = Unescaper()
    parts = [level.feed(text[at : at + step]) for at in range(0, len(text), step)]
    assert "".join([*parts, level.feed("", final=True)]) == unescape(text)


@given(texts)
@example('{"path": "a\\\\n", "said": "\\"yes\\""}')
@example('"one\\u00e9" \\x "two\\\\"')
def test_escapes_are_undone_at_once_as_they_are_one_by_one(text: str) -> None:
    assert unescape(text) == Level(text).text


@given(st.text(), st.booleans())
def test_a_json_string_unfolds_to_what_it_says(text: str, ascii_only: bool) -> None:
    body = json.dumps(text, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")[1:-1]
    assert decode(body, Coding.STRING) == text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    nested = json.dumps(json.dumps([text])).encode()[1:-1]
    assert count_lines(Held(nested), (Piece(0, len(nested), Coding.NESTED),)) == text.count("\n") + 1


@given(st.binary())
def test_an_undecodable_byte_is_one_character(data: bytes) -> None:
    unfolded = EventText(Held(data), (Piece(0, len(data)),))
    for at, character in enumerate(unfolded.text):
        start, end = unfolded.bytes_of(at, at + 1)
        if character == "\ufffd":
            assert end - start == 1 or data[start:end] == "\ufffd".encode()
        else:
            assert data[start:end].decode() == character


def test_a_long_piece_is_streamed_in_stretches_that_join() -> None:
    for unit in (b"\\ud83d\\ude00\\n", "漢\\\\n".encode(), b"\\" * 7 + b"n", b"\xff\\u000"):
        data = unit * (700_000 // len(unit))
        for coding in (Coding.PLAIN, Coding.STRING, Coding.NESTED):
            piece = Piece(0, len(data), coding)
            whole = read_text(Held(data), (piece,))
            stretches = list(stream_text(Held(data), (piece, piece)))
            assert "".join(stretches) == f"{whole}\n{whole}"
            assert len(stretches) > 3
            assert count_lines(Held(data), (piece,)) == whole.count("\n") + 1


def test_pieces_are_joined_by_a_line_break_that_has_no_bytes() -> None:
    source = Held(b'"one" ["two", "three"]')
    pieces = (Piece(1, 4, Coding.STRING), Piece(7, 21, Coding.STRINGS))
    unfolded = EventText(source, pieces)
    assert unfolded.text == "one\ntwo\nthree"
    assert [unfolded.bytes_of(at, at + 3) for at in (0, 4, 8)] == [(1, 4), (8, 11), (15, 18)]


@given(st.lists(st.lists(st.sampled_from([*ESCAPES, "\n", "a", "é", "😀", "[", "\\u12"])).map("".join), min_size=1))
@example(["a", "\\x", "\\'", "\\ud83d", "\\ude00"])
def test_a_run_of_strings_is_the_text_of_each_whatever_is_escaped_in_them(bodies: list[str]) -> None:
    data = ",\n".join(f'"{body}"' for body in bodies).encode()
    source, run = Held(data), (Piece(0, len(data), Coding.STRINGS),)
    assert read_text(source, run) == "\n".join(decode(body.encode(), Coding.STRING) for body in bodies)
    check(source, run)


def test_what_is_no_string_in_a_run_is_no_text() -> None:
    data = b'"one", 2, null, ["three", {"four": NaN}], "five"] , ["six'
    assert read_text(Held(data), (Piece(0, len(data), Coding.STRINGS),)) == "one\nthree\nfour\nfive"


def test_every_string_of_the_json_corpus_maps_back(corpus: Path) -> None:
    """Each file's longest strings, every 53rd character of them."""
    files = [path for path in sorted(corpus.rglob("*.json")) if 1000 < path.stat().st_size < 400_000][::9]
    assert files
    for path in files:
        source = Source.open(path)
        root = parse(source, 0, source.size)
        if root is None:
            continue
        strings = sorted((node for node in root.walk() if node.shape == "string"), key=lambda n: n.start - n.end)
        for node in strings[:5]:
            check(source, (node.piece(),), sample=53)
            check(source, (node.piece(unfold=True),), sample=997)
        source.close()


def test_a_source_can_be_unfolded(tmp_path: Path) -> None:
    with tempfile.NamedTemporaryFile(dir=tmp_path) as file:
        file.write("é\\né".encode())
        file.flush()
        source = Source.open(file.name)
        check(source, (Piece(0, source.size, Coding.STRING),))
        source.close()


@given(texts.map(str.encode), texts.map(str.encode), st.data())
def test_pieces_may_stand_in_the_file_in_another_order(one: bytes, other: bytes, data: st.DataObject) -> None:
    held = Held(other + one)
    pieces = (Piece(len(other), len(other) + len(one)), Piece(0, len(other)))
    unfolded = EventText(held, pieces)
    start = data.draw(st.integers(0, len(unfolded.text)))
    end = data.draw(st.integers(start, len(unfolded.text)))
    first, last = unfolded.bytes_of(start, end)
    assert 0 <= first <= last <= len(held.data)
    if start < len(one.decode()) and end > len(one.decode()) + 1:
        assert first == 0
        assert last == len(held.data)
