"""What a session is diagnosed by and what answers questions about it, as far as the session knows of them."""

from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from mast_tui.state.sending_plan import SendingPlan

if TYPE_CHECKING:
    from agent.analyst.analyst import Analyst
    from agent.analyst.case import Case
    from agent.chat.material import Material
    from agent.chat.turn import Proposal, Turn
    from agent.diagnosis.document_parts import Diagnosis
    from agent.model.asker import Asker
    from agent.redaction.redact import Redactor

Opened = TypeVar("Opened", contravariant=True)
"""The session: it knows these, so they cannot know it."""


class Diagnosing(Protocol[Opened]):
    """An analyst that a session can be diagnosed by; `plan` is None where nothing leaves the machine."""

    name: str

    def plan(self, session: Opened) -> SendingPlan | None:
        """What would be sent."""
        ...

    def case(self, session: Opened) -> "Case":
        """The trace as the analyst sees it."""
        ...

    def analyst(self, session: Opened) -> "Analyst":
        """What the graph asks."""
        ...

    @property
    def redactor(self) -> "Redactor | None":
        """What takes secrets out of whatever is sent."""
        ...

    def asker(self) -> "Asker":
        """Who is asked questions."""
        ...

    def ask_plan(self, material: "Material") -> SendingPlan:
        """What questions would send."""
        ...


class Answering(Protocol[Opened]):
    """Who answers questions about the open trace."""

    def material(self, session: Opened) -> "Material":
        """What answers are drawn from."""
        ...

    async def earlier(self, session: Opened, tell: Callable[[str], None]) -> "list[Turn]":
        """The turns that were saved about the trace; what cannot be read of them is told."""
        ...

    def suggested(self, session: Opened, finding: str | None, lines: tuple[int, int] | None) -> tuple[str, ...]:
        """Questions worth asking about what is in view."""
        ...

    def amended(self, session: Opened, proposal: "Proposal", turn: "Turn") -> "Diagnosis":
        """The diagnosis with a proposal carried out."""
        ...

    def record(self) -> str:
        """The whole conversation as Markdown."""
        ...

    async def close(self) -> None:
        """Let go of the connection to the model."""
        ...

    def ask(
        self, session: Opened, question: str, finding: str | None, lines: tuple[int, int] | None
    ) -> "AsyncGenerator[Turn]":
        """The turn as it stands, each time there is more of it."""
        ...
