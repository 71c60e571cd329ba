"""Sends questions about the trace, and shows their answers as they come."""

import asyncio
from contextlib import aclosing

from textual import on, work

from agent.errors import MastError
from mast_tui.messages import Asked, ProposalTaken
from mast_tui.screens.trace.deciding import DecidingDesk
from mast_tui.session import Answer, Answering, Turn


class AskingDesk(DecidingDesk):
    """The desk with somebody to ask."""

    def chat_hint(self) -> str:
        """What stands in place of turns."""
        if self.session.stage == "reading":
            return "Ready when the trace is read."
        return "Every answer names the lines it rests on. Down offers questions, Enter asks."

    def action_ask(self) -> None:
        """Ask about what is in view."""
        self.show_pane("ask")

    @on(Asked)
    def _asked(self, message: Asked) -> None:
        session = self.session
        if session.stage == "reading":
            self.say("Questions can be asked as soon as the trace is read.")
            self.chat.field.value = message.question
            return
        session.turns.append(Turn(message.question, self.about(), working="looking"))
        self.settle_panes()
        self.chat.turns.show_end()
        lines = (min(self.view.selected), max(self.view.selected)) if self.view.selected else None
        self.answer(len(session.turns) - 1, session.marks.selected if lines is None else None, lines)

    @work(group="asking", exit_on_error=False)
    async def answer(self, number: int, finding: str | None, lines: tuple[int, int] | None) -> None:
        """Wait for one answer, showing it as it comes."""
        session = self.session
        asked = session.turns[number]
        try:
            if session.answering is None:
                session.answering = await asyncio.to_thread(_talk)
            async with aclosing(session.answering.ask(session, asked.question, finding, lines)) as states:
                async for turn in states:
                    session.turns[number] = turn._replace(about=asked.about)
                    self.draw()
                    self.chat.turns.show_end()
        except MastError as fault:
            session.turns[number] = asked._replace(answer=Answer(f"{fault.what} {fault.to} {fault.next_step}"))
            self.chat.field.value = asked.question
        except Exception as fault:  # noqa: BLE001 - a question that fails must not take the trace away
            session.turns[number] = asked._replace(answer=Answer(f"The answer failed ({type(fault).__name__})."))
            self.chat.field.value = asked.question
        else:
            self._keep(session.turns[number])
        self.draw()
        self.chat.turns.show_end()

    def _keep(self, turn: Turn) -> None:
        session = self.session
        if session.sha256 and turn.answer is not None:
            answer = {"text": turn.answer.text, "lines": turn.answer.lines, "verdict": turn.answer.verdict}
            kept = {"question": turn.question, "about": turn.about, **answer}
            session.memory.keep_turn(session.sha256, kept)

    @on(ProposalTaken)
    def _taken(self, message: ProposalTaken) -> None:
        proposal = message.proposal
        if proposal.kind != "reject" or proposal.finding is None:
            self.say("This one is for you to judge: i on the finding puts it in your words.")
            return
        self.session.decide(proposal.finding, "rejected", proposal.text)
        self.say(f"{proposal.finding} rejected; U takes it back.")
        self.draw()


def _talk() -> Answering:
    """Import what is heavy while nobody waits for the event loop."""
    from mast_tui.talk import Talk

    return Talk()
