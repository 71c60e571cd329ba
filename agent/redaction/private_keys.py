"""Finds private keys in their frame of dashes, also where one end of the frame is missing."""

import re
from collections.abc import Iterator

from agent.redaction.rule import Secret

EXPRESSIONS = ("-----(?:BEGIN|END) ",)
_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_BREAK = r"(?:\\{1,8}[nr](?:[|>#] )?|\s(?:[ ]{0,6}\d{1,6}\t)?|[|>#](?=[ ])){1,20}+"
_BODY = re.compile(
    rf"(?:{_BREAK}[A-Za-z0-9+/]{{32,}}+={{0,2}})*+"
    rf"(?:{_BREAK}(?:[A-Za-z0-9+/=]+\Z|[A-Za-z0-9+/]{{4,31}}+={{1,2}}"
    rf"|(?=[A-Za-z+/]*\d)[A-Za-z0-9+/]{{8,31}}+(?=[\s\"'\\])))?"
)
_FRAME_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_ESCAPED_BREAK, _BASE64 = re.compile(r"\\+[nr]"), re.compile("[A-Za-z0-9+/=]+")
_LONGEST, _LONGEST_TAIL = 20_000, 8_000


def find_private_keys(text: str) -> Iterator[Secret]:
    """Find the keys that begin here, then those of which only the end is left."""
    end = 0
    for start in places(text, "-----BEGIN "):
        if start < end or not (begin := _BEGIN.match(text, start)):
            continue
        close = text.find("-----", begin.end(), begin.end() + _LONGEST)
        if close >= 0 and (frame := _FRAME_END.match(text, close)):
            end = frame.end()
        elif (body := _BODY.match(text, begin.end())) and body[0].strip():
            end = body.end()
        else:
            continue
        yield Secret(start, end, "private_key")
    for stop in places(text, "-----END "):
        if stop >= end and (frame := _FRAME_END.match(text, stop)):
            yield Secret(_body_start(text, max(end, stop - _LONGEST_TAIL), stop), frame.end(), "private_key")
            end = frame.end()


def _body_start(text: str, limit: int, stop: int) -> int:
    """Where the lines of a key begin whose own beginning was cut off."""
    head = _ESCAPED_BREAK.sub(lambda line_break: " " * len(line_break[0]), text[limit:stop])
    first = reached = len(head)
    for piece in reversed(list(_BASE64.finditer(head))):
        if head[piece.end() : reached].strip() or (first < len(head) and len(piece[0]) < 32):
            break
        reached = piece.start()
        if len(piece[0]) >= 32:
            first = reached
    return limit + first


def places(text: str, word: str) -> Iterator[int]:
    """Everywhere the word stands."""
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)
