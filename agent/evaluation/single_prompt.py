"""What another way to ask the same model says of the labelled traces: the published single prompt, in one call each."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from agent.analyst.choice import Choice, asker_of
from agent.analyst.reference_question import asked_reference
from agent.analyst.sending_plan import single_call
from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.check import Conditions
from agent.evaluation.localisation import opened
from agent.evaluation.truth import Truth
from agent.model.meter import ledger


@dataclass(frozen=True, slots=True)
class Beside:
    """The modes that were named, by the name of the trace, and what that took."""

    named: dict[str, frozenset[str]]
    calls: int
    prompt_tokens: int
    cost_usd: float | None


def tokens(pairs: Sequence[tuple[Truth, Diagnosis]], conditions: Conditions) -> int:
    """How many tokens the single calls would send, as far as the traces are at hand."""
    total = 0
    for truth, diagnosis in pairs:
        trace = opened(truth, diagnosis)
        if trace is not None:
            with closing(trace):
                total += single_call(conditions.case(trace))
    return total


async def reference(
    pairs: Sequence[tuple[Truth, Diagnosis]], conditions: Conditions, choice: Choice, salt: bytes
) -> Beside:
    """The answers of the single prompt about every trace that is at hand."""
    asker = asker_of(choice, conditions.state_folder)
    named: dict[str, frozenset[str]] = {}
    try:
        with ledger() as book:
            for truth, diagnosis in pairs:
                trace = opened(truth, diagnosis)
                if trace is None:
                    continue
                with closing(trace):
                    modes = await asked_reference(conditions.case(trace), asker, salt, conditions.state_folder)
                if modes is not None:
                    named[truth.name] = modes
    finally:
        await asker.close()
    spent = book.spent
    return Beside(named, spent.calls, spent.prompt_tokens, spent.cost_usd)
