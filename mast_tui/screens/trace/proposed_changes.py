"""Carries out what an answer proposes to change in the diagnosis, when a person takes it."""

from agent.chat.turn import Proposal
from agent.errors import MastError
from mast_tui.keys.chosen import key_of
from mast_tui.screens.trace.part import Part, hears
from mast_tui.state.answerers import Answering
from mast_tui.state.session import Session
from mast_tui.widgets.messages import ProposalTaken


class Proposals(Part):
    """What a person does with proposals; nothing else ever changes a diagnosis by one."""

    @hears(ProposalTaken)
    def _taken(self, message: ProposalTaken) -> None:
        session, proposal = self.session, message.proposal
        if session.decisions.proposals.get(proposal.text):
            self.view.say(
                f"This proposal is {session.decisions.proposals[proposal.text]}; "
                f"{key_of('panes.undo')} takes the last decision back."
            )
        elif message.what == "dismissed":
            session.decisions.settle(proposal.text, "dismissed")
            self.view.say("Dismissed; the diagnosis is as it was.")
        elif session.diagnosis is None or session.answering is None:
            self.view.say("There is no diagnosis to change now; it has to be done first.")
        else:
            self._apply(session.answering, proposal)
        self.view.draw()

    def _apply(self, conversation: Answering[Session], proposal: Proposal) -> None:
        session = self.session
        turn = next((one for one in session.turns if proposal in one.proposals), None)
        if turn is None:
            return
        try:
            diagnosis = conversation.amended(session, proposal, turn)
        except MastError as fault:
            self.view.say(f"{fault.what} {fault.to} {fault.next_step}", error=True)
            return
        from mast_tui.diagnosis.evidence_marks import evidence_marks  # loads what knows diagnoses

        finding = proposal.finding or diagnosis.findings[-1].id
        session.decisions.amend(diagnosis, finding, proposal.text)
        session.marks.show(evidence_marks(session))
        self.view.say(f"Applied: {proposal.text[:60]}; {key_of('panes.undo')} takes it back.")
        self.view.trace.renew()
