"""What a person is told when a diagnosis begins, waits, stops, fails and ends."""

import time
from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING

from agent.clean import clean_name
from agent.errors import MastError, NoModel
from agent.number_words import count, line_range
from mast_tui.keys.chosen import key_of
from mast_tui.state.session import Session

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Cell, Diagnosis

_MODES = 14
_UNANSWERED = ("undetermined", "error")
NO_GAPS = (
    "the model cannot tell from these lines",
    "said to be present, but no quote given for it stands in the trace",
)
ASKED_TWICE = "though asked twice"
"""What is undetermined although it was answered: asking again would bring the same answer."""
_BUDGET = "the budget of "
_OPTIONS = ((" call", "--max-calls"), (" token", "--max-tokens"), (" dollar", "--max-cost"))
_WAITS = {
    "rate limited": "{host} asks us to wait (429)",
    "overloaded": "{host} fails for the moment",
    "broken": "The connection to {host} broke",
    "unreachable": "No connection to {host}",
    "too slow": "No answer from {host}",
    "odd": "{host} sent no answer",
}

BACK = "The diagnosis from before is shown again."


def others() -> str:
    """What there is to do where a model cannot be asked."""
    return f"{key_of('panes.offline')} diagnoses offline, {key_of('panes.model')} takes another model or server."


def none_before() -> str:
    """There is no diagnosis to go back to."""
    return f"No other diagnosis of this trace is kept; {key_of('panes.again')} makes one."


def begun(session: Session, seen: int) -> str:
    """Where nobody named a model, what the offline analyst can do; and what becomes of the diagnosis from before."""
    said = []
    if session.model is None and not session.offline:
        sets = f"{key_of('panes.model')} sets a model"
        said = [f"No model is set, so the offline analyst looks at {seen} of {_MODES} modes; {sets}."]
    if session.judged is not None:
        said.append(f"The diagnosis from before is kept; {key_of('panes.diagnose')} stops and shows it again.")
    return " ".join(said)


def shown_before(session: Session) -> str:
    """Which of two diagnoses is shown now, and how to see the other."""
    made_by = session.diagnosis.made_by if session.diagnosis is not None else None
    by = clean_name(made_by.model or made_by.analyst) if made_by is not None else ""
    number, key = count(len(session.findings), "finding"), key_of("panes.before")
    return f"The diagnosis from before ({by}, {number}); {key} shows the other one again."


def judged_modes(session: Session) -> int:
    """How many modes are judged in every chunk, so far or for good."""
    diagnosis, chunks = session.diagnosis, session.progress.chunks
    states = session.progress.states
    if diagnosis is not None:
        states = {(cell.mode, cell.chunk): cell.state for cell in diagnosis.coverage.cells}
        chunks = diagnosis.coverage.chunks
    judged = [mode for (mode, _), state in states.items() if state == "judged"]
    return sum(judged.count(mode) >= chunks for mode in set(judged)) if chunks else 0


def delayed(why: str, host: str) -> str:
    """Why the next try has to wait; the rest of it counts down."""
    cause, _, number = why.partition(", try ")
    known = _WAITS.get(cause)
    said = known.format(host=clean_name(host)) if known and host else cause.capitalize()
    return f"{said} (try {number} follows)" if number else said


def waiting(session: Session) -> str:
    """What the next try waits for, and that nothing is lost by stopping; nothing where it does not wait."""
    if session.progress.delay is None:
        return ""
    kept = f"{key_of('panes.diagnose')} stops and keeps {judged_modes(session)} of {_MODES} modes"
    left = seconds_to_wait(session)
    return f"{session.progress.delay[0]}; next try in {left} s, {kept}." if left else ""


def seconds_to_wait(session: Session) -> int:
    """How long until the next try."""
    delay = session.progress.delay
    return max(0, ceil(delay[1] - time.monotonic())) if delay is not None else 0


def stopped(session: Session) -> str:
    """A person stopped it."""
    if session.memory.trouble:
        return f"Stopped. Nothing could be saved, so {key_of('panes.diagnose')} begins anew."
    kept = f"{judged_modes(session)} of {_MODES} modes are judged and saved"
    return f"Stopped. {kept}; {key_of('panes.diagnose')} goes on where it stopped and pays nothing twice."


def stopped_in_short(session: Session) -> str:
    """The same beside the heading of the modes, as long as it is stopped."""
    again = f"{key_of('panes.diagnose')} {'begins anew' if session.memory.trouble else 'goes on'}"
    return f"stopped · {judged_modes(session)} of {_MODES} modes judged · {again}"


def failed(session: Session, fault: MastError) -> str:
    """It cannot go on: to whom it happened, what there is to do, and what is left of the work."""
    judged = judged_modes(session)
    again = key_of("panes.diagnose")
    kept = f"{judged} of {_MODES} modes are judged and kept; {again} goes on from there."
    kept = kept if judged else f"Nothing was judged. Then {again} tries again."
    other = others() if isinstance(fault, NoModel) else ""
    return " ".join(filter(None, (fault.to, fault.next_step, kept, other)))


