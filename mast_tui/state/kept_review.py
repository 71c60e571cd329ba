"""What the state folder holds about a diagnosis that was made without a screen: itself, decisions, notes on lines."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from agent.trace.trace import Trace, fingerprint
from mast_tui.layout.line_reader import LineReader
from mast_tui.state.diagnosis_before import keep_new
from mast_tui.state.kept_notes import notes_about
from mast_tui.state.known_hashes import KnownHash
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.store import Memory, Recent, open_store

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis, Finding
    from agent.graph.progress import Done
    from agent.report.notes import Note


def recent(trace: Trace, sha256: str | None, diagnosis: "Diagnosis | None") -> Recent:
    """A trace as the list of recent ones has it."""
    return Recent(
        str(trace.source.path.absolute()),
        sha256,
        trace.format.name,
        trace.source.size,
        trace.events.lines,
        time.time(),
        diagnosis.outcome.verdict if diagnosis else None,
        len(diagnosis.findings) if diagnosis else None,
        trace.reading.run,
    )


def remember(memory: Memory, trace: Trace, diagnosis: "Diagnosis", chunks: Sequence[tuple[int, int]]) -> None:
    """Keep a diagnosis as the app keeps its own, so that the app opens the trace with it."""
    sha256 = trace.fingerprint()
    keep_new(memory, sha256, diagnosis, chunks)
    if str(trace.source.path) != "-":
        memory.keep_trace(recent(trace, sha256, diagnosis))


def keep_known(memory: Memory, trace: Trace, sha256: str) -> None:
    """Remember by what a trace is known, so that what is kept about it is also forgotten once it has changed."""
    if str(trace.source.path) != "-":
        memory.keep_hash(str(trace.source.path.absolute()), KnownHash(sha256, trace.reading.run))


def keep_known_in(folder: "Path | None", trace: Trace, sha256: str) -> None:
    """The same in a state folder, before anything else is kept there: a diagnosis may stop and leave how far it was."""
    if folder is not None:
        memory = open_store(folder)
        try:
            keep_known(memory, trace, sha256)
        finally:
            memory.close()


def decided(memory: Memory, sha256: str, diagnosis: "Diagnosis") -> "tuple[Diagnosis, int]":
    """The diagnosis with what a person said of its findings in the app, and how many that are.

    Decisions about another diagnosis of the same trace are about other findings, whatever their numbers.
    """
    from agent.diagnosis.review import reviewed

    decisions = memory.decisions(sha256)
    kept = memory.diagnosis(sha256) if decisions else None
    if kept is None:
        return diagnosis, 0
    same = {(each["id"], each["mode"], each["onset"]) for each in kept["findings"]}
    said = {one.id: decisions[one.id] for one in diagnosis.findings if one.id in decisions and _mark(one) in same}
    findings = tuple(
        replace(each, decision=said[each.id][0], note=said[each.id][1]) if each.id in said else each  # type: ignore[arg-type]
        for each in diagnosis.findings
    )
    return reviewed(replace(diagnosis, findings=findings)), len(said)


@contextmanager
def people_say() -> "Iterator[Callable[[Diagnosis], Diagnosis]]":
    """What puts the verdicts of people into a diagnosis, from its document and from the state folder."""
    from agent.diagnosis.verify import run_of
    from agent.evaluation.people import by_people

    memory = open_store(usable_state_folder())
    try:
        yield lambda one: by_people(decided(memory, fingerprint(one.trace.sha256, run_of(one)), one)[0])
    finally:
        memory.close()


def with_labels(diagnoses: "Sequence[Diagnosis]") -> "list[Diagnosis]":
    """The diagnoses with the verdicts of people where they decided."""
    with people_say() as said:
        return [said(one) for one in diagnoses]


def kept_quietly(folder: "Path | None", trace: Trace, done: "Done") -> "Diagnosis":
    """Keep a diagnosis among many, which leaves the list of recent traces alone; what was decided before holds."""
    if folder is None:
        return done.diagnosis
    memory = open_store(folder)
    try:
        sha256 = trace.fingerprint()
        keep_new(memory, sha256, done.diagnosis, done.lines)
        keep_known(memory, trace, sha256)
        return decided(memory, sha256, done.diagnosis)[0]
    finally:
        memory.close()


def _mark(finding: "Finding") -> tuple[str, str | None, int]:
    return finding.id, finding.mode, finding.onset


def notes_in_report(memory: Memory, sha256: str, trace: Trace | None) -> "list[Note]":
    """The notes on lines of a trace; without the trace at hand nobody can say that its lines read otherwise now."""
    from agent.report.notes import Note

    reader = LineReader(trace) if trace is not None else None
    return [Note(note.lines, note.text, note.stale) for note in notes_about(memory, sha256, reader)]
