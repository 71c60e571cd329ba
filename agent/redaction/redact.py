"""Take secrets out of text before it leaves the machine, and find the way back from a redacted quote."""

import hashlib
import hmac
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from agent.redaction.known_secrets import KnownSecrets
from agent.redaction.plain_view import PlainView
from agent.redaction.rule import Secret
from agent.redaction.secret_search import find_secrets, holds_encoded, seen_in

PLACEHOLDER = re.compile(r"<SECRET:([a-z0-9_]+)#([0-9a-f]+)>")
_DIGITS = 6
# A form counts more than a name, and an address least: it is often a part of something worse.
_SURROUNDED = (
    *("password", "secret", "token", "api_key", "bearer", "basic", "url_password", "url_token", "cookie"),
    *("code", "code_seed", "phrase"),
    *("phone", "card", "address"),
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
        self._known = KnownSecrets()

    def redact(self, text: str) -> Redacted:
        """Replace every secret of the text, and every one met before, by its placeholder."""
        secrets = self._find(text)
        parts: list[str] = []
        spans: list[Hidden] = []
        done = length = 0
        for secret in chain.from_iterable(_by_line(text, secret) for secret in secrets):
            value = text[secret.start : secret.end]
            placeholder = self._placeholder(self._known.kinds.get(value, secret.kind), value)
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
        return PLACEHOLDER.sub(lambda match: self._secrets.get(match[0], match[0]), text)

    def _find(self, text: str) -> list[Secret]:
        """The secrets of a text as it stands and as what it says, and those that were met before."""
        seen = seen_in(text)
        secrets = _settled(find_secrets(text, seen)) if seen else []
        view = PlainView(text) if holds_encoded(seen) else None
        encoded = _settled(find_secrets(view.text, seen_in(view.text))) if view else []
        for shown, those in ((text, secrets), (view.text if view else "", encoded)):
            for secret in those:
                if secret.kind in _SURROUNDED:
                    self._known.remember(shown[secret.start : secret.end], secret.kind)
        again = list(self._known.find(text))
        if view is not None:
            encoded = _settled([*encoded, *self._known.find(view.text)])
            again += [Secret(*view.raw_range(secret.start, secret.end), secret.kind) for secret in encoded]
        return _settled([*secrets, *again]) if again else secrets

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
