"""Asks again what a model saw or could not tell, and goes by what most of its answers say."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.analyst.analyst import Analyst, Judgement
from agent.analyst.case import Case
from agent.analyst.choice import Choice, asker_of
from agent.analyst.model_analyst import ModelAnalyst
from agent.analyst.reply_reader import UNDECIDED
from agent.chunk.chunks import Chunk
from agent.diagnosis.audit import Refuted
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import CellState
from agent.diagnosis.usage import Usage
from agent.model.asker import Asker


class VotingAnalyst(ModelAnalyst):
    """A model analyst whose walk is asked several times where the first answer was present or cannot tell."""

    def __init__(self, asker: Asker, salt: bytes, state_folder: Path | None, votes: int) -> None:
        super().__init__(asker, salt, state_folder)
        self.settings["votes"] = votes
        self._others = [ModelAnalyst(asker, salt) for _ in range(votes - 1)]

    async def judge(
        self, case: Case, category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]
    ) -> Judgement:
        """Each mode of one category in one chunk, by the majority where there is something to vote on."""
        first = await super().judge(case, category, chunk, outline, so_far)
        open_modes = _open(first)
        if not open_modes:
            return first
        again = [await other.judge(case, category, chunk, outline, so_far) for other in self._others]
        return _decided([first, *again], open_modes)


def _open(judgement: Judgement) -> frozenset[str]:
    """The modes that a reader said are present, or could not tell of."""
    read = {claim.mode for claim in judgement.claims if claim.was_read and claim.mode in judgement.cells}
    return frozenset(read | {mode for mode, (_, why) in judgement.cells.items() if why == UNDECIDED})


def _decided(votes: Sequence[Judgement], open_modes: frozenset[str]) -> Judgement:
    """The first judgement, with the word of most votes on each open mode, and the split told."""
    first, of = votes[0], len(votes)
    claims = [one for one in first.claims if not (one.was_read and one.mode in open_modes)]
    cells: dict[str, tuple[CellState, str]] = dict(first.cells)
    rejected = list(first.rejected)
    for mode in sorted(open_modes):
        said = [[one for one in vote.claims if one.was_read and one.mode == mode] for vote in votes]
        present = sum(bool(one) for one in said)
        unsure = sum(vote.cells.get(mode, ("error", ""))[0] != "judged" for vote in votes)
        named = next((one for one in said if one), [])
        split = f"present in {present} of {of} votes"
        if 2 * present > of:
            claims += [replace(one, explanation=f"{one.explanation} ({split}.)") for one in named]
            cells[mode] = ("judged", f"{first.cells[mode][1]}, {split}")
        elif 2 * unsure >= of:
            cells[mode] = ("undetermined", f"the model cannot tell: {split}, {unsure} without an answer")
        else:
            cells[mode] = ("judged", f"not by most: {split}")
            rejected += [Refuted(mode, one.title, (one.onset, one.onset), f"Only {split}.") for one in named]
    dropped = tuple(dict.fromkeys(quote for vote in votes for quote in vote.dropped))
    spent = _sum([vote.usage for vote in votes])
    return replace(first, claims=tuple(claims), cells=cells, rejected=tuple(rejected), dropped=dropped, usage=spent)


def _sum(spent: Sequence[Usage]) -> Usage:
    costs = [one.cost_usd for one in spent if one.cost_usd is not None]
    return Usage(
        sum(one.calls for one in spent),
        sum(one.prompt_tokens for one in spent),
        sum(one.cached_tokens for one in spent),
        sum(one.completion_tokens for one in spent),
        cost_usd=round(sum(costs), 6) if costs else None,
    )


def voting(choice: Choice, salt: bytes, state_folder: Path | None, votes: int) -> Analyst:
    """The model analyst of a choice, asked so many times; only the first vote may be one that was kept."""
    return VotingAnalyst(asker_of(choice, state_folder), salt, state_folder, votes)


def priced(made: dict[str, Any], votes: int) -> dict[str, Any]:
    """A plan with the most that so many votes would add to its walk."""
    if votes <= 1:
        return made
    calls, tokens = made["calls"], made["tokens"]
    low, high = tokens["sent"]
    cost = made["cost_usd"]
    more = (votes - 1) * low / high if high else 0
    return {
        **made,
        "calls": {**calls, "walk": [calls["walk"], calls["walk"] * votes]},
        "tokens": {**tokens, "sent": [low, high + (votes - 1) * low]},
        "cost_usd": None if cost is None else [cost[0], round(cost[1] * (1 + more), 4)],
    }
