"""A selfcheck as a page for a terminal: per mode, in all with intervals, beside what blind answers would score."""

from collections.abc import Iterator, Sequence
from typing import Any

from agent.evaluation.proportions import wilson
from taxonomy.mast import load
from taxonomy.mode import called

NAME = 34
COLUMNS = ("found", "wrong", "missed", "place", "root", "outcome")
NOTHING = "-"


def page(result: dict[str, Any]) -> Iterator[str]:
    """The whole selfcheck."""
    yield f"{title(result)}, {result['date']}" + (", quick" if result["quick"] else "")
    yield ""
    yield f"{'mode':{NAME}}" + "".join(f"{name:>9}" for name in (*COLUMNS, "alarms"))
    rows = [(f"{mode.code} {mode.name}", result["modes"][mode.code]) for mode in load().modes]
    for name, tally in [*rows, *((called(code), tally) for code, tally in result.get("own", {}).items())]:
        cells = [*(tally[name] for name in COLUMNS), tally["false_alarms"]]
        weak = "  weak" if tally["weak"] else ""
        unseen = "  not assessed" if not tally["assessed"] else weak
        yield f"{name[: NAME - 1]:{NAME}}" + "".join(f"{of(each):>9}" for each in cells) + unseen
    yield ""
    yield from _totals(result)
    yield ""
    yield from _blind(result)
    yield ""
    yield from _remarks(result)


def title(result: dict[str, Any]) -> str:
    """Whom the selfcheck is about."""
    return str(result["model"] or "offline analyst")


def of(tally: Sequence[float]) -> str:
    """`3/4`, or a dash where there was nothing to count."""
    return f"{tally[0]:g}/{tally[1]:g}" if tally[1] else NOTHING


def share(tally: Sequence[int], width: int = 7) -> str:
    """A tally with its share and the 95 % interval of that."""
    if not tally[1]:
        return NOTHING
    low, high = wilson(tally[0], tally[1])
    return f"{of(tally):>{width}}  {tally[0] / tally[1]:4.0%}   95 % interval {low:.0%} to {high:.0%}"


def summed(result: dict[str, Any], name: str) -> list[int]:
    """A column of the table, added up."""
    each = [tally[name] for tally in result["modes"].values()]
    return [sum(one[0] for one in each), sum(one[1] for one in each)]


def _totals(result: dict[str, Any]) -> Iterator[str]:
    for words, tally in (
        ("planted failures found", summed(result, "found")),
        ("named within 5 lines of the act", summed(result, "place")),
        ("root within 5 lines", result["root"]),
        ("outcome right", result["outcome"]),
        ("outcome left undetermined", result["undetermined"]),
        ("remedy of a right kind", result["remedy"]),
        ("clean runs with a false alarm", result["clean"]["false_alarms"]),
        ("runs that only look wrong, with one", result["hard"]["false_alarms"]),
    ):
        yield f"{words:{NAME + 2}}{share(tally)}"
    kappa, interval = result["kappa"]["value"], result["kappa"]["interval"]
    edges = f"   95 % interval {interval[0]:.2f} to {interval[1]:.2f}" if interval else ""
    shown = NOTHING if kappa is None else f"{kappa:.2f}"
    yield f"{'kappa over runs and modes':{NAME + 2}}{shown:>7}      {edges}"
    for word, tally in result["confidence"].items():
        if tally[1]:
            yield f"{f'right where it said {word}':{NAME + 2}}{share(tally)}"


def _blind(result: dict[str, Any]) -> Iterator[str]:
    yield f"{'answers that never look at the run':{NAME + 2}}{'found':>9}{'alarms':>9}{'kappa':>9}"
    for name, base in result["baselines"].items():
        kappa = NOTHING if base["kappa"] is None else f"{base['kappa']:.2f}"
        yield f"  {name.replace('_', ' '):{NAME}}{of(base['found']):>9}{of(base['false_alarms']):>9}{kappa:>9}"


def _remarks(result: dict[str, Any]) -> Iterator[str]:
    cost = result["cost"]
    money = f", ${cost['usd']:.4f}" if cost["usd"] is not None else ""
    tokens = f"{cost['prompt_tokens']:,} tokens sent"
    time = f", {cost['seconds']:.0f} s of diagnoses" if cost["seconds"] else ""
    yield f"{cost['calls']:,} calls, {tokens}{money}{time}."
    if result["quick"]:
        yield "A quick check has one run of each mode: it can show that something is wrong, hardly that it is right."
    else:
        yield "Three runs of a mode say little about that mode; the intervals say how little."
    if result["incomplete"]:
        yield f"{result['incomplete']} diagnoses are incomplete: questions were not answered."


def beside(kept: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Several selfchecks side by side."""
    names = [title(one) for one in kept]
    width = max(14, *(len(name) + 2 for name in names))
    yield f"{'':{NAME}}" + "".join(f"{name:>{width}}" for name in names)
    rows = [("date", [one["date"] for one in kept]), ("quick", ["yes" if one["quick"] else "no" for one in kept])]
    for mode in load().modes:
        rows.append((f"{mode.code} {mode.name}"[: NAME - 1], [of(one["modes"][mode.code]["found"]) for one in kept]))
    rows.append(("planted failures found", [of(summed(one, "found")) for one in kept]))
    rows.append(("within 5 lines of the act", [of(summed(one, "place")) for one in kept]))
    rows += [(name, [of(one[name]) for one in kept]) for name in ("root", "outcome", "remedy")]
    rows.append(("false alarms on clean runs", [of(one["clean"]["false_alarms"]) for one in kept]))
    rows.append(("false alarms on hard ones", [of(one["hard"]["false_alarms"]) for one in kept]))
    for name, cells in rows:
        yield f"{name:{NAME}}" + "".join(f"{cell:>{width}}" for cell in cells)
    yield ""
    yield "Differences of a few runs are chance: see the intervals of each (mast-tui selfcheck --json)."
