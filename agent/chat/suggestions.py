"""Questions worth asking next: from the findings, and from what a person is looking at."""

from collections.abc import Iterator
from itertools import islice

from agent.chat.material import About, Material
from agent.diagnosis.document_parts import Finding
from agent.number_words import line_range

MOST = 3


def suggested(material: Material, about: About | None = None, most: int = MOST) -> tuple[str, ...]:
    """A few questions, the most useful first; each of them can be answered without a model."""
    return tuple(islice(dict.fromkeys(_questions(material, about or About())), most))


def _questions(material: Material, about: About) -> Iterator[str]:
    finding = material.visible.finding(about.finding) if about.finding else None
    if finding is not None:
        yield from _of_finding(finding)
    elif about.lines is not None:
        yield f"What happened around {line_range(*about.lines)}?"
        yield from (f"Why is {one.id} a failure?" for one in material.visible.findings if _holds(one, about.lines))
        yield f"What happened before L{about.lines[0]}?"
    yield from _of_all(material)


def _of_finding(finding: Finding) -> Iterator[str]:
    yield f"Why is {finding.id} a failure?"
    yield f"What would fix {finding.id}?"
    yield f"What happened before L{finding.onset}?"
    if finding.mode is not None:
        yield f"What does {finding.mode} mean?"


def _of_all(material: Material) -> Iterator[str]:
    """Questions about the whole trace."""
    diagnosis = material.diagnosis
    if diagnosis is not None and (material.visible.findings or diagnosis.root is not None):
        yield "Why did it fail?"
        worst = material.visible.finding(diagnosis.root.finding) if diagnosis.root and diagnosis.root.finding else None
        if worst is None and material.visible.findings:
            worst = material.visible.findings[0]
        if worst is not None:
            yield f"What would fix {worst.id}?"
            yield f"Show the evidence for {worst.id}"
            yield f"What happened before L{worst.onset}?"
    elif diagnosis is not None:
        yield "Did it succeed?"
        yield from (f"What happened around L{hint.lines[0]}?" for hint in diagnosis.hints[:1])
    yield "Which agents took part?"
    yield "Which calls failed?"
    yield "Did anybody run a test?"
    yield "What was repeated?"


def _holds(finding: Finding, lines: tuple[int, int]) -> bool:
    return any(record.lines[0] <= lines[1] and record.lines[1] >= lines[0] for record in finding.evidence)
