"""What a diagnosis by a model would send and cost, worked out without sending anything."""

from dataclasses import dataclass
from typing import Any

from agent.analyst.case import Case
from agent.chunk.plan import Chunk
from agent.tokens import counter

CATEGORIES = 3
MOST_CHALLENGES = 12
CHALLENGE_TOKENS = 2_500
PROMPT_TOKENS = 1_300
"""Instructions, facts, definitions and the question of one judgement, beside the chunk."""
PAPER_PROMPT_TOKENS = 19_200
"""Definitions, examples and instructions of the single call that the MAST paper makes."""
ANSWER_TOKENS = (150, 900)


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens."""

    sent: float
    answered: float


def plan(case: Case, chunks: list[Chunk], model: str | None, host: str | None, price: Price | None) -> dict[str, Any]:
    """The plan as the contract has it."""
    trace = case.trace
    chunk_tokens = sum(chunk.tokens for chunk in chunks)
    walk = CATEGORIES * len(chunks)
    outline = min(chunk_tokens, case.budget) + PROMPT_TOKENS
    low = CATEGORIES * (chunk_tokens + PROMPT_TOKENS * len(chunks)) + outline + PROMPT_TOKENS if chunks else 0
    high = low + MOST_CHALLENGES * CHALLENGE_TOKENS + 2 * PROMPT_TOKENS if chunks else 0
    answers = (walk + 2) * ANSWER_TOKENS[0], (walk + 2 + MOST_CHALLENGES) * ANSWER_TOKENS[1]
    whole = sum(counter().count(trace.text(event)) for event in trace.events)
    return {
        "trace": {
            "sha256": trace.source.sha256(),
            "bytes": trace.source.size,
            "lines": trace.events.lines,
            "events": len(trace.events),
        },
        "model": model,
        "host": host,
        "tokenizer": counter().tokenizer,
        "chunks": [
            {"chunk": one.number, "events": list(one.events), "lines": list(one.lines), "tokens": one.tokens}
            for one in chunks
        ],
        "calls": {
            "outline": 1 if chunks else 0,
            "walk": walk,
            "challenge": [0, MOST_CHALLENGES if chunks else 0],
            "root": 1 if chunks else 0,
        },
        "tokens": {"trace": whole, "sent": [low, high], "single_call": whole + PAPER_PROMPT_TOKENS},
        "cost_usd": _cost(price, (low, high), answers),
        "redactions": dict(sorted(case.redactions().items())),
    }


def _cost(price: Price | None, sent: tuple[int, int], answered: tuple[int, int]) -> list[float] | None:
    if price is None:
        return None
    return [round((s * price.sent + a * price.answered) / 1e6, 4) for s, a in zip(sent, answered, strict=True)]
