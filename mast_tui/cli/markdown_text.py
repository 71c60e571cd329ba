"""Markdown of an answer as words for a person at a terminal: no escapes, no stars, quotes as they stand."""

import re

_MARKS = re.compile(r"(?P<ticks>`+)(?:.+?)(?P=ticks)(?!`)|\\(?P<kept>[\\`*_\[\]<>#|!~])|\*\*(?P<bold>[^*\n]+)\*\*")


def in_words(markdown: str) -> str:
    """The text with nothing in it that only Markdown would read; words in code spans stay as they are."""
    return _MARKS.sub(lambda match: match["kept"] or match["bold"] or match[0], markdown)
