"""What the bars and the empty panes of the trace screen say."""

from typing import TYPE_CHECKING

from agent.clean import clean_line
from agent.number_words import count, duration, percent
from agent.trace.change import Change
from agent.trace.running import running_words
from mast_tui.diagnosis.diagnosis_words import covered
from mast_tui.keys.chosen import key_of, with_keys
from mast_tui.keys.key import Pane
from mast_tui.layout.actors import NO_ACTOR
from mast_tui.layout.row import Span
from mast_tui.layout.ruler import Over
from mast_tui.state.decisions import hint_key
from mast_tui.state.session import Session

if TYPE_CHECKING:
    from mast_tui.widgets.finding_list_rows import Look, Noted

Fields = list[list[Span]]
_WITH_KEYS: tuple[Pane, ...] = ("trace", "findings", "finding", "modes", "outline", "ask")
_UNKNOWN = "no known format fits"
GONE = {
    Change.REPLACED: "{name} was replaced by another file; what was read stays there, {anywhere.open} opens that.",
    Change.TRUNCATED: "{name} was cut short, so lines not on the screen may be gone; {anywhere.open} opens it anew.",
    Change.DELETED: "{name} was deleted; what was read stays readable until it is closed.",
}
_REWRITTEN = "{name} was written anew, so lines not on the screen may be gone; {anywhere.open} opens it as it is now."


def title_fields(session: Session) -> Fields:
    """Name with which of several runs it is, format, lines, events, duration."""
    trace = session.trace
    name = [Span(session.name, "text bold")]
    runs = trace.reading.runs.held
    number = next((run.number for run in runs if run.id == trace.reading.run), None)
    if number is not None:
        name.append(Span(f" run {number:,} of {len(runs):,}", "text"))
    form = f"{trace.format.name}, generic" if getattr(trace.format, "is_generic", False) else trace.format.name
    fields: Fields = [name, [Span(form, "quiet")]]
    fields.append([Span(count(trace.events.lines, "line"), "quiet")])
    fields.append([Span(count(len(trace.events), "event"), "quiet")])
    if session.seconds is not None:
        fields.append([Span(duration(session.seconds), "quiet")])
    if session.known and (words := running_words(trace)):
        fields.append([Span(clean_line(words), "accent")])
    return fields


def panes_of_keys(pane: str, over: str) -> tuple[Pane, ...]:
    """Whose keys count in a pane; `over` is what has taken its place: the search bar, raw bytes, a question typed."""
    if over == "search":
        return ("search",)
    if over == "question":
        return ("question",)
    if over == "raw":
        return "raw", "panes", "anywhere"
    decided: tuple[Pane, ...] = ("decide",) if pane in ("findings", "finding") else ()
    return *(each for each in _WITH_KEYS if each == pane), *decided, "panes", "anywhere"


def pane_choice(pane: str, unseen: int) -> Fields:
    """The panes to choose from where one is shown at a time."""
    more = f" ({unseen})" if unseen else ""
    names = (("trace", "1 Trace"), ("findings", f"2 Diagnosis{more}"), ("ask", "3 Ask"))
    here = {"modes": "findings", "finding": "findings", "outline": "trace"}.get(pane, pane)
    return [[Span(f" {words} ", "on_accent/accent bold" if each == here else "quiet")] for each, words in names]


def place_fields(session: Session, line: int, *, narrow: bool) -> Fields:
    """Line, percent, event, agent."""
    last = session.reader.last
    if last == 0:
        return [[Span("no lines yet", "quiet")]]
    line = min(line, last)
    event = session.reader.event_at(line)
    place = [[Span(f"L{line}", "text bold"), Span(f" of {last:,}", "quiet")]]
    where = [Span(f"event {event.number:,} of {len(session.trace.events):,}", "quiet")]
    member = session.actors.of(event)
    who = []
    if member is not NO_ACTOR:
        chip = f"page/{member.ink} bold" if member.is_agent else "quiet"
        who = [Span(f" {member.letters} ", chip), Span(f" {member.name}", member.ink)]
    if narrow:
        return [*place, where, *([who[:1]] if who else [])]
    return [*place, where, [Span(percent(line, last), "quiet")], *([who] if who else [])]


def finding_fields(session: Session) -> Fields:
    """Which of the findings is chosen, and which is the root cause: the place while the trace is not in sight."""
    ids, root = [finding.id for finding in session.findings], session.diagnosis.root if session.diagnosis else None
    here = session.marks.selected
    at = f"finding {ids.index(here) + 1} of {len(ids)}" if here in ids else count(len(ids), "finding")
    return [[Span(at, "text bold")], *([[Span(f"root cause {root.finding or root.cause}", "quiet")]] if root else [])]


def right_fields(session: Session, set_words: str, wrap: bool) -> Fields:
    """The current set, folds, wrap, following, analyst."""
    fields: Fields = []
    if session.folds.all_open:
        fields.append([Span("folds off", "quiet")])
    fields.append([Span("wrap on" if wrap else "wrap off", "quiet")])
    if session.pace:
        fields.append([Span(session.pace, "accent")])
    if set_words:
        fields.append([Span(set_words, "text")])
    if session.stage == "reading":
        size = session.trace.source.known_size
        share = percent(session.read_bytes, size) if size else ""
        fields.append([Span(f"reading {share}".rstrip(), "accent")])
    if session.trace.source.arriving:
        fields.append([Span("still arriving", "accent")])
    sign = "●" if session.asks_a_model else "○"
    fields.append([Span(f"{sign} {clean_line(session.analyst)}", "quiet")])
    return fields


