"""Questions about the open trace: each progress of the agent becomes a newer state of the turn."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from agent.chat.amending import amended
from agent.chat.ask import ask, saved_turns
from agent.chat.ground import About, Ground
from agent.chat.progress import Activity, Answered, Delta, Rewritten
from agent.chat.record import as_markdown
from agent.chat.suggestions import suggested
from agent.chat.turn import Proposal
from agent.chat.turn import Turn as Said
from agent.diagnosis.shapes import Diagnosis
from agent.model.asker import Asker
from agent.redaction.redact import Redactor
from agent.salt import salt
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.session import Diagnosing, Session
from mast_tui.state.turns import Answer, Proposed, Turn

OFFLINE = "offline analyst"


class TraceConversation:
    """The conversation about one trace; its ground is kept, so that nothing is done twice."""

    def __init__(self) -> None:
        self._ground: Ground | None = None
        self._said: list[Said] = []
        self._asker: tuple[Diagnosing, Asker] | None = None

    def ground(self, session: Session) -> Ground:
        """What answers are drawn from, with the diagnosis as it is now; made anew for a trace that has grown."""
        ground, trace = self._ground, session.trace
        if ground is None or ground.trace is not trace or ground.lines != trace.events.lines:
            number = salt(usable_state_folder())
            redactor = session.model.redactor if session.model is not None else Redactor(number)
            ground = self._ground = Ground(trace, redactor, salt=number)
        ground.diagnosis = session.diagnosis
        ground.is_diagnosed_now = session.stage == "diagnosing"
        return ground

    async def earlier(self, session: Session) -> list[Turn]:
        """The turns that were saved about the trace."""
        folder = usable_state_folder()
        if folder is None:
            return []
        self._said = await saved_turns(await asyncio.to_thread(self.ground, session), folder)
        return [_shown(turn) for turn in self._said]

    async def ask(
        self, session: Session, question: str, finding: str | None, lines: tuple[int, int] | None
    ) -> AsyncGenerator[Turn]:
        """The turn as it stands, each time there is more of it."""
        about = About(finding, lines)
        turn = Turn(question, about.text)
        ground = await asyncio.to_thread(self.ground, session)
        asker = await asyncio.to_thread(self._model, session)
        steps = ask(
            ground, question, about=about, asker=asker, state_folder=usable_state_folder(), turns=tuple(self._said)
        )
        async with aclosing(steps):
            async for progress in steps:
                match progress:
                    case Activity(text=text):
                        turn = turn._replace(working=text)
                    case Delta(text=text):
                        before = turn.answer.text if turn.answer else ""
                        turn = turn._replace(answer=Answer(before + text))
                    case Rewritten(answer=text):
                        turn = turn._replace(answer=Answer(text))
                    case Answered(turn=said):
                        self._said.append(said)
                        turn = _shown(said)
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
        return suggested(self.ground(session), About(finding, lines))

    def amended(self, session: Session, proposal: Proposed, turn: Turn) -> Diagnosis:
        """The diagnosis with a proposal of a turn carried out."""
        kind = proposal.kind
        if kind not in ("reject", "mode", "add"):
            raise ValueError(kind)
        made = Proposal(kind, proposal.finding, proposal.mode, proposal.lines, proposal.because)  # type: ignore[arg-type]
        return amended(self.ground(session), made, "model" if turn.model else "offline", turn.model)

    def record(self) -> str:
        """The whole conversation as Markdown."""
        return as_markdown(self._said)


def _shown(turn: Said) -> Turn:
    """A turn as the pane shows it."""
    places = tuple(dict.fromkeys(each.lines for each in turn.citations))
    proposals = tuple(
        Proposed(each.kind, each.finding, each.text, each.mode, each.lines, each.because) for each in turn.proposals
    )
    answer = Answer(turn.answer, places, turn.verdict, turn.unverified, proposals)
    return Turn(turn.question, turn.about, answer, model=turn.model)