def done(session: Session) -> str:
    """What came of it, and what is to be known about that."""
    diagnosis = session.diagnosis
    if diagnosis is None:
        return ""
    findings = session.findings
    said = [_with_findings(diagnosis, len(findings)) if findings else _nothing(diagnosis)]
    said += [each for each in (unanswered(diagnosis), _dropped(diagnosis), _injected(diagnosis)) if each]
    if session.earlier is not None:
        said.append(f"{key_of('panes.before')} shows the one from before, {key_of('panes.compare')} compares the two.")
    return " ".join(said)


def _with_findings(diagnosis: "Diagnosis", number: int) -> str:
    root = diagnosis.root
    cause = f", root cause {root.finding or root.cause}" if root is not None else ""
    shows = f"{key_of('findings.enter')} shows the evidence"
    return f"Diagnosis done: {count(number, 'finding')}{cause}, {read(diagnosis)}; {shows}."


def _nothing(diagnosis: "Diagnosis") -> str:
    blind = sum(mode.verdict == "not_assessed" for mode in diagnosis.modes)
    unclear = sum(mode.verdict == "unclear" for mode in diagnosis.modes)
    if not blind and not unclear:
        return f"No finding: all {_MODES} modes were judged and are absent, {read(diagnosis)}."
    parts = [f"{count(blind, 'mode')} not assessed"] if blind else []
    parts += [f"{unclear} unclear" if parts else f"{count(unclear, 'mode')} unclear"] if unclear else []
    more = f", {key_of('panes.model')} sets a model" if not diagnosis.made_by.asked_a_model else ""
    return f"No finding, but {' and '.join(parts)}: that is not the same as no failure{more}."


def read(diagnosis: "Diagnosis") -> str:
    """How much of the trace was read."""
    covered = diagnosis.coverage
    if covered.lines_read >= covered.lines:
        return "every line read"
    return f"{covered.lines_read:,} of {count(covered.lines, 'line')} read"


def gaps(diagnosis: "Diagnosis | None") -> list[int]:
    """The chunks about which a question was not answered, so that asking again may close them."""
    if diagnosis is None:
        return []
    return sorted({cell.chunk for cell in _open_cells(diagnosis)})


def _open_cells(diagnosis: "Diagnosis") -> "list[Cell]":
    return [
        cell
        for cell in diagnosis.coverage.cells
        if cell.state in _UNANSWERED and cell.why not in NO_GAPS and not cell.why.endswith(ASKED_TWICE)
    ]


def unanswered(diagnosis: "Diagnosis") -> str:
    """Which chunks got no answer, why, and what to do."""
    open_cells = _open_cells(diagnosis)
    if not open_cells:
        return ""
    modes = len({cell.mode for cell in open_cells})
    why = clean_name(open_cells[0].why)
    if _BUDGET in why:
        option = next((option for word, option in _OPTIONS if word in why), "the budget")
        judged = _MODES - modes
        limit = why[why.index(_BUDGET) + len(_BUDGET) :].removesuffix(" is used up")
        return (
            f"The limit of {limit} is reached with {judged} of {_MODES} modes judged; "
            f"raise it with {option}, {key_of('panes.diagnose')} goes on and pays nothing twice."
        )
    where = numbers(cell.chunk for cell in open_cells)
    stay = f"{count(modes, 'mode')} {'stays' if modes == 1 else 'stay'} unclear there"
    again = f"{key_of('panes.diagnose')} asks again"
    return f"{unusable(diagnosis)} No usable answer came for {where}, so {stay} ({why.rstrip('.')}); {again}."


def unusable(diagnosis: "Diagnosis") -> str:
    """How many of the answers of the model could not be used; nothing where all could."""
    asked = {(cell.mode[:4], cell.chunk) for cell in diagnosis.coverage.cells if cell.state != "not_assessed"}
    bad = len({(cell.mode[:4], cell.chunk) for cell in _open_cells(diagnosis)})
    return f"{bad:,} of {count(len(asked), 'answer')} {'was' if bad == 1 else 'were'} unusable." if bad else ""


def numbers(chunks: Iterable[int]) -> str:
    """Chunks by their numbers: chunk 3, chunks 1, 2 and 5, or how many."""
    each = sorted(set(chunks))
    if len(each) == 1:
        return f"chunk {each[0]}"
    if len(each) > 4:
        return f"{len(each):,} chunks"
    return f"chunks {', '.join(map(str, each[:-1]))} and {each[-1]}"


def _dropped(diagnosis: "Diagnosis") -> str:
    dropped = len(diagnosis.audit.dropped_quotes)
    if not dropped:
        return ""
    was, their, are = ("was", "its quote", "is") if dropped == 1 else ("were", "their quotes", "are")
    said = f"{count(dropped, 'claim')} {was} dropped because {their} {are} not in the trace"
    return f"{said}; the report lists {'it' if dropped == 1 else 'them'} under audit."


def _injected(diagnosis: "Diagnosis") -> str:
    places = diagnosis.audit.injections
    if not places:
        return ""
    more = f" and {count(len(places) - 1, 'more place')}" if len(places) > 1 else ""
    where = f"{line_range(*places[0].lines)}{more}"
    return f"The trace tries to instruct the analyst ({where}); that was treated as data, the audit lists it."
