"""The words of a note below a line, with their colour: what evidence shows there, or what a person wrote."""

from agent.clean import clean_line
from agent.number_words import line_range
from mast_tui.layout.line_marks import EvidenceMark, LineNote
from mast_tui.terminal.themes import Symbols


def evidence_note(piece: EvidenceMark, symbols: Symbols) -> tuple[str, str]:
    """What a piece of evidence shows."""
    gone = " · not found any more" if piece.stale else ""
    return clean_line(f"{symbols.branch} {piece.note}{gone}"), "faint" if piece.stale else "evidence_note"


def written_note(note: LineNote, last: int, symbols: Symbols) -> tuple[str, str]:
    """What a person wrote on lines that end at this one."""
    about = "" if note.lines[0] == note.lines[1] == last else f" on {line_range(*note.lines)}"
    changed = " · stale: the lines have changed since" if note.stale else ""
    words = f"{symbols.branch} note{about} · {' '.join(note.text.split())}{changed}"
    return clean_line(words), "faint" if note.stale else "accent"
