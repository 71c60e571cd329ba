"""What the graph remembers between two steps: plain JSON values, never text of the trace."""

from typing import Annotated, Any, TypedDict

Json = dict[str, Any]


def merged(old: Json, new: Json) -> Json:
    """Results by key; one that is worked out again takes its own place."""
    return {**old, **new}


class State(TypedDict, total=False):
    """The state of one diagnosis.

    `results` holds one entry for each category and chunk, `FC1/12`; `findings` what the gates let through, in the
    order in which they came, which gives them their numbers; `challenges` and `remedies` go by those numbers;
    `severities` says which findings are held to be of another severity now that the outcome is known, and why; `same`
    which of them are one failure; `spent` says what each step took beside the judgements.
    """

    chunks: list[Json]
    outline: Json
    results: Annotated[Json, merged]
    findings: list[Json]
    challenges: Annotated[Json, merged]
    outcome: Json
    severities: Json
    root: Json | None
    same: list[list[str]]
    remedies: Json
    spent: Annotated[Json, merged]


class ChunkTask(TypedDict):
    """What one judgement is sent: a category and a chunk."""

    category: str
    chunk: Json
    outline: Json
    findings: list[Json]


class ChallengeTask(TypedDict):
    """What one challenge is sent: a finding."""

    finding: Json
    rank: int
