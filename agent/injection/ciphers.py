"""Stretches of a text that are written in signs of another kind: what they say in plain letters."""

import base64
import binascii
import html
import re
import threading
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import unquote_plus

_LONGEST = 4_000
"""Signs of one stretch that are decoded."""
_WIDTH = 400
"""Signs on each side that are its surroundings."""
_MOST = 200
"""Stretches of one kind that are decoded in one text."""
_scanning = threading.Lock()


class Cipher(NamedTuple):
    """How words may be written: where it may stand, at the speed of memory; a stretch of it; what it says."""

    trace: str
    stretch: re.Pattern[str] | tuple[str, ...]
    """What a stretch looks like, or small words whose surroundings in the line are one."""
    plain: Callable[[str], str]
    wide: bool = False
    """Whether the surroundings in the line belong to what the pattern finds."""


def plainly(text: str) -> Iterator[tuple[int, int, str]]:
    """The stretches that say something in a cipher: start, end, and what they say."""
    for number in sorted(_traces(text)):
        cipher = _CIPHERS[number]
        for start, end in islice(_stretches(text, cipher), _MOST):
            written, said = text[start : min(end, start + _LONGEST)], ""
            with suppress(ValueError, zlib.error):
                said = cipher.plain(written)
            if said and said != written:
                yield start, end, said


def _stretches(text: str, cipher: Cipher) -> Iterator[tuple[int, int]]:
    places: Iterable[tuple[int, int]]
    if isinstance(cipher.stretch, re.Pattern):
        places = ((found.start(), found.end()) for found in cipher.stretch.finditer(text))
    else:
        folded = text.lower()
        places = sorted((at, at + len(word)) for word in cipher.stretch for at in _everywhere(folded, word))
        if len(folded) != len(text):
            return
    done = 0
    for start, end in places:
        if cipher.wide or isinstance(cipher.stretch, tuple):
            if end <= done:
                continue
            start = max(text.rfind("\n", 0, start) + 1, start - _WIDTH)
            line_end = text.find("\n", end)
            end = done = min(line_end if line_end >= 0 else len(text), end + _WIDTH)
        yield start, end


def _everywhere(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + _WIDTH)


def _traces(text: str) -> set[int]:
    seen: set[int] = set()
    data = text.encode("utf-8", "replace")
    with _scanning:
        _database().scan(data, match_event_handler=lambda number, *_: seen.add(number))
    return seen


@cache
def _database() -> Any:
    import hyperscan

    database = hyperscan.Database()
    flags = hyperscan.HS_FLAG_SINGLEMATCH | hyperscan.HS_FLAG_DOTALL
    expressions = [cipher.trace.encode() for cipher in _CIPHERS]
    database.compile(expressions=expressions, ids=list(range(len(expressions))), flags=[flags] * len(expressions))
    return database


def _read(data: bytes) -> str:
    """Bytes as text, if they are one of words."""
    if data[:2] == b"\x1f\x8b":
        data = zlib.decompressobj(31).decompress(data, _LONGEST)
    for encoding in ("utf-8", "utf-16-le") if data[1:2] == b"\0" else ("utf-8",):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if text.isprintable() or text.replace("\n", " ").replace("\t", " ").isprintable():
                return text
    return ""


def _base64(signs: str) -> str:
    signs = signs.replace("-", "+").replace("_", "/").replace("\n", "").rstrip("=")
    head = base64.b64decode(signs[:16])
    if head[:2] != b"\x1f\x8b" and any(byte < 9 for byte in head[::2]):
        return ""
    signs = signs[: len(signs) - (len(signs) % 4 == 1)]
    data = base64.b64decode(signs + "=" * (-len(signs) % 4))
    return _read(data) or _read(data[:-1]) or _read(data[:-2]) or _read(data[:-3])


def _base32(signs: str) -> str:
    signs = signs.rstrip("=")
    return _read(base64.b32decode(signs + "=" * (-len(signs) % 8)))


