"""Answers at a terminal: no escapes and no stars, and quotes as they stand."""

import pytest

from mast_tui.cli.markdown_text import in_words


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        (r"read\_file said \<b\>", "read_file said <b>"),
        ("**F2** is major", "F2 is major"),
        (r"L3 Coder: `a\_b **c**`", r"L3 Coder: `a\_b **c**`"),
        (r"L3: `` a`b\_c `` and \*", r"L3: `` a`b\_c `` and *"),
        (r"\\_ is one", r"\_ is one"),
        ("2 ** 3\n** 4", "2 ** 3\n** 4"),
        ("", ""),
    ],
)
def test_what_only_markdown_reads_is_gone(markdown: str, words: str) -> None:
    assert in_words(markdown) == words
