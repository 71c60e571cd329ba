"""What letters look like to a reader: the words behind look-alikes, digits, invisible and spread-out letters."""

import re
import unicodedata

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
)
_HIDDEN = re.compile(f"[{_INVISIBLE}\U000e0000-\U000e007f]")
_ALIKE = str.maketrans(
    "аеорсухіјѕԁһӏԛԝмткнвАВЕКМНОРСТХУІЈЅαονρικτυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijsdhlqwmtkhbABEKMHOPCTXYIJSaovpiktuABEZHIKMNOPTYX",
)
_MIXED = re.compile("[A-Za-z][\u0370-\u052f]|[\u0370-\u052f][A-Za-z]")
_FOREIGN = re.compile("[\u0370-\u052f]")
_STYLED = re.compile("[\uff21-\uff5a\U0001d400-\U0001d7ff\u24b6-\u24e9]")
_SMALL = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ"
_TURNED = "ɐqɔpǝɟƃɥıɾʞlɯuodbɹsʇnʌʍxʎz"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_CAPITALS = {ord(small): plain for small, plain in zip(_SMALL + "ǫғ", _LETTERS + "qf", strict=True)}
_BOXED = {base + at: _LETTERS[at] for base in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6) for at in range(26)}
_UPRIGHT = {ord(turned): plain for turned, plain in zip(_TURNED, _LETTERS, strict=True)}
_DRAWN = re.compile(f"[{''.join(set(_SMALL + 'ǫғ') - {'x'})}\U0001f130-\U0001f1ff]")
_UPSIDE_DOWN = re.compile("[ɐɔǝɟƃɥıɾʞɯɹʇʌʍʎ]")
_ODD = re.compile(
    "|".join(one.pattern for one in (_HIDDEN, _STYLED, _DRAWN, _UPSIDE_DOWN, _FOREIGN)).replace("]|[", "")
)
"""Any sign of those above."""
_PAINT = re.compile(r"(?:\x1b|\x9b|\\x1b|\\u001b|\\033|\\e)(?:\[?[0-9;?]{0,20}[A-Za-z]|\](?:\d{1,4};)?)|\x07")
"""What moves or colours words on a terminal, as it is or written out."""
_PAINTED = ("\\x1b[", "\\u001b[", "\\033[")
_DIGITS = str.maketrans("013457@$!|", "oieastasii")
_LEET = re.compile(r"[A-Za-z][013457@$!|]+[A-Za-z]|\b[014@$!][A-Za-z]")
_SPREAD = re.compile(r"(?:\b[A-Za-z][ ._-]){5,}[A-Za-z]\b")
SPREAD = r"(?:\b[a-z][ ._-]){7}"
"""A word whose letters stand apart."""
_DRAWN_AS = {"a": "a4@", "e": "e3", "i": "i1!|", "o": "o0", "s": "s5$", "t": "t7"}
_TELLING = "ignore disregard forget override previous instruction failure report success verdict mistake".split()


def _as_digits(word: str) -> list[str]:
    """Forms of a word with a digit or sign for at least one letter: each of its letters in turn is one for sure."""
    loose = [f"[{_DRAWN_AS[letter]}]" if letter in _DRAWN_AS else letter for letter in word]
    sure = [f"[{_DRAWN_AS[letter][1:]}]" if letter in _DRAWN_AS else "" for letter in word]
    return ["".join((*loose[:at], digit, *loose[at + 1 :])) for at, digit in enumerate(sure) if digit]


LEET = "(?:" + "|".join(form for word in _TELLING for form in _as_digits(word)) + ")"
"""A telling word with digits or signs for some of its letters."""


def unveiled(text: str) -> str | None:
    """The text as a reader sees it, with as many lines; None where it hides nothing."""
    is_painted = "\x1b" in text or "\x9b" in text or ("\\" in text and any(paint in text for paint in _PAINTED))
    seen = _PAINT.sub(_blank, text) if is_painted else text
    if text.isascii() or not _ODD.search(text):
        return seen if is_painted else None
    signs = "".join(set(text))
    if _HIDDEN.search(signs):
        seen = _HIDDEN.sub("", seen)
    if _DRAWN.search(signs):
        seen = seen.translate(_CAPITALS).translate(_BOXED)
    if _UPSIDE_DOWN.search(signs):
        seen = "\n".join(_set_upright(line) for line in seen.split("\n"))
    if _STYLED.search(signs):
        seen = "\n".join(unicodedata.normalize("NFKC", line).replace("\n", " ") for line in seen.split("\n"))
    if _FOREIGN.search(signs) and _MIXED.search(seen):
        seen = seen.translate(_ALIKE)
    return seen if seen != text else None


def _blank(paint: re.Match[str]) -> str:
    """Nothing within a word, a blank elsewhere."""
    after = paint.string[paint.end() : paint.end() + 1]
    return "" if after.islower() and paint.string[paint.start() - 1 : paint.start()].isalpha() else " "


def _set_upright(line: str) -> str:
    return line.translate(_UPRIGHT)[::-1] if len(_UPSIDE_DOWN.findall(line)) >= 8 else line


def undone(line: str) -> str | None:
    """A line with letters for its digits and its spread-out words joined; None where it has neither."""
    if _SPREAD.search(line):
        words = re.split(r"\s{2,}|[|/]", line)
        return " ".join(re.sub(r"(?<=\b\w)[ ._-](?=\w\b)", "", word) for word in words)
    return line.translate(_DIGITS) if len(_LEET.findall(line)) >= 2 else None
