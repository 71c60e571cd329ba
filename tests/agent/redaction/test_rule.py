"""Each rule finds what its examples show, and nothing in the texts that only look like it."""

import random
import re
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.redaction.prefilter import Prefilter
from agent.redaction.redact import Redactor
from agent.redaction.rule import NAME, Rule, rules

DRAWN = re.compile(r"<([ahAwd])(\d+)>")
ALPHABETS = {
    "a": string.ascii_letters + string.digits,
    "h": "0123456789abcdef",
    "A": string.ascii_uppercase + string.digits,
    "w": string.ascii_lowercase + string.digits,
    "d": "123456789",
}
RULES = [pytest.param(rule, id=f"{number}-{rule.kind}-{rule.words[0]}") for number, rule in enumerate(rules())]


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


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_finds_its_examples(rule: Rule) -> None:
    for text in map(filled, rule.hits):
        (secret, *_) = rule.find(text)
        assert secret.kind == rule.kind
        assert text[secret.start : secret.end] not in Redactor(b"salt").redact(text).text
        assert any(word.lower() in text.lower() for word in rule.words)
        assert Prefilter([rule.expression]).seen(text)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_lets_be_what_only_looks_like_it(rule: Rule) -> None:
    for text in map(filled, rule.misses):
        assert not list(rule.find(text)), text


def test_every_rule_is_shown_by_an_example() -> None:
    themes = {rule.finds for rule in rules() if rule.hits}
    assert themes == {rule.finds for rule in rules()}
    assert not any(NAME in rule.pattern for rule in rules())


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.values[0].words[0] in rule.values[0].pattern][::7])
def test_every_match_of_a_rule_shows_what_the_prefilter_looks_for(rule: Rule) -> None:
    prefilter = Prefilter([rule.expression])

    @given(st.from_regex(re.compile(rule.pattern, re.ASCII)))
    @settings(max_examples=15, suppress_health_check=list(HealthCheck), deadline=None)
    def shows(text: str) -> None:
        assert prefilter.seen(text)

    shows()


@pytest.mark.parametrize("rule", RULES)
def test_every_repetition_in_a_rule_is_bounded(rule: Rule) -> None:
    for pattern in (rule.pattern, rule.each or ""):
        bare = re.sub(r"\\.|\[[^]]*\]", "", pattern)
        assert "*" not in bare.replace(" *", "").replace(")*", "")
        assert not re.search(r"(?<![ }\\])\+(?!\))", bare.replace(" +", "")), pattern
