"""JSON string escapes undone, whole or bit by bit, and the way from a character back to where it was written."""

import json
import re
from array import array
from bisect import bisect_right
from io import StringIO

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\s\S])",
)
_UNFINISHED = re.compile(r"\\(?:u[0-9a-fA-F]{0,3}|u[dD][89abAB][0-9a-fA-F]{2}(?:\\(?:u[0-9a-fA-F]{0,3})?)?)?\Z")
_UP_TO_QUOTE = re.compile(r'([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
"""What stands before a quote that is not escaped: such are those of JSON inside a string."""
_LONGEST = 12
_DECODER = json.JSONDecoder(strict=False)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/", "'": "'"}


def unescape(text: str) -> str:
    """Undo one level of JSON string escapes; what is no escape stays as it is."""
    if "\\" not in text:
        return text
    written = f'"{text}"'
    try:
        unescaped, end = _DECODER.raw_decode(written)
        if end == len(written):
            return str(unescaped)
        strings = '","'.join(_UP_TO_QUOTE.findall(written, 1))
        return _one_by_one(text) if text.endswith("\\") else '"'.join(_DECODER.raw_decode(f'["{strings}"]')[0])
    except ValueError:  # it holds what JSON takes for no escape
        return _one_by_one(text)


def _one_by_one(text: str) -> str:
    return _ESCAPE.sub(_one, text)


def _one(escape: "re.Match[str]") -> str:
    body = escape[0][1:]
    if body[0] == "u" and len(body) >= 5:
        if len(body) > 5:
            high, low = int(body[1:5], 16), int(body[7:11], 16)
            return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        return chr(int(body[1:5], 16))
    return _SIMPLE.get(body, escape[0])


class Unescaper:
    """One level of escapes undone in text that comes bit by bit; what may be half an escape waits for the rest."""

    def __init__(self) -> None:
        self._rest = ""

    def feed(self, text: str, *, final: bool = False) -> str:
        """The next stretch of unescaped text."""
        text, self._rest = self._rest + text, ""
        if not final:
            cut = _last_whole(text)
            text, self._rest = text[:cut], text[cut:]
        return unescape(text)


def _last_whole(text: str) -> int:
    """How far the text can be unescaped without knowing what comes next."""
    at = max(0, len(text) - _LONGEST)
    while at and text[at - 1] == "\\":
        at -= 1
    cut = len(text)
    while (backslash := text.find("\\", at)) >= 0:
        if _UNFINISHED.match(text, backslash):
            cut = backslash
            break
        whole = _ESCAPE.match(text, backslash)
        at = whole.end() if whole else backslash + 1
    return cut


class Level:
    """Where the characters of an unescaped text stood before: only the escapes are remembered."""

    def __init__(self, text: str) -> None:
        self._after = array("I", [0])
        self._before = array("I", [0])
        self._end = len(text)
        whole = StringIO(newline="")
        made = at = 0
        for escape in _ESCAPE.finditer(text):
            replacement = _one(escape)
            whole.write(text[at : escape.start()] + replacement)
            made += escape.start() - at
            at = escape.end()
            if replacement == escape[0]:
                made += len(replacement)
                continue
            self._after.extend((made, made + len(replacement)))
            self._before.extend((escape.start(), at))
            made += len(replacement)
        whole.write(text[at:])
        self.text = whole.getvalue()

    def place(self, character: int) -> int:
        """Where a character stood before; for the end of the text, the end before."""
        mark = bisect_right(self._after, character) - 1
        return min(self._before[mark] + character - self._after[mark], self._end)
