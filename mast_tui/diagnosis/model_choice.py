"""The analyst with a model, as the app uses it: who would be asked, what would be sent, and the diagnosis itself."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from agent.analyst.analyst import Analyst
from agent.analyst.case import Case
from agent.analyst.choice import Choice, analyst_of, asker_of, choose, offered
from agent.analyst.own_criteria import read_criteria
from agent.analyst.own_taxonomy import taxonomy_with
from agent.analyst.sending_plan import calls, plan
from agent.chat.first_message import opening
from agent.chat.material import About, Material
from agent.chat.question_budget import ROUNDS
from agent.chunk.chunks import Chunk
from agent.diagnosis.analyst_kinds import KINDS
from agent.lookup.lines_read import LinesRead
from agent.model.asker import Asker
from agent.number_words import count as count_words
from agent.redaction.redact import Redactor
from agent.salt import salt
from agent.settings import Settings, of_table, read
from agent.tokens import count
from agent.trace.trace import Trace
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.sending_plan import SendingPlan
from mast_tui.state.session import Session

_SECONDS_PER_CALL = 4.0
_PATIENCE = 10.0
"""Seconds that a server has to say which models it offers."""


class OwnCriteria(NamedTuple):
    """What must hold of the result for a person, and the file that says so."""

    file: str = ""
    said: tuple[str, ...] = ()

    @classmethod
    def read(cls, file: str) -> "OwnCriteria":
        """The criteria of a file, or none where none is named; `WrongUse` where it holds none that can be used."""
        path = os.path.expanduser(file)  # noqa: PTH111 - it never raises
        return cls(file, read_criteria(Path(path))) if file else cls()


class AskedModel:
    """One model at one host; nothing is contacted before a plan is asked for, nothing is sent before consent."""

    def __init__(
        self,
        settings: Settings,
        folder: Path | None,
        *,
        redact: bool,
        budget: int = 12_000,
        criteria: OwnCriteria = OwnCriteria(),  # noqa: B008 - it never changes
    ) -> None:
        self.criteria = criteria
        self.name = settings.model or settings.host or "model"
        self._settings = settings
        self._folder = folder
        self._salt = salt(folder)
        self._redactor = Redactor(self._salt) if redact else None
        self._budget = budget
        self._choice: Choice | None = None
        self._case: Case | None = None

    @property
    def settings(self) -> Settings:
        """Which model it is, where, and within which limits."""
        return self._settings

    def other(self, settings: Settings, criteria: OwnCriteria) -> "AskedModel":
        """Another model, that is asked in the same way."""
        redact, budget = self._redactor is not None, self._budget
        return AskedModel(settings, self._folder, redact=redact, budget=budget, criteria=criteria)

    def plan(self, session: Session) -> SendingPlan:
        """What would be sent, worked out beside the event loop; a base URL is asked for its one model first."""
        if self._choice is None:
            self._choose()
        if self._choice is None:
            raise AssertionError("a plan is made for a model")
        if self._case is None or self._case.trace is not session.trace:
            self._case = self._case_of(session.trace)
        case = self._case
        chunks = list(case.planner.chunks())
        sending = plan(case, chunks, self._choice.model, self._choice.host, self._choice.price)
        return _shown(sending, case, chunks, self._settings)._replace(what=_what(case, chunks))

    def _choose(self) -> None:
        """Find out which model it is; the host is asked where nobody named one."""
        self._choice = asyncio.run(choose(self._settings, offline=False, state_folder=self._folder))
        self.name = self._choice.model or self.name

    def case(self, session: Session) -> Case:
        """The trace as the analyst sees it: as it was when it was planned, whatever was appended to it since."""
        if self._case is None:
            self._case = self._case_of(session.trace)
        return self._case

    def _case_of(self, trace: Trace) -> Case:
        taxonomy, said = taxonomy_with(None, self._folder), self.criteria.said
        return Case(trace, redactor=self._redactor, budget=self._budget, taxonomy=taxonomy, criteria=said)

    @property
    def redactor(self) -> Redactor | None:
        """What takes secrets out of whatever is sent."""
        return self._redactor

    def asker(self) -> Asker:
        """Who is asked questions; one for all of them, so that the budget holds for all."""
        if self._choice is None:
            self._choose()
        if self._choice is None:
            raise AssertionError("a model is asked only after it was chosen")
        return asker_of(self._choice, self._folder)

    def ask_plan(self, material: Material) -> SendingPlan:
        """What questions would send, worked out beside the event loop."""
        if self._choice is None:
            self._choose()
        material.prepare()
        settings, room = self._settings, material.budget
        opened = opening(material, "...", About(), (), LinesRead(), room)
        price = self._choice.price if self._choice is not None else None
        return SendingPlan(
            host=str(settings.host or ""),
            encrypted=not str(settings.address or "").startswith("http://"),
            proxy=settings.proxy,
            model=self.name,
            chunks=1,
            lines=material.trace.events.lines,
            removed=tuple(material.case.redactions().items()),
            calls=(1, 2 if room.sends_all else ROUNDS + 1),
            tokens=(count(opened[-1].text), room.most),
            price=(0.0, room.most * price.sent / 1e6) if price is not None else None,
            limit=settings.limits.cost_usd,
            seconds=None,
            first_chunk=opened[-1].text,
            what=room.words,
        )

    def analyst(self, session: Session) -> Analyst:
        """Who answers the graph's questions."""
        if self._choice is None:
            raise AssertionError("a model is asked only after its plan was shown")
        return analyst_of(self._choice, self._salt, self._folder)


