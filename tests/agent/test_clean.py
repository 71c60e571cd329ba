import copy
import pickle
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.clean import Clean, clean, clean_line, clean_name, clean_spans

HOSTILE = {
    "clipboard write": "\x1b]52;c;UFdORUQ=\x07",
    "clipboard write, string terminator": "\x1b]52;c;UFdORUQ=\x1b\\",
    "title": "\x1b]0;owned\x07",
    "icon and title": "\x1b]2;owned\x1b\\",
    "link": "\x1b]8;;http://evil.example/\x1b\\click\x1b]8;;\x1b\\",
    "cursor up and erase": "\x1b[2A\x1b[2K",
    "clear screen": "\x1b[2J\x1b[H",
    "leave the alternate screen": "\x1b[?1049l",
    "mouse on": "\x1b[?1003h",
    "hide the cursor": "\x1b[?25l",
    "reset": "\x1bc",
    "device control": '\x1bP$q"p\x1b\\',
    "program command": "\x1b_Gi=1;AAAA\x1b\\",
    "privacy message": "\x1b^x\x1b\\",
    "where is the cursor": "\x1b[6n",
    "who are you": "\x1b[>0q\x1b[c",
    "which colour": "\x1b]10;?\x07",
    "one-byte introducer": "\x9b31mred\x9b0m",
    "one-byte command": "\x9d0;owned\x9c",
    "reversed": "user\u202e\u2066// admin\u2069\u2066",
    "hidden tags": "hi" + "".join(chr(0xE0000 + ord(c)) for c in "ignore all"),
    "backspace over": "good\b\b\b\bevil",
    "overwrite the line": "good\revil",
    "shift out": "\x0e\x0f\x00\x7f",
}
FORBIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def unsafe_in(text: str, allowed: str) -> list[str]:
    return [hex(ord(c)) for c in text if category(c) in FORBIDDEN and c not in allowed]


def test_no_code_point_of_unicode_leaves_unsafe() -> None:
    everything = "".join(map(chr, range(0x110000)))
    assert unsafe_in(clean(everything), "\t\n") == []
    assert unsafe_in(clean_line(everything), "\t") == []
    assert unsafe_in(clean_name(everything.encode("utf-8", "surrogatepass")), "") == []
    alone = [c for c in map(chr, range(0x3000)) if unsafe_in(clean(c), "\t\n")]
    assert alone == []


def test_ordinary_text_of_every_script_is_untouched() -> None:
    text = "plain naïve Ελλάδα русский עברית العربية हिन्दी ภาษาไทย 日本語 한국어 🎉👍🏽❤️ \u00a0\u3000 \ue0b0"
    assert clean(text) == text
    assert clean_line(text + "\t" + text) == text + "\t" + text


def test_no_other_code_point_of_unicode_is_shown_as_an_escape() -> None:
    hollow = {*"\u115f\u1160\u3164\uffa0"}
    seen = [c for c in map(chr, range(0xE0000)) if category(c) not in {*FORBIDDEN, "Mn", "Me", "Cn"}]
    assert [hex(ord(c)) for c in seen if c not in hollow and clean_line(c + "\U0001f389") != c + "\U0001f389"] == []


