"""What a person decides about the findings of a diagnosis: kept at once, carried through, and taken back by a key."""

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from mast_tui.state.store import Memory

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import Diagnosis


class Decided(Protocol):
    """What is decided about: a diagnosis, and where that is remembered."""

    memory: Memory
    sha256: str | None
    judged: "Diagnosis | None"

    @property
    def kept_under(self) -> str | None:
        """Under what decisions are kept."""
        ...


class Undo(NamedTuple):
    """What a person did last to a finding, and how things stood before; `before` where more than a decision changed."""

    id: str
    decision: str | None
    note: str | None
    before: "Diagnosis | None" = None
    proposal: str = ""
    hint: str = ""


def hint_key(title: str, line: int) -> str:
    """By what a hint is known again."""
    return f"L{line} {title}"


class Decisions:
    """The decisions about one trace, and the way back from each."""

    def __init__(self, about: Decided) -> None:
        self._about = about
        self._undo: list[Undo] = []
        self.kept_as: str | None = None
        """Under what a diagnosis and decisions about it are kept, where that is not the trace's own."""
        self.proposals: dict[str, str] = {}
        """What a person did with proposals: applied or dismissed, by their text."""
        self.gone_hints: set[str] = set()
        """The hints that a person dismissed, or made a finding of."""

    def decide(self, id: str, decision: str | None, note: str | None = None) -> str | None:
        """Keep what a person says of a finding; the decision that holds now. No words take a note away."""
        diagnosis = self._about.judged
        finding = next((each for each in diagnosis.findings if each.id == id), None) if diagnosis else None
        if finding is None:
            return None
        self._undo.append(Undo(id, finding.decision, finding.note))
        self._put(id, decision, finding.note if note is None else note or None)
        return decision

    def undo(self) -> str | None:
        """Take the last decision back; the finding it was about."""
        if not self._undo:
            return None
        last = self._undo.pop()
        if last.hint:
            self._settle_hint(last.hint, gone=False)
            if not last.id:
                return last.hint
        if last.before is not None:
            self._about.judged = last.before
            self._keep()
            if last.proposal:
                self.settle(last.proposal, None)
        self._put(last.id, last.decision, last.note)
        return last.id

    def amend(self, diagnosis: "Diagnosis", id: str, proposal: str = "", hint: str = "") -> None:
        """Take over a diagnosis that a person changed in a finding, so that it can be undone."""
        before = self._about.judged
        was = next((each for each in before.findings if each.id == id), None) if before is not None else None
        self._undo.append(Undo(id, was.decision if was else None, was.note if was else None, before, proposal, hint))
        self._about.judged = diagnosis
        self._keep()
        now = next((each for each in diagnosis.findings if each.id == id), None)
        if now is not None:
            self._put(id, now.decision, now.note)
        if proposal:
            self.settle(proposal, "applied")
        if hint:
            self._settle_hint(hint, gone=True)

    def dismiss_hint(self, hint: str) -> None:
        """Show a hint no more."""
        self._undo.append(Undo("", None, None, hint=hint))
        self._settle_hint(hint, gone=True)

    def _settle_hint(self, hint: str, *, gone: bool) -> None:
        self.gone_hints ^= {hint} if (hint in self.gone_hints) is not gone else set()
        if self._about.kept_under:
            self._about.memory.keep(self._about.kept_under, "hint", hint, "gone" if gone else None)

    def settle(self, proposal: str, what: str | None) -> None:
        """Remember that a proposal was applied or dismissed; None makes it open again."""
        self.proposals.pop(proposal, None)
        if what is not None:
            self.proposals[proposal] = what
        if self._about.sha256:
            self._about.memory.keep(self._about.sha256, "proposal", proposal, what)

    def forget_undo(self) -> None:
        """Another diagnosis takes the place of the one that was decided about: no key leads back into that one."""
        self._undo.clear()

    def restore(self) -> None:
        """Put back what a person said of these findings before."""
        self.forget_undo()
        if self._about.kept_under:
            self.gone_hints = set(self._about.memory.kept(self._about.kept_under, "hint"))
            for id, (decision, note) in self._about.memory.decisions(self._about.kept_under).items():
                self._change(id, decision, note)

    def _keep(self) -> None:
        about = self._about
        if about.kept_under and about.judged is not None:
            from agent.diagnosis.document import to_dict

            about.memory.keep_diagnosis(about.kept_under, about.judged.made_by.analyst, to_dict(about.judged))

    def _put(self, id: str, decision: str | None, note: str | None) -> None:
        self._change(id, decision, note)
        if self._about.kept_under:
            self._about.memory.keep_decision(self._about.kept_under, id, decision, note)

    def _change(self, id: str, decision: str | None, note: str | None) -> None:
        if self._about.judged is None:
            return
        findings = tuple(
            replace(each, decision=decision, note=note) if each.id == id else each  # type: ignore[arg-type]
            for each in self._about.judged.findings
        )
        self._about.judged = replace(self._about.judged, findings=findings)
