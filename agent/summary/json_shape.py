"""A summary as the contract's JSON object."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from agent.summary.groups import Group
from agent.summary.summary import Summary
from agent.summary.told_run import TASK, ToldRun


def document(summary: Summary, by: Sequence[str] = ()) -> dict[str, Any]:
    """The summary as the contract's JSON object."""
    taxonomy = summary.taxonomy
    return {
        "runs": len(summary.runs),
        "modes": {code: list(share) for code, share in summary.modes.items()},
        "categories": {code: list(share) for code, share in summary.categories.items()},
        "groups": [_group(group) for group in summary.groups],
        "rows": [row(run, number, summary) for number, run in enumerate(summary.runs, 1)],
        "errors": [{"document": each.document, "why": each.why} for each in summary.troubles],
        "intervals": {
            code: None if each is None else [round(edge, 4) for edge in each]
            for code, each in summary.intervals.items()
        },
        "occurrences": dict(sorted(summary.occurrences.items())),
        "shares": {
            "taxonomy": f"{taxonomy.name}, {taxonomy.version}",
            "of": "findings of modes, in percent",
            "here": {each.code: _rounded(summary.share_of_findings(each.code)) for each in taxonomy.categories},
            "paper": {each.code: each.shares.v3 for each in taxonomy.categories},
        },
        "tasks": len({run.task_key for run in summary.runs}),
        "outcomes": dict(Counter(run.outcome for run in summary.runs)),
        "by": {
            column: {
                name: {"runs": number, "modes": {code: list(share) for code, share in held.items()}}
                for name, (number, held) in summary.by(column).items()
            }
            for column in by
        },
        "warnings": list(summary.warnings),
    }


def row(run: ToldRun, number: int, summary: Summary) -> dict[str, Any]:
    """One run; each mode that is present leads to its finding and line."""
    return {
        "run": number,
        "document": run.document,
        "path": run.path,
        "id": run.run,
        "task": run.task[:TASK] or None,
        "framework": run.format,
        "model": run.model,
        "analyst": run.analyst,
        "outcome": run.outcome,
        "failures": len(run.findings),
        "root_mode": run.root,
        "root_line": run.root_line,
        "complete": run.is_complete,
        "cost_usd": run.cost_usd,
        "modes": {code: run.verdicts.get(code) for code in summary.taxonomy.codes},
        "findings": [
            {"id": each.id, "mode": each.failure, "severity": each.severity, "line": each.line, "title": each.title}
            for each in run.findings
        ],
        "labels": run.labels,
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "mode": group.failure,
        "actor": group.actor,
        "tool": group.tool,
        "wording": group.wording,
        "title": group.title,
        "runs": len(group.runs),
        "findings": len(group.places),
        "places": [{"run": number, "finding": each.id, "line": each.line} for number, each in group.places],
    }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 2)
