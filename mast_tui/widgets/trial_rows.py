"""A trial as rows: who would be asked what, the difference between the arms, the answers, and what they show."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from agent.clean import clean_line
from agent.lookup.tools.read import changed_rows
from agent.number_words import count
from agent.trial.arms import told_message
from agent.trial.conclusion import conclusion, context_words
from agent.trial.experiment import Experiment
from agent.trial.judging import FAILS, HOLDS
from mast_tui.keys.chosen import key_of
from mast_tui.layout.row import Row, Span, row, spread
from mast_tui.layout.width import words_wrapped, wrapped
from mast_tui.state.remedy_trial import RemedyTrial

FOLDED, MOST_LINES, MOST_CHANGED = 6, 5_000, 40
"""Rows of a text that is folded, and of one that is open; rows of the difference."""
_LONGEST = 4_000
_INKS = {FAILS: "fatal", HOLDS: "recovered"}
_MARKS = {"-": "fatal", "+": "recovered"}


class Stop(NamedTuple):
    """Something the cursor can stand on: a message or an answer, with its rows."""

    kind: str
    number: int
    first: int
    last: int


class TrialRows:
    """Makes the rows of a trial for a width."""

    def __init__(self, state: RemedyTrial, width: int) -> None:
        self._state = state
        self._width = width
        self.rows: list[Row] = []
        self.stops: list[Stop] = []
        self._head()
        tried = state.tried
        if tried is None:
            self._words(state.words or "Reading what the agent had before the act …", "text")
            return
        self._came_of_it()
        self._answers()
        self._difference()
        self._messages(tried)

    def _head(self) -> None:
        state, remedy, finding = self._state, self._state.remedy, self._state.finding
        number = f"remedy {state.number + 1} of {len(finding.remedies)}"
        self.rows.append(row((f"  {finding.id}  ", "accent bold"), (clean_line(finding.title), "text bold")))
        self._fact("remedy", f"{clean_line(remedy.target)}: {clean_line(remedy.change)}", "text")
        self._fact("", f"{number}, {remedy.kind}", "quiet")
        tried = state.tried
        if tried is None:
            return
        before = f"{count(len(tried.context.messages), 'message')}, {count(tried.tokens, 'token')} before L"
        self._fact("context", f"{before}{tried.act.lines[0]}: {tried.context.rule}", "text")
        calls = count(tried.calls(state.times), "call")
        self._fact("asks", f"{state.asked}, {state.times} times in each arm: {calls}, and those that judge", "text")

    def _fact(self, name: str, words: str, ink: str) -> None:
        for at, each in enumerate(words_wrapped(words, self._width - 13)):
            self.rows.append(row((f"  {'' if at else name:<10}", "quiet"), (each, ink)))

    def _heading(self, words: str, right: str = "") -> None:
        self.rows.append(Row())
        self.rows.append(spread((Span(f"  {words}", "text bold"),), (Span(f"{right} ", "quiet"),), self._width))

    def _words(self, words: str, ink: str) -> None:
        self.rows += [row((f"  {each}", ink)) for each in words_wrapped(words, self._width - 4)]

    def _came_of_it(self) -> None:
        """How far it is, what it shows, or what an earlier trial of this remedy showed."""
        state = self._state
        of = 2 * state.times
        if state.stage == "asking":
            judged = f", {state.judged.done} of {state.judged.of} judged" if state.judged else ""
            self._heading(f"{state.here} of {count(of, 'answer')} so far{judged}", f"{key_of('trial.close')} stops")
        elif state.stage == "stopped":
            self._heading(
                f"Stopped: {state.here} of {count(of, 'answer')} came, none counts", f"{key_of('trial.ask')} asks anew"
            )
        elif state.result is not None:
            self._heading("What came of it", "kept with the remedy")
            self._counts(state.result.as_dict(), state.result.conclusion())
        elif state.remedy.trial is not None:
            self._heading("Tried before", f"{key_of('trial.ask')} asks anew")
            self._counts(state.remedy.trial, conclusion(state.remedy.trial))

    def _counts(self, trial: Mapping[str, Any], words: str) -> None:
        untold = trial.get("cannot_tell") or {}
        for name, key in (("as it was", "control"), ("with the remedy", "with")):
            (failed, of), between = trial[key], (trial.get("interval") or {}).get(key)
            share = f"{between[0] * 100:.0f} to {between[1] * 100:.0f} %" if between else ""
            cannot = f"{untold[key]} cannot be told" if untold.get(key) else ""
            told = f"   {share}   {cannot}"
            self.rows.append(row((f"  {name:<17}", "text"), (f"{failed} of {of} fail", "text bold"), (told, "quiet")))
        self._words(words, "text")
        self._words(f"Answered by {clean_line(str(trial['model']))}, with {context_words(trial)}.", "quiet")

    def _answers(self) -> None:
        state = self._state
        if not state.heard:
            return
        verdicts = {(each.arm, each.number): each.verdict for each in state.result.answers} if state.result else {}
        self._heading("Answers", "calls are shown and never run")
        for at, (key, heard) in enumerate(sorted(state.heard.items())):
            verdict = verdicts.get(key, "" if heard.is_whole else "…")
            head = ((f"  {heard.arm} {heard.number + 1}", "quiet bold"), (f"   {verdict}", _INKS.get(verdict, "quiet")))
            self._stop("answer", at, row(*head), heard.text)

    def _difference(self) -> None:
        """The lines that only one of the arms has."""
        self._heading("The difference")
        before, after = self._state.changed
        shown = [text for text, _ in changed_rows(before, after, 1, 1) if text.partition("| ")[2].strip()]
        for text in shown[:MOST_CHANGED]:
            sign, said = text[0], clean_line(text.partition("| ")[2])
            for at, (start, end) in enumerate(wrapped(said, self._width - 5) or [(0, 0)]):
                lead = f"  {sign if at == 0 else ' '} "
                self.rows.append(row((lead, _MARKS[sign]), (said[start:end], _MARKS[sign])))
        if not shown:
            self._words("none: both arms ask the same", "quiet")
        if len(shown) > MOST_CHANGED:
            self._words(f"{len(shown) - MOST_CHANGED:,} more lines differ", "quiet")

    def _messages(self, tried: Experiment) -> None:
        """The messages of an arm as they would be sent."""
        here, other = tried.arms if not self._state.in_remedy else tried.arms[::-1]
        self._heading(f"As it would be sent: {here.name}", f"{key_of('trial.arm')} {other.name}")
        known = None
        if self._state.in_remedy:
            known = frozenset(line for each in other.messages for line in told_message(each).split("\n"))
        for at, message in enumerate(here.messages):
            answers = f", answers {clean_line(message.answers)}" if message.answers else ""
            head = row((f"  {at + 1} {message.who}{answers}", "quiet bold"))
            self._stop("message", at, head, told_message(message), known)
        if here.check:
            head = row(("  after the answer, whose second version counts", "quiet bold"))
            self._stop("message", len(here.messages), head, here.check, known)

    def _stop(self, kind: str, number: int, head: Row, text: str, known: frozenset[str] | None = None) -> None:
        """A text on which the cursor can stand: folded, or whole where it was opened."""
        first = len(self.rows)
        self.rows.append(head)
        is_open = (kind, number) in self._state.opened
        lines = text.split("\n")
        most = MOST_LINES if is_open else FOLDED
        made: list[Row] = []
        at = 0
        while at < len(lines) and len(made) < most:
            line = lines[at]
            is_new = known is not None and line not in known and bool(line.strip())
            said = clean_line(line if is_open else line[:_LONGEST]).replace("\t", "    ")
            ink = "recovered" if is_new else "text"
            for start, end in wrapped(said, self._width - 6) or [(0, 0)]:
                made.append(row(("    ", "text"), (said[start:end], ink)))
            at += 1
        left = len(lines) - at + (len(made) > most)
        self.rows += made[:most]
        if left > 0:
            self.rows.append(
                row((f"    … {count(left, 'line')} more, {key_of('messages.fold')} shows them", "quiet italic"))
            )
        self.stops.append(Stop(kind, number, first, len(self.rows) - 1))


def clean_text(text: str) -> str:
    """A text to write in: made visible line by line, so that each line can be found again."""
    return "\n".join(clean_line(line) for line in text.split("\n"))


def as_written(text: str, before: str) -> str:
    """What a person wrote, with the lines they left alone as they were before they were made visible."""
    known = {str(clean_line(line)): line for line in before.split("\n")}
    return "\n".join(known.get(line, line) for line in text.split("\n"))
