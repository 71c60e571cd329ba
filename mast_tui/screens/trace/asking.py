"""Sends questions about the trace, and shows their answers as they come."""

import asyncio
import time
from contextlib import aclosing
from dataclasses import replace

from textual import on, work
from textual.worker import Worker

from agent.chat.turn import FOLDER, Proposal, Turn
from agent.errors import MastError
from mast_tui.screens.trace.deciding import DecidingDesk
from mast_tui.state.session import Answering, Session
from mast_tui.widgets.messages import Asked, ConsentAsked, ProposalTaken, TurnWanted

FLUSH = 0.05
"""Seconds between two states of an answer that are drawn."""
RUNNING = "The diagnosis is still running; questions are answered all the same."


class AskingDesk(DecidingDesk):
    """The desk with somebody to ask."""

    def __init__(self, session: Session, *, at_once: bool = False) -> None:
        super().__init__(session, at_once=at_once)
        self._one_at_a_time = asyncio.Lock()
        self._answering: Worker[None] | None = None

    def chat_hint(self) -> str:
        """What stands in place of turns."""
        if self.session.stage == "reading":
            return "Ready when the trace is read."
        hint = "Every answer names the lines it rests on. Down offers questions, Enter asks."
        return f"{RUNNING} {hint}" if self.session.stage == "diagnosing" else hint

    def about(self) -> str:
        """What a question would be about, and who answers it."""
        session = self.session
        offline = session.model is None or session.offline
        return f"{super().about()} · {'offline analyst' if offline or session.model is None else session.model.name}"

    def action_ask(self) -> None:
        """Ask about what is in view."""
        self.show_pane("ask")
        self.suggest()

    @work(exclusive=True, group="suggesting", exit_on_error=False)
    async def suggest(self) -> None:
        """Offer questions about what is in view."""
        if self.session.stage == "reading":
            return
        finding, lines = self._in_view()
        talk = await self._talk()
        self.chat.suggest(await asyncio.to_thread(talk.suggested, self.session, finding, lines))

    def _in_view(self) -> tuple[str | None, tuple[int, int] | None]:
        """The finding or the lines that a question is about."""
        if self.view.selected:
            return None, (min(self.view.selected), max(self.view.selected))
        return self.session.marks.selected, None

    async def _talk(self) -> Answering:
        session = self.session
        if session.answering is None:
            session.answering = await asyncio.to_thread(_make)
        return session.answering

    @work(exclusive=True, group="remembering", exit_on_error=False)
    async def bring_turns(self) -> None:
        """Show what was asked about this trace before."""
        session = self.session
        if session.sha256 is None:
            return
        session.decided |= {text: str(what) for text, what in session.memory.kept(session.sha256, "proposal").items()}
        if not await asyncio.to_thread(_has_turns, session.sha256):
            return
        try:
            before = await (await self._talk()).earlier(session)
        except (MastError, OSError) as fault:
            self.say(f"Earlier questions cannot be read: {fault}", error=True)
            return
        session.turns[:0] = before
        self.chat.remember([turn.question for turn in before])
        self.settle_panes()
        self.chat.turns.show_end()

    @on(Asked)
    def _asked(self, message: Asked) -> None:
        session = self.session
        if session.stage == "reading":
            self.say("Questions can be asked as soon as the trace is read.")
            self.chat.restore(message.question)
            return
        turn = Turn(message.question, super().about(), working="looking")
        session.turns.append(turn)
        self.settle_panes()
        self.chat.turns.show_end()
        self._answering = self.answer(turn, *self._in_view())

    @work(group="asking", exit_on_error=False)
    async def answer(self, asked: Turn, finding: str | None, lines: tuple[int, int] | None) -> None:
        """Wait for one answer, showing it as it comes; what was asked before it is answered first."""
        place = _Place(self.session, asked)
        try:
            async with self._one_at_a_time:
                if not await self._may_ask():
                    self._drop(place, "Nothing was sent, nothing was asked.")
                    return
                await self._follow(place, finding, lines)
        except asyncio.CancelledError:
            self._drop(place, "The question was dropped; it stands in the field again.")
            raise
        except MastError as fault:
            self._failed(place, f"{fault.what} {fault.to} {fault.next_step}")
        except Exception as fault:  # noqa: BLE001 - a question that fails must not take the trace away
            self._failed(place, f"The answer failed ({type(fault).__name__}).")
        self.draw()
        self.suggest()

    async def _follow(self, place: "_Place", finding: str | None, lines: tuple[int, int] | None) -> None:
        """Draw the newest state of an answer, at most once in a while."""
        talk = await self._talk()
        drawn, begun = 0.0, False
        async with aclosing(talk.ask(self.session, place.asked.question, finding, lines)) as states:
            async for turn in states:
                place.put(replace(turn, about=place.asked.about))
                if time.monotonic() - drawn < FLUSH and begun:
                    self.set_timer(FLUSH, self._draw_turns, name="flush")
                    continue
                drawn = time.monotonic()
                self._draw_turns()
                if turn.answer and not begun:
                    begun = True
                    self.chat.turns.show_end()
        self.draw()

    def _draw_turns(self) -> None:
        if self.is_whole:
            self.chat.turns.show(self.session.turns, self.about(), self.chat_hint(), self.session.decided)

    async def _may_ask(self) -> bool:
        """Whether the question may go out; a person is asked once, before anything is sent."""
        session, model = self.session, self.session.model
        if model is None or session.offline or session.may_ask:
            return True
        talk = await self._talk()
        plan = await asyncio.to_thread(lambda: model.ask_plan(talk.material(session)))
        answered: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def then(answer: str | None) -> None:
            if not answered.done():
                answered.set_result(answer)

        self.post_message(ConsentAsked(plan, then))
        answer = await answered
        session.consented_to_ask = answer == "send"
        session.offline = session.offline or answer == "offline"
        return answer is not None

    def _drop(self, place: "_Place", said: str) -> None:
        """Take a question back that got no answer; its words stand in the field again."""
        place.take_out()
        self.chat.restore(place.asked.question)
        self.say(said)
        self.draw()

    def _failed(self, place: "_Place", why: str) -> None:
        place.put(replace(place.asked, answer=f"{why} Enter tries again."))
        self.chat.restore(place.asked.question)

    def stop_answer(self) -> bool:
        """Drop the question that is being answered; False where none is."""
        running = self._answering
        if running is None or not running.is_running:
            return False
        running.cancel()
        self._answering = None
        return True

    @on(ProposalTaken)
    def _taken(self, message: ProposalTaken) -> None:
        """Carry out a proposal, or dismiss it; nothing else ever does."""
        session, proposal = self.session, message.proposal
        if session.decided.get(proposal.text):
            self.say(f"This proposal is {session.decided[proposal.text]}; U takes the last decision back.")
        elif message.what == "dismissed":
            session.settle_proposal(proposal.text, "dismissed")
            self.say("Dismissed; the diagnosis is as it was.")
        elif session.diagnosis is None or session.answering is None:
            self.say("There is no diagnosis to change now; it has to be done first.")
        else:
            self._apply(session.answering, proposal)
        self.draw()

    def _apply(self, talk: Answering, proposal: Proposal) -> None:
        session = self.session
        turn = next((one for one in session.turns if proposal in one.proposals), None)
        if turn is None:
            return
        try:
            diagnosis = talk.amended(session, proposal, turn)
        except MastError as fault:
            self.say(f"{fault.what} {fault.to} {fault.next_step}", error=True)
            return
        from mast_tui.diagnosis.evidence_marks import evidence_marks  # loads what knows diagnoses

        finding = proposal.finding or diagnosis.findings[-1].id
        session.amend(diagnosis, finding, proposal.text)
        session.marks.show(evidence_marks(session))
        self.say(f"Applied: {proposal.text[:60]}; U takes it back.")
        self.view.renew()

    @on(TurnWanted)
    def _copied(self, message: TurnWanted) -> None:
        turn = message.turn
        self.copy(f"{turn.question}\n\n{turn.answer}\n", "The question and its answer are copied.")


class _Place:
    """Where a turn stands among the others, which may move while it is answered."""

    def __init__(self, session: Session, asked: Turn) -> None:
        self._session = session
        self._now = asked
        self.asked = asked

    def put(self, turn: Turn) -> None:
        """The turn as it is now."""
        turns = self._session.turns
        at = next((at for at, one in enumerate(turns) if one is self._now), None)
        self._now = turn
        if at is not None:
            turns[at] = turn

    def take_out(self) -> None:
        """The turn is gone."""
        turns = self._session.turns
        turns[:] = [one for one in turns if one is not self._now]


def _make() -> Answering:
    """Import what is heavy while nobody waits for the event loop."""
    from mast_tui.chat.trace_conversation import TraceConversation

    return TraceConversation()


def _has_turns(fingerprint: str) -> bool:
    """Whether anything was saved about a trace: only then is it worth loading what reads it."""
    from mast_tui.state.paths import usable_state_folder

    folder = usable_state_folder()
    if folder is None:
        return False
    return any(path.suffix in (".jsonl", ".sqlite") for path in (folder / FOLDER).glob(f"{fingerprint}*"))
