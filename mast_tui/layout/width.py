"""How many cells of a terminal some text takes, as Textual counts them, and where it can be cut or wrapped."""

import re
from collections.abc import Iterator

TAB = 4
_LONGEST = 8
"""Characters for each cell of a row in which its end is looked for: marks and joiners take no cells."""


def cells(text: str) -> int:
    """The cells of some text."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # the first page of a plain trace is drawn without it

    return cell_len(text)


def cut(text: str, width: int) -> str:
    """As much of the text as fits; what is drawn as one sign stays whole."""
    if text.isascii():
        return text[: max(0, width)]
    from rich.cells import split_graphemes

    room = width
    for start, _, taken in split_graphemes(text)[0]:
        room -= taken
        if room < 0:
            return text[:start]
    return text


_NUMBER = re.compile(r"\w*\d[\d,.:-]*$")


def shortened(text: str, width: int) -> str:
    """As much of the text as fits; words are cut, a number or an address is whole or not there."""
    kept = cut(text, width)
    rest = text[len(kept) :]
    number = _NUMBER.search(kept)
    if number is None or not (rest[:1].isdigit() or (rest[:1] in ",.:-" and rest[1:2].isdigit())):
        return kept
    return kept[: number.start()].rstrip(" ·,(")


def padded(text: str, width: int) -> str:
    """The text with blanks after it up to a width; cut where it is longer."""
    text = cut(text, width)
    return text + " " * (width - cells(text))


def elided(text: str, width: int) -> str:
    """The text, or as much of it as leaves room for a sign that it goes on."""
    return text if cells(text) <= width else cut(text, width - 1) + "…"


def fitted(text: str, width: int) -> str:
    """The same in just so many cells."""
    return padded(elided(text, width), width)


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
        end = start + max(1, len(cut(text[start : start + _LONGEST * width], width)))
        if end >= len(text):
            yield start, len(text)
            return
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
