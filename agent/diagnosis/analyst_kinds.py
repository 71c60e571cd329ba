"""The kinds of analyst, one line each, and what a diagnosis by each of them is worth."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnalystKind:
    """A way to diagnose; its module has a function `analyst` that makes it, or says by None that it does not apply."""

    name: str
    """As documents have it."""
    module: str
    title: str = "model"
    """As screens call it, where no model has a name of its own."""
    asks_a_model: bool = True
    may_say_absent: bool = True
    """Whether its silence about what it judged means that nothing is there."""


KINDS = {
    kind.name: kind
    for kind in (
        AnalystKind("model", "agent.analyst.model_analyst"),
        AnalystKind("offline", "agent.analyst.offline", "offline analyst", asks_a_model=False, may_say_absent=False),
    )
}
"""The kinds in the order in which they are tried: the first that applies diagnoses."""
