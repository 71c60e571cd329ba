"""Sends questions about the trace, and shows their answers as they come."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.worker import Worker

from agent.chat.turn import Turn
from agent.errors import MastError
from mast_tui.keys.chosen import key_of, with_keys
from mast_tui.screens.trace.finding_review import FindingReview
from mast_tui.screens.trace.pane_layout import PaneLayout
from mast_tui.screens.trace.part import Pane, Part, View, hears
from mast_tui.screens.trace.trace_memory import Hashed
from mast_tui.screens.trace.turn_place import TurnPlace
from mast_tui.state.answerers import Answering
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import background, reason
from mast_tui.widgets.chat_pane import ChatPane
from mast_tui.widgets.messages import Asked, ConsentAsked

if TYPE_CHECKING:
    from textual.widget import Widget


FLUSH = 0.05
"""Seconds between two states of an answer that are drawn."""
_HINT = "Every answer names the lines it rests on. {question.next} offers questions, {question.send} asks."
RUNNING = "The diagnosis is still running; questions are answered all the same."


class Chat(Part):
    """The questions that were asked, and the one that is being answered."""

    pane: ChatPane

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(session, view)
        self._one_at_a_time = asyncio.Lock()
        self._answering: Worker[None] | None = None

    def make_panes(self) -> Iterable[Pane]:
        """The pane where one asks."""
        self.pane = ChatPane(id="ask")
        yield Pane("ask", self.pane, group="ask", focus=self._focus)

    def _focus(self, returning: bool) -> "Widget":
        """The field; the turns, where one comes back from a line that an answer named."""
        return self.pane.turns if returning and self.pane.turns.stops else self.pane.field

    def draw(self) -> None:
        """Show the turns as they are now."""
        session = self.session
        self.pane.turns.show(session.turns, self.about(), self.hint(), session.decisions.proposals)

    def hint(self) -> str:
        """What stands in place of turns."""
        if self.session.stage == "reading":
            return "Ready when the trace is read."
        hint = with_keys(_HINT)
        return f"{RUNNING} {hint}" if self.session.stage == "diagnosing" else hint

    def about(self) -> str:
        """What a question would be about, and who answers it."""
        session = self.session
        analyst = "offline analyst" if session.model is None or session.offline else session.model.name
        return f"{self._subject()} · {analyst}"

    def _subject(self) -> str:
        if self.view.trace.selected is not None:
            low, high = sorted(self.view.trace.selected)
            return f"L{low}-{high} selected"
        selected = self.session.marks.selected
        return f"{selected} in view" if selected is not None else "whole trace"

    def _in_view(self) -> tuple[str | None, tuple[int, int] | None]:
        """The finding or the lines that a question is about."""
        selected = self.view.trace.selected
        if selected:
            return None, (min(selected), max(selected))
        return self.session.marks.selected, None

    async def conversation(self) -> Answering[Session]:
        """Who answers; what is heavy is imported beside the event loop."""
        session = self.session
        if session.answering is None:
            session.answering = await self.threads.beside(_begin)
        return session.answering

    def action_ask(self) -> None:
        """Ask about what is in view, or about the place worth a look under the cursor."""
        from mast_tui.widgets.finding_list_rows import Look

        in_list = self.view.part(PaneLayout).pane == "findings"
        thing = self.view.part(FindingReview).list.thing if in_list else None
        if isinstance(thing, Look):
            self.view.trace.go(thing.line)
            self.view.trace.selected = (thing.line, thing.last or thing.line)
        self.view.show_pane("ask")
        self.suggest()

    @background("suggesting", "Looking for questions worth asking", "{panes.ask} tries again")
    async def suggest(self) -> None:
        """Offer questions about what is in view."""
        if self.session.stage == "reading":
            return
        finding, lines = self._in_view()
        conversation = await self.conversation()
        self.pane.suggest(await self.threads.beside(conversation.suggested, self.session, finding, lines))

    @hears(Hashed)
    def _hashed(self, _: Hashed) -> None:
        """What was asked while the trace came stays as it is."""
        if not self.session.turns:
            self.bring_turns()

    @background("remembering", "Reading earlier questions")
    async def bring_turns(self) -> None:
        """Show what was asked about this trace before."""
        session = self.session
        if session.sha256 is None:
            return
        session.decisions.proposals |= {
            text: str(what) for text, what in session.memory.kept(session.sha256, "proposal").items()
        }
        if not await self.threads.beside(_has_turns, session.sha256):
            return
        conversation = await self.conversation()
        before = await conversation.earlier(session, self.view.say)
        session.turns[:0] = before
        self.pane.remember([turn.question for turn in before])
        self.view.part(PaneLayout).settle()
        self.pane.turns.show_end()

    @hears(Asked)
    def _asked(self, message: Asked) -> None:
        session = self.session
        if session.stage == "reading":
            self.view.say("Questions can be asked as soon as the trace is read.")
            self.pane.restore(message.question)
            return
        turn = Turn(message.question, self._subject(), working="looking")
        session.turns.append(turn)
        self.view.part(PaneLayout).settle()
        self.pane.turns.show_end()
        self._answering = self.answer(TurnPlace(session, turn), *self._in_view())

    @background("asking", "The answer", "{question.send} in the question field asks again", exclusive=False)
    async def answer(self, place: TurnPlace, finding: str | None, lines: tuple[int, int] | None) -> None:
        """Wait for one answer, showing it as it comes; what was asked before it is answered first."""
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
            self._refuse(place, f"{fault.what} {fault.to} {fault.next_step}")
        except Exception as fault:
            self._refuse(place, f"The answer failed ({reason(fault)}).")
            raise
        self.view.draw()
        self.suggest()

    async def _follow(self, place: TurnPlace, finding: str | None, lines: tuple[int, int] | None) -> None:
        """Draw the newest state of an answer, at most once in a while."""
        conversation = await self.conversation()
        drawn, begun = 0.0, False
        async with aclosing(conversation.ask(self.session, place.asked.question, finding, lines)) as states:
            async for turn in states:
                place.put(replace(turn, about=place.asked.about))
                if time.monotonic() - drawn < FLUSH and begun:
                    self.view.after(FLUSH, self.draw)
                    continue
                drawn = time.monotonic()
                self.draw()
                if turn.answer and not begun:
                    begun = True
                    self.pane.turns.show_end()
        self.view.draw()

    async def _may_ask(self) -> bool:
        """Whether the question may go out; a person is asked once, before anything is sent."""
        session, model = self.session, self.session.model
        if model is None or session.offline or session.may_ask:
            return True
        conversation = await self.conversation()
        plan = await self.threads.beside(lambda: model.ask_plan(conversation.material(session)))
        answered: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def then(answer: str | None) -> None:
            if not answered.done():
                answered.set_result(answer)

        self.view.send(ConsentAsked(plan, then))
        return session.take_answer(await answered, to_ask=True)

    def _drop(self, place: TurnPlace, said: str) -> None:
        """Take a question back that got no answer; its words stand in the field again."""
        place.take_out()
        self.pane.restore(place.asked.question)
        self.view.say(said)
        self.view.draw()

    def _refuse(self, place: TurnPlace, why: str) -> None:
        """Put the reason in place of the answer; the question's words stand in the field again."""
        place.put(replace(place.asked, answer=f"{why} {key_of('question.send')} tries again."))
        self.pane.restore(place.asked.question)

    def failed(self, work: str) -> None:
        """Show what stands in place of the answer."""
        if self.view.is_whole:
            self.view.draw()

    def go_back(self) -> bool:
        """Drop the question that is being answered, else go from the field to the answers."""
        if self.view.part(PaneLayout).pane != "ask":
            return False
        running, self._answering = self._answering, None
        if running is not None and running.is_running:
            running.cancel()
            return True
        return self.pane.leave_field()


def _begin() -> Answering[Session]:
    """Import what answers questions."""
    from mast_tui.chat.trace_conversation import TraceConversation

    return TraceConversation()


def _has_turns(fingerprint: str) -> bool:
    """Whether anything was saved about a trace: only then is it worth loading what reads it."""
    from agent.chat.turn import FOLDER
    from mast_tui.state.paths import usable_state_folder

    folder = usable_state_folder()
    if folder is None:
        return False
    return any(path.suffix in (".jsonl", ".sqlite") for path in (folder / FOLDER).glob(f"{fingerprint}*"))
