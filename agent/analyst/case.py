"""Everything an analyst may look at while it answers beside the state: the trace, what detectors saw, the taxonomy."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from agent.chunk.plan import Planner
from agent.chunk.render import Renderer
from agent.diagnosis.evidence import Finder
from agent.signals.survey import Survey, survey
from agent.trace.trace import Trace
from taxonomy.mast import Taxonomy, load


@dataclass
class Case:
    """One trace under diagnosis; lives beside the graph's state and is never saved with it."""

    trace: Trace
    taxonomy: Taxonomy = field(default_factory=load)
    redact: Callable[[str], str] | None = None
    budget: int = 12_000
    stop: Callable[[], bool] | None = None

    @cached_property
    def survey(self) -> Survey:
        """What the detectors saw, found on first need."""
        return survey(self.trace, stop=self.stop)

    @cached_property
    def planner(self) -> Planner:
        """What cuts this trace into chunks, and renders them."""
        return Planner(self.trace, Renderer(self.trace, self.redact), self.budget)

    @cached_property
    def finder(self) -> Finder:
        """What finds quotes in this trace."""
        return Finder(self.trace)

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """Who did something, in order of first appearance."""
        return tuple(dict.fromkeys(event.actor for event in self.trace.events if event.actor))
