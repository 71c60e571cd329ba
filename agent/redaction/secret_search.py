"""Looks for every kind of secret in a text: one pass tells which rules may apply, and only those are tried."""

from collections.abc import Callable, Iterator
from functools import cache

from agent.prefilter import Prefilter
from agent.redaction import mails, named, plain_view, private_keys
from agent.redaction.rule import Rule, Secret, rules

_FINDERS: tuple[tuple[tuple[str, ...], Callable[[str], Iterator[Secret]]], ...] = (
    (private_keys.EXPRESSIONS, private_keys.find_private_keys),
    (mails.EXPRESSIONS, mails.find_mails),
)


@cache
def _by_expression() -> dict[str, tuple[Rule, ...]]:
    by_expression: dict[str, tuple[Rule, ...]] = {}
    for rule in rules():
        by_expression[rule.expression] = (*by_expression.get(rule.expression, ()), rule)
    return by_expression


@cache
def _prefilter() -> Prefilter:
    others = [expression for expressions, _ in _FINDERS for expression in expressions]
    return Prefilter((*_by_expression(), *named.EXPRESSIONS, *plain_view.EXPRESSIONS, *others), "secrets")


def seen_in(text: str) -> frozenset[str]:
    """The expressions of rules that stand in a text."""
    return _prefilter().seen(text)


def holds_encoded(seen: frozenset[str]) -> bool:
    """Whether the text in which these expressions stand says anything in escapes, entities or percent signs."""
    return not seen.isdisjoint(plain_view.EXPRESSIONS)


def find_secrets(text: str, seen: frozenset[str]) -> Iterator[Secret]:
    """The secrets of a text, of all rules of which it holds the expressions."""
    by_expression = _by_expression()
    for expression in seen:
        for rule in by_expression.get(expression, ()):
            yield from rule.find(text)
    yield from named.find_named(text, seen)
    for expressions, find in _FINDERS:
        if not seen.isdisjoint(expressions):
            yield from find(text)
