"""What a selfcheck found: per mode, on clean runs, beside answers that never look at the trace."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from agent import __version__
from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.known_runs import CLEAN, HARD
from agent.evaluation.run_score import RunScore, without_own
from taxonomy import agreement
from taxonomy.mast import load
from taxonomy.mode import is_own

Tally = list[int]
"""How many, and of how many."""
WORDS = ("confirmed", "likely", "possible")


@dataclass(frozen=True, slots=True)
class Spending:
    """What the diagnoses of a selfcheck took."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cost_usd: float | None = None

    def plus(self, diagnosis: Diagnosis) -> "Spending":
        """The same with one more diagnosis."""
        used = diagnosis.usage
        cost = self.cost_usd if used.cost_usd is None else (self.cost_usd or 0.0) + used.cost_usd
        return Spending(
            self.calls + used.calls,
            self.prompt_tokens + used.prompt_tokens,
            self.completion_tokens + used.completion_tokens,
            round(self.seconds + used.seconds, 2),
            cost,
        )


@dataclass(frozen=True, slots=True)
class Checked:
    """Whom a selfcheck is about, and when it was made."""

    analyst: str
    model: str | None
    host: str | None
    prompts: str | None
    date: str
    quick: bool = False


def document(whom: Checked, scores: Sequence[RunScore], spent: Spending) -> dict[str, Any]:
    """The selfcheck as the contract's JSON object; modes of one's own stand apart, and count in no figure of MAST."""
    everything, scores = scores, [without_own(one) for one in scores if not is_own(one.run.mode or "")]
    failing = [score for score in scores if score.run.fails]
    clean = [score for score in scores if score.run.kind == CLEAN]
    hard = [score for score in scores if score.run.kind == HARD]
    value, interval = kappa(scores)
    return {
        "analyst": whom.analyst,
        "model": whom.model,
        "host": whom.host,
        "date": whom.date,
        "prompts": whom.prompts,
        "version": __version__,
        "quick": whom.quick,
        "modes": {mode.code: _mode(mode.code, scores) for mode in load().modes},
        **_own(everything),
        "clean": {"false_alarms": tally(bool(score.alarms) for score in clean)},
        "hard": {"false_alarms": tally(bool(score.alarms) for score in hard)},
        "outcome": tally(score.outcome for score in scores),
        "undetermined": tally(score.said == "undetermined" for score in scores),
        "root": tally(score.root for score in failing),
        "remedy": tally(score.remedy for score in failing if score.found),
        "kappa": {"value": value, "interval": list(interval) if interval else None},
        "confidence": {
            word: tally(right for score in scores for said, right in score.words if said == word) for word in WORDS
        },
        "baselines": baselines(scores),
        "incomplete": sum(not score.complete for score in everything),
        "cost": {
            "calls": spent.calls,
            "prompt_tokens": spent.prompt_tokens,
            "completion_tokens": spent.completion_tokens,
            "seconds": spent.seconds,
            "usd": spent.cost_usd,
        },
        "runs": [
            {"run": s.run.name, "mode": s.run.mode, "verdict": s.verdict, "outcome": s.outcome} for s in everything
        ],
    }


def tally(hits: Iterable[bool]) -> Tally:
    """How many of them hold."""
    each = list(hits)
    return [sum(each), len(each)]


def _own(scores: Sequence[RunScore]) -> dict[str, Any]:
    """What became of modes that a person named, where any run shows or any diagnosis names one."""
    codes = sorted({mode for one in scores for mode in (one.run.mode, *one.named) if mode and is_own(mode)})
    return {"own": {code: _mode(code, scores) for code in codes}} if codes else {}


def _mode(code: str, scores: Sequence[RunScore]) -> dict[str, Any]:
    """What became of the runs of one mode, and of that mode in all others."""
    mine = [score for score in scores if score.run.mode == code]
    quiet = [score for score in scores if not score.run.fails]
    hits = sum(score.found for score in mine)
    elsewhere = sum(code in score.named for score in scores if score.run.mode != code and code not in score.run.also)
    return {
        "found": tally(score.found for score in mine),
        "wrong": tally(bool(score.wrong) for score in mine),
        "missed": tally(not score.found and not score.wrong for score in mine),
        "place": tally(score.place for score in mine),
        "root": tally(score.root for score in mine),
        "outcome": tally(score.outcome for score in mine),
        "false_alarms": tally(code in score.alarms for score in quiet),
        "named_elsewhere": elsewhere,
        "assessed": any(code in score.judged for score in scores),
        "weak": (len(mine) - hits) + elsewhere > hits,
    }


def tables(scores: Iterable[RunScore], named: Iterable[frozenset[str]] | None = None) -> list[list[agreement.Table]]:
    """For each run, how truth and analyst agree over the modes; a mode that one may as well see counts for neither."""
    codes = load().codes
    each = list(scores)
    said = list(named) if named is not None else [score.named for score in each]
    return [
        [agreement.table((code == one.run.mode, code in names) for code in codes if code not in one.run.also)]
        for one, names in zip(each, said, strict=True)
    ]


def kappa(
    scores: Sequence[RunScore], named: Iterable[frozenset[str]] | None = None
) -> tuple[float | None, tuple[float, float] | None]:
    """Cohen's kappa of truth and analyst over runs and modes, with its interval; what is not named is absent."""
    each = tables(scores, named)
    sums = [sum(column) for column in zip(*(row[0] for row in each), strict=True)] if each else [0, 0, 0, 0]
    return agreement.cohen_of((sums[0], sums[1], sums[2], sums[3])), agreement.interval(each)


def baselines(scores: Sequence[RunScore]) -> dict[str, Any]:
    """What answers would score that never look at the trace; the one at random names as many modes as the analyst."""
    codes = frozenset(load().codes)
    plants = sum(score.run.fails for score in scores)
    clean = sum(score.run.kind == CLEAN for score in scores)
    share = sum(len(score.named) for score in scores) / (len(scores) * len(codes)) if scores else 0.0
    always, _ = kappa(scores, [codes] * len(scores))
    never, _ = kappa(scores, [frozenset()] * len(scores))
    alarmed = 1 - (1 - share) ** len(codes)
    return {
        "always_present": {"found": [plants, plants], "false_alarms": [clean, clean], "kappa": always},
        "never_present": {"found": [0, plants], "false_alarms": [0, clean], "kappa": never},
        "at_random": {
            "share": round(share, 4),
            "found": [round(plants * share, 1), plants],
            "false_alarms": [round(clean * alarmed, 1), clean],
            "kappa": 0.0,
        },
    }
