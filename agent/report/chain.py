"""How a run got from what went wrong first to its end: what came of it, what came second, which demands were met."""

from collections.abc import Iterator

from agent.diagnosis.document_parts import Diagnosis
from agent.number_words import line_range
from agent.report.wording import listed, sentence

STATES = {"met": "met", "unmet": "not met", "unknown": "not known"}


def consequences(diagnosis: Diagnosis) -> Iterator[str]:
    """What followed from the root, and what else may have been it."""
    root = diagnosis.root
    if root is None:
        return
    after = [name for name in root.chain if name != root.finding]
    if after:
        yield f"What came after {root.finding or f'L{root.line}'}, in order: {listed(after)}."
    if root.runner_up is not None:
        second = root.runner_up.finding or root.runner_up.cause or "something else"
        yield f"What came second as the root: {second}, at L{root.runner_up.line}. {sentence(root.runner_up.why)}"


def demands(diagnosis: Diagnosis) -> Iterator[str]:
    """What a right run must have done, and whether the trace shows it."""
    for criterion in diagnosis.outcome.criteria:
        at = f", {line_range(*criterion.lines)}" if criterion.lines else ""
        yield f"{criterion.id} {STATES[criterion.state]}{at}: {sentence(criterion.text)}"
