"""Finds the lines of a block that hold one of a few words, at the speed of memory."""

from collections.abc import Callable, Iterator

import regex

try:
    from stringzilla import find as _find
    from stringzilla import utf8_uncased_search as _find_in_any_case
except ImportError:  # others do the same, slower
    _find, _find_in_any_case = bytes.find, None

find_bytes = _find

Find = Callable[[bytes, int, int], int]


class WordLines:
    """Words that a line may hold; a word that begins with a line break is looked for where lines begin."""

    def __init__(self, words: tuple[str, ...], *, ignore_case: bool = False, in_ascii: bool = False) -> None:
        self._finders = [_finder(word, ignore_case, in_ascii) for word in words]
        self._at_beginning = any(word.startswith("\n") for word in words)

    def within(self, data: bytes) -> bool:
        """Whether any of the words stands in the data."""
        return any(find(data, 0, len(data)) >= 0 for find in self._finders)

    def lines(self, data: bytes, end: int) -> Iterator[tuple[int, int]]:
        """Start and end of each line that holds a word, and of the first if a line break was to stand before it."""
        if len(self._finders) == 1 and not self._at_beginning:
            yield from _lines_with(self._finders[0], data, end)
            return
        places = [find(data, 0, end) for find in self._finders]
        hit = 0 if self._at_beginning else _next(places, end)
        while hit < end:
            start = data.rfind(b"\n", 0, hit) + 1
            after = data.find(b"\n", hit, end)
            after = end if after < 0 else after
            yield start, after
            for number, place in enumerate(places):
                if 0 <= place < after:
                    places[number] = self._finders[number](data, after, end)
            hit = _next(places, end)


def word_lines(words: tuple[str, ...] | None, *, ignore_case: bool, in_ascii: bool = False) -> WordLines | None:
    """What finds the words, if there are any."""
    return None if words is None else WordLines(words, ignore_case=ignore_case, in_ascii=in_ascii)


def _lines_with(find: Find, data: bytes, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of each line that holds one word."""
    place = find(data, 0, end)
    while 0 <= place < end:
        start, after = data.rfind(b"\n", 0, place) + 1, data.find(b"\n", place, end)
        after = end if after < 0 else after
        yield start, after
        place = find(data, after, end)


def _next(places: list[int], end: int) -> int:
    return min((place for place in places if place >= 0), default=end)


def _finder(word: str, ignore_case: bool, in_ascii: bool) -> Find:
    """What finds a word in bytes; of one that begins with a line break, the place behind that."""
    sought, behind = word.encode(), int(word.startswith("\n"))
    search = _find
    if ignore_case and in_ascii and _find_in_any_case is not None:
        search = _find_in_any_case
    elif ignore_case:
        pattern = regex.compile(regex.escape(sought, special_only=True, literal_spaces=True), regex.IGNORECASE)

        def search(data: bytes, sought: bytes, start: int, end: int) -> int:
            match = pattern.search(data, start, end)
            return -1 if match is None else int(match.start())

    def find(data: bytes, start: int, end: int) -> int:
        place: int = search(data, sought, start, end)
        return place if place < 0 else place + behind

    return find
