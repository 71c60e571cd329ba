"""A diagnosis as SARIF 2.1.0, so that a code host shows the findings beside the trace."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from agent.clean import inert_json
from agent.diagnosis.document_parts import Absence, Diagnosis, EvidenceRecord, Finding
from agent.diagnosis.severity import gravity
from agent.number_words import count, line_range
from agent.report.kinds import Content
from agent.report.notes import Note, as_properties
from agent.report.opening import opening
from agent.report.provenance import accounts, unseen
from agent.report.sarif_rules import rule_id, rules
from agent.report.trace_extract import TraceExtract
from agent.report.wording import PARTS, clipped, name_of, sentence, where

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS, MOST_PLACES, SNIPPET = 25_000, 100, 2_000
LEVELS = {"fatal": "error", "major": "error", "minor": "warning", "recovered": "note"}
RANKS = {"confirmed": 95.0, "likely": 70.0, "possible": 40.0}
# What XML 1.0 cannot hold: a code host may turn the file into it.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f]")


def report(content: Content) -> str:
    """The log; with the trace at hand its places are lines of the file, else bytes."""
    run = _run(content.diagnosis, content.extract, content.notes)
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return inert_json(_legal(log)) + "\n"


def _legal(value: Any) -> Any:
    """The same value without characters that XML cannot hold."""
    if isinstance(value, str):
        return _ILLEGAL.sub("", value)
    if isinstance(value, dict):
        return {_legal(key): _legal(each) for key, each in value.items()}
    return [_legal(each) for each in value] if isinstance(value, list) else value


def _run(diagnosis: Diagnosis, extract: TraceExtract | None, notes: Sequence[Note]) -> dict[str, Any]:
    made_by, trace = diagnosis.made_by, diagnosis.trace
    driver = {
        "name": made_by.tool,
        "semanticVersion": made_by.version,
        "shortDescription": {"text": "Finds out why a multi-agent run failed, from the trace it left behind."},
        "rules": rules(diagnosis),
    }
    kept = sorted(diagnosis.findings, key=lambda finding: (gravity(finding.severity), finding.onset))
    return {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"{made_by.tool}/{diagnosis.taxonomy.name}/"},
        "invocations": [_invocation(diagnosis, max(0, len(kept) - MOST_RESULTS))],
        "artifacts": [
            {"location": {"uri": uri(trace.path)}, "length": trace.bytes, "hashes": {"sha-256": trace.sha256}}
        ],
        "columnKind": "unicodeCodePoints",
        "results": list(_results(diagnosis, kept[:MOST_RESULTS], extract)),
        "properties": {
            "made": dict(accounts(diagnosis)),
            "outcome": opening(diagnosis).outcome,
            **({"notes": as_properties(notes)} if notes else {}),
        },
    }


def uri(path: str) -> str:
    """The trace as a reference relative to where the code lies; a path of another machine keeps its name only."""
    return quote(PurePath(name_of(path)).as_posix(), errors="replace") or "trace"


def _invocation(diagnosis: Diagnosis, left_out: int) -> dict[str, Any]:
    """What was not looked at and what was left out, as notes of the run."""
    notes = [("note", f"{opening(diagnosis).tally}. {opening(diagnosis).sight}")]
    notes += [("note", gap) for gap in unseen(diagnosis)]
    if left_out:
        notes.append(("warning", f"{count(left_out, 'finding')} beyond the first {MOST_RESULTS:,} left out."))
    holes = any(cell.state in ("undetermined", "error") for cell in diagnosis.coverage.cells)
    return {
        "executionSuccessful": not holes,
        "toolExecutionNotifications": [{"level": level, "message": {"text": text}} for level, text in notes],
    }


def _results(diagnosis: Diagnosis, findings: list[Finding], extract: TraceExtract | None) -> Iterator[dict[str, Any]]:
    codes = [rule["id"] for rule in rules(diagnosis)]
    seen: dict[str, int] = {}
    for finding in findings:
        print_ = fingerprint(finding)
        seen[print_] = seen.get(print_, 0) + 1
        cited = _cited(finding)
        first, others = cited[:1], cited[1:]
        result: dict[str, Any] = {
            "ruleId": rule_id(finding),
            **({"ruleIndex": codes.index(rule_id(finding))} if rule_id(finding) in codes else {}),
            "level": LEVELS[finding.severity],
            "kind": "fail",
            "rank": RANKS[finding.confidence],
            "message": {"text": _message(finding, len(others))},
            "locations": [_location(diagnosis, evidence, extract) for evidence in first],
            "partialFingerprints": {"primaryLocationLineHash": f"{print_[:16]}:{seen[print_]}"},
            "properties": _properties(finding),
        }
        if others:
            result["relatedLocations"] = [
                {"id": number, **_location(diagnosis, other, extract), "message": {"text": _described(other)}}
                for number, other in enumerate(others[:MOST_PLACES], 1)
            ]
        if finding.decision == "rejected":
            result["suppressions"] = [
                {"kind": "external", "status": "accepted", "justification": finding.note or "rejected by a reader"}
            ]
        yield result


def fingerprint(finding: Finding) -> str:
    """What stays the same when the finding is made again: its mode, its actor and the words of its first act."""
    acts = [e.quote for e in finding.evidence if not isinstance(e, Absence)] or [finding.title]
    parts = (finding.failure, finding.actor or "", " ".join(acts[0].split()))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


def _cited(finding: Finding) -> list[EvidenceRecord]:
    """The evidence, acts first."""
    return sorted((*finding.evidence, *finding.challenge.evidence), key=lambda evidence: evidence.part != "act")


def _message(finding: Finding, others: int) -> str:
    parts = [sentence(finding.title), sentence(finding.explanation)]
    if finding.remedies:
        parts.append(f"What to change: {sentence(finding.remedies[0].target)}")
    if others > MOST_PLACES:
        parts.append(f"{count(others - MOST_PLACES, 'related place')} left out.")
    return " ".join(parts)


def _properties(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "severity": finding.severity,
        "confidence": finding.confidence,
        "role": finding.role,
        "actor": finding.actor,
        "traceLines": [line_range(*lines) for lines in finding.occurrences[:MOST_PLACES]],
        "challenge": finding.challenge.verdict,
        "remedies": [
            {"kind": one.kind, "target": one.target, "change": one.change, "check": one.check}
            for one in finding.remedies
        ],
        "decision": finding.decision,
        "note": finding.note,
    }


def _described(evidence: EvidenceRecord) -> str:
    if isinstance(evidence, Absence):
        return f"{where(evidence)}, what is missing: a search for {evidence.searched} has 0 hits"
    return f"{where(evidence)}, {PARTS[evidence.part]}"


def _location(diagnosis: Diagnosis, evidence: EvidenceRecord, extract: TraceExtract | None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(diagnosis.trace.path), "index": 0}}
    lines = extract.region(evidence) if extract is not None else None
    region: dict[str, Any] = {}
    if lines is not None:
        region = {"startLine": lines[0], "endLine": lines[1]}
    elif not isinstance(evidence, Absence):
        region = {"byteOffset": evidence.bytes[0], "byteLength": evidence.bytes[1] - evidence.bytes[0]}
    if region and not isinstance(evidence, Absence):
        shown, left_out = clipped(evidence.quote, SNIPPET)
        region["snippet"] = {"text": f"{shown} … ({count(left_out, 'more character')})" if left_out else shown}
    if region:
        physical["region"] = region
    return {"physicalLocation": physical}
