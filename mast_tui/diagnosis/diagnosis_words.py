"""The state of the fourteen modes and the words about the diagnosis as a whole, from the session."""

import time
from math import ceil
from typing import TYPE_CHECKING

from agent.clean import clean_line
from agent.diagnosis.kept_selfcheck import in_short
from agent.number_words import count, duration, money, percent
from mast_tui.diagnosis.status_text import gaps, seconds_to_wait
from mast_tui.keys.chosen import key_of
from mast_tui.layout.mode_states import CategoryState, ModeState, judged_word, none_yet, present_word
from mast_tui.layout.row import Span
from mast_tui.layout.ruler import Covered
from mast_tui.state.diagnosis_progress import CATEGORIES
from mast_tui.state.session import Session

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis

_OUTCOMES = {
    "failure": ("■", "fatal"),
    "partial": ("▲", "major"),
    "success": ("○", "ok"),
    "undetermined": ("◐", "major"),
}


def categories_of(session: Session) -> tuple[CategoryState, ...]:
    """The fourteen modes as they stand now."""
    blank = none_yet()
    if session.diagnosis is not None:
        return tuple(_settled(session, each) for each in (*blank, *_own(session.diagnosis)))
    if session.stage == "diagnosing":
        return tuple(_running(session, each, f"FC{number}") for number, each in enumerate(blank, 1))
    return blank


def _own(diagnosis: "Diagnosis") -> tuple[CategoryState, ...]:
    """The modes that a person named, which stand after MAST's."""
    from taxonomy.mode import OWN  # only a diagnosis has any

    named = [
        ModeState(mode.code, clean_line(mode.name), OWN, "not_assessed", "not assessed")
        for mode in diagnosis.modes
        if mode.own
    ]
    return (CategoryState("Own modes", "", tuple(named)),) if named else ()


def _settled(session: Session, blank: CategoryState) -> CategoryState:
    assert session.diagnosis is not None  # noqa: S101 - the caller has looked
    verdicts = {mode.code: mode for mode in session.diagnosis.modes}
    modes = []
    for each in blank.modes:
        verdict = verdicts.get(each.code)
        if verdict is None:
            modes.append(each)
            continue
        word = verdict.verdict.replace("_", " ")
        if verdict.verdict == "present":
            word = f"{verdict.confidence or 'present'} {' '.join(verdict.findings[:2])}"
        modes.append(ModeState(each.code, each.name, each.category, verdict.verdict, word, verdict.reason))
    return CategoryState(blank.name, present_word(modes), tuple(modes))


def _running(session: Session, blank: CategoryState, code: str) -> CategoryState:
    progress = session.progress
    done = len(progress.judged.get(code, ()))
    claimed = {entry.mode: entry.id for entry in progress.claims}
    modes = []
    for each in blank.modes:
        if each.code in claimed:
            modes.append(each._replace(verdict="present", word=f"{claimed[each.code]} so far"))
        elif "not_assessed" in progress.cells.get(each.code, ()):
            modes.append(each)
        elif done:
            modes.append(each._replace(word="so far none"))
        else:
            modes.append(each._replace(word="waiting"))
    word = "waiting" if not done else ""
    if progress.chunks and done >= progress.chunks:
        word = present_word(modes)
    return CategoryState(blank.name, word, tuple(modes), done, progress.chunks if done else 0)


def covered(session: Session, mode: str) -> list[Covered]:
    """What became of each chunk for a mode; empty where the lines of the chunks are not known."""
    states = _states(session, mode)
    chunks = session.chunk_lines
    if not chunks and len(states) == 1:
        chunks = ((1, max(1, session.reader.last)),)
    return [Covered(lines, states.get(number, "")) for number, lines in enumerate(chunks, 1)]


def covered_words(session: Session, mode: str) -> str:
    """In how many chunks a mode was judged: FM-1.5 judged in 6 of 7 chunks."""
    states = _states(session, mode)
    total = session.progress.chunks if session.diagnosis is None else session.diagnosis.coverage.chunks
    if not total:
        return ""
    judged = sum(state == "judged" for state in states.values())
    if not judged and set(states.values()) == {"not_assessed"}:
        return f"{mode} not assessed"
    return f"{mode} judged in {judged:,} of {count(total, 'chunk')}"


def _states(session: Session, mode: str) -> dict[int, str]:
    if session.diagnosis is not None:
        return {cell.chunk: cell.state for cell in session.diagnosis.coverage.cells if cell.mode == mode}
    return {chunk: state for (code, chunk), state in session.progress.states.items() if code == mode}


def coverage_words(session: Session) -> tuple[str, str]:
    """The row under the heading of the modes, and its ink."""
    if session.stage == "reading":
        return _reading_words(session), "quiet"
    if session.stage == "diagnosing":
        return _running_words(session), "quiet"
    diagnosis = session.diagnosis
    if diagnosis is None:
        return (f"{key_of('panes.diagnose')} diagnoses" if session.stage != "stopped" else session.failure), "quiet"
    if session.stale:
        return "diagnosed before the change", "major"
    if session.lines_not_diagnosed:
        return f"{count(session.lines_not_diagnosed, 'new line')} not seen, {key_of('panes.again')} reads them", "major"
    covered = diagnosis.coverage
    if open_chunks := gaps(diagnosis):
        return f"{count(len(open_chunks), 'chunk')} not answered, {key_of('panes.diagnose')} asks again", "major"
    judged = {cell.mode for cell in covered.cells if cell.state == "judged"}
    unclear = sum(mode.verdict == "unclear" and mode.code in judged for mode in diagnosis.modes)
    all_lines = covered.lines_read == covered.lines
    return judged_word(len(judged), unclear, all_lines, covered.lines_read, covered.lines), "quiet"


