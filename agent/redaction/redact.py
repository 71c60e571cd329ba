"""Take secrets out of text before it leaves the machine, and find the way back from a redacted quote."""

import hashlib
import hmac
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from agent.redaction import codes, commands, cookies, credentials, secrets, wrappings
from agent.redaction.codes import find_codes
from agent.redaction.commands import find_in_commands
from agent.redaction.cookies import find_cookies
from agent.redaction.credentials import find_credentials
from agent.redaction.form_scan import Sieve, literal
from agent.redaction.secrets import Secret, find_known, is_mixed, places
from agent.redaction.wrappings import find_wrapped

PLACEHOLDER = re.compile(r"<SECRET:([a-z0-9_]+)#([0-9a-f]+)>")
_SIEVE = Sieve(chain.from_iterable(room.TRACES for room in (secrets, credentials, wrappings, commands, cookies, codes)))
FINDERS = (find_known, find_credentials, find_wrapped, find_in_commands, find_cookies, find_codes)
_DIGITS = 6
_REMEMBERED, _SIEVED_BY = 500, 50
# A form counts more than a name, and an address least: it is often a part of something worse.
_SURROUNDED = (
    *("password", "secret", "token", "api_key", "bearer", "basic", "url_password", "url_token", "cookie"),
    *("code", "code_seed", "phrase"),
)


@dataclass(frozen=True, slots=True)
class Hidden:
    """One placeholder: the raw characters it stands for, and where it stands."""

    raw: tuple[int, int]
    shown: tuple[int, int]
    kind: str


@dataclass(frozen=True, slots=True)
class Redacted:
    """Text without its secrets: as many lines as before, with every placeholder's place in both texts."""

    text: str
    found: Counter[str]
    spans: tuple[Hidden, ...]

    def raw_range(self, start: int, end: int) -> tuple[int, int]:
        """Where characters start to end of the redacted text stand in the raw one; a placeholder counts whole."""
        return self._raw(start, 0), self._raw(end, 1)

    def _raw(self, place: int, side: int) -> int:
        index = bisect_right(self.spans, place, key=lambda span: span.shown[0]) - 1
        if index < 0:
            return place
        span = self.spans[index]
        if place < span.shown[1]:
            return span.raw[side] if place > span.shown[0] else span.raw[0]
        return place - span.shown[1] + span.raw[1]


class Redactor:
    """Redacts the texts of one trace; the same secret has the same placeholder in all of them.

    A placeholder's number is a keyed digest of the secret, so neither the order of the chunks nor a restart changes it;
    which texts know of a secret that only one of them gives away does depend on it, so `learn` the whole trace first.
    Whoever lacks the salt cannot test a guess: it must be random, and must stay on this machine.
    Text must be raw (not yet numbered by line) and long: a key cut in two may show its form in neither half.
    """

    def __init__(self, salt: bytes) -> None:
        self._salt = salt
        self._placeholders: dict[tuple[str, str], str] = {}
        self._secrets: dict[str, str] = {}
        self._remembered: dict[str, str] = {}
        self._sieved: dict[str, str] = {}
        self._sieve = Sieve(())

    def redact(self, text: str) -> Redacted:
        """Replace every secret of the text, and every one met before, by its placeholder."""
        secrets = self._find(text)
        parts: list[str] = []
        spans: list[Hidden] = []
        done = length = 0
        for secret in chain.from_iterable(_by_line(text, secret) for secret in secrets):
            value = text[secret.start : secret.end]
            placeholder = self._placeholder(self._remembered.get(value, secret.kind), value)
            parts += text[done : secret.start], placeholder
            length += secret.start - done
            spans.append(Hidden((secret.start, secret.end), (length, length + len(placeholder)), secret.kind))
            length += len(placeholder)
            done = secret.end
        return Redacted("".join((*parts, text[done:])), Counter(s.kind for s in secrets), tuple(spans))

    def learn(self, text: str) -> Counter[str]:
        """Remember the secrets of a text, so that they are recognised where nothing gives them away; count them."""
        return Counter(secret.kind for secret in self._find(text))

    def restore(self, text: str) -> str:
        """Put the secrets back, to look a quote up in the raw trace; never to show or save it."""
        return PLACEHOLDER.sub(lambda found: self._secrets.get(found[0], found[0]), text)

    def _find(self, text: str) -> list[Secret]:
        seen = _SIEVE.seen(text)
        found = _settled(chain.from_iterable(find(text, seen) for find in FINDERS)) if seen else []
        for secret in found:
            value = text[secret.start : secret.end]
            if secret.kind in _SURROUNDED and is_memorable(value) and len(self._remembered) < _REMEMBERED:
                self._remembered.setdefault(value, secret.kind)
        again = [
            Secret(start, start + len(value), self._remembered[value])
            for value in self._met(text)
            for start in places(text, value)
            if _stands_alone(text, start, start + len(value))
        ]
        return _settled([*found, *again]) if again else found

    def _met(self, text: str) -> list[str]:
        """The remembered secrets that may stand in a text: all but the latest are looked for at once."""
        values = list(self._remembered)
        if len(values) - len(self._sieved) >= _SIEVED_BY:
            self._sieved = {value: literal(value) for value in values}
            self._sieve = Sieve(self._sieved.values())
        known = self._sieve.seen(text) if self._sieved else frozenset[str]()
        return [value for value in values if self._sieved.get(value) in known or value not in self._sieved]

    def _placeholder(self, kind: str, secret: str) -> str:
        known = self._placeholders.get((kind, secret))
        if known:
            return known
        digest = hmac.new(self._salt, secret.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
        for digits in range(_DIGITS, len(digest)):
            placeholder = f"<SECRET:{kind}#{digest[:digits]}>"
            if self._secrets.setdefault(placeholder, secret) == secret:
                break
        return self._placeholders.setdefault((kind, secret), placeholder)


def is_memorable(value: str) -> bool:
    """Whether a value is so much like a secret that it is one wherever it stands."""
    signs = sum(not c.isalnum() for c in value)
    return len(value) >= 6 and not value.isdigit() and (is_mixed(value) or signs > 1)


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isalnum() and text[start].isalnum()) and not (after.isalnum() and text[end - 1].isalnum())


def _settled(secrets: Iterable[Secret]) -> list[Secret]:
    """Order the secrets and merge those that overlap: all their characters, under the most telling kind."""
    merged: list[Secret] = []
    for secret in sorted(secrets):
        if not merged or secret.start >= merged[-1].end:
            merged.append(secret)
            continue
        last = merged.pop()
        if "email" in (last.kind, secret.kind) and last.kind != secret.kind:
            merged.append(last if secret.kind == "email" else secret)
        else:
            kind = min(last.kind, secret.kind, key=lambda kind: kind in _SURROUNDED)
            merged.append(Secret(last.start, max(last.end, secret.end), kind))
    return merged


def _by_line(text: str, secret: Secret) -> Iterator[Secret]:
    """One placeholder a line, so that lines keep their numbers."""
    start = secret.start
    for line in text[secret.start : secret.end].split("\n"):
        body = line.strip()
        if body:
            begin = start + len(line) - len(line.lstrip())
            yield Secret(begin, begin + len(body), secret.kind)
        start += len(line) + 1
