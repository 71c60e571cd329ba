"""A diagnosis as the app follows it: each progress of the agent becomes a change of the session."""

import json
import sqlite3
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from agent.analyst.analyst import Analyst
from agent.analyst.case import Case
from agent.analyst.offline import OfflineAnalyst
from agent.analyst.own_taxonomy import taxonomy_with
from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document import from_dict, to_dict
from agent.diagnosis.document_parts import Cell, Diagnosis
from agent.diagnosis.earned_confidence import as_measured
from agent.graph.diagnose import diagnose
from agent.graph.progress import Claimed, Done, Judged, Known, Progress, Reached, Resumed, Started, Waiting
from agent.model.meter import Delayed, Metered
from agent.number_words import count
from agent.redaction.redact import Redactor
from agent.salt import salt
from agent.trace.digest import sha256 as digest
from agent.trace.trace import fingerprint
from mast_tui.diagnosis.evidence_marks import evidence_marks
from mast_tui.diagnosis.status_text import delayed
from mast_tui.state.diagnosis_before import ShownDiagnosis, keep_decisions, keep_new, kept_before, marks_of
from mast_tui.state.diagnosis_progress import DiagnosisProgress
from mast_tui.state.kept_notes import carry_over
from mast_tui.state.kept_review import keep_known
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.saved_diagnosis import SavedDiagnosis
from mast_tui.state.session import Session

_OUTLINE = "asking for an outline"
_STEPS = {"read": "looking for signals", "signals": "cutting chunks", "gate_FC1": "FC2", "gate_FC2": "FC3"}


async def run_diagnosis(session: Session) -> AsyncGenerator[str]:
    """Diagnose the trace of a session; yields a word each time there is something new to draw."""
    _put_aside(session)
    session.marks.show([])
    session.stage = "diagnosing"
    folder = usable_state_folder()
    asked = session.model if session.consented and not session.offline else None
    if asked is None:
        analyst: Analyst = OfflineAnalyst()
        case = Case(session.trace, redactor=Redactor(salt(folder)), taxonomy=taxonomy_with(None, folder))
    else:
        analyst, case = asked.analyst(session), asked.case(session)
    session.diagnosed = case.trace  # as it was when a person agreed to what would be sent
    kind = KINDS[analyst.kind]
    session.analyst = kind.title if asked is None else asked.name
    session.asks_a_model = kind.asks_a_model
    try:
        async with aclosing(_followed(session, analyst, case, folder)) as words:
            async for word in words:
                yield word
    finally:
        await analyst.close()


def _put_aside(session: Session) -> None:
    """Hold on to the diagnosis that is shown, until the new one is whole."""
    decisions = session.decisions
    if session.judged is not None:
        session.earlier = session.diagnosis
        session.progress.before = ShownDiagnosis(
            session.judged, session.given, decisions.kept_as, session.diagnosed, session.chunk_lines, session.stale
        )
    decisions.forget_undo()
    session.judged = session.given = decisions.kept_as = None
    session.stale, session.failure = False, ""


def bring_back(session: Session) -> bool:
    """Show the diagnosis that was put aside, where the new one does not come; False where there was none."""
    before, session.progress.before = session.progress.before, None
    if before is None:
        return False
    session.given, session.diagnosed, session.stale = before.given, before.diagnosed, before.stale
    session.decisions.kept_as, session.chunk_lines = before.kept_as, before.chunk_lines
    settle(session, before.judged)
    return True


def show_before(session: Session) -> bool:
    """Show the diagnosis that was made before the one that counts, which is kept in its place; False without one."""
    kept = kept_before(session.memory, session.sha256)
    if kept is None or session.sha256 is None:
        return False
    diagnosis = from_dict(kept.document)
    session.earlier, session.given, session.decisions.kept_as = session.diagnosis, None, None
    keep_new(session.memory, session.sha256, diagnosis, kept.chunks)
    keep_decisions(session.memory, session.sha256, diagnosis)
    session.chunk_lines = tuple(kept.chunks)
    settle(session, as_measured(diagnosis, usable_state_folder()))
    return True


async def _followed(session: Session, analyst: Analyst, case: Case, folder: Path | None) -> AsyncGenerator[str]:
    """One walk; where the state folder fails in the middle of it, another that keeps nothing."""
    session.progress = DiagnosisProgress(
        started=time.monotonic(), word="reading", host=analyst.host or "", before=session.progress.before
    )
    news = diagnose(case.trace, analyst, case=case, budget=case.budget, state_folder=folder)
    try:
        async with aclosing(news):
            async for each in news:
                yield apply(session, each)
    except (OSError, sqlite3.Error):
        if folder is None:
            raise
        session.marks.show([])
        async with aclosing(_followed(session, analyst, case, None)) as words:
            async for word in words:
                yield word