def criteria_now(session: Session | None) -> OwnCriteria:
    """What must hold of the result of a trace for a person."""
    model = session.model if session is not None else None
    return model.criteria if isinstance(model, AskedModel) else OwnCriteria()


def settings_now(session: Session | None) -> Settings:
    """Which model is asked about a trace, or would be where none is open."""
    model = session.model if session is not None else None
    return model.settings if isinstance(model, AskedModel) else read(usable_state_folder())


def renamed(settings: Settings, model: str, url: str) -> Settings:
    """The settings with another model at another address; `WrongUse` where that is none."""
    of_table({"base_url": url}, {})
    return replace(settings, model=model or None, base_url=url or None)


async def models_offered(settings: Settings) -> list[str]:
    """The models of the server; somebody sits before the screen and waits for it."""
    return await offered(replace(settings, seconds=min(settings.seconds, _PATIENCE)))


def take(session: Session, settings: Settings, criteria: OwnCriteria | None = None) -> None:
    """Ask this model about a trace from now on; who agreed to another one has not agreed to this."""
    before, criteria = session.model, criteria if criteria is not None else criteria_now(session)
    made = before.other(settings, criteria) if isinstance(before, AskedModel) else None
    session.model = None
    session.analyst, session.asks_a_model = KINDS["offline"].title, False
    if settings.address is not None and not session.settings.offline:
        session.model = made or AskedModel(settings, usable_state_folder(), redact=True, criteria=criteria)
        session.analyst, session.asks_a_model = session.model.name, True
    session.offline = session.settings.offline
    session.consented = session.consented_to_ask = False


def _what(case: Case, chunks: list[Chunk]) -> str:
    """What is sent, where a person named criteria: they go with it; nothing where the trace alone does."""
    if not case.criteria:
        return ""
    own = f"{count_words(len(case.criteria), 'criterion', 'criteria')} of your own"
    return f"{count_words(len(chunks), 'chunk')}, all {count_words(case.trace.events.lines, 'line')}; {own}"


def _shown(made: dict[str, Any], case: Case, chunks: list[Chunk], settings: Settings) -> SendingPlan:
    fewest, most = calls(made)
    low, high = made["tokens"]["sent"]
    cost = made["cost_usd"]
    return SendingPlan(
        host=str(made["host"]),
        encrypted=not str(settings.address or "").startswith("http://"),
        proxy=settings.proxy,
        model=str(made["model"]),
        chunks=len(chunks),
        lines=int(made["trace"]["lines"]),
        removed=tuple(made["redactions"].items()),
        calls=(fewest, most),
        tokens=(int(low), int(high)),
        price=(cost[0], cost[1]) if cost else None,
        limit=settings.limits.cost_usd,
        seconds=fewest / max(1, settings.at_once) * _SECONDS_PER_CALL,
        first_chunk=case.planner.render(chunks[0]) if chunks else "",
    )
