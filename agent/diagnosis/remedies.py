"""Remedies from the catalogue with the names of this trace filled in."""

import re
from collections.abc import Iterable

from agent.diagnosis.grounded import Grounded
from agent.diagnosis.shapes import RemedyAdvice
from taxonomy.mast import Taxonomy
from taxonomy.remedy import Remedy

PER_KIND = 1
_SLOT = re.compile(r"\{(actor|other|tool|object|line)\}")


def advise(taxonomy: Taxonomy, finding: Grounded, others: Iterable[str], tool: str | None) -> tuple[RemedyAdvice, ...]:
    """One remedy of each kind that applies to the finding's mode."""
    other = next((name for name in others if name != finding.actor), "the next agent")
    words = {
        "actor": finding.actor or "the agent",
        "other": other,
        "tool": tool or "the tool",
        "object": finding.topic or "the result",
        "line": f"L{finding.onset}",
    }
    chosen: list[Remedy] = []
    for remedy in taxonomy.remedies(finding.mode):
        if sum(one.kind is remedy.kind for one in chosen) < PER_KIND:
            chosen.append(remedy)
    return tuple(_filled(remedy, words, finding) for remedy in chosen)


def _filled(remedy: Remedy, words: dict[str, str], finding: Grounded) -> RemedyAdvice:
    def fill(text: str) -> str:
        return _SLOT.sub(lambda slot: words[slot[1]], text)

    return RemedyAdvice(
        kind=remedy.kind.value,
        target=fill(remedy.target),
        change=fill(remedy.change).strip(),
        because=f"It would have prevented: {finding.title} (L{finding.onset}).",
        effect=fill(remedy.effect),
        check=fill(remedy.check),
    )
