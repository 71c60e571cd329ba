"""Reads the rules of redaction, which are kept as data, and finds what each of them describes."""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from agent.prefilter import literal, needed_by
from agent.redaction import looks

_WORDS = re.compile(r"[A-Za-z]{7,}[-_./]|[-_./][A-Za-z]{7,}|^[A-Za-z]{4,}[-_./][A-Za-z]{3,}")
_ADDRESS = re.compile(r"https?:|www\.|^[\w-]{1,60}(?:\.[a-z]{2,12}){1,3}(?:/|$)|@")
_CHECKS: dict[str, Callable[[str], bool]] = {
    "luhn": looks.has_check_digit,
    "machine_made": looks.is_machine_made,
    "mixed": looks.is_mixed,
    "mixed_or_marked": lambda value: looks.is_machine_made(value) or not looks.SYMBOLS.isdisjoint(value),
    "mixed_or_padded": lambda value: looks.is_mixed(value) or value.endswith("="),
    "made_for_session": looks.is_made_for_session,
    "no_address": lambda value: not _ADDRESS.search(value),
    "no_filler": lambda value: not looks.is_filler(value),
    "no_placeholder": lambda value: "<SECRET" not in value and "SECRET:" not in value,
    "no_stand_in": lambda value: not looks.is_stand_in(value),
    "no_stars": lambda value: bool(value.strip("*x")),
    "telephone": looks.is_telephone,
    "no_words": lambda value: not _WORDS.search(value),
}
_SURE = 4
"""Letters of a beginning that means one issuer."""
STARTS_WORD = "starts_word"
NAME = "{NAME}"
"""In a pattern: any of the words of the rule, each of which makes a rule of its own."""


class Secret(NamedTuple):
    """Where a secret stands in a text, and of what kind it is."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret: what it looks like, where, and texts that show it."""

    kind: str
    finds: str
    words: tuple[str, ...]
    """Of these words each match holds at least one."""
    pattern: str
    """What is matched; its group `secret` is the secret, or all of it."""
    expression: str
    """What the prefilter looks for: it stands in every text that the pattern matches."""
    each: str | None
    """What is taken out of the secret where that holds several."""
    checks: tuple[str, ...]
    entropy: float
    hits: tuple[str, ...]
    misses: tuple[str, ...]

    def find(self, text: str) -> Iterator[Secret]:
        """The secrets of this kind in a text."""
        for match in compiled(self.pattern).finditer(text):
            if STARTS_WORD in self.checks and not (looks.starts_word(text, match.start()) or self._is_joined(match)):
                continue
            span = _span(match)
            parts = [span] if self.each is None else [_span(part) for part in compiled(self.each).finditer(text, *span)]
            for start, end in parts:
                if self._is_secret(text[start:end]):
                    yield Secret(start, end, self.kind)

    def _is_joined(self, match: re.Match[str]) -> bool:
        """Whether a dash joins it to a word before it, and its beginning and look leave no doubt all the same."""
        before = match.string[match.start() - 1]
        return before in "-_" and looks.is_strong(match[0]) and match[0].startswith(self._sure)

    @property
    def _sure(self) -> tuple[str, ...]:
        return tuple(word for word in self.words if len(word) >= _SURE)

    def _is_secret(self, value: str) -> bool:
        if not all(_CHECKS[check](value) for check in self.checks if check != STARTS_WORD):
            return False
        return not self.entropy or looks.entropy(value) >= self.entropy


def _span(match: re.Match[str]) -> tuple[int, int]:
    groups = [name for name in ("secret", "secret2") if match.groupdict().get(name) is not None]
    return match.span(groups[0]) if groups else match.span()


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, theme by theme."""
    files = sorted(resources.files("agent.redaction").joinpath("rules").iterdir(), key=lambda file: file.name)
    return tuple(rule for file in files if file.name.endswith(".toml") for rule in _read(file.read_text("utf-8")))


def _read(theme: str) -> Iterator[Rule]:
    data = tomllib.loads(theme)
    for row in data["rule"]:
        parts, each = data.get("parts", {}), row.get("each")
        rule = Rule(
            kind=row["name"],
            finds=row["finds"],
            words=tuple(row["words"]),
            pattern=_poured(row["pattern"], parts),
            expression="",
            each=None if each is None else _poured(each, parts),
            checks=(*data.get("common_checks", ()), *row.get("checks", ())),
            entropy=row.get("entropy", 0.0),
            hits=tuple(row["hits"]),
            misses=tuple(row.get("misses", ())),
        )
        if NAME in row["pattern"]:
            yield from (_beside(rule, row["pattern"], word) for word in row["words"])
        else:
            yield replace(rule, expression=needed_by(rule.pattern))


def _beside(rule: Rule, pattern: str, word: str) -> Rule:
    """The rule for one of many names beside which a secret may stand."""
    return replace(
        rule,
        words=(word,),
        pattern=pattern.replace(NAME, re.escape(word)),
        expression=f"(?i){literal(word)}",
        hits=tuple(text for text in rule.hits if word in text.lower()),
        misses=tuple(text for text in rule.misses if word in text.lower()),
    )


def _poured(pattern: str, parts: dict[str, Any]) -> str:
    for name, part in parts.items():
        pattern = pattern.replace(f"{{{name}}}", part)
    return pattern


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern of a rule, made when it is first tried: of most rules no text holds the expression."""
    return re.compile(pattern, re.ASCII)
