"""How many cells of a terminal some text takes, and where it can be cut or wrapped."""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import combining, east_asian_width

TAB = 4


@lru_cache(4096)
def cell(character: str) -> int:
    """The cells of one character."""
    if character < "\u0300":
        return 1
    if combining(character):
        return 0
    if "\ufe00" <= character <= "\ufe0f":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def cells(text: str) -> int:
    """The cells of some text."""
    return len(text) if text.isascii() else sum(map(cell, text))


def cut(text: str, width: int) -> str:
    """As much of the text as fits."""
    if text.isascii():
        return text[: max(0, width)]
    taken = 0
    for at, character in enumerate(text):
        taken += cell(character)
        if taken > width:
            return text[:at]
    return text


def padded(text: str, width: int) -> str:
    """The text with blanks after it up to a width; cut where it is longer."""
    text = cut(text, width)
    return text + " " * (width - cells(text))


def wrapped(text: str, width: int) -> list[tuple[int, int]]:
    """The stretches of a text that fit a width each, broken at blanks where there are any."""
    width = max(width, 4)
    if cells(text) <= width:
        return [(0, len(text))]
    return list(_broken(text, width))


def words_wrapped(text: str, width: int) -> list[str]:
    """The lines of a paragraph of ours, without blanks at their ends."""
    text = " ".join(text.split())
    return [text[start:end].strip() for start, end in wrapped(text, width)]


def _broken(text: str, width: int) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = start + len(cut(text[start : start + width], width))
        if end >= len(text):
            yield start, len(text)
            return
        if end == start:
            end = start + 1
        blank = text.rfind(" ", start + width // 3, end + 1)
        if blank > start:
            end = min(blank + 1, len(text))
        yield start, end
        start = end


def untabbed(text: str, spans: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """The text with its tabs as blanks, and where spans of it lie then."""
    if "\t" not in text:
        return text, spans
    places = [0]
    column = 0
    parts: list[str] = []
    for character in text:
        piece = " " * (TAB - column % TAB) if character == "\t" else character
        parts.append(piece)
        column += len(piece)
        places.append(column)
    return "".join(parts), [(places[start], places[end]) for start, end in spans]