def _hex(signs: str) -> str:
    digits = re.sub(r"0x|\\x|[^0-9A-Fa-f]", "", signs)
    return _read(binascii.unhexlify(digits[: len(digits) // 2 * 2]))


def _numbers(base: int) -> Callable[[str], str]:
    return lambda signs: _read(bytes(number for word in re.findall(r"\d+", signs) if (number := int(word, base)) < 256))


def _units(signs: str) -> str:
    found = re.findall(r"[0-9A-Fa-f]{4}", signs)
    return b"".join(int(unit, 16).to_bytes(2, "big") for unit in found).decode("utf-16-be", "ignore")


def _tags(signs: str) -> str:
    return "".join(chr(ord(sign) - 0xE0000) for sign in signs if 0xE0020 <= ord(sign) <= 0xE007E)


def _selectors(signs: str) -> str:
    return _read(bytes(ord(sign) - (0xFE00 if ord(sign) < 0xFE10 else 0xE0100 - 16) for sign in signs))


def _bare(line: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", line) if not unicodedata.combining(sign))


def _spread(line: str) -> str:
    """A line whose letters all stand apart, by the gaps that are wider than others or hold a blank."""
    gap = max("._-*|", key=line.count)
    if line.count(gap) * 3 > len(line):
        return re.sub(rf"(.)(?:{re.escape(gap)}|$)", r"\1", line).replace("_", " ")
    return re.sub(r"(\S) (?=\S(?: |$))", r"\1", line)


def _morse(signs: str) -> str:
    words = re.split(r"\s*/\s*|\s{2,}", signs.strip())
    return " ".join("".join(_MORSE.get(letter, "") for letter in word.split()) for word in words)


_MORSE = dict(
    zip(
        (
            ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- "
            "-. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
        ).split(),
        "abcdefghijklmnopqrstuvwxyz",
        strict=True,
    )
)
_TELLING = (
    *("ignore", "previous", "instruction", "disregard", "forget", "failure", "verdict", "success"),
    *("problem", "finding", "rubric"),
)


def _any(words: tuple[str, ...]) -> str:
    return "(?i)(?:" + "|".join(words) + ")"


def _turned(by: int) -> dict[int, int]:
    small = "abcdefghijklmnopqrstuvwxyz"
    turned = small[by:] + small[:by]
    return str.maketrans(small + small.upper(), turned + turned.upper())


def _turn_back(line: str) -> str:
    """A line whose letters were moved along the alphabet, by the telling words that come out."""
    for by in range(1, 26):
        plain = line.translate(_turned(by))
        if any(word in plain.lower() for word in _TELLING):
            return plain
    return ""


_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_NAMED = "(?:ignore|disregard|forget|override)_?(?:all|any|every|previous|prior|your|the|system)_?[a-z]"
_JOINED = r"[a-z][\"'] ?[+.&] ?[\"'][a-z]"
_TAGGED = r"[a-z](?:<!--[^<>\n]{0,40}-->|</?[a-z][^<>\n]{0,40}>){1,3}[a-z]"
_MARKED = r"[A-Za-z](?:\*\*|``|~~)[a-z]"
_MIRROR = str.maketrans(_ALPHABET + _ALPHABET.upper(), _ALPHABET[::-1] + _ALPHABET[::-1].upper())
_MIRRORED = tuple(word.translate(_MIRROR) for word in _TELLING)
_MOVED = tuple(word.translate(_turned(by)) for word in _TELLING for by in range(1, 26))
_BACKWARDS = tuple(word[::-1] for word in _TELLING)


_CIPHERS = (
    Cipher(
        "[A-Za-z0-9+/_-]{36}",
        re.compile(r"(?<![A-Za-z0-9_+/-])[\w+/-]{36,}={0,2}(?:\n[\w+/]{20,}={0,2}){0,60}", re.ASCII),
        _base64,
    ),
    Cipher("[A-Z2-7]{40}", re.compile(r"(?<![A-Z2-7])[A-Z2-7]{40,}={0,6}"), _base32),
    Cipher("[0-9a-fA-F]{40}", re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}){20,}"), _hex),
    Cipher(
        r"(?:(?:0x|\\x)[0-9a-fA-F]{2}[ ,]{0,2}){12}|(?:[0-9a-fA-F]{2}[ :]){12}",
        re.compile(r"(?:(?:0x|\\{1,2}x)[0-9a-fA-F]{2}[ ,]{0,2}){12,}|(?:\b[0-9a-fA-F]{2}[ :]){12,}[0-9a-fA-F]{2}"),
        _hex,
    ),
    Cipher("(?:[01]{7,8}[ ,]?){12}", re.compile(r"(?<!\d)(?:[01]{7,8}[ ,]{0,2}){12,}"), _numbers(2)),
    Cipher(r"(?:[01]?[0-9]{2}[, ]{1,2}){16}", re.compile(r"(?<!\d)(?:[01]?\d{2}[, ]{1,2}){16,}\d{1,3}"), _numbers(10)),
    Cipher(r"(?:\\[0-7]{3}){12}", re.compile(r"(?:\\[0-7]{3}){12,}"), _numbers(8)),
    Cipher(r"(?:\\\\?u\{?[0-9a-fA-F]{4}\}?){8}", re.compile(r"(?:\\{1,2}u\{?[0-9a-fA-F]{4}\}?[ ,]?){8,}"), _units),
    Cipher(
        "[A-Za-z](?:%20|\\+)[A-Za-z]{2,12}(?:%20|\\+)|(?:%[0-9a-fA-F]{2}){6}",
        re.compile(r"(?<![\w.,;:!'()*+%-])[\w.,;:!'()*-]*+[+%][\w.,;:!'()*+%-]{8,}+"),
        unquote_plus,
    ),
    Cipher(
        "(?:&#x?[0-9a-fA-F]{2,6};[ -~]?){4}", re.compile(r"[^\n&]{0,60}(?:&#?\w{2,6};[^\n&]{0,40}){4,}"), html.unescape
    ),
    Cipher("(?:=[0-9A-F]{2}){8}", re.compile(r"(?:=[0-9A-F]{2}){8,}"), lambda signs: _read(binascii.a2b_qp(signs))),
    Cipher("(?:\\xf3\\xa0[\\x80\\x81].){8}", re.compile("[\U000e0000-\U000e007f]{8,}"), _tags),
    Cipher(
        "(?:\\xef\\xb8.|\\xf3\\xa0[\\x84-\\x87].){8}",
        re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{8,}"),
        _selectors,
    ),
    Cipher(
        "(?:[A-Za-z ](?:\\xcc.|\\xcd[\\x80-\\xaf])+){5}",
        re.compile(r"(?:[^\u0300-\u036f\n][\u0300-\u036f]{1,8}){5,}"),
        _bare,
    ),
    Cipher(
        r"(?:[A-Za-z][._*|-]){6}|(?:\b[A-Za-z] ){7}",
        re.compile(r"(?:[^\s._*|-][._*|-][ ._*|-]{0,3}){6,}\S?[.!]?|(?:\b\w {1,3}){7,}\w\b"),
        _spread,
    ),
    Cipher(
        r"(?:[.-]{1,4} ){4}[.-]{1,4} ?/ ?(?:[.-]{1,4} ){2}", re.compile(r"(?:[.-]{1,5}[ /]{1,3}){12,}[.-]{1,5}"), _morse
    ),
    Cipher(_any(_MOVED), _MOVED, _turn_back),
    Cipher(_any(_BACKWARDS), _BACKWARDS, lambda line: line[::-1]),
    Cipher(_any(_MIRRORED), _MIRRORED, lambda line: line.translate(_MIRROR)),
    Cipher(_JOINED, re.compile(_JOINED), lambda line: re.sub(r"[\"'] ?[+.&] ?[\"']", "", line), wide=True),
    Cipher(
        _TAGGED,
        re.compile(_TAGGED),
        lambda line: re.sub(r"<!--[^\n>]{0,60}-->|</?\w[^<>\n]{0,60}>", "", line),
        wide=True,
    ),
    Cipher(_MARKED, re.compile(_MARKED), lambda line: re.sub(r"\*\*|__|`+|~~", "", line), wide=True),
    Cipher(
        r"(?:\n[A-Za-z]{2,14}){4}\n",
        re.compile(r"(?:\b[A-Za-z][A-Za-z',.:;!?]{0,15}\n){4,}[\w.]*"),
        lambda lines: lines.replace("\n", " "),
    ),
    Cipher(
        f"(?i){_NAMED}",
        re.compile(rf"(?i:{_NAMED})\w{{0,60}}"),
        lambda name: re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.replace("_", " ")),
    ),
)
