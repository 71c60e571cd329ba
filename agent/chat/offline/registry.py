"""The kinds of questions that are answered without a model, the one that is tried first above the others."""

from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.kinds import (
    acts_asked,
    amounts,
    between,
    checks_made,
    counts,
    differences,
    failed_calls,
    finding_evidence,
    first_and_last,
    mode_meaning,
    models_used,
    repeats,
    task_and_answer,
    what_to_change,
    when,
    who,
    why,
)

KINDS: tuple[QuestionKind, ...] = (
    differences.KIND,
    mode_meaning.KIND,
    what_to_change.KIND,
    models_used.KIND,
    task_and_answer.KIND,
    acts_asked.KIND,
    failed_calls.KIND,
    amounts.KIND,
    checks_made.KIND,
    when.KIND,
    finding_evidence.KIND,
    counts.KIND,
    first_and_last.KIND,
    between.KIND,
    repeats.KIND,
    why.KIND,
    who.KIND,
)
