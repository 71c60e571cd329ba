"""The filter before many patterns: overlooks nothing, and is compiled once for all programs that come after."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.prefilter import Prefilter, needed_by
from agent.system_folders import cache_folder

WORDS, TEXT = ("fo{2,}", "ba[rz]", "qu+x"), "a foo and a baz"
SEEN = {"fo{2,}", "ba[rz]"}


def kept() -> Path:
    return cache_folder() / "words.patterns"


@pytest.fixture(autouse=True)
def own_cache(own_home: Path) -> None:
    """Not the one that tests share."""
    (own_home / "cache").unlink()


@pytest.fixture
def never_compiled(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    def compiled(self: Prefilter) -> None:
        raise AssertionError("it was compiled again")

    monkeypatch.setattr(Prefilter, "_compiled", compiled)
    return monkeypatch


def test_what_one_program_compiled_the_next_one_reads(request: pytest.FixtureRequest) -> None:
    assert Prefilter(WORDS, "words").seen(TEXT) == SEEN
    assert kept().stat().st_mode & 0o077 == 0
    request.getfixturevalue("never_compiled")
    assert Prefilter(reversed(WORDS), "words").seen(TEXT) == SEEN
    with pytest.raises(AssertionError, match="compiled again"):
        Prefilter(("others",), "words").seen(TEXT)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:40],
        lambda data: data[:-1],
        lambda data: data[:200] + b"\xff" * 64 + data[264:],
        lambda data: b"\x00" * len(data),
        lambda data: data + b"more",
    ],
)
def test_a_damaged_file_is_written_anew(damage: Callable[[bytes], bytes], request: pytest.FixtureRequest) -> None:
    Prefilter(WORDS, "words").seen(TEXT)
    whole = kept().read_bytes()
    kept().write_bytes(damage(whole))
    assert Prefilter(WORDS, "words").seen(TEXT) == SEEN
    assert kept().read_bytes() == whole


def test_without_a_folder_or_a_name_nothing_is_kept_and_all_is_found(own_home: Path) -> None:
    assert Prefilter(WORDS).seen(TEXT) == SEEN
    assert not (own_home / "cache").exists()
    (own_home / "cache").write_text("no folder")
    assert Prefilter(WORDS, "words").seen(TEXT) == SEEN


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"key-[a-z]{30}", "key-" + "a" * 30),
        (r"key-([a-z]{30,40})", "key-" + "a" * 30),
        (r"k{3}-[a-z]{30,}\b;", "kkk-" + "a" * 31 + ";"),
        (r"k{0,20}=[a-z]{12}=[0-9]{2,3}", "=" + "a" * 12 + "=123"),
        (r"(?<!x)k{9}(?:[a-z]{2}){10}$", "k" * 9 + "ab" * 10),
        (r"\\{0,8}k\{2,30}", "\\\\k{2,30}"),
    ],
)
def test_what_is_needed_stands_wherever_the_pattern_matches(pattern: str, text: str) -> None:
    assert re.search(pattern, text)
    assert re.search(needed_by(pattern), text)
    assert Prefilter([needed_by(pattern)]).seen(f"before\n{text}")
