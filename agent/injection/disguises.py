"""Undoes what hides words from a search but not from a reader: invisible signs, colours, look-alike letters."""

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
_STYLED = re.compile("[\uff21-\uff5a\U0001d400-\U0001d7ff\u24b6-\u24e9]")
_PAINT = re.compile(r"(?:\x1b|\x9b|\\x1b|\\u001b|\\033|\\e)(?:\[?[0-9;?]{0,20}[A-Za-z]|\](?:\d{1,4};)?)|\x07")
"""What moves or colours words on a terminal, as it is or written out."""
_PAINTED = ("\x1b", "\x9b", "\\x1b[", "\\u001b[", "\\033[")


def undisguised(text: str) -> str | None:
    """The text as a reader sees it, with as many lines; None where it hides nothing."""
    plain = _PAINT.sub(_blank, text) if any(paint in text for paint in _PAINTED) else text
    if not text.isascii():
        plain = _HIDDEN.sub("", plain)
        if _STYLED.search(plain):
            plain = "\n".join(unicodedata.normalize("NFKC", line).replace("\n", " ") for line in plain.split("\n"))
        if _MIXED.search(plain):
            plain = plain.translate(_ALIKE)
    return plain if plain != text else None


def _blank(paint: re.Match[str]) -> str:
    """Nothing within a word, a blank elsewhere."""
    after = paint.string[paint.end() : paint.end() + 1]
    return "" if after.islower() and paint.string[paint.start() - 1 : paint.start()].isalpha() else " "
