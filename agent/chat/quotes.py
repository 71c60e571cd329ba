"""What a sentence of an answer claims of the trace: the lines it cites and the words it quotes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.diagnosis.document_parts import Lines

_CITED = re.compile(
    r"(?<![\w#/.-])L\s?(\d[\d,]*)(?:\s?[-–—]\s?L?\s?(\d[\d,]*))?(?![\w/])"
    r"|\blines?\s+(\d[\d,]*)(?:\s*(?:[-–—]|to|and|through)\s*(\d[\d,]*))?(?![\w/]|:\d)",
)
_QUOTED = re.compile(
    r"„([^„“”\n]+)[“”]"
    r"|«\s?([^»\n]+?)\s?»"
    r"|“([^“”\n]+)”"
    r"|”([^”\n]+)”"
    r"|»\s?([^«\n]+?)\s?«"
    r"|‹\s?([^›\n]+?)\s?›"
    r"|[「『《〈]([^「『《〈」』》〉\n]+)[」』》〉]"
    r"|＂([^＂\n]+)＂"
    r"|‘([^’\n]{8,}(?:’\w[^’\n]*)*)’(?!\w)"
    r"|‚([^‘’\n]{8,})[‘’]"
    r"|(?<!\w)\"([^\"\n]+)\"(?!\w)"
    r"|(?<!\w)'([^'\n]{8,}(?:'\w[^'\n]*)*)'(?!\w)"
    r"|(?P<ticks>`{1,4})(?P<code>.{1,4000}?)(?P=ticks)"
)
_PARTS = re.compile(r"\s*(?:\.\.\.|…|\[\.\.\.\]|\[…\])\s*")
_NUMBERED = re.compile(r"^\s*L?(\d+)\s*[|:]\s?(.*)$")
_PREFIX = re.compile(r"^\s*L?\d+\s*\|\s?")


_MARKS = re.compile(r"[\"“”„«»‹›「」『』《》〈〉＂]")
"""Marks that begin or end a quotation, wherever they stand."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words that a sentence sets apart; `strict` if they can only be meant as words of the trace."""

    words: str
    strict: bool


def cited_lines(sentence: str) -> list[Lines]:
    """The line ranges that a sentence cites, outside what it quotes."""
    bare = _QUOTED.sub(lambda quote: " " * len(quote[0]), sentence)
    cited: list[Lines] = []
    for match in _CITED.finditer(bare):
        first = int((match[1] or match[3]).replace(",", ""))
        last = int((match[2] or match[4] or str(first)).replace(",", ""))
        cited.append((min(first, last), max(first, last)))
    return list(dict.fromkeys(cited))


def has_half_a_quote(sentence: str) -> bool:
    """Whether a quotation begins or ends in a sentence that does not hold all of it, so that nobody can check it."""
    is_code = sentence.startswith("```") or sentence.strip().startswith(">")
    return not is_code and _MARKS.search(_QUOTED.sub("", sentence)) is not None


def quotes(sentence: str) -> Iterator[Quoted]:
    """The words that a sentence quotes: between quote marks, as code, after `>`, or in a block."""
    if sentence.startswith("```"):
        yield from _block(sentence)
        return
    stripped = sentence.strip()
    if stripped.startswith(">"):
        words = stripped.lstrip("> ").strip()
        inner = _CITED.sub("", words).strip(" ()[]—–-:")
        inner = inner.strip('"“”*_ ')
        if inner:
            yield from _parts(_PREFIX.sub("", inner), strict=True)
        return
    for match in _QUOTED.finditer(sentence):
        code = match["code"]
        words = code or next(group for group in match.groups() if group)
        yield from _parts(_PREFIX.sub("", words), strict=code is None)


def _block(sentence: str) -> Iterator[Quoted]:
    """The lines of a block of code: those with a number claim to be lines of the trace."""
    for line in sentence.strip().split("\n")[1:]:
        numbered = _NUMBERED.match(line)
        if numbered and numbered[2].strip():
            yield Quoted(numbered[2].strip(), strict=True)
        elif line.strip() and not line.startswith("```"):
            yield Quoted(line.strip(), strict=False)


def block_lines(sentence: str) -> list[Lines]:
    """The line numbers that a block of code claims for its lines."""
    numbered = [match for line in sentence.split("\n") if (match := _NUMBERED.match(line))]
    return [(int(match[1]), int(match[1])) for match in numbered]


def _parts(words: str, *, strict: bool) -> Iterator[Quoted]:
    """A quote, or the parts of it around what was left out."""
    for part in _PARTS.split(words):
        part = part.strip().rstrip(",;:")
        if any(map(str.isalnum, part)):
            yield Quoted(part, strict)