def looks_of(session: Session) -> "list[Look]":
    """Causes that are no mode, and places worth a look."""
    from mast_tui.widgets.finding_list_rows import Look

    diagnosis = session.diagnosis
    if diagnosis is None:
        return []
    looks = []
    root = diagnosis.root
    if root is not None and root.finding is None:
        looks.append(Look(f"{root.cause}: {root.counterfactual}", root.line, is_root=True))
    gone = session.decisions.gone_hints
    looks += [
        Look(hint.title, hint.lines[0], last=hint.lines[1])
        for hint in diagnosis.hints
        if hint_key(hint.title, hint.lines[0]) not in gone
    ]
    return looks


def fault_of(session: Session, trouble: str) -> str:
    """Why the trace ends where it does; nothing where it is whole."""
    broken = session.trace.reading.broken_at
    if trouble:
        return clean_line(trouble)
    if broken is None:
        return ""
    whole = len(session.trace.events)
    are = "is" if whole == 1 else "are"
    return f"the source breaks off at byte {broken:,}; the {count(whole, 'event')} above {are} whole"


def reading_words(session: Session) -> str:
    """What is to be known about how the trace was read: that it breaks off, what was guessed, joined or left out."""
    broken, whole = session.trace.reading.broken_at, len(session.trace.events)
    if session.trace.source.arriving or not whole:
        return ""
    if broken is not None:
        before = count(whole, "event")
        can = "is complete and can" if whole == 1 else "are complete and can"
        return f"{session.name} breaks off at byte {broken:,}; the {before} before {can} be diagnosed."
    if session.trace.because == _UNKNOWN:
        said = "so it is read line by line and agents are not told apart; --format names one"
        return f"No known format fits {session.name}, {said}."
    return _warning_words(session)


def _warning_words(session: Session) -> str:
    """The first warning about how the trace was read, and where the others stand."""
    warnings = list(dict.fromkeys(session.trace.warnings))
    if not warnings:
        return ""
    more = f" `events --meta` tells {len(warnings) - 1} more." if len(warnings) > 1 else ""
    return f"{session.name}: {clean_line(warnings[0].rstrip('.'))}.{more}"


def changed_words(session: Session) -> str:
    """How much of the evidence of a diagnosis does not stand in the trace as it is now."""
    pieces = session.marks.pieces
    lost = sum(piece.stale for piece in pieces)
    said = f"so {lost} of {count(len(pieces), 'piece')} of evidence may not fit"
    if not lost:
        said = "though all its evidence still stands there"
    then, now = session.diagnosis.trace.lines if session.diagnosis is not None else 0, session.reader.last
    lines = f" ({count(then, 'line')} then, {now:,} now)" if then != now else ""
    return f"{session.name} has changed since its diagnosis{lines}, {said}; {key_of('panes.again')} diagnoses again."


def given_words(session: Session) -> str:
    """Which diagnosis is shown, where it was read from a file."""
    name = session.given.name if session.given is not None else ""
    own = f"; {key_of('panes.compare')} compares it with the one that you made" if session.earlier is not None else ""
    return f"The diagnosis is the one of {name}: {count(len(session.findings), 'finding')}{own}."


def gone_words(session: Session, change: Change) -> str:
    """What became of the file, beside growing."""
    is_rewritten = change is not Change.TRUNCATED and not session.trace.source.intact
    return with_keys(_REWRITTEN if is_rewritten else GONE[change]).format(name=session.name)


def over_of(session: Session, mode: str | None, shown: list[tuple[int, int]] | None) -> Over:
    """What the ruler shows in place of the actors."""
    coverage = covered(session, mode) if mode is not None else None
    return Over(coverage or None, shown, bool(session.fault))


def notes_of(session: Session) -> "list[Noted]":
    """The notes on lines."""
    from mast_tui.widgets.finding_list_rows import Noted

    return [Noted(" ".join(note.text.split()), note.lines, note.stale) for note in session.marks.notes]


def empty_findings(session: Session) -> tuple[str, str]:
    """What stands in place of findings, and the row about the audit."""
    diagnosis = session.diagnosis
    if diagnosis is None:
        if session.stage == "diagnosing":
            return "None so far.", ""
        return f"None yet. {key_of('panes.diagnose')} diagnoses, {key_of('panes.model')} sets a model.", ""
    dropped, marked = len(diagnosis.audit.dropped_quotes), len(diagnosis.audit.injections)
    audit = []
    if dropped:
        audit.append(f"{count(dropped, 'claim')} dropped")
    if refuted := len(diagnosis.audit.refuted):
        audit.append(f"{count(refuted, 'claim')} refuted")
    if marked:
        audit.append(f"{count(marked, 'injection')} marked")
    open_modes = sum(mode.verdict in ("unclear", "not_assessed") for mode in diagnosis.modes)
    words = "No finding."
    if session.only_mode:
        words = f"No finding of {session.only_mode}. {key_of('modes.only')} on the mode shows all again."
    elif open_modes:
        words = f"No finding. Not the same as no failure: {count(open_modes, 'mode')} unclear or not assessed."
    return words, ", ".join(audit)
