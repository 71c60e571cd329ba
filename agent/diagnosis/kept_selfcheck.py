"""How an analyst fared on runs whose failure is known: kept in the state folder, and told wherever it diagnoses."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent import __version__
from agent.diagnosis.severity import Confidence
from agent.number_words import count

if TYPE_CHECKING:
    from agent.diagnosis.provenance import MadeBy

NAME = "selfchecks.json"
MOST_BYTES = 8 * 1024 * 1024
LEAST_COUNTED = 5
"""So many findings must have had a word of confidence before their share of right ones says anything."""
LIKELY, CONFIRMED = 0.6, 0.9
"""The share of right findings that a word promises at least."""
MOST_WEAKEST = 3


def results(folder: Path | None) -> dict[str, dict[str, Any]]:
    """Every selfcheck that is kept, by its analyst; none where the file is missing or damaged."""
    if folder is None:
        return {}
    with suppress(OSError, ValueError, RecursionError):
        path = folder / NAME
        value = json.loads(path.read_text("utf-8")) if path.stat().st_size <= MOST_BYTES else None
        if isinstance(value, dict):
            return {str(key): one for key, one in value.items() if isinstance(one, dict)}
    return {}


def keep(folder: Path, result: dict[str, Any]) -> None:
    """Keep a selfcheck in place of the one before by the same analyst; OSError where the folder cannot be written."""
    kept = results(folder) | {_key(result["analyst"], result["model"]): result}
    fresh = folder / f".{NAME}.{os.getpid()}.new"
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(kept, file, ensure_ascii=False, allow_nan=False)
    fresh.replace(folder / NAME)


def checked(folder: Path | None, analyst: str, model: str | None, prompts: str | None) -> dict[str, Any] | None:
    """What a diagnosis says of the selfcheck of its analyst; None where there was none."""
    result = results(folder).get(_key(analyst, model))
    if result is None:
        return None
    try:
        return _brief(result, prompts)
    except (KeyError, TypeError, ValueError):
        return None


def _brief(result: dict[str, Any], prompts: str | None) -> dict[str, Any]:
    tallies = {code: tally["found"] for code, tally in result["modes"].items()}
    overall = [sum(hits for hits, _ in tallies.values()), sum(of for _, of in tallies.values())]
    shares = {code: hits / of for code, (hits, of) in tallies.items() if of}
    least = min(shares.values(), default=1.0)
    return {
        "date": str(result["date"]),
        "found": overall,
        "false_alarms": [int(number) for number in result["clean"]["false_alarms"]],
        "weakest": [code for code, share in shares.items() if share == least and least < 1],
        "weak": [code for code, tally in result["modes"].items() if tally.get("weak")],
        "words": {word: [int(n) for n in pair] for word, pair in result["confidence"].items()},
        "stale": result["prompts"] != prompts if prompts is not None else result["version"] != __version__,
    }


def _key(analyst: str, model: str | None) -> str:
    return f"{analyst}:{model}" if model else analyst


def told(made_by: "MadeBy") -> str:
    """The one line that every report has of it."""
    whose = "this model" if made_by.asked_a_model else "the offline analyst"
    return sentence(made_by.checked, whose)


def sentence(brief: dict[str, Any] | None, whose: str = "this model") -> str:
    """A selfcheck in one line, or that there was none."""
    if not brief:
        return f"{whose[:1].upper()}{whose[1:]} was never checked: `mast-tui selfcheck` measures how often it is right."
    try:
        (hits, of), (alarms, clean) = brief["found"], brief["false_alarms"]
        weakest = brief.get("weakest", [])
        weak = f"; weakest on {', '.join(weakest[:MOST_WEAKEST])}" if weakest else ""
        more = f" and {len(weakest) - MOST_WEAKEST} more" if len(weakest) > MOST_WEAKEST else ""
        stale = "; the prompts have changed since, so this is stale" if brief.get("stale") else ""
        return (
            f"{whose[:1].upper()}{whose[1:]}: {hits} of {of} planted failures, {count(alarms, 'false alarm')} in "
            f"{count(clean, 'clean run')}, {brief['date']}{weak}{more}{stale}."
        )
    except (KeyError, TypeError, ValueError):
        return "What is said of a selfcheck cannot be read."


def in_short(made_by: "MadeBy") -> str:
    """The same in a few words, for a line that says other things too."""
    brief = made_by.checked
    if not brief:
        return "never checked (mast-tui selfcheck)"
    try:
        (hits, of), (alarms, clean) = brief["found"], brief["false_alarms"]
    except (KeyError, TypeError, ValueError):
        return "selfcheck unreadable"
    old = ", stale" if brief.get("stale") else ""
    return f"selfcheck {hits} of {of}, {count(alarms, 'false alarm')} in {clean}{old}"


def weak_words(brief: dict[str, Any] | None, mode: str | None) -> str:
    """What is said with a finding of a mode on which the analyst was wrong more often than right."""
    if not brief or mode is None or mode not in brief["weak"]:
        return ""
    return f"Weak with this model: on {mode} it was wrong more often than right when it was checked."


def earned(confidence: Confidence, brief: dict[str, Any] | None) -> Confidence:
    """The word of confidence that findings with this one earned when the analyst was checked; never a surer one."""
    right, of = brief["words"].get(confidence, (0, 0)) if brief else (0, 0)
    if of < LEAST_COUNTED or confidence == "possible":
        return confidence
    share = right / of
    if confidence == "confirmed" and share >= CONFIRMED:
        return "confirmed"
    return "likely" if share >= LIKELY else "possible"
