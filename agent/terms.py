"""The words of a filter: `name:value`, `"as it stands"`, `/pattern/`, `-` before what must not be."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches

from agent.errors import WrongUse

_TERM = re.compile(
    r"(?P<no>[-!]?)(?:(?P<field>[A-Za-z_]+):)?"
    r'(?:"(?P<quoted>(?:[^"\\]|\\.)*)"(?=\s|$)|/(?P<regex>(?:[^/\\]|\\.)+)/(?=\s|$)|(?P<words>\S+))'
)
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is asked of something: all of them must hold."""

    words: str
    field: str | None = None
    is_not: bool = False
    is_regex: bool = False
    is_quoted: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of which one must hold: they stand behind each other with commas between."""
        return (self.words,) if self.is_quoted else tuple(part for part in self.words.split(",") if part)


def terms_of(text: str, fields: Collection[str]) -> list[Term]:
    """The terms of what was typed; a word with a colon that names no field is a word like any other."""
    return [_term(match, fields) for match in _TERM.finditer(text)]


def _term(match: re.Match[str], fields: Collection[str]) -> Term:
    field, is_not = match["field"], bool(match["no"])
    if match["quoted"] is not None:
        words, is_regex, is_quoted = _ESCAPED.sub(r"\1", match["quoted"]), False, True
    elif match["regex"] is not None:
        words, is_regex, is_quoted = match["regex"].replace("\\/", "/"), True, False
    else:
        words, is_regex, is_quoted = match["words"], False, False
    if field is not None and field.lower() not in fields:
        if near := get_close_matches(field.lower(), fields, 1, 0.75):
            raise WrongUse(f'"{field}:" is no field of a filter.', f'Did you mean "{near[0]}:"?', _quoting(match[0]))
        if not is_quoted:
            return Term(match[0][len(match["no"]) :], None, is_not)
        words, field = f"{field}:{words}", None
    return Term(words, field.lower() if field else None, is_not, is_regex, is_quoted)


def _quoting(words: str) -> str:
    return f'Fields are joined to a value by a colon; "{words.lstrip("-!")}" in quotes is looked for as it stands.'
