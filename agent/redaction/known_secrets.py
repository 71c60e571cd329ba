"""Remembers the secrets of a trace, so that each is found again where nothing gives it away."""

import html
import json
from collections.abc import Iterator
from contextlib import suppress

from agent.prefilter import Prefilter, literal
from agent.redaction.looks import is_mixed
from agent.redaction.private_keys import places
from agent.redaction.rule import Secret

_MOST = 5_000
_FEWEST_AT_ONCE = 50
_SHORTEST, _SHORTEST_NUMBER = 6, 8


class KnownSecrets:
    """The values that were met; all but the latest are looked for at once."""

    def __init__(self) -> None:
        self.kinds: dict[str, str] = {}
        self._filtered: tuple[dict[str, str], Prefilter] = {}, Prefilter(())

    def remember(self, value: str, kind: str) -> None:
        """Keep a value, and what it says once the escapes of JSON and HTML are undone."""
        for one in dict.fromkeys((value, *_unescaped(value))):
            if is_memorable(one, kind) and len(self.kinds) < _MOST:
                self.kinds.setdefault(one, kind)

    def find(self, text: str) -> Iterator[Secret]:
        """Everywhere in a text where a remembered value stands by itself."""
        for value in self._may_hold(text):
            for start in places(text, value):
                if _stands_alone(text, start, start + len(value)):
                    yield Secret(start, start + len(value), self.kinds[value])

    def _may_hold(self, text: str) -> list[str]:
        values = list(self.kinds)
        filtered, prefilter = self._filtered  # both at once: another thread may replace them
        if len(values) - len(filtered) >= max(_FEWEST_AT_ONCE, len(filtered) // 2):
            filtered = {value: literal(value) for value in values}
            prefilter = Prefilter(filtered.values())
            self._filtered = filtered, prefilter
        seen = prefilter.seen(text) if filtered else frozenset[str]()
        return [value for value in values if filtered.get(value) in seen or value not in filtered]


def is_memorable(value: str, kind: str = "password") -> bool:
    """Whether a value is so much like a secret that it is one wherever it stands."""
    if value.isdigit():
        return kind == "password" and len(value) >= _SHORTEST_NUMBER
    return len(value) >= _SHORTEST and (is_mixed(value) or not value.isalpha())


def _unescaped(value: str) -> Iterator[str]:
    if "&" in value:
        yield html.unescape(value)
    if "\\" in value:
        with suppress(ValueError):
            yield str(json.loads(f'"{value}"'))


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isalnum() and text[start].isalnum()) and not (after.isalnum() and text[end - 1].isalnum())
