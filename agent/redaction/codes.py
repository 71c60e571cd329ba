"""Secrets that a person types: codes that count once, seeds of authenticators, words that restore a wallet."""

import re
from collections.abc import Iterator
from itertools import takewhile

from agent.redaction.form_scan import least
from agent.redaction.secrets import Secret, is_mixed

_IS = r"(?: for [\w ]{1,30})?(?: is| are| was|:| =|=){1,2} ?[\"'`]?"
_CODE = re.compile(
    r"(?i)(?:verification|security|log-?in|one-?time|confirmation|2fa|mfa|otp|authentication|backup|recovery|reset"
    r"|sms|activation|unlock|pairing|access|door|gate|alarm) (?:pass)?codes?" + _IS + r"(?P<codes>[\w -]{4,80})"
)
_NEXT = re.compile(
    r"(?i)(?:verification|security|one-?time|2fa|mfa|otp|authentication|backup|recovery|reset|pairing) codes?"
    r" [\"'`]?(?P<codes>\d{6,10}|(?=[a-z-]*\d)[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,5})(?![\w-])"
)
_ASKED = re.compile(
    r"(?i)(?:enter|use|type|reply with) (?:the |this |your )?(?:\w{1,12} )?code:? (?P<codes>\d{4,8})(?!\d)"
    r"[^\n.]{0,60}\b(?:verify|confirm|sign|log|reset|unlock|activate|account)"
)
_PIN = re.compile(r"(?i)(?<![\w.-])pin(?: code| number)?" + _IS + r"(?P<codes>\d{4,8})(?![\d.])")
_ONE_CODE = re.compile(
    r"(?<![\w-])(?:\d{4,10}|\d{3} \d{3}|(?=[a-z-]*\d|[A-Z0-9-]{4})[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){0,5})(?![\w-])"
)
_SEED = re.compile(
    r"(?i:totp|hotp|otp|2fa|mfa|authenticator|seed)[^\n]{0,30}[^A-Za-z0-9]"
    r"(?P<seed>[A-Z2-7]{16,64}|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15})(?![A-Za-z0-9])"
)
_WORDS = re.compile(
    r"(?i:mnemonic|(?:seed|recovery|backup|secret|wallet) (?:phrase|words))[\w\"' ]{0,30}[\"':=,-]{1,3}\s{0,3}[\"'`]?"
    r"(?P<words>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])"
)
_WORD, _SHORTEST = re.compile("[a-z]+"), 12
_SMALL_WORDS = frozenset(
    "the and for you are with that this from not can your will must have any into then when was".split()
)
TRACE_OF = {form: least(form.pattern) for form in (_CODE, _NEXT, _ASKED, _PIN, _SEED, _WORDS)}
TRACES = frozenset(TRACE_OF.values())


def find_codes(text: str, seen: frozenset[str] = TRACES) -> Iterator[Secret]:
    """Find the codes, seeds and phrases that a text names as such; `seen` are the traces that stand in the text."""
    if TRACE_OF[_CODE] in seen:
        for found in _CODE.finditer(text):
            for code in _ONE_CODE.finditer(text, *found.span("codes")):
                yield Secret(code.start(), code.end(), "code")
    for form in (_NEXT, _ASKED, _PIN):
        for found in form.finditer(text) if TRACE_OF[form] in seen else ():
            yield Secret(*found.span("codes"), "code")
    if TRACE_OF[_SEED] in seen:
        for found in _SEED.finditer(text):
            if is_mixed(found["seed"]):
                yield Secret(*found.span("seed"), "code_seed")
    if TRACE_OF[_WORDS] in seen:
        for found in _WORDS.finditer(text):
            words = list(
                takewhile(lambda word: word[0] not in _SMALL_WORDS, _WORD.finditer(text, *found.span("words")))
            )
            if len(words) >= _SHORTEST:
                yield Secret(words[0].start(), words[-1].end(), "phrase")
