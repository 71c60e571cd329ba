"""Offline answers about what was judged: how sure it is, which modes, how it came out, and what was not looked at."""

from collections.abc import Sequence

from agent.chat.material import About
from agent.chat.offline.conclusions import MOST_EVIDENCE, asked_about, explain, say_none
from agent.chat.offline.draft import Draft
from agent.chat.questions import Question


def sure(draft: Draft, question: Question, about: About) -> None:
    """How sure a finding is, and what speaks for and against it."""
    findings = asked_about(draft, question, about)
    for finding in findings:
        origin = {"signal": "a program", "model": "a model", "both": "a program and a model"}[finding.origin]
        draft.say(
            f"**{finding.id}** is {finding.confidence}, found by {origin}, {finding.severity}. Challenge: "
            f"{finding.challenge.verdict.replace('_', ' ')}. {draft.name(finding.challenge.because)}"
        )
        records = (*finding.evidence, *finding.challenge.evidence)
        draft.listed(draft.evidence(record) for record in records)
        if not any(record.part == "counter" for record in records):
            draft.say(
                f"The diagnosis holds no evidence against {finding.id}; nobody looked for any."
                if finding.challenge.verdict == "not_run"
                else f"The challenge of {finding.id} found no evidence against it."
            )
    if findings:
        draft.say("Its quotes stand in the trace; whether they mean a failure is for you to judge.")


def verdicts(draft: Draft, codes: Sequence[str]) -> None:
    """What was decided about some modes, a row each."""
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        draft.say("This trace has no diagnosis yet, so no verdict says whether that was enough.")
        return
    draft.say("What the diagnosis says of that:")
    draft.listed(
        f"**{mode.code} {mode.name}**: {mode.verdict.replace('_', ' ')}, {draft.name(mode.reason)}"
        + (f" ({', '.join(mode.findings)})" if mode.findings else "")
        for mode in diagnosis.modes
        if mode.code in codes
    )


def verdict(draft: Draft, question: Question) -> None:
    """What was decided about a mode, and why."""
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        say_none(draft)
        return
    for mode in (mode for mode in diagnosis.modes if mode.code in question.modes):
        sure = f", {mode.confidence}" if mode.confidence else ""
        draft.say(f"**{mode.code} {mode.name}** is {mode.verdict.replace('_', ' ')}{sure}: {mode.reason}.")
        for name in mode.findings[:3]:
            finding = draft.material.finding(name)
            if finding is not None:
                explain(draft, finding)


def outcome(draft: Draft) -> None:
    """Whether the run succeeded, as far as the trace shows."""
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        say_none(draft)
        return
    draft.say(f"The outcome is {diagnosis.outcome.verdict}. {draft.name(diagnosis.outcome.basis)}")
    draft.listed(draft.evidence(record) for record in diagnosis.outcome.evidence[:MOST_EVIDENCE])
    answer = draft.material.trace.answer()
    if answer is not None and answer.text.strip():
        draft.say("Whether its answer is right, the trace alone cannot tell.")


def coverage(draft: Draft) -> None:
    """How much was read, and which modes were not judged, each group with its reason."""
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        say_none(draft)
        return
    read = diagnosis.coverage
    share = "every line" if read.lines_read >= read.lines else f"{read.lines_read:,} of {read.lines:,} lines"
    draft.say(f"The diagnosis read {share} of the trace.")
    for verdict, what in (("not_assessed", "not assessed"), ("unclear", "unclear")):
        reasons: dict[str, list[str]] = {}
        for mode in diagnosis.modes:
            if mode.verdict == verdict:
                reasons.setdefault(mode.reason, []).append(f"{mode.code} {mode.name}")
        count = sum(map(len, reasons.values()))
        if count:
            draft.say(f"{count} of {len(diagnosis.modes)} modes {'is' if count == 1 else 'are'} {what}:")
            draft.listed(f"{', '.join(names)}: {draft.name(reason)}" for reason, names in reasons.items())
    if not diagnosis.made_by.asked_a_model:
        draft.say(
            "What was meant, and whether what was said is true, no program can tell: that takes a model or a person."
        )
