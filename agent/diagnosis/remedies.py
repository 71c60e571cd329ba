"""Remedies from the catalogue with the names of this trace filled in."""

from collections.abc import Iterable

from agent.diagnosis.grounded import Grounded
from agent.diagnosis.shapes import RemedyAdvice
from taxonomy.mast import Taxonomy
from taxonomy.remedy import Remedy

PER_KIND = 1


def advise(taxonomy: Taxonomy, finding: Grounded, others: Iterable[str], tool: str | None) -> tuple[RemedyAdvice, ...]:
    """One remedy of each kind that applies to the finding's mode; `others` are the agents its evidence names."""
    names = {
        "actor": finding.actor or "",
        "other": next((name for name in others if name != finding.actor), ""),
        "tool": tool or "",
        "object": finding.topic,
        "line": f"L{finding.onset}",
    }
    chosen: list[Remedy] = []
    for remedy in taxonomy.remedies(finding.mode):
        if sum(one.kind is remedy.kind for one in chosen) < PER_KIND:
            chosen.append(remedy.fill(names))
    because = f"It would have prevented: {finding.title.rstrip('.')} (L{finding.onset})."
    return tuple(
        RemedyAdvice(
            kind=remedy.kind.value,
            target=remedy.target,
            change=remedy.change.strip(),
            because=because,
            effect=remedy.effect,
            check=remedy.check,
        )
        for remedy in chosen
    )
