"""Notes on lines: written, kept with the trace, and known as stale when the lines read otherwise."""

from agent.trace.digest import sha256
from mast_tui.layout.line_marks import LineNote
from mast_tui.layout.line_reader import LineReader
from mast_tui.state.session import Session
from mast_tui.state.store import Memory

_KIND = "note"
_MOST = 5_000


def write_note(session: Session, lines: tuple[int, int], text: str) -> None:
    """Put a note on some lines, in place of the one that is there; no words take it away."""
    text = text.strip()
    others = [note for note in session.marks.notes if note.lines != lines]
    session.marks.annotate([*others, LineNote(lines, text)] if text else others)
    if session.sha256 is not None:
        _keep(session, session.sha256, LineNote(lines, text))


def restore_notes(session: Session, sha256: str, earlier: str | None) -> None:
    """Bring back the notes on a trace, those from before it changed too, and keep what was written meanwhile."""
    memory = session.memory
    fresh = session.marks.notes
    kept = memory.kept(sha256, _KIND)
    if earlier not in (None, sha256):
        older = memory.kept(str(earlier), _KIND)
        for name in older.keys() - kept.keys():
            memory.keep(sha256, _KIND, name, older[name])
        kept = {**older, **kept}
    notes = {note.lines: note for note in (_restored(session.reader, *item) for item in kept.items())}
    for note in fresh:
        notes[note.lines] = note
        _keep(session, sha256, note)
    session.marks.annotate(notes.values())


def carry_over(memory: Memory, before: str, sha256: str) -> None:
    """Keep the notes and bookmarks on a trace with the trace as it is now, which is known by another hash."""
    for kind in (_KIND, "bookmark"):
        for name, value in memory.kept(before, kind).items():
            memory.keep(sha256, kind, name, value)


def notes_about(memory: Memory, sha256: str, reader: LineReader | None) -> list[LineNote]:
    """The notes that are kept about a trace; those whose lines read otherwise now are stale."""
    kept = memory.kept(sha256, _KIND).items()
    return sorted(_restored(reader, *item) for item in kept)


def look_again(session: Session) -> None:
    """Compare every note with its lines as they are now: the trace has changed under them."""
    if session.sha256 is not None:
        kept = session.memory.kept(session.sha256, _KIND)
        session.marks.annotate(_restored(session.reader, *item) for item in kept.items())


def _keep(session: Session, sha256: str, note: LineNote) -> None:
    value = {"text": note.text, "print": _print(session.reader, note.lines)} if note.text else None
    session.memory.keep(sha256, _KIND, f"{note.lines[0]}-{note.lines[1]}", value)


def _restored(reader: LineReader | None, name: str, value: dict[str, str]) -> LineNote:
    first, _, last = name.partition("-")
    lines = (int(first), int(last))
    stale = reader is not None and (lines[1] > reader.last or _print(reader, lines) != value["print"])
    return LineNote(lines, value["text"], stale)


def _print(reader: LineReader, lines: tuple[int, int]) -> str:
    """What tells whether the lines read the same."""
    first, last = lines
    made = sha256()
    for number in range(first, min(last, first + _MOST, reader.last) + 1):
        made.update(reader.line(number).encode("utf-8", "surrogatepass") + b"\n")
    return made.hexdigest()[:16]
