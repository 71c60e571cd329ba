"""Findings in a person's own words: put otherwise in a form, made of a hint, or of lines of the trace."""

from typing import TYPE_CHECKING

from textual.message import Message

from agent.clean import clean_line
from agent.errors import MastError
from agent.number_words import line_range
from mast_tui.keys.chosen import key_of
from mast_tui.screens.trace.chat import Chat
from mast_tui.screens.trace.part import Part, hears
from mast_tui.state.decisions import hint_key
from mast_tui.widgets.background_work import background
from mast_tui.widgets.form_messages import EditWanted, FormAsked, FormWords, LookDecided
from mast_tui.widgets.messages import UndoWanted

if TYPE_CHECKING:
    from agent.chat.material import Material
    from agent.diagnosis.document_parts import Diagnosis

_MODE = "FM-1.1"


class Amended(Message):
    """A diagnosis with a finding of a person's own, or in other words; `trouble` says why there is none."""

    def __init__(self, diagnosis: "Diagnosis | None", finding: str, said: str, *, hint: str = "") -> None:
        super().__init__()
        self.diagnosis = diagnosis
        self.finding = finding
        self.said = said
        self.hint = hint


class OwnFindings(Part):
    """What a person says of failures."""

    def action_own_finding(self) -> None:
        """Make a finding of the lines selected, else of the line under the cursor."""
        trace = self.view.trace
        if self.session.judged is None:
            keys = f"{key_of('panes.diagnose')} diagnoses, also with no model"
            self.view.say(f"There is no diagnosis to add a finding to yet; {keys}.")
            return
        chosen = trace.selected or (trace.place.line, trace.place.line)
        lines = min(chosen), max(chosen)
        self._ask(f"A finding of your own on {line_range(*lines)}", FormWords("", _MODE, "major", str(lines[0])), lines)

    def action_undo_decision(self) -> None:
        """Take the last decision back, from wherever one is."""
        self.view.send(UndoWanted())

    @hears(EditWanted)
    def _edit(self, message: EditWanted) -> None:
        from agent.chat.own_finding import words_of

        finding = next((each for each in self.session.findings if each.id == message.finding), None)
        if finding is None:
            return
        own = words_of(finding)
        words = FormWords(own.title, own.failure, own.severity, str(own.lines[0]))
        self._ask(f"{finding.id} in your words", words, own.lines, finding=finding.id)

    @hears(LookDecided)
    def _look(self, message: LookDecided) -> None:
        diagnosis = self.session.diagnosis
        hints = diagnosis.hints if diagnosis is not None else ()
        hint = next((each for each in hints if (each.title, each.lines[0]) == (message.title, message.line)), None)
        if hint is None:
            self.view.say("This is no hint: it cannot be made a finding of.")
        elif message.decision == "rejected":
            self.session.decisions.dismiss_hint(hint_key(hint.title, hint.lines[0]))
            self.view.say(f"Hint dismissed: {clean_line(hint.title)}; {key_of('panes.undo')} takes it back.")
            self.view.draw()
        else:
            words = FormWords(hint.title, hint.mode or _MODE, "minor", str(hint.lines[0]))
            self._ask("A finding made of a hint", words, hint.lines, hint=hint_key(hint.title, hint.lines[0]))

    def _ask(
        self, heading: str, words: FormWords, lines: tuple[int, int], *, finding: str = "", hint: str = ""
    ) -> None:
        def then(filled: FormWords | None) -> None:
            if filled is not None:
                first = int(filled.line)
                self.amend(filled, (first, max(first, lines[1] if first == lines[0] else first)), finding, hint)

        reader = self.session.reader
        self.view.send(FormAsked(heading, words, lambda at: reader.line(at) if 1 <= at <= reader.last else None, then))

    @background("amending", "Changing the diagnosis", "the form can be filled in again", exclusive=False)
    async def amend(self, filled: FormWords, lines: tuple[int, int], finding: str, hint: str) -> None:
        """Change the diagnosis as a person says."""
        session = self.session
        conversation = await self.view.part(Chat).conversation()
        try:
            made = await self.threads.beside(
                lambda: _changed(conversation.material(session), session.judged, filled, lines, finding, hint)
            )
        except MastError as fault:
            self.view.send(Amended(None, finding, f"{fault.what} {fault.to} {fault.next_step}"))
            return
        self.view.send(Amended(*made, hint=hint))

    @hears(Amended)
    def _amended(self, message: Amended) -> None:
        if message.diagnosis is None:
            self.view.say(message.said, error=True)
            return
        from mast_tui.diagnosis.evidence_marks import evidence_marks
        from mast_tui.screens.trace.finding_review import FindingReview

        session = self.session
        session.decisions.amend(message.diagnosis, message.finding, hint=message.hint)
        session.marks.show(evidence_marks(session))
        self.view.trace.selected = None
        self.view.say(message.said)
        self.view.trace.renew()
        self.view.draw()
        self.view.part(FindingReview).list.choose(message.finding)


def _changed(
    material: "Material",
    judged: "Diagnosis | None",
    filled: FormWords,
    lines: tuple[int, int],
    finding: str,
    hint: str,
) -> tuple["Diagnosis | None", str, str]:
    """The diagnosis as a person wants it, the finding that this is about, and what to say."""
    from agent.chat.own_finding import OwnWords, with_other_words, with_own_finding
    from agent.diagnosis.severity import SEVERITIES

    material.diagnosis = judged  # a decision is carried through anew each time
    severity = next(each for each in SEVERITIES if each == filled.severity)
    words = OwnWords(filled.title, filled.failure, severity, lines)
    if not finding:
        because = f"A reader made it of a hint: {hint}." if hint else "A reader found it."
        diagnosis, made = with_own_finding(material, words, because)
        return diagnosis, made, f"{made} is added as a finding of your own; {key_of('panes.undo')} takes it back."
    diagnosis, before = with_other_words(material, finding, words)
    if not before:
        return None, finding, f"{finding} stays as it is: nothing was changed."
    undo = f"{key_of('panes.undo')} takes it back"
    return diagnosis, finding, f"{finding} edited, kept beside what stood there ({before}); {undo}."