def blind_words(session: Session) -> str:
    """How many modes take a model, where the offline analyst has done what it can; else how the model was checked."""
    diagnosis = session.diagnosis
    if diagnosis is None:
        return ""
    if diagnosis.made_by.asked_a_model:
        return f"This model: {in_short(diagnosis.made_by)}"
    blind = sum(mode.verdict == "not_assessed" for mode in diagnosis.modes)
    if not blind:
        return ""
    need = "it needs" if blind == 1 else "they need"
    return f"{count(blind, 'mode')} not assessed: {need} a model, {key_of('panes.model')} sets one"


def _reading_words(session: Session) -> str:
    """How many lines are read, and about how long the rest takes; nothing where that is over in a moment."""
    size, spent = session.trace.source.known_size, time.monotonic() - session.begun
    if not size or not session.read_bytes or spent < 1:
        return ""
    left = spent * (size - session.read_bytes) / session.read_bytes
    soon = f", about {duration(ceil(left)) if left > 9 else f'{max(1, ceil(left))} s'} left" if left > 0 else ""
    return f"{_in_short(session.reader.last)}{soon}"


def _running_words(session: Session) -> str:
    progress = session.progress
    if wait := seconds_to_wait(session):
        return f"next try in {wait} s"
    parts = [_where(session), *_left(session, "about ")]
    if progress.tokens:
        spent = "price not known" if progress.cost is None else f"{money(progress.cost)} spent"
        parts += [f"{_thousands(progress.tokens)} tokens", spent]
    return " · ".join(parts)


def _left(session: Session, lead: str = "") -> list[str]:
    """How long the judging still takes, once that can be said."""
    left = session.progress.seconds_left(time.monotonic())
    return [f"{lead}{duration(left)} left"] if left is not None and left >= 1 else []


def going_on(session: Session) -> list[str]:
    """What a diagnosis has spent and how far it is, where room is short; nothing where none is under way."""
    progress = session.progress
    if session.stage != "diagnosing":
        return ["planning"] if session.stage == "planning" else []
    if wait := seconds_to_wait(session):
        return [f"next try in {wait} s"]
    done, total = sum(map(len, progress.judged.values())), progress.chunks * CATEGORIES
    step = f" {done} of {total}" if done else f": {_where(session).partition(' · ')[0]}"
    if done and done >= total:
        step = ": the findings are challenged"
    cost = f", {money(progress.cost)}" if progress.cost else ""
    spent = [f"{_thousands(progress.tokens)} tokens{cost}"] if progress.tokens else []
    return [*spent, ", ".join([f"diagnosing{step}", *_left(session)])]


def _where(session: Session) -> str:
    """What is being judged: the category and the chunk; before and after that, the step."""
    progress = session.progress
    if not progress.chunks or (not any(progress.judged.values()) and progress.word != "judging"):
        return progress.word or "beginning"
    for number, each in enumerate(none_yet(), 1):
        done = len(progress.judged.get(f"FC{number}", ()))
        if done < progress.chunks:
            return f"{each.name} · chunk {done + 1} of {progress.chunks}"
    return "challenging what was found, then the outcome and the root"


def _thousands(number: int) -> str:
    return f"{number:,}" if number < 10_000 else f"{number // 1000:,}k"


def key_words(session: Session) -> str:
    """What D does now."""
    if session.stage in ("diagnosing", "planning"):
        return "stop"
    if session.stage == "stopped" or session.failure:
        return "go on"
    return "ask again" if session.diagnosis is not None and gaps(session.diagnosis) else "diagnose"


def verdict_words(session: Session) -> list[Span]:
    """What the title bar says about the diagnosis."""
    if session.stage == "reading":
        size = session.trace.source.known_size
        return [Span(f"reading {percent(session.read_bytes, size)}" if size else "reading", "quiet")]
    if session.stage == "diagnosing":
        claims = len(session.progress.claims)
        return [Span("diagnosing", "accent"), Span(f"  {count(claims, 'finding')} so far", "quiet")]
    if session.stage == "stopped":
        cause = [Span(f" {session.cause}", "text")] if session.cause else []
        return [Span("stopped:" if cause else "stopped", "major"), *cause]
    diagnosis = session.diagnosis
    if diagnosis is None:
        return [Span("not diagnosed", "quiet")]
    if session.stale:
        return [Span("stale: the trace has changed", "major")]
    sign, ink = _OUTCOMES[diagnosis.outcome.verdict]
    said = count(len(diagnosis.findings), "finding") if diagnosis.findings else "no findings"
    root = diagnosis.root
    if root is not None:
        said += f" · root cause {root.finding or root.cause}"
    return [Span(f"{sign} {diagnosis.outcome.verdict}", f"{ink} bold"), Span(f"  {said}", "text")]


def _in_short(lines: int) -> str:
    """A number of lines that still grows: 1.2 M lines."""
    return count(lines, "line") if lines < 1_000_000 else f"{lines / 1_000_000:.1f} M lines"
