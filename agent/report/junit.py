"""A diagnosis as JUnit XML, for build servers that show tests: a test for each mode, failed where it was found."""

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from agent.clean import clean
from agent.diagnosis.document_parts import Finding, Quoted
from agent.diagnosis.kept_selfcheck import told
from agent.diagnosis.severity import gravity
from agent.report.kinds import Content
from agent.report.opening import standing
from agent.report.wording import label, name_of, verdict, where

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report(content: Content) -> str:
    """The test suite; a mode that was not judged is skipped, so that it never counts as passed."""
    diagnosis = content.diagnosis
    findings = standing(diagnosis)
    codes = {mode.code for mode in diagnosis.modes}
    cases = [
        _case(f"{mode.code} {mode.name}", [finding for finding in findings if finding.mode == mode.code], verdict(mode))
        for mode in diagnosis.modes
    ]
    others = [finding for finding in findings if finding.mode not in codes]
    cases += [
        _case(name, [finding for finding in others if finding.called == name], "")
        for name in dict.fromkeys(finding.called for finding in others)
    ]
    failed = sum("<failure" in case for case in cases)
    skipped = sum("<skipped" in case for case in cases)
    counted = f'tests="{len(cases)}" failures="{failed}" skipped="{skipped}" errors="0"'
    suite = f"<testsuite name={_value('mast-tui: ' + name_of(diagnosis.trace.path))} {counted}>"
    checked = f'<properties><property name="selfcheck" value={_value(told(diagnosis.made_by))}/></properties>'
    rows = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", suite, checked, *cases]
    rows += ["</testsuite>", "</testsuites>"]
    return "\n".join(rows) + "\n"


def _case(name: str, findings: list[Finding], judged: str) -> str:
    opened = f'<testcase classname="mast-tui" name={_value(name)}'
    if findings:
        return f"{opened}>\n{_failure(findings)}\n</testcase>"
    if judged != "absent":
        return f"{opened}><skipped message={_value(judged)}/></testcase>"
    return f"{opened}/>"


def _failure(findings: list[Finding]) -> str:
    """One element for all findings of a case, because readers of JUnit show no more than one."""
    gravest = min(findings, key=lambda finding: gravity(finding.severity))
    text = "\n\n".join("\n".join(_told(finding)) for finding in findings)
    heading = f"{gravest.id} L{gravest.onset} {label(gravest.title)}"
    return f"<failure type={_value(gravest.severity)} message={_value(heading)}>{_text(text)}</failure>"


def _told(finding: Finding) -> Iterator[str]:
    yield f"{finding.id} {finding.severity}, L{finding.onset}: {label(finding.title)}"
    yield finding.explanation
    for evidence in finding.evidence:
        if isinstance(evidence, Quoted):
            yield f"{where(evidence)}: {evidence.quote}"


def _text(text: str) -> str:
    return escape(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", clean(text)))


def _value(text: str) -> str:
    return quoteattr(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", clean(text)).replace("\n", " "))
