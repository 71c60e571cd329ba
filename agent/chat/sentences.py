"""An answer cut into sentences, so that each can be held against the trace; joined they are the answer again."""

import re

_END = re.compile(r"[.!?][\"”“»’')\]*_`]*(?=\s|$)")
_LINE_REFERENCE = re.compile(r"[ \t]*[(\[]\s*(?:lines?\s)?L?\d[^)\]\n]*(?:[)\]][.!?]?|$)")
_GOES_ON = re.compile(r"[\"”»’']\s+[a-z(,;]")
"""After a quote that ends with a full stop: the sentence that quotes goes on."""
_JOINS = re.compile(r"\s*[,;]|\s+(?:and|but|so|yet|while|which|because|although|where|who)\b")
"""After the lines that a quote stands on: the sentence that quotes goes on."""
_SHORT_FORMS = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|resp)|\b[A-Z])\.$", re.IGNORECASE)
_LOW = re.compile(r"„[^“”\n]*[“”]")
"""Quotes that begin below, as in German: what closes them opens one in English."""
FENCE = "```"


def sentences(text: str) -> list[str]:
    """The sentences of Markdown, each with the blanks after it; a block of code is one sentence."""
    cut: list[str] = []
    at = 0
    while at < len(text):
        end = _block_end(text, at) if text.startswith(FENCE, at) else _sentence_end(text, at)
        cut.append(text[at:end])
        at = end
    return cut


def _block_end(text: str, at: int) -> int:
    close = text.find("\n" + FENCE, at + len(FENCE))
    if close < 0:
        return len(text)
    stop = text.find("\n", close + 1)
    return len(text) if stop < 0 else stop + 1


def _sentence_end(text: str, start: int) -> int:
    """Where the sentence ends that begins here: at a line break, or after its last sign and the lines it cites."""
    stop = text.find("\n", start)
    stop = len(text) if stop < 0 else stop + 1
    while stop < len(text) and text[stop] == "\n":
        stop += 1
    at = start
    while (match := _END.search(text, at, stop)) is not None:
        at = match.end()
        if _is_open(text[start:at]) or _SHORT_FORMS.search(text[start : match.start() + 1]):
            continue
        if re.fullmatch(r"\s*(?:\d+|[*-])[.)]?", text[start:at]):
            continue
        if _LINE_REFERENCE.match(text, at, stop) is None and _GOES_ON.match(text, at - 1, stop) is not None:
            continue
        if (reference := _LINE_REFERENCE.match(text, at, stop)) is not None:
            at = reference.end()
            if _JOINS.match(text, at, stop) is not None:
                continue
        blank = re.compile(r"\s*").match(text, at, stop)
        return blank.end() if blank else at
    return stop


def _is_open(text: str) -> bool:
    """Whether a quote has begun that has not ended."""
    text = _LOW.sub("", text)
    return text.count('"') % 2 == 1 or "„" in text or text.count("“") > text.count("”") or text.count("`") % 2 == 1
