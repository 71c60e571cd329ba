"""Diagnoses scored on labelled traces: modes, places, outcome, confidence words and cost, beside blind baselines."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.compare import Unclear, is_present
from agent.evaluation.localisation import localised
from agent.evaluation.measures import Measured, measured
from agent.evaluation.run_score import standing
from agent.evaluation.truth import Suite, Truth, keys_of
from taxonomy.agreement import Table, table
from taxonomy.mast import load
from taxonomy.mode import is_own

if TYPE_CHECKING:
    from agent.evaluation.single_prompt import Beside

FEW, FEW_PRESENT = 20, 5
"""Fewer traces, or fewer traces in which a mode is present, mean little."""
WORDS = ("confirmed", "likely", "possible")
Pair = tuple[Truth, Diagnosis]
Say = Callable[[Pair, str], bool]


def matched(suite: Suite, diagnoses: Iterable[Diagnosis]) -> tuple[list[Pair], list[Diagnosis]]:
    """Each labelled trace with its diagnosis, and the diagnoses of traces that nobody labelled."""
    by_key: dict[str, list[Truth]] = defaultdict(list)
    for truth in suite.truths:
        for key in truth.keys:
            by_key[key].append(truth)
    pairs: dict[str, Pair] = {}
    others = []
    for diagnosis in diagnoses:
        mark = diagnosis.trace
        keys = [mark.sha256.casefold(), *sorted(keys_of(mark.path), key=len, reverse=True)]
        known = next((by_key[key] for key in keys if len(by_key.get(key, ())) == 1), [])
        for truth in known:
            pairs[truth.name] = (truth, diagnosis)
        if not known:
            others.append(diagnosis)
    return list(pairs.values()), others


def evaluation(
    suite: Suite, pairs: Sequence[Pair], unclear: Unclear = Unclear.ABSENT, beside: "Beside | None" = None
) -> dict[str, Any]:
    """The evaluation as one JSON object."""
    codes = [code for code in load().codes if any(code in truth.modes for truth, _ in pairs)]
    own = sorted({code for truth, _ in pairs for code in truth.modes if is_own(code)})
    frameworks = _by_framework(pairs)
    says: dict[str, Say] = {
        "majority": lambda pair, code: _majority(pairs, code),
        "framework": lambda pair, code: _majority(frameworks[pair[1].trace.format], code),
        "always_present": lambda pair, code: True,
        "never_present": lambda pair, code: False,
    }
    return {
        "suite": suite.kind,
        "traces": len(pairs),
        "labelled": len(suite.truths),
        "analysts": sorted({one.made_by.model or one.made_by.analyst for _, one in pairs}),
        "unclear": str(unclear),
        "modes": {code: _shown(_measured(pairs, [code], _said(unclear))) for code in codes},
        **({"own": {code: _shown(_measured(pairs, [code], _said(unclear))) for code in own}} if own else {}),
        "all": _shown(_measured(pairs, codes, _said(unclear))) if codes else None,
        "baselines": {
            name: _shown(measured(list(_tables(pairs, codes, say)), resamples=200)) for name, say in says.items()
        }
        if codes
        else {},
        "beside": {} if beside is None else {"reference": _beside(pairs, codes, beside)},
        "disputed": sum(label is None for truth, _ in pairs for label in truth.modes.values()),
        "places": localised(pairs),
        "outcome": _outcome(pairs),
        "confidence": _confidence(pairs),
        "cost": _cost(pairs),
        "warnings": [*suite.notes, *_warnings(suite, pairs, codes)],
    }


def _beside(pairs: Sequence[Pair], codes: Sequence[str], beside: "Beside") -> dict[str, Any]:
    """The same measures of what the single prompt says, over the traces that it answered about."""
    asked = [pair for pair in pairs if pair[0].name in beside.named]
    cost = {"calls": beside.calls, "prompt_tokens": beside.prompt_tokens, "usd": beside.cost_usd}
    return {
        **_shown(_measured(asked, codes, lambda pair, code: code in beside.named[pair[0].name])),
        "traces": len(asked),
        "cost": cost,
    }


def _by_framework(pairs: Sequence[Pair]) -> Mapping[str, list[Pair]]:
    by_framework: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_framework[pair[1].trace.format].append(pair)
    return by_framework


def _said(unclear: Unclear) -> Callable[[Pair, str], bool | None]:
    """What the analyst says; what it does not judge at all counts as not seen."""

    def say(pair: Pair, code: str) -> bool | None:
        present = is_present(pair[1], code, unclear)
        return present if present is not None or unclear is Unclear.LEFT_OUT else False

    return say


def _majority(pairs: Sequence[Pair], code: str) -> bool:
    labels = [truth.modes.get(code) for truth, _ in pairs]
    return labels.count(True) > labels.count(False)


def _measured(pairs: Sequence[Pair], codes: Sequence[str], say: Callable[[Pair, str], bool | None]) -> Measured:
    return measured(list(_tables(pairs, codes, say)), resamples=1000)


def _tables(pairs: Sequence[Pair], codes: Sequence[str], say: Callable[[Pair, str], bool | None]) -> Iterator[Table]:
    """For each trace, how truth and answer agree on some modes; what is disputed or not said counts for neither."""
    for pair in pairs:
        cells = []
        for code in codes:
            label, said = pair[0].modes.get(code), say(pair, code)
            if label is not None and said is not None:
                cells.append((label, said))
        if cells:
            yield table(cells)


def _shown(result: Measured) -> dict[str, Any]:
    both, first, second, neither = result.counts
    return {
        "right": both,
        "missed": first,
        "false": second,
        "cells": both + first + second + neither,
        **{
            name: {
                "value": None if value is None else round(value, 4),
                "interval": [round(edge, 4) for edge in edges] if (edges := result.intervals[name]) else None,
            }
            for name, value in result.values.items()
        },
    }


def _outcome(pairs: Sequence[Pair]) -> dict[str, Any]:
    outcomes = [(truth.outcome, one.outcome.verdict) for truth, one in pairs if truth.outcome is not None]
    most = Counter(outcome for outcome, _ in outcomes).most_common(1)
    return {
        "right": [sum(a == b for a, b in outcomes), len(outcomes)],
        "undetermined": [sum(b == "undetermined" for _, b in outcomes), len(outcomes)],
        "majority": [most[0][1] if most else 0, len(outcomes)],
    }


def _confidence(pairs: Sequence[Pair]) -> dict[str, list[int]]:
    """For each word, how many findings that it was said of are right, of those about which the truth is known."""
    labels: dict[str, list[bool]] = {word: [] for word in WORDS}
    for truth, diagnosis in pairs:
        for finding in standing(diagnosis.findings):
            label = truth.modes.get(finding.mode or "")
            if label is not None:
                labels[finding.confidence].append(label)
    return {word: [sum(hits), len(hits)] for word, hits in labels.items()}


def _cost(pairs: Sequence[Pair]) -> dict[str, Any]:
    used = [one.usage for _, one in pairs]
    costs = [one.cost_usd for one in used if one.cost_usd is not None]
    return {
        "calls": sum(one.calls for one in used),
        "prompt_tokens": sum(one.prompt_tokens for one in used),
        "single_call_tokens": sum(one.single_call_tokens or 0 for one in used),
        "usd": round(sum(costs), 6) if costs else None,
    }


def _warnings(suite: Suite, pairs: Sequence[Pair], codes: Sequence[str]) -> Iterator[str]:
    missing = len(suite.truths) - len(pairs)
    if missing:
        yield f"{missing} of {len(suite.truths)} labelled traces have no diagnosis here; they count neither way."
    if len(pairs) < FEW:
        yield f"{len(pairs)} traces are too few to tell much: look at the intervals."
    thin = [code for code in codes if sum(truth.modes.get(code) is True for truth, _ in pairs) < FEW_PRESENT]
    if thin:
        yield f"Present in fewer than {FEW_PRESENT} traces, so recall and kappa mean nothing there: {', '.join(thin)}."
    disputed = sum(label is None for truth, _ in pairs for label in truth.modes.values())
    if disputed:
        yield f"{disputed} labels are disputed and count neither way."
    if any(not KINDS[one.made_by.analyst].may_say_absent for _, one in pairs):
        yield "The offline analyst does not judge every mode; what it did not judge counts as not seen."
    if codes:
        yield "The baselines `majority` and `framework` know these very labels: they are as good as such can be."
