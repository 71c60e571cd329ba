"""Remedies from the catalogue with the names of this trace filled in."""

import re
from collections.abc import Iterable

from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import RemedyAdvice
from taxonomy.mast import Taxonomy
from taxonomy.remedy import Remedy

PER_KIND = 1
_THING = re.compile(r"[^\s:]*[\w)][./_-]\w[^\s:]*")
"""A file, an address or a name as code has it: what can stand in a sentence without an article."""


def thing(topic: str) -> str:
    """What a finding is about, if it is a file, a name or somebody's work; empty where it is but a heading."""
    if topic.startswith("work of "):
        return f"the {topic}"
    match = _THING.fullmatch(topic.rpartition(": ")[2])
    return match[0] if match else ""


def advise(taxonomy: Taxonomy, finding: Grounded, others: Iterable[str], tool: str | None) -> tuple[RemedyAdvice, ...]:
    """One remedy of each kind that applies to the finding's mode; `others` are the agents its evidence names."""
    names = {
        "actor": finding.actor or "",
        "other": next((name for name in others if name != finding.actor), ""),
        "tool": tool or "",
        "object": thing(finding.topic),
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
