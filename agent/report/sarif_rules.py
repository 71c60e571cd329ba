"""The fourteen modes as rules of a SARIF log, with what each means and how it is mended."""

import re
from typing import Any

from agent.diagnosis.document_parts import Diagnosis, Finding, ModeVerdict
from agent.report.markdown_escape import inline
from agent.report.wording import verdict
from taxonomy.mast import Taxonomy, UnknownMode, load
from taxonomy.mode import Mistake, Mode


def rules(diagnosis: Diagnosis) -> list[dict[str, Any]]:
    """A rule for each mode, in the order of the diagnosis, then for each kind of plain mistake that was found."""
    mast = load()
    plain = dict.fromkeys(finding for finding in diagnosis.findings if finding.mode is None)
    kinds = {finding.failure: rule_id(finding) for finding in plain}
    return [_rule(mast, mode) for mode in diagnosis.modes] + [
        _plain_rule(mast, mistake, kinds[mistake.code]) for mistake in mast.mistakes if mistake.code in kinds
    ]


def rule_id(finding: Finding) -> str:
    """The rule that a finding is a result of."""
    return finding.mode or f"plain-mistake/{finding.failure}"


def _plain_rule(mast: Taxonomy, mistake: Mistake, name: str) -> dict[str, Any]:
    return {
        "id": name,
        "name": f"PlainMistake{mistake.code.title()}",
        "shortDescription": {"text": mistake.name},
        "fullDescription": {"text": mistake.definition},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"tags": ["multi-agent", "plain mistake"]},
        "help": _help(mast, mistake),
    }


def _rule(mast: Taxonomy, judged: ModeVerdict) -> dict[str, Any]:
    """What a reader of the code host is told about one mode."""
    try:
        mode = mast.mode(judged.code)
    except UnknownMode:
        mode = None
    rule: dict[str, Any] = {
        "id": judged.code,
        "name": re.sub(r"[^A-Za-z0-9]", "", judged.name.title()),
        "shortDescription": {"text": judged.name},
        "fullDescription": {"text": mode.definition if mode else judged.name},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"tags": ["multi-agent", judged.category], "verdict": verdict(judged), "reason": judged.reason},
    }
    if mode is not None:
        rule["help"] = _help(mast, mode)
    return rule


def _help(mast: Taxonomy, mode: Mode | Mistake) -> dict[str, str]:
    remedies = [remedy.fill() for remedy in mast.remedies(mode.code)]
    plain = [mode.definition, f"How it shows: {mode.shows}", "What to change:"]
    plain += [f"{remedy.kind}: {remedy.target}. {remedy.change.strip()}" for remedy in remedies]
    marked = [inline(mode.definition), f"**How it shows:** {inline(mode.shows)}", "**What to change:**"]
    marked += [f"- *{remedy.kind}*, {inline(remedy.target)}: {inline(remedy.change)}" for remedy in remedies]
    return {"text": "\n\n".join(plain), "markdown": "\n\n".join(marked)}
