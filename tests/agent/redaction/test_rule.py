"""Each rule finds what its examples show, and nothing in the texts that only look like it."""

import random
import re
import string

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.prefilter import Prefilter
from agent.redaction.redact import Redactor
from agent.redaction.rule import NAME, rules

DRAWN = re.compile(r"<([ahAwd])(\d+)>")
ALPHABETS = {
    "a": string.ascii_letters + string.digits,
    "h": "0123456789abcdef",
    "A": string.ascii_uppercase + string.digits,
    "w": string.ascii_lowercase + string.digits,
    "d": "123456789",
}


def filled(example: str) -> str:
    """An example with signs drawn by lot; letters and digits both occur in each stretch of some length."""
    dice = random.Random(example)

    def drawn(match: re.Match[str]) -> str:
        alphabet, length = ALPHABETS[match[1]], int(match[2])
        signs = dice.choices(alphabet, k=length)
        if length >= 8 and match[1] != "d":
            signs[2:5] = "7", "b" if "b" in alphabet else "B", "4"
        return "".join(signs)

    return DRAWN.sub(drawn, example)


def test_a_rule_finds_its_examples() -> None:
    for rule in rules():
        for text in map(filled, rule.hits):
            secrets = list(rule.find(text))
            assert secrets, (rule.finds, text)
            assert text[secrets[0].start : secrets[0].end] not in Redactor(b"salt").redact(text).text, text
            assert any(word.lower() in text.lower() for word in rule.words), text


def test_a_rule_lets_be_what_only_looks_like_it() -> None:
    for rule in rules():
        for text in map(filled, rule.misses):
            assert not list(rule.find(text)), (rule.finds, text)


def test_every_rule_is_shown_by_an_example() -> None:
    assert {rule.finds for rule in rules() if rule.hits} == {rule.finds for rule in rules()}
    assert not any(NAME in rule.pattern for rule in rules())


def test_every_match_of_a_rule_shows_what_the_prefilter_looks_for() -> None:
    # Slow, since texts are made up for forty patterns, and for each of them anew what its classes hold.
    dice = random.Random(7)
    for rule in dice.sample(rules(), 40):
        prefilter = Prefilter([rule.expression])

        @given(st.from_regex(re.compile(rule.pattern, re.ASCII)))
        @settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None, database=None)
        def shows(text: str) -> None:
            assert prefilter.seen(text)  # noqa: B023

        shows()


def test_every_repetition_in_a_rule_is_bounded() -> None:
    for rule in rules():
        for pattern in (rule.pattern, rule.each or ""):
            bare = re.sub(r"\\.|\[[^]]*\]|\{[\d,]+\}\+| [*+]", "", pattern)
            assert not set("*+") & set(bare), pattern
