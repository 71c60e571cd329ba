"""Secrets that are coloured, encoded, oddly spelt, long or told twice are taken out all the same."""

import html
import json
import random
import string
from base64 import b64encode
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.redaction.plain_view import PlainView
from agent.redaction.redact import PLACEHOLDER, Redactor

TOKEN = "ghp_" + "a1B2" * 9
PASSWORD = "x9#Lq!7z"
ENCODED: dict[str, Callable[[str], str]] = {
    "colour": lambda text: "\x1b[32m".join(text.partition("=")),
    "colour, written out": lambda text: "\\u001b[1;32m".join(text.partition("=")),
    "colour within": lambda text: text[:-6] + "\x1b[0m" + text[-6:],
    "percent signs": lambda text: quote(text, safe=""),
    "percent signs twice": lambda text: quote(quote(text, safe=""), safe=""),
    "entities": lambda text: html.escape(text.replace("=", '="') + '"'),
    "entities twice": lambda text: html.escape(html.escape(text.replace("=", '="') + '"')),
    "entities of numbers": lambda text: "".join(c if c.isalnum() else f"&#{ord(c)};" for c in text),
    "entities of hex": lambda text: "".join(c if c.isalnum() else f"&#x{ord(c):x};" for c in text),
    "escapes": lambda text: "".join(c if c.isalnum() else f"\\u{ord(c):04x}" for c in text),
    "escapes twice": lambda text: "".join(c if c.isalnum() else f"\\\\u{ord(c):04x}" for c in text),
    "bytes": lambda text: "".join(c if c.isalnum() else f"\\x{ord(c):02x}" for c in text),
    "quotes in percent signs": lambda text: text.replace("=", "=%22") + "%22",
    "invisible": lambda text: "\u200b".join((text[:-4], text[-4:])),
}
AROUND = ["@@", "first\n@@\nlast", '{"x": "@@"}', "GET /a?b=1&@@&c=2 HTTP", "é & %41 \x1b[0m @@ 日本"]


@pytest.mark.parametrize("way", ENCODED)
@pytest.mark.parametrize("place", AROUND)
def test_a_secret_is_found_in_what_the_text_says(way: str, place: str) -> None:
    for text, secret in ((f"token={TOKEN}", TOKEN), ("api_key=7fA2kQ9dLm4xTz8wPb3v", "7fA2kQ9dLm4xTz8wPb3v")):
        raw = place.replace("@@", ENCODED[way](text))
        redactor = Redactor(b"salt")
        shown = redactor.redact(raw)
        assert secret[-12:-7] not in shown.text, shown.text
        assert secret[:6] not in shown.text.replace("ghp_", ""), shown.text
        assert redactor.restore(shown.text) == raw


@given(st.text("ab=%23&quot;\\u00\x1b[m\u200b\n -", max_size=200))
def test_every_place_of_a_plain_view_leads_back(text: str) -> None:
    view = PlainView(text)
    for start in range(len(view.text)):
        begin, end = view.raw_range(start, start + 1)
        assert 0 <= begin <= end <= len(text)
        if view.text[start] != "\n":
            assert begin < end


def passwords(first: str) -> list[str]:
    dice = random.Random(first)
    signs = string.ascii_letters + string.digits + "#$%&*+-=?@^_{}~"
    return [first + "".join(dice.choices(signs, k=dice.randint(5, 11))) + "7xQ" for _ in range(170)]


@pytest.mark.parametrize("first", ["$", "%", "{"])
@pytest.mark.parametrize("place", ['{"password": "@@"}', "login(password='@@')", '{\\"password\\": \\"@@\\"}'])
def test_a_password_may_begin_with_any_sign(first: str, place: str) -> None:
    leaked = [one for one in passwords(first) if one in Redactor(b"salt").redact(place.replace("@@", one)).text]
    assert not leaked


@pytest.mark.parametrize(
    "text",
    [
        "password: ${DB_PASSWORD}",
        "password='{password}'",
        "password=%PASSWORD%",
        "password: {{ vault.password }}",
        'password="$db_password"',
        "password=%(pwd)s",
    ],
)
def test_a_name_of_a_value_is_no_value(text: str) -> None:
    assert Redactor(b"salt").redact(text).text == text


@pytest.mark.parametrize("size", [300, 513, 3_000, 12_000])
@pytest.mark.parametrize("place", ['client_secret = "@@"', '{"private_key": "@@"}', "secret: '@@'", "token=@@"])
def test_a_long_value_is_taken_out_whole(size: int, place: str) -> None:
    value = "".join(random.Random(size).choices(string.ascii_letters + string.digits, k=size))
    shown = Redactor(b"salt").redact(place.replace("@@", value)).text
    assert not any(value[at : at + 12] in shown for at in range(0, size - 12, 50))


@pytest.mark.parametrize("kind", ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY"])
@pytest.mark.parametrize("place", ['{"privateKey": "@@"}', "KEY_B64=@@", "privateKey: @@", "@@"])
def test_a_private_key_in_base64_is_taken_out(kind: str, place: str) -> None:
    body = b64encode(random.Random(kind).randbytes(600)).decode()
    value = b64encode(f"-----BEGIN {kind}-----\n{body}\n-----END {kind}-----\n".encode()).decode()
    shown = Redactor(b"salt").redact(place.replace("@@", value)).text
    assert value[40:60] not in shown
    assert value[-30:-10] not in shown


@pytest.mark.parametrize(
    ("told", "again"),
    [
        (json.dumps({"password": 'k"t\\e77&x'}), 'I typed k"t\\e77&x there'),
        ('{"password": "open_sesame"}', "the word was open_sesame, as he said"),
        ('{"password": "8317204417"}', "I tried 8317204417 next"),
        (f"password=&quot;{PASSWORD}&quot;", f"so it was {PASSWORD}"),
        (f"password%3D%22{PASSWORD}%22", f"so it was {PASSWORD}"),
        (f'{{"password": "{PASSWORD}"}}', f"so it was {quote(PASSWORD)} in the address"),
        ("curl --user bob:'kite 77 x' https://files.example", "then kite 77 x failed"),
    ],
)
def test_a_secret_once_known_is_one_everywhere(told: str, again: str) -> None:
    redactor = Redactor(b"salt")
    redactor.learn(told)
    shown = redactor.redact(again)
    assert PLACEHOLDER.search(shown.text)
    assert redactor.restore(shown.text) == again
