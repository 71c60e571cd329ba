"""The cards that explain something: a mode, the audit, and what a model is for."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from agent.analyst.own_taxonomy import taxonomy_with
from agent.clean import clean_line
from agent.errors import WrongUse
from agent.number_words import line_range
from mast_tui.layout.mode_states import ModeState, symbol
from mast_tui.layout.row import Row, row
from mast_tui.layout.width import words_wrapped
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.session import Session
from mast_tui.terminal.themes import FULL
from taxonomy.mast import Taxonomy, UnknownMode, load
from taxonomy.mode import Mode, called, is_own

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis

_STATES = {
    "undetermined": "not answered",
    "error": "failed",
    "skipped": "not read",
    "not_assessed": "not assessed",
}


def why_rows(lines: Sequence[str], width: int) -> list[Row]:
    """What a model says of two runs, with its quotes, as a card."""
    return [row((f"  {each}", "text")) for line in lines for each in words_wrapped(clean_line(line), width - 4)]


def mode_card(state: ModeState, session: Session, width: int) -> list[Row]:
    """What a mode is, what was decided about it and why, and what it is easily mistaken for."""
    mode, known = _mode_of(state)
    room = width - 4
    said = f"{symbol(state.verdict, FULL)} {state.verdict.replace('_', ' ')}"
    rows = [
        row(("  ", "text"), (f"{called(mode.code)}  {clean_line(mode.name)}", "text bold")),
        *_paragraph(mode.definition, room, "quiet italic"),
        Row(),
        row(
            ("  ", "text"),
            (said, "major bold" if state.verdict == "present" else "text bold"),
        ),
    ]
    if state.reason:
        reason = clean_line(state.reason)
        rows += _paragraph(f"{reason[:1].upper()}{reason[1:].rstrip('.')}.", room, "text")
    for entry in session.entries:
        if entry.mode == mode.code:
            rows += _paragraph(f"{entry.id}  L{entry.onset}  {clean_line(entry.title)}", room, "text")
    rows += _missing(session, mode.code)
    if mode.shows:
        rows += [Row(), row(("  How it shows", "text bold")), *_paragraph(mode.shows, room, "text")]
    if mode.rivals:
        rows += [Row(), row(("  Easily mistaken for", "text bold"))]
        for rival in mode.rivals:
            rows.append(row(("  ", "text"), (f"{rival.code}  {known.mode(rival.code).name}", "quiet bold")))
            rows += _paragraph(rival.rule, room, "quiet")
    return rows


def _mode_of(state: ModeState) -> tuple[Mode, Taxonomy]:
    """A mode in full, and what it is one of; of one that a person named no more than its file says, if it is there."""
    taxonomy = load()
    if is_own(state.code):
        with suppress(WrongUse):
            taxonomy = taxonomy_with(None, usable_state_folder())
    try:
        return taxonomy.mode(state.code), taxonomy
    except UnknownMode:
        words = "A mode that somebody named for their own systems; what it says stands in the file that named it."
        unknown = replace(load().modes[0], code=state.code, name=state.name, definition=words, shows="", rivals=())
        return unknown, taxonomy


def model_rows(width: int, *, what: str, has_key: bool) -> list[Row]:
    """What a model is for, where its key comes from, and what would leave the machine then."""
    room = width - 4
    key = "A key is there; it is sent to that host only, and shown and kept nowhere."
    none = (
        "OPENAI_API_KEY is not set; a server of your own may need none. A key is never typed here: it comes from "
        "there, or from the file that `mast-tui config set model.key_file FILE` names, which others may not read."
    )
    return [
        *_paragraph("The offline analyst sees what programs can see. A model reads what was meant.", room, "text"),
        *_paragraph(key if has_key else none, room, "text"),
        Row(),
        row(("  What leaves this machine then", "text bold")),
        *_paragraph(
            f"{what}, in chunks, after secrets are taken out; to that one "
            "host and to nobody else. Before anything is sent, a card shows host, model, price and what was removed.",
            room,
            "text",
        ),
        *_paragraph("mast-tui plan TRACE shows the same without a screen.", room, "quiet"),
    ]


def audit_card(diagnosis: "Diagnosis", width: int) -> list[Row]:
    """What was taken out of a diagnosis on the way, and what was suspicious in the trace."""
    room, audit = width - 4, diagnosis.audit
    rows = [row(("  Audit", "text bold"))]
    if audit.dropped_quotes:
        rows += [Row(), row(("  Dropped: their quotes are not in the trace", "text bold"))]
        for dropped in audit.dropped_quotes:
            rows += _paragraph(f"{dropped.mode}  {clean_line(' '.join(dropped.claimed.split()))}", room, "text")
            rows += _paragraph(clean_line(dropped.why), room, "quiet italic")
    if audit.refuted:
        rows += [Row(), row(("  Refuted by their challenge", "text bold"))]
        for refuted in audit.refuted:
            rows += _paragraph(
                f"{refuted.mode}  {line_range(*refuted.lines)}  {clean_line(refuted.title)}", room, "text"
            )
            rows += _paragraph(clean_line(refuted.because), room, "quiet italic")
    if audit.injections:
        rows += [Row(), row(("  Text that tries to instruct the analyst", "text bold"))]
        for injection in audit.injections:
            rows += _paragraph(f"{line_range(*injection.lines)}  {clean_line(injection.why)}", room, "text")
            rows += _paragraph(clean_line(injection.masked), room, "text") if injection.masked else []
        rows += _paragraph("It was treated as data.", room, "quiet italic")
    return rows


def _missing(session: Session, code: str) -> list[Row]:
    """The chunks that were not judged, by what became of them."""
    if session.diagnosis is None:
        return []
    cells = [cell for cell in session.diagnosis.coverage.cells if cell.mode == code and cell.state != "judged"]
    if not cells:
        return []
    made = [Row(), row(("  Not judged", "text bold"), (f"  of {session.diagnosis.coverage.chunks} chunks", "quiet"))]
    for state, why in dict.fromkeys((cell.state, cell.why) for cell in cells):
        chunks = _runs([cell.chunk for cell in cells if (cell.state, cell.why) == (state, why)])
        made.append(row((f"  chunk {chunks}  {_STATES[state]}", "quiet")))
        if why:
            made += [row((f"    {each}", "quiet italic")) for each in words_wrapped(clean_line(why), 68)]
    return made


def _runs(numbers: Sequence[int]) -> str:
    """Numbers in short: 1-4, 7."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


def _paragraph(words: str, room: int, ink: str) -> Sequence[Row]:
    return [row((f"  {each}", ink)) for each in words_wrapped(words, room)]
