"""Questions about the open trace: each progress of the agent becomes a newer state of the turn."""

import asyncio
from collections.abc import AsyncGenerator

from agent.chat.ask import ask
from agent.chat.ground import About, Ground
from agent.chat.progress import Activity, Answered, Delta, Rewritten
from agent.model.redact import Redactor
from agent.salt import salt
from mast_tui.paths import usable_state_folder
from mast_tui.session import Answer, Proposed, Session, Turn


class Talk:
    """Answers without a model; the ground is kept, so that nothing is done twice."""

    name = "offline analyst"

    def __init__(self) -> None:
        self._ground: Ground | None = None

    async def ask(
        self, session: Session, question: str, finding: str | None, lines: tuple[int, int] | None
    ) -> AsyncGenerator[Turn]:
        """The turn as it stands, each time there is more of it."""
        about = About(finding, lines)
        turn = Turn(question, about.text)
        ground = await asyncio.to_thread(self._on_ground, session)
        async for progress in ask(ground, question, about=about):
            match progress:
                case Activity(text=text):
                    turn = turn._replace(working=text)
                case Delta(text=text):
                    before = turn.answer.text if turn.answer else ""
                    turn = turn._replace(answer=Answer(before + text))
                case Rewritten(answer=text):
                    turn = turn._replace(answer=Answer(text))
                case Answered(turn=said):
                    proposals = tuple(Proposed(each.kind, each.finding, each.text) for each in said.proposals)
                    places = tuple(dict.fromkeys(each.lines for each in said.citations))
                    turn = turn._replace(answer=Answer(said.answer, places, said.verdict, said.unverified, proposals))
            yield turn

    def _on_ground(self, session: Session) -> Ground:
        if self._ground is None or self._ground.trace is not session.trace:
            self._ground = Ground(session.trace, Redactor(salt(usable_state_folder())))
        self._ground.diagnosis = session.diagnosis
        return self._ground
