"""The cards that explain something: a mode, and how to add a model."""

from collections.abc import Sequence

from agent.clean import clean_line
from mast_tui.layout.modes import ModeState, symbol
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import words_wrapped
from mast_tui.session import Session
from mast_tui.themes import FULL
from taxonomy.mast import load


def mode_card(state: ModeState, session: Session, width: int) -> list[Row]:
    """What a mode is, what was decided about it and why, and what it is easily mistaken for."""
    mode = load().mode(state.code)
    room = width - 4
    said = f"{symbol(state.verdict, FULL)} {state.verdict.replace('_', ' ')}"
    rows = [
        row(("  ", "text"), (f"{mode.code}  {mode.name}", "text bold")),
        *_paragraph(mode.definition, room, "quiet italic"),
        Row(),
        row(
            ("  ", "text"),
            (said, "major bold" if state.verdict == "present" else "text bold"),
        ),
    ]
    if state.reason:
        rows += _paragraph(clean_line(state.reason), room, "text")
    for entry in session.entries:
        if entry.mode == mode.code:
            rows += _paragraph(f"{entry.id}  {clean_line(entry.title)}", room, "text")
    rows += [Row(), row(("  How it shows", "text bold")), *_paragraph(mode.shows, room, "text")]
    if mode.rivals:
        rows += [Row(), row(("  Easily mistaken for", "text bold"))]
        for rival in mode.rivals:
            rows.append(row(("  ", "text"), (f"{rival.code}  {load().mode(rival.code).name}", "quiet bold")))
            rows += _paragraph(rival.rule, room, "quiet")
    return [*rows, *_missing(session, mode.code), Row(), _closing()]


def model_card(session: Session, width: int) -> list[Row]:
    """How a model is added, and what of this trace would leave the machine then."""
    return model_rows(width, f"All {session.reading.last:,} lines of this trace")


def model_rows(width: int, what: str = "All lines of a trace") -> list[Row]:
    """How a model is added, and what would leave the machine then."""
    room = width - 4
    rows = [
        row(("  Add a model", "text bold")),
        *_paragraph("The offline analyst sees what programs can see. A model reads what was meant.", room, "text"),
        Row(),
        row(("    export OPENAI_API_KEY=...", "accent")),
        row(("    export MAST_TUI_MODEL=gpt-4.1-mini", "accent")),
        Row(),
        *_paragraph("For a server of your own, set OPENAI_BASE_URL in place of the key.", room, "text"),
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
    return [*rows, Row(), _closing()]


def _missing(session: Session, code: str) -> list[Row]:
    if session.diagnosis is None:
        return []
    cells = [cell for cell in session.diagnosis.coverage.cells if cell.mode == code and cell.state != "judged"]
    if not cells:
        return []
    why = f"chunk {', '.join(str(cell.chunk) for cell in cells[:8])}: {cells[0].state.replace('_', ' ')}"
    return [Row(), row(("  Not judged  ", "text bold"), (why, "quiet"))]


def _paragraph(words: str, room: int, ink: str) -> Sequence[Row]:
    return [row((f"  {each}", ink)) for each in words_wrapped(words, room)]


def _closing() -> Row:
    return Row((Span("  Esc", "accent bold"), Span(" closes", "quiet")))
