"""What a diagnosis by a model would send and cost, worked out without sending anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agent.analyst.case import Case
from agent.analyst.closing_asker import ROUND_TOKENS, ROUNDS, offered
from agent.analyst.closing_view import CHALLENGE_ROOM, MOST_ROOM, tokens_shown
from agent.analyst.outline_view import OUTLINE_TOKENS
from agent.analyst.questions import WITH_MISTAKES, mistakes, rules
from agent.chunk.chunks import Chunk
from agent.model.closing_replies import OutcomeReply
from agent.model.prices import Price
from agent.model.prompts import load
from agent.model.reply_schemas import OutlineReply, StrictFirstJudgement, StrictJudgement, schema_of
from agent.model.request_tokens import conversation_tokens, form_tokens
from agent.tokens import counter
from agent.trace.event import Event
from agent.trace.events import WHOLE
from agent.trace.pages import bytes_of, is_huge
from agent.trace.trace import Trace
from taxonomy.mode import Mode

CATEGORIES = 3
MOST_CHALLENGES = 12
FACT_TOKENS = (40, 1_200)
"""What programs note beside a chunk, and the checks that a judgement is reminded of."""
CLOSING = (1, 3)
"""The questions at the end: for the outcome alone where nothing was found; else for the root and the remedies too."""
TWICE = 2
"""Of these, the outcome and the root are asked a second time where what is shown speaks to its reader."""
CLOSING_WORDS = (600, 1_900)
"""Our own words in a question that closes the case, with criteria, failures and catalogue poured in."""
LEAST_EXCERPT = 300
"""What such a question shows at least of a trace that does not fit a prompt whole."""
PAPER_PROMPT_TOKENS = 19_200
"""Definitions, examples and instructions of the single call that the MAST paper makes."""
ANSWER_TOKENS = (150, 900)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The tokens of our own words in each question, with the schema of its reply."""

    judge: int
    outline: int
    outcome: int
    """The schema of the question that is always asked at the end; the others there have a shorter one."""


def plan(case: Case, chunks: list[Chunk], model: str | None, host: str | None, price: Price | None) -> dict[str, Any]:
    """The plan as the contract has it."""
    trace = case.trace
    walk = len(case.taxonomy.categories) * len(_judged(case, chunks))
    low, high = _sent(case, chunks)
    challenges, fewest, most = _closing(case, chunks)
    answers = (
        (walk + 1 + fewest) * ANSWER_TOKENS[0],
        (walk + 1 + (most + challenges) * _rounds(chunks)) * ANSWER_TOKENS[1],
    )
    single = single_call(case)
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
            "challenge": [0, challenges * _rounds(chunks) if chunks else 0],
            "root": [fewest, most * _rounds(chunks)] if chunks else 0,
        },
        "tokens": {"trace": single - PAPER_PROMPT_TOKENS, "sent": [low, high], "single_call": single},
        "cost_usd": _cost(price, (low, high), answers),
        "redactions": dict(sorted(case.redactions().items())),
    }


def calls(made: dict[str, Any]) -> tuple[int, int]:
    """The fewest and the most calls of a plan, repeats after a bad reply not counted."""
    named = [value if isinstance(value, list) else [value, value] for value in made["calls"].values()]
    return sum(low for low, _ in named), sum(high for _, high in named)


def single_call(case: Case) -> int:
    """The tokens of the one call that the MAST paper makes about a trace."""
    trace = case.trace
    return sum(_tokens_of(trace, event) for event in trace.events) + PAPER_PROMPT_TOKENS


def _tokens_of(trace: Trace, event: Event) -> int:
    """The tokens of an event; of a huge one, by what its beginning has."""
    tokens = counter().count(trace.text(event))
    return tokens * bytes_of(event) // WHOLE if is_huge(event) else tokens


def _judged(case: Case, chunks: list[Chunk]) -> list[Chunk]:
    """The chunks that each category judges: those that speak to their reader twice, the second time without that."""
    return [*chunks, *(chunk for chunk in chunks if case.injections(chunk.events))]