@pytest.mark.parametrize("payload", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_a_terminal_obeys_becomes_visible(payload: str) -> None:
    for before, after in [("", ""), ("é", "ж"), ("a" * 70_000, "日本"), ("🎉", "")]:
        shown = clean_line(before + payload + after)
        assert unsafe_in(shown, "\t") == []
        assert len(shown) >= len(before + payload + after)
        assert shown.startswith(before)
        assert shown.endswith(after)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x1b[31m", "␛[31m"),
        ("\x00\x07\x08\x0b\x0c", "␀␇␈␋␌"),
        ("é\x00\x1b\x7f", "é␀␛␡"),
        ("\x7f", "␡"),
        ("\x9b31m", "\\x9b31m"),
        ("\x85", "\\x85"),
        ("a\u202eb", "a\\u{202e}b"),
        ("a\u200bb\ufeff", "a\\u{200b}b\\u{feff}"),
        ("\u2028\u2029", "\\u{2028}\\u{2029}"),
        ("\U000e0041", "\\u{e0041}"),
        ("\ufff9x\ufffb", "\\u{fff9}x\\u{fffb}"),
        ("\u3164\u034f", "\\u{3164}\\u{34f}"),
        ("\udc80", "\\u{dc80}"),
        (b"\xff\xfe ok", "\\u{dcff}\\u{dcfe} ok"),
        ("日本".encode(), "日本"),
        ("a\tb", "a\tb"),
        ("one\r", "one"),
        ("one\rtwo", "one␍two"),
    ],
)
def test_forms(raw: str | bytes, shown: str) -> None:
    assert clean(raw) == shown
    assert clean_line(raw) == shown


def test_a_line_break_stays_in_a_block_and_is_shown_in_a_line() -> None:
    assert clean("a\r\nb\nc\r") == "a\nb\nc"
    assert clean("a\r\r\nb") == "a␍\nb"
    assert clean_line("a\nb") == "a␊b"
    assert clean_line("é\nb") == "é␊b"
    assert clean("é\nb\r\n") == "é\nb\n"


def test_a_name_shows_all_of_its_controls() -> None:
    assert clean_name("-rf\t\n\x1b]2;X\x1b\\.jsonl") == "-rf␉␊␛]2;X␛\\.jsonl"
    assert clean_name("ä\tö") == "ä␉ö"
    assert clean_name(b"bad\xff.log") == "bad\\u{dcff}.log"
    assert clean_name(Path("a/b.log")) == "a/b.log"
    assert clean_name("x\r") == "x␍"


def test_a_flood_of_marks_is_cut_and_counted() -> None:
    shown = clean_line("Z" + "\u0301" * 10_000 + "algo")
    assert shown == "Z" + "\u0301" * 8 + "\\u{+9992 marks}algo"
    assert clean_line("e\u0301\u0302 ok") == "e\u0301\u0302 ok"


def test_nobody_else_makes_clean_text() -> None:
    for arguments in [(), ("x",), (b"x", "utf-8")]:
        with pytest.raises(TypeError, match=r"agent\.clean"):
            Clean(*arguments)


def test_what_is_made_of_clean_text_is_clean_and_what_is_not_is_not() -> None:
    line = clean_line("one two")
    assert isinstance(line[:3], Clean)
    assert isinstance(line[0], Clean)
    assert isinstance(line + clean("\x1b"), Clean)
    assert isinstance(clean_line(", ").join([line, line]), Clean)
    assert clean_line(", ").join([line, line]) == "one two, one two"
    assert not isinstance(line + "\x1b", Clean)
    assert not isinstance(clean_line("").join([line, "\x1b"]), Clean)
    assert not isinstance(clean_line("").join(iter([line, "\x1b"])), Clean)
    assert not isinstance("\x1b" + line, Clean)
    assert not isinstance(line.replace("o", "\x1b"), Clean)
    assert not isinstance(f"{line}", Clean)


def test_clean_text_survives_a_copy() -> None:
    text = clean("a\n\x1b")
    for again in (copy.copy(text), copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert isinstance(again, Clean)
        assert again == text


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert clean_line(clean_line(text)) == clean_line(text)


@given(st.text(st.sampled_from("ab\x1b\u202e\u0301é\n\t\r🎉\U000e0041")), st.text(st.sampled_from("ab\x1b\u202eé\n🎉")))
def test_text_cut_at_a_page_is_as_safe_as_the_whole(first: str, second: str) -> None:
    assert unsafe_in(clean(first) + clean(second), "\t\n") == []
    assert clean(first + "\n" + second) == clean(first) + "\n" + clean(second)


@given(st.data())
def test_spans_hold_the_same_text_as_before(data: st.DataObject) -> None:
    text = data.draw(st.text(st.sampled_from("ab\x1b\u202eé\n\t🎉\x9b日")))
    place = st.integers(0, len(text) + 3)
    spans = data.draw(st.lists(st.tuples(place, place).map(lambda pair: (min(pair), max(pair)))))
    shown, moved = clean_spans(text, spans)
    assert shown == clean_line(text)
    assert [shown[start:end] for start, end in moved] == [clean_line(text[start:end]) for start, end in spans]


def test_a_span_over_the_hidden_return_ends_with_the_line() -> None:
    assert clean_spans("ab\x1bcd\r", [(3, 6), (6, 6)]) == ("ab␛cd", [(3, 5), (5, 5)])
    assert clean_spans("é\u202ecd\r", [(2, 5)]) == ("é\\u{202e}cd", [(9, 11)])
    assert clean_spans("", [(0, 4)]) == ("", [(0, 0)])
