"""Sends questions about the trace, and shows their answers as they come."""

from textual import on, work

from agent.errors import MastError
from mast_tui.messages import Asked
from mast_tui.screens.trace.deciding import DecidingDesk
from mast_tui.session import Answer, Turn

NOT_YET = "Answers are still to come in this version. The findings, their reasons and / are here already."


class AskingDesk(DecidingDesk):
    """The desk with somebody to ask."""

    def chat_hint(self) -> str:
        """What stands in place of turns."""
        session = self.session
        if session.stage == "reading":
            return "Ready when the trace is read."
        if session.answering is None:
            return NOT_YET
        return "Every answer names the lines it rests on."

    def action_ask(self) -> None:
        """Ask about what is in view."""
        self.show_pane("ask")

    @on(Asked)
    def _asked(self, message: Asked) -> None:
        session = self.session
        if session.stage == "reading":
            self.say("Questions can be asked as soon as the trace is read.")
            return
        session.turns.append(Turn(message.question, self.about(), working="looking"))
        if session.answering is None:
            session.turns[-1] = session.turns[-1]._replace(answer=Answer(NOT_YET))
            self.settle_panes()
            return
        self.settle_panes()
        self.answer(len(session.turns) - 1)

    @work(group="asking", exit_on_error=False)
    async def answer(self, number: int) -> None:
        """Wait for one answer."""
        session = self.session
        turn, answering = session.turns[number], session.answering

        def tell(what: str) -> None:
            session.turns[number] = session.turns[number]._replace(working=what)
            self.draw()

        if answering is None:
            return
        try:
            answer = await answering.ask(session, turn.question, turn.about, tell)
        except MastError as fault:
            answer = Answer(f"{fault.what} {fault.to} {fault.next_step}")
        session.turns[number] = turn._replace(answer=answer)
        if session.sha256:
            kept = {"question": turn.question, "about": turn.about, "answer": answer._asdict()}
            session.memory.keep_turn(session.sha256, kept)
        self.draw()
