"""Finds where the words of an event begin, after the header that its log wrote above them."""

import re

_HEADER = re.compile(
    r"\s*(?:"
    r"\[?\d{4}-\d\d-\d\d[T ][^\n]*\n"  # a line that begins with a date
    r"|-{5,}[^\n-]+-{5,}[ \t]*\n"  # a ruled name
    r"|[\w.-]+ - [A-Z]+ - "  # logger - LEVEL -
    r"|(?:assistant|user|system): "
    r"|(?:Response|Message|Reply) (?:from|to) [^\n]{1,60}\n"
    r"|Code Execution Output[ \t]*\n"
    r"|[A-Z][\w -]{0,40}(?:'s Response|->[A-Z]\w+): ?"
    r"|[A-Z]\w{2,30}: ?\n"
    r")"
)


def after_header(text: str) -> int:
    """The offset of the first word that is not part of a header; 0 if nothing would be left."""
    at = 0
    for _ in range(3):
        header = _HEADER.match(text, at)
        if header is None or not text[header.end() : header.end() + 2000].strip():
            break
        at = header.end()
    rest = text[at : at + 2000]
    return at + len(rest) - len(rest.lstrip())
