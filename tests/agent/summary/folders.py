"""Folders of diagnoses for tests of summaries, whose every figure can be counted by hand."""

import copy
import json
from pathlib import Path
from typing import Any

from tests.agent.report.samples import plain

Verdicts = dict[str, str]


def document(path: str, task: str, verdicts: Verdicts, *findings: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A diagnosis by a model: modes that are not named are absent."""
    value = copy.deepcopy(plain())
    value["made_by"] |= {"analyst": "model", "model": "judge-1"}
    value["trace"] |= {"path": path, "task": task, "sha256": f"{abs(hash(path)):064x}"[-64:]}
    for mode in value["modes"]:
        mode["verdict"], mode["findings"] = verdicts.get(mode["code"], "absent"), []
    for cell in value["coverage"]["cells"]:
        cell["state"] = "judged"
    first = value["findings"][0]
    value["findings"] = [
        {**copy.deepcopy(first), "id": f"F{at}", **each, "remedies": first["remedies"]}
        for at, each in enumerate(findings, 1)
    ]
    value["root"] = None
    return {**value, **changes}


def finding(mode: str, title: str, *, line: int = 7, actor: str = "coder", **more: Any) -> dict[str, Any]:
    """One finding."""
    return {"mode": mode, "title": title, "actor": actor, "onset": line, "severity": "major", **more}


def written(folder: Path, *documents: dict[str, Any]) -> Path:
    """A folder with some documents."""
    folder.mkdir(parents=True, exist_ok=True)
    for at, each in enumerate(documents, 1):
        (folder / f"d{at}.json").write_text(json.dumps(each))
    return folder
