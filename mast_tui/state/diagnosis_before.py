"""The diagnosis from before: kept beside the one that takes its place, and shown again where none does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mast_tui.state.store import Memory

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis
    from agent.trace.trace import Trace
    from mast_tui.state.saved_diagnosis import SavedDiagnosis

_BEFORE = "before"
"""The analyst under which the store holds it, so that one made by the same analyst does not replace it."""
Chunks = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ShownDiagnosis:
    """What a screen shows of a diagnosis while it is there, beside the trace itself."""

    judged: "Diagnosis"
    given: "SavedDiagnosis | None"
    kept_as: str | None
    diagnosed: "Trace | None"
    chunk_lines: tuple[tuple[int, int], ...]
    stale: bool


class KeptDiagnosis(NamedTuple):
    """A diagnosis as the store holds it, with the lines of its chunks."""

    document: dict[str, Any]
    chunks: Chunks


def keep_new(memory: Memory, sha256: str, diagnosis: "Diagnosis", chunks: Chunks) -> None:
    """Keep a diagnosis; the one that was kept until now stays beside it, with what was decided about it."""
    from agent.diagnosis.document import to_dict

    document = to_dict(diagnosis)
    kept = memory.diagnosis(sha256)
    if kept is not None and _is_another(kept, document):
        lines = memory.kept(sha256, "chunks").get(kept["made_by"]["analyst"], [])
        memory.keep_diagnosis(sha256, _BEFORE, _decided(kept, memory.decisions(sha256)))
        memory.keep(sha256, "chunks", _BEFORE, lines)
    memory.keep_diagnosis(sha256, diagnosis.made_by.analyst, document)
    memory.keep(sha256, "chunks", diagnosis.made_by.analyst, list(chunks))


def kept_before(memory: Memory, sha256: str | None) -> KeptDiagnosis | None:
    """The diagnosis that was made of the trace before the one that counts; None where there is none."""
    document = memory.diagnosis(sha256, back=1) if sha256 is not None else None
    if sha256 is None or document is None:
        return None
    lines = memory.kept(sha256, "chunks").get(_BEFORE, ())
    return KeptDiagnosis(document, tuple((first, last) for first, last in lines))


def keep_decisions(memory: Memory, sha256: str, diagnosis: "Diagnosis") -> None:
    """Let what was decided about the findings of a diagnosis count again."""
    for each in diagnosis.findings:
        if each.decision is not None or each.note is not None:
            memory.keep_decision(sha256, each.id, each.decision, each.note)


def marks_of(document: dict[str, Any]) -> list[tuple[object, ...]]:
    """What tells the findings of one diagnosis from those of another."""
    return [(each["id"], each["mode"], each["onset"], each["title"]) for each in document["findings"]]


def _is_another(kept: dict[str, Any], document: dict[str, Any]) -> bool:
    """Whether two documents say different things, whatever was decided about them."""
    same = all(kept.get(part) == document.get(part) for part in ("made_by", "modes"))
    return not same or marks_of(kept) != marks_of(document)


def _decided(document: dict[str, Any], decisions: dict[str, tuple[str | None, str | None]]) -> dict[str, Any]:
    """The document with what is decided about its findings."""
    findings = [
        {**each, "decision": decisions[each["id"]][0], "note": decisions[each["id"]][1]}
        if each["id"] in decisions
        else each
        for each in document["findings"]
    ]
    return {**document, "findings": findings}
