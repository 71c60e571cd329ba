"""Diagnoses for tests of reports: an ordinary one, and one whose every foreign word is the same payload."""

from collections.abc import Sequence
from typing import Any

from agent.diagnosis.document import from_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.report.kinds import KINDS, Content
from agent.report.notes import Note
from agent.report.trace_extract import TraceExtract
from taxonomy.mast import load

OFFLINE = "the offline analyst cannot see this"


def rendered(
    diagnosis: Diagnosis,
    suffix: str,
    extract: TraceExtract | None = None,
    chat: str = "",
    notes: Sequence[Note] = (),
) -> str:
    """The report of a kind."""
    return KINDS[suffix].text(Content(diagnosis, extract, chat, notes))


def markdown(diagnosis: Diagnosis) -> str:
    """The report as Markdown."""
    return rendered(diagnosis, ".md")


def html(diagnosis: Diagnosis, extract: TraceExtract | None = None) -> str:
    """The report as a page."""
    return rendered(diagnosis, ".html", extract)


def sarif(diagnosis: Diagnosis, extract: TraceExtract | None = None) -> str:
    """The report as SARIF."""
    return rendered(diagnosis, ".sarif", extract)


def plain(**changes: Any) -> dict[str, Any]:
    """The document of an ordinary diagnosis: two findings, one of them an absence."""
    return document("Planner", "Sort the numbers.", "I am done here.", "The work stops early", "run.log", **changes)


def sample(**changes: Any) -> Diagnosis:
    """The ordinary diagnosis itself."""
    return from_dict(plain(**changes))


def foreign(payload: str) -> Diagnosis:
    """A diagnosis with a payload in every field that others can write to."""
    value = document(payload, payload, payload, payload, payload, note=payload, decision="accepted")
    value["made_by"] |= {"model": payload, "host": payload, "analyst": "model", "settings": {payload: payload}}
    value["trace"] |= {"format": payload, "actors": [payload, f"{payload}2"], "warnings": [payload, f"{payload}2"]}
    value["outcome"] = {
        "verdict": "failure",
        "basis": payload,
        "criteria": [{"id": payload, "text": payload, "state": "unmet", "lines": None}],
        "evidence": [],
    }
    value["modes"][0] |= {"name": payload, "reason": payload}
    value["hints"] = [
        {"mode": "FM-1.3", "title": payload, "lines": [2, 3], "quote": payload, "why": payload, "precision": None}
    ]
    value["audit"] = {
        "refuted": [{"mode": "FM-1.3", "title": payload, "lines": [2, 2], "because": payload}],
        "dropped_quotes": [{"mode": "FM-1.3", "claimed": payload, "why": payload}],
        "injections": [{"lines": [4, 4], "why": payload}],
    }
    for cell in value["coverage"]["cells"][:3]:
        cell |= {"state": "error", "why": payload}
    return from_dict(value)


def document(
    actor: str, task: str, quote: str, title: str, path: str, *, note: str | None = None, decision: str | None = None
) -> dict[str, Any]:
    """A document of the contract with these words in it."""
    mast = load()
    return {
        "schema": "mast-tui/diagnosis/2",
        "made_by": {
            "tool": "mast-tui",
            "version": "1.2.3",
            "analyst": "offline",
            "model": None,
            "host": None,
            "prompts": None,
            "settings": {"chunk_tokens": 12000},
            "checked": None,
        },
        "taxonomy": {"name": mast.name, "version": mast.version, "fingerprint": mast.fingerprint},
        "trace": {
            "path": path,
            "sha256": "ab" * 32,
            "bytes": 4_321,
            "source_lines": 1_204,
            "lines": 1_204,
            "events": 40,
            "format": "plain_log",
            "actors": [actor, "Reviewer"],
            "task": task,
        },
        "outcome": {
            "verdict": "failure",
            "basis": "The last act gives up.",
            "criteria": [],
            "evidence": [],
            "earned": "none",
        },
        "modes": [
            {
                "code": mode.code,
                "name": mode.name,
                "category": mode.category,
                "verdict": _verdict(mode.code),
                "confidence": "confirmed" if mode.code == "FM-3.1" else "likely" if mode.code == "FM-3.2" else None,
                "findings": {"FM-3.1": ["F1"], "FM-3.2": ["F2"]}.get(mode.code, []),
                "reason": OFFLINE if _verdict(mode.code) == "not_assessed" else "looked for",
            }
            for mode in mast.modes
        ],
        "findings": [
            _finding("F1", "FM-3.1", title, actor, "fatal", "root", 1100, [_act(quote, actor)], note, decision),
            _finding("F2", "FM-3.2", title, None, "minor", "contributing", 900, [_absence(quote), _act(quote, actor)]),
        ],
        "hints": [],
        "root": {
            "finding": "F1",
            "cause": None,
            "event": 33,
            "actor": actor,
            "line": 1100,
            "counterfactual": title,
            "runner_up": None,
            "chain": ["F1"],
        },
        "coverage": {
            "lines": 1_204,
            "lines_read": 1_204,
            "chunks": 2,
            "cells": [
                {
                    "mode": mode.code,
                    "chunk": chunk,
                    "state": "not_assessed" if _verdict(mode.code) == "not_assessed" else "judged",
                    "why": "looked for",
                }
                for mode in mast.modes
                for chunk in (1, 2)
            ],
            "percent": 78.6,
        },
        "audit": {"refuted": [], "dropped_quotes": [], "injections": []},
        "usage": {
            "calls": 0,
            "prompt_tokens": 0,
            "cached_tokens": 0,
            "completion_tokens": 0,
            "seconds": 0.4,
            "cost_usd": None,
            "single_call_tokens": None,
        },
        "failures": [],
    }


def _verdict(code: str) -> str:
    return {"FM-3.1": "present", "FM-3.2": "present", "FM-1.1": "not_assessed", "FM-2.2": "not_assessed"}.get(
        code, "unclear"
    )


def _act(quote: str, actor: str) -> dict[str, Any]:
    return {
        "part": "act",
        "quote": quote,
        "lines": [1100, 1101],
        "event": 33,
        "actor": actor,
        "bytes": [3000, 3020],
        "match": "exact",
        "redacted": False,
    }


def _absence(searched: str) -> dict[str, Any]:
    return {"part": "absence", "searched": searched, "lines": [1, 1204], "hits": 0, "expected_at": 1204}


def _finding(
    name: str,
    mode: str,
    title: str,
    actor: str | None,
    severity: str,
    role: str,
    onset: int,
    evidence: list[dict[str, Any]],
    note: str | None = None,
    decision: str | None = None,
) -> dict[str, Any]:
    return {
        "id": name,
        "mode": mode,
        "title": title,
        "explanation": title,
        "actor": actor,
        "severity": severity,
        "confidence": "confirmed",
        "role": role,
        "origin": "signal",
        "onset": onset,
        "occurrences": [[onset, onset + 1], [onset + 5, onset + 6]],
        "evidence": evidence,
        "challenge": {"verdict": "upheld", "because": title, "evidence": []},
        "remedies": [
            {
                "kind": "verification",
                "target": f"{title} {name}",
                "change": title,
                "because": title,
                "effect": title,
                "check": title,
                "trial": None,
            }
        ],
        "decision": decision,
        "note": note,
        "kind": None,
        "also": [],
    }
