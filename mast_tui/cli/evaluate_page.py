"""An evaluation as a page for a terminal."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from mast_tui.cli.selfcheck_page import share
from taxonomy.mast import load
from taxonomy.mode import called

NAME, WIDTH = 36, 100
NOTHING = "-"
MEASURES = ("precision", "recall", "f1", "kappa")


def page(evaluation: dict[str, Any]) -> Iterator[str]:
    """The whole evaluation."""
    who = ", ".join(evaluation["analysts"])
    yield f"{who} on {evaluation['suite']}: {evaluation['traces']} of {evaluation['labelled']} labelled traces"
    if evaluation["modes"]:
        yield ""
        yield from _modes(evaluation)
    yield ""
    yield from _places(evaluation["places"])
    yield from _rest(evaluation)
    if evaluation["warnings"]:
        yield ""
        yield "Mind:"
        for warning in evaluation["warnings"]:
            yield from wrap(warning, WIDTH, initial_indent="  - ", subsequent_indent="    ")


def _modes(evaluation: dict[str, Any]) -> Iterator[str]:
    head = f"{'right':>6}{'false':>6}{'missed':>7}" + "".join(f"{name:>19}" for name in MEASURES)
    yield f"{'mode':{NAME}}{head}"
    for code, tally in evaluation["modes"].items():
        yield f"{f'{code} {load().mode(code).name}'[: NAME - 1]:{NAME}}{_row(tally)}"
    if evaluation["all"] is not None:
        yield f"{'all cells':{NAME}}{_row(evaluation['all'])}"
    for code, tally in evaluation.get("own", {}).items():
        yield f"{called(code)[: NAME - 1]:{NAME}}{_row(tally)}"
    for name, tally in evaluation["beside"].items():
        yield f"{f'{name} prompt, one call':{NAME}}{_row(tally)}"
    for name, tally in evaluation["baselines"].items():
        yield f"{f'blind: {name}'.replace('_', ' '):{NAME}}{_row(tally)}"


def _row(tally: dict[str, Any]) -> str:
    numbers = f"{tally['right']:>6}{tally['false']:>6}{tally['missed']:>7}"
    return numbers + "".join(f"{_value(tally[name]):>19}" for name in MEASURES)


def _value(measure: dict[str, Any]) -> str:
    if measure["value"] is None:
        return NOTHING
    edges = measure["interval"]
    return f"{measure['value']:.2f}" + (f" ({edges[0]:.2f}..{edges[1]:.2f})" if edges else "")


def _places(places: dict[str, Any]) -> Iterator[str]:
    named = [(f"act within {within} lines", tally) for within, tally in places["lines"].items()]
    named += [(f"step within {within}", tally) for within, tally in places["steps"].items()]
    named += [("agent of the root", places["agent"])]
    named += [(f"span, {name}", tally) for name, tally in places["spans"].items()]
    named += [(f"blind: {name}", tally) for name, tally in places["blind"].items()]
    for name, tally in named:
        if tally[1]:
            yield f"{name:{NAME}}{share(tally, 9)}"


def _rest(evaluation: dict[str, Any]) -> Iterator[str]:
    outcome = evaluation["outcome"]
    if outcome["right"][1]:
        yield f"{'outcome right':{NAME}}{share(outcome['right'], 9)}"
        yield f"{'outcome left undetermined':{NAME}}{share(outcome['undetermined'], 9)}"
        yield f"{'blind: most frequent outcome':{NAME}}{share(outcome['majority'], 9)}"
    for word, tally in evaluation["confidence"].items():
        if tally[1]:
            yield f"{f'right where it said {word}':{NAME}}{share(tally, 9)}"
    cost = evaluation["cost"]
    costs = [
        ("cost", cost),
        *((f"cost of the {name} prompt", one["cost"]) for name, one in evaluation["beside"].items()),
    ]
    for name, cost in costs:
        money = f", ${cost['usd']:.4f}" if cost["usd"] is not None else ""
        yield f"{name:{NAME}}{cost['calls']:,} calls, {cost['prompt_tokens']:,} tokens sent{money}"