def _closing(case: Case, chunks: list[Chunk]) -> tuple[int, int, int]:
    """The most challenges, and the fewest and most questions at the end: some twice where the trace speaks to them."""
    spoken_to = len(_judged(case, chunks)) > len(chunks)
    fewest = CLOSING[0] + (spoken_to and len(chunks) == 1)
    return MOST_CHALLENGES * (1 + spoken_to), fewest, CLOSING[1] + TWICE * spoken_to


def _sent(case: Case, chunks: list[Chunk]) -> tuple[int, int]:
    """The fewest and the most tokens sent: every chunk three times, our own words, the questions around the walk."""
    if not chunks:
        return 0, 0
    sizes = _sizes(case)
    chunk_tokens, judged = sum(chunk.tokens for chunk in chunks), _judged(case, chunks)
    categories = len(case.taxonomy.categories)
    walk = categories * sum(chunk.tokens + sizes.judge for chunk in judged)
    most_outline = sizes.outline + (chunk_tokens if len(chunks) == 1 else OUTLINE_TOKENS)
    least = chunk_tokens if len(chunks) == 1 else LEAST_EXCERPT
    outline = sizes.outline + least
    challenges, fewest, most = _closing(case, chunks)
    closing_words = CLOSING_WORDS[0] + sizes.outcome
    own = counter().count("\n".join(case.criteria))
    low = walk + categories * len(judged) * FACT_TOKENS[0] + outline + fewest * (least + closing_words)
    rooms = (challenges, CHALLENGE_ROOM), (most, MOST_ROOM)
    closing = sum(asked * _asked_tokens(case, chunks, room, sizes) for asked, room in rooms)
    closing += own * most * _rounds(chunks)
    return low, walk + categories * len(judged) * (FACT_TOKENS[1] + own) + most_outline + closing


def _asked_tokens(case: Case, chunks: list[Chunk], room: int, sizes: _Sizes) -> int:
    """The most that one closing question sends, with every look it may take and the tools for that."""
    shown = chunks[0].tokens if len(chunks) == 1 else tokens_shown(case, room)
    rounds = _rounds(chunks)
    words = CLOSING_WORDS[1] + sizes.outcome
    return (
        rounds * (shown + words)
        + (rounds - 1) * conversation_tokens((), offered())
        + rounds * (rounds - 1) // 2 * ROUND_TOKENS
    )


def _rounds(chunks: list[Chunk]) -> int:
    """How often one closing question may be sent: again after each look, where there is anything not shown."""
    return 1 if len(chunks) == 1 and not chunks[0].left_out else 1 + ROUNDS


def _sizes(case: Case) -> _Sizes:
    """Counted from the prompts as they ship, with the definitions of the taxonomy poured in."""
    count = counter().count
    instructions = count(load("instructions"))
    taxonomy = case.taxonomy
    modes = [taxonomy.modes_of(category.code) for category in taxonomy.categories]
    words = ["\n".join(f"{one.name} {one.definition} {one.shows}" for one in some) + rules(some) for some in modes]
    words += [mistakes(taxonomy, category.code) for category in taxonomy.categories]
    forms = [_judgement_form(category.code, some) for category, some in zip(taxonomy.categories, modes, strict=True)]
    judge = instructions + count(load("judge")) + (sum(map(count, words)) + sum(forms)) // CATEGORIES
    outline = instructions + count(load("outline")) + form_tokens(schema_of(OutlineReply))
    return _Sizes(judge, outline, form_tokens(schema_of(OutcomeReply)))


def _judgement_form(category: str, modes: Sequence[Mode]) -> int:
    """The tokens of the schema by which a category is judged."""
    shape = StrictFirstJudgement if category == WITH_MISTAKES else StrictJudgement
    return form_tokens(schema_of(shape, tuple(mode.code for mode in modes)))


def _cost(price: Price | None, sent: tuple[int, int], answered: tuple[int, int]) -> list[float] | None:
    """The range of the cost: the least as if all that can be cached were, the most as if nothing was."""
    if price is None:
        return None
    least = sent[0] * (price.sent + 2 * price.cached) / CATEGORIES
    most = sent[1] * price.sent
    return [round((s + a * price.answered) / 1e6, 4) for s, a in zip((least, most), answered, strict=True)]
