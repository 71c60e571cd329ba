"""Models that answer by a script: one that knows the truth about every run, and one that guesses."""

import json
import random
import re
from collections.abc import Callable
from contextlib import closing
from functools import cache
from typing import Any

from agent.evaluation.known_runs import KnownRun
from agent.trace.trace import Trace

Reply = Callable[[str, str, dict[str, Any]], str]
"""A reply to a question: its name, everything it says, the schema that the reply has to fit."""
GRAVITY = {"success": "minor", "partial": "major", "failure": "fatal", "undetermined": "minor"}


@cache
def lines_of(run: KnownRun) -> tuple[str, ...]:
    """The lines of a run, as prompts show them."""
    with closing(Trace.open(run.trace)) as trace:
        trace.read()
        return tuple(line for event in trace.events for line in trace.text(event).split("\n"))


def shown(runs: tuple[KnownRun, ...], words: str) -> KnownRun:
    """The run that a prompt shows: the one of which it holds most, and the longest of those."""

    def held(run: KnownRun) -> tuple[float, int]:
        lines = [line.strip() for line in lines_of(run) if line.strip()]
        return sum(line in words for line in lines) / len(lines), len(lines)

    return max(runs, key=held)


def oracle(runs: tuple[KnownRun, ...]) -> Reply:
    """A model that names the failure of each run at its place, and nothing else."""

    def claims(run: KnownRun, code: str) -> list[dict[str, Any]]:
        if code != run.mode:
            return []
        acts = [{"line": place.lines[0], "quote": place.quote.split("\n")[0]} for place in run.act]
        references = [{"line": place.lines[0], "quote": place.quote.split("\n")[0]} for place in run.reference]
        return [_claim(acts, references, GRAVITY[run.outcome], run.actor or "")]

    return _judge(runs, claims)


def mistaken(runs: tuple[KnownRun, ...], mode: str, at: int | None = None) -> Reply:
    """A model that names this mode in every run with a failure: at the act, or at another line."""

    def claims(run: KnownRun, code: str) -> list[dict[str, Any]]:
        if code != mode or not run.fails:
            return []
        line = at or run.act[0].lines[0]
        words = lines_of(run)[at - 1] if at else run.act[0].quote.split("\n")[0]
        references = [{"line": place.lines[0], "quote": place.quote.split("\n")[0]} for place in run.reference]
        return [_claim([{"line": line, "quote": words}], references, "major", "")]

    return _judge(runs, claims)


def guesser(runs: tuple[KnownRun, ...], share: float = 0.15, seed: int = 7) -> Reply:
    """A model that names a mode by chance, with lines that stand in the trace."""

    def claims(run: KnownRun, code: str) -> list[dict[str, Any]]:
        draw = random.Random(f"{seed} {run.name} {code}")
        if draw.random() >= share:
            return []
        lines = [(at, line) for at, line in enumerate(lines_of(run), 1) if len(line.strip()) > 20]
        (act, reference) = ([{"line": at, "quote": line.strip()}] for at, line in draw.sample(lines, 2))
        return [_claim(act, reference, "major", "")]

    return _judge(runs, claims, knows=False)


def _claim(acts: list[Any], references: list[Any], severity: str, actor: str) -> dict[str, Any]:
    return {
        "what": "It went wrong here.",
        "why": "The act goes against what was asked.",
        "actor": actor,
        "about": "",
        "acts": acts,
        "references": references,
        "absence": None,
        "rival": "",
        "why_not_rival": "",
        "severity": severity,
        "confidence": 0.9,
    }


def _judge(
    runs: tuple[KnownRun, ...], claims: Callable[[KnownRun, str], list[dict[str, Any]]], *, knows: bool = True
) -> Reply:
    def reply(name: str, words: str, schema: dict[str, Any]) -> str:
        run = shown(runs, words)
        if name.startswith("judge"):
            return json.dumps(_judgement(run, schema, claims))
        return json.dumps(_closing(name, run, words, run.outcome if knows else "partial"))

    return reply


def _judgement(
    run: KnownRun, schema: dict[str, Any], claims: Callable[[KnownRun, str], list[dict[str, Any]]]
) -> dict[str, Any]:
    parts = schema["properties"]
    modes = []
    for code in parts["modes"]["items"]["properties"]["mode"]["enum"]:
        findings = claims(run, code)
        modes.append({"mode": code, "against": "", "state": "present" if findings else "absent", "findings": findings})
    votes = parts["signals"]["items"]["properties"]["id"].get("enum", [])
    signals = [{"id": one, "vote": "reject", "why": "It is no failure."} for one in votes]
    return {"modes": modes, "signals": signals, **({"mistakes": []} if "mistakes" in parts else {})}


def _closing(name: str, run: KnownRun, words: str, outcome: str) -> dict[str, Any]:
    ids = list(dict.fromkeys(re.findall(r"\bF[0-9]+\b", words)))
    at, last = next((at, line) for at, line in reversed(list(enumerate(lines_of(run), 1))) if len(line.strip()) > 8)
    if name == "outline":
        return {"goal": "", "criteria": [], "constraints": [], "roles": [], "unknown": [], "suspicious": []}
    if name == "reference":
        return {
            "completed": outcome == "success",
            "modes": [{"mode": code, "present": True} for code in ("FM-1.1", "X")],
        }
    if name == "challenge":
        return {"look": [], "against": "", "verdict": "upheld", "mode": "", "counter": None}
    if name == "outcome":
        return {
            "look": [],
            "criteria": [],
            "failures": [{"id": one, "severity": GRAVITY[outcome], "why": ""} for one in ids],
            "verdict": outcome,
            "earned": "environment" if outcome == "success" else "none",
            "shown_by": [{"line": at, "quote": last.strip()}],
            "basis": "So it ends.",
        }
    if name == "root":
        return {
            "look": [],
            "same": [],
            "candidates": [],
            "other": None,
            "root": ids[0] if ids else "",
            "runner_up": "",
            "chain": [],
            "why": "",
        }
    return {"look": [], "remedies": []}