def apply(session: Session, progress: Progress) -> str:
    """Change the session by one progress; the word for what changed."""
    state = session.progress
    match progress:
        case Known(fingerprint=fingerprint):
            keep_known(session.memory, session.diagnosed or session.trace, fingerprint)
        case Started(chunks=chunks, lines=lines):
            state.chunks = chunks
            session.chunk_lines = lines
            state.word = "judging"
        case Resumed(judgements=done, lines=lines, judged=earlier):
            state.chunks, session.chunk_lines = len(lines), lines
            for category, chunk, cells in earlier:
                _judge(session, category, chunk, cells)
            state.word = f"goes on after {count(done, 'judgement')}" if done else "judging"
        case Waiting():
            state.word = "waits for another mast-tui · its result will be used"
        case Judged(category=category, chunk=chunk, cells=cells):
            state.delay = None
            _judge(session, category, chunk, cells)
        case Claimed(finding=claim):
            _claim(session, claim)
        case Metered(spent=spent):
            state.tokens = spent.prompt_tokens + spent.completion_tokens
            state.cost = spent.cost_usd
        case Delayed(seconds=seconds, why=why):
            state.delay = (delayed(why, state.host), time.monotonic() + seconds)
        case Reached(step=step):
            state.word = _OUTLINE if step == "signals" and state.host else _STEPS.get(step, state.word)
        case Done(diagnosis=diagnosis, lines=lines):
            session.chunk_lines = lines
            session.progress.before = None
            before, session.sha256 = session.sha256, _hash_of(session, diagnosis)
            if before not in (None, session.sha256):
                carry_over(session.memory, str(before), session.sha256)
            keep_new(session.memory, session.sha256, diagnosis, lines)
            settle(session, diagnosis)
    return type(progress).__name__


def _hash_of(session: Session, diagnosis: Diagnosis) -> str:
    """Under what a new diagnosis is kept: the bytes that it has seen, whatever was appended meanwhile."""
    return fingerprint(diagnosis.trace.sha256, (session.diagnosed or session.trace).reading.run)


def _claim(session: Session, claim: Grounded) -> None:
    """List a claim that is not challenged yet, and mark its line."""
    claims = session.progress.claims
    number = len(claims) + 1
    claims.append(replace(claim, id=f"F{number}"))
    session.unseen += 1
    session.marks.claim(claim.onset, number, claim.severity)


def _judge(session: Session, category: str, chunk: int, cells: tuple[Cell, ...]) -> None:
    """Note what became of each mode of a category in a chunk."""
    state = session.progress
    state.judged.setdefault(category, set()).add(chunk)
    for cell in cells:
        state.cells.setdefault(cell.mode, set()).add(cell.state)
        state.states[cell.mode, cell.chunk] = cell.state


def settle(session: Session, diagnosis: Diagnosis) -> None:
    """Take over a finished diagnosis with the decisions that were made about it before."""
    session.diagnosis = diagnosis
    session.stage = "done"
    session.decisions.restore()
    session.marks.show(evidence_marks(session))
    session.marks.signals = frozenset(hint.lines[0] for hint in diagnosis.hints)


def restore(session: Session, sha256: str, kept_under: str) -> bool:
    """Take over the diagnosis that an earlier run of the program saved; False where there is none.

    One of the trace before it changed is kept under another hash, and so is what a person says of it.
    """
    saved = session.memory.diagnosis(kept_under)
    if saved is None:
        return False
    session.sha256, session.diagnosed = sha256, session.trace
    session.decisions.kept_as = kept_under if kept_under != sha256 else None
    diagnosis = from_dict(saved)
    session.stale = diagnosis.trace.sha256 != _source_of(sha256)
    lines = session.memory.kept(kept_under, "chunks").get(diagnosis.made_by.analyst, ())
    session.chunk_lines = tuple((first, last) for first, last in lines)
    settle(session, as_measured(diagnosis, usable_state_folder()))
    return True


def _source_of(sha256: str) -> str:
    """The hash of the source in what tells a trace from every other."""
    return sha256.partition("-")[0]


def show_saved(session: Session, saved: SavedDiagnosis, sha256: str) -> None:
    """Show a diagnosis that was read from a file; what a person made of the same trace is kept, and stays as it is."""
    own, given = session.memory.diagnosis(sha256), to_dict(saved.diagnosis)
    session.sha256, session.diagnosed = sha256, session.trace
    session.stale = saved.diagnosis.trace.sha256 != _source_of(sha256)
    if own is None and not session.stale:
        session.memory.keep_diagnosis(sha256, saved.diagnosis.made_by.analyst, given)
    elif own is None or marks_of(own) != marks_of(given):
        session.decisions.kept_as = f"{sha256}-{digest(json.dumps(given).encode()).hexdigest()[:16]}"
        session.earlier = from_dict(own) if own is not None else None
    settle(session, as_measured(saved.diagnosis, usable_state_folder()))
