"""The conversation about the open trace: what the agent tells of an answer becomes newer states of its turn."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from agent.chat.amending import amended
from agent.chat.answer_progress import Activity, Answered, Delta, Rewritten
from agent.chat.ask import ask, saved_turns
from agent.chat.conversation_markdown import as_markdown
from agent.chat.material import About, Material
from agent.chat.suggestions import suggested
from agent.chat.turn import Proposal, Turn
from agent.diagnosis.document_parts import Diagnosis
from agent.model.asker import Asker
from agent.redaction.redact import Redactor
from agent.salt import salt
from agent.settings import read
from mast_tui.state.answerers import Diagnosing
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.session import Session


class TraceConversation:
    """The conversation about one trace; its material is kept, so that nothing is done twice."""

    def __init__(self) -> None:
        self._material: Material | None = None
        self._turns: list[Turn] = []
        self._asker: tuple[Diagnosing[Session], Asker] | None = None

    def material(self, session: Session) -> Material:
        """What answers are drawn from, with the diagnosis as it is now; made anew for a trace that has grown."""
        material, trace = self._material, session.trace
        if material is None or material.trace is not trace or material.lines != trace.events.lines:
            number = salt(usable_state_folder())
            redactor = session.model.redactor if session.model is not None else Redactor(number)
            whole = read(usable_state_folder()).whole_tokens
            material = self._material = Material(trace, redactor, salt=number, whole_tokens=whole)
        material.diagnosis = session.diagnosis
        material.is_diagnosed_now = session.stage == "diagnosing"
        return material

    async def earlier(self, session: Session, tell: Callable[[str], None]) -> list[Turn]:
        """The turns that were saved about the trace; what cannot be read of them is told."""
        folder = usable_state_folder()
        if folder is None:
            return []
        self._turns = await saved_turns(await asyncio.to_thread(self.material, session), folder, tell)
        return list(self._turns)

    async def ask(
        self, session: Session, question: str, finding: str | None, lines: tuple[int, int] | None
    ) -> AsyncGenerator[Turn]:
        """The turn as it stands, each time there is more of it."""
        about = About(finding, lines)
        turn = Turn(question, about.text)
        material = await asyncio.to_thread(self.material, session)
        asker = await asyncio.to_thread(self._model, session)
        steps = ask(
            material, question, about=about, asker=asker, state_folder=usable_state_folder(), turns=tuple(self._turns)
        )
        async with aclosing(steps):
            async for progress in steps:
                match progress:
                    case Activity(text=text):
                        turn = replace(turn, working=text)
                    case Delta(text=text):
                        turn = replace(turn, answer=turn.answer + text)
                    case Rewritten(answer=text):
                        turn = replace(turn, answer=text)
                    case Answered(turn=turn):
                        self._turns.append(turn)
                yield turn

    def _model(self, session: Session) -> Asker | None:
        """Who is asked: the model of the session once a person agreed to that, else nobody."""
        model = session.model
        if model is None or session.offline or not session.may_ask:
            return None
        if self._asker is None or self._asker[0] is not model:
            self._asker = model, model.asker()
        return self._asker[1]

    def suggested(self, session: Session, finding: str | None, lines: tuple[int, int] | None) -> tuple[str, ...]:
        """Questions worth asking about what is in view."""
        return suggested(self.material(session), About(finding, lines))

    def amended(self, session: Session, proposal: Proposal, turn: Turn) -> Diagnosis:
        """The diagnosis with a proposal of a turn carried out."""
        material = self.material(session)
        material.diagnosis = session.judged  # a decision is carried through anew each time
        return amended(material, proposal, turn.analyst, turn.model)

    def record(self) -> str:
        """The whole conversation as Markdown."""
        return as_markdown(self._turns)

    async def close(self) -> None:
        """Let go of the connection to the model; the owner of the app calls this when the trace is closed."""
        if self._asker is not None:
            await self._asker[1].close()
