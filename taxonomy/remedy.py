"""A remedy: what to change in a multi-agent system so that a mode would not have happened, and how to check it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

PLAIN_WORDS: Mapping[str, str] = {
    "actor": "the agent",
    "other": "the other agent",
    "tool": "the tool",
    "object": "the result",
    "line": "the cited line",
}
"""The placeholders a remedy may hold, each with the words that stand in for it when a trace gives no name."""

_PLACEHOLDER = re.compile(r"\{(" + "|".join(PLAIN_WORDS) + r")\}")


class RemedyKind(StrEnum):
    """Where a remedy acts."""

    SPECIFICATION = "specification"  # the task or role is written so that it cannot be read three ways
    COORDINATION = "coordination"  # current state is shared, hand-offs are explicit
    VERIFICATION = "verification"  # a gate that the work can fail


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change that would have prevented a mode."""

    mode: str
    """The code of the mode it is for."""
    kind: RemedyKind
    target: str
    """What is changed: a prompt, an orchestrator rule, a tool, a gate."""
    change: str
    """The change itself, as text to paste or a rule to build."""
    effect: str
    """Why it works."""
    check: str
    """How to see, after a rerun, whether it did."""
    source: str
    """Where the advice comes from."""

    def fill(self, values: Mapping[str, str] | None = None) -> "Remedy":
        """The remedy with the names of a trace in its placeholders, and plain words where no name is known."""
        names = {**PLAIN_WORDS, **{key: value for key, value in (values or {}).items() if value}}
        return replace(
            self,
            target=_fill(self.target, names),
            change=_fill(self.change, names),
            effect=_fill(self.effect, names),
            check=_fill(self.check, names),
        )


def _fill(template: str, names: Mapping[str, str]) -> str:
    """Put names into a template in one pass: braces inside a name stay, and no name changes its case."""
    filled = _PLACEHOLDER.sub(lambda match: names[match[1]], template)
    first = _PLACEHOLDER.match(template)
    plain = first is not None and names[first[1]] == PLAIN_WORDS[first[1]]
    return filled[:1].upper() + filled[1:] if plain else filled


@dataclass(frozen=True, slots=True)
class NoRemedy:
    """A kind of remedy that does not apply to a mode, and the reason."""

    mode: str
    kind: RemedyKind
    reason: str
