"""Offline answers from the findings: why, whose doing it was, on what evidence."""

from collections.abc import Sequence

from agent.chat.material import LARGE, About
from agent.chat.offline.draft import Draft
from agent.chat.offline.facts import ending
from agent.chat.questions import Question
from agent.diagnosis.shapes import Finding, Root
from agent.signals.signal import Signal

MOST_EVIDENCE, MOST_FINDINGS, MOST_AT_ONCE = 6, 8, 3
NONE_YET = "This trace has no diagnosis yet, so there are no findings to answer from."
RUNNING = "The diagnosis is still running, so there are no findings to answer from yet."
NO_FINDING = "There is no finding. That is not the same as no failure: not every mode was assessed."


def meant(draft: Draft, question: Question, about: About) -> list[Finding]:
    """The findings that a question is about: named, of a named mode, in view, of a named actor."""
    material = draft.material
    if question.findings:
        return [found for name in question.findings if (found := material.finding(name))]
    if question.modes:
        return [finding for finding in material.findings if finding.mode in question.modes]
    if about.finding and (found := material.finding(about.finding)):
        return [found]
    if question.actor:
        return [finding for finding in material.findings if finding.actor == question.actor]
    if about.lines:
        return [finding for finding in material.findings if _touches(finding, about.lines)]
    return []


def check_names(draft: Draft, question: Question) -> bool:
    """Say which of the findings that a question names there are not; True if all are there."""
    missing = [name for name in question.findings if draft.material.finding(name) is None]
    if missing:
        known = ", ".join(finding.id for finding in draft.material.findings) or "none"
        draft.say(f"There is no finding {', '.join(missing)}; the findings are: {known}.")
    return not missing


def asked_about(draft: Draft, question: Question, about: About) -> list[Finding]:
    """The findings that a question is about, or the first ones; where there are none, that is said."""
    if not check_names(draft, question):
        return []
    findings = meant(draft, question, about) or list(draft.material.findings)
    if not findings:
        say_none(draft)
    return findings[:MOST_AT_ONCE]


def why(draft: Draft, question: Question, about: About) -> None:
    """What the diagnosis says went wrong, with its evidence."""
    if not check_names(draft, question):
        return
    findings = meant(draft, question, about)
    if findings:
        for finding in findings[:MOST_AT_ONCE]:
            explain(draft, finding)
        if question.actor and not any(finding.actor == question.actor for finding in findings):
            draft.say(f"No finding of that kind is about {draft.name(question.actor)}.")
        elif question.actor and not question.findings:
            draft.say(f"What {draft.name(question.actor)} had in mind, only a model that reads the trace can tell.")
        return
    root(draft)


def root(draft: Draft) -> None:
    """What went wrong first and decisively."""
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        signals(draft)
        return
    found = diagnosis.root
    if found is None:
        draft.say(f"No root cause was found. {diagnosis.outcome.basis}")
        findings_list(draft)
        ending(draft)
        return
    say_root(draft, found)
    finding = draft.material.finding(found.finding) if found.finding else None
    if finding is not None:
        explain(draft, finding)
    if found.runner_up is not None:
        second = found.runner_up
        draft.say(f"Second came {second.finding or second.cause} at {draft.line(second.line)}: {second.why}")


def say_root(draft: Draft, found: Root) -> None:
    """The root cause itself, and what came after it."""
    what = found.finding or f"the {found.cause}"
    by = f", {draft.name(found.actor)}" if found.actor else ""
    draft.say(f"The root cause is {what} at {draft.line(found.line)}{by}. {draft.name(found.counterfactual)}")
    if found.cause is not None:
        draft.say(draft.quoted(found.line))
    later = [name for name in found.chain if name != found.finding]
    if later:
        draft.say(f"After it came {', '.join(later)}.")


def blame(draft: Draft) -> None:
    """Whose doing the root cause was: an agent's, or that of what surrounds the agents."""
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        say_none(draft)
        return
    found = diagnosis.root
    if found is None:
        draft.say("Nobody can be named.")
    elif found.cause is not None:
        draft.say(f"Not an agent, by this diagnosis: the root cause is the {found.cause}.")
    elif found.actor:
        draft.say(f"By this diagnosis {draft.name(found.actor)}, at {draft.line(found.line)}.")
    else:
        draft.say(
            f"By this diagnosis no single agent: what happens at {draft.line(found.line)} is not one agent's act."
        )
    others = {finding.actor: finding for finding in draft.material.findings if finding.actor}
    if found is not None and len(others) > 1:
        draft.say("Findings by agent:")
        draft.listed(
            f"{draft.name(actor or '')}: {', '.join(one.id for one in draft.material.findings if one.actor == actor)}"
            for actor in others
        )
    root(draft)
    draft.say(
        "Whether a better model or a better prompt would have done better, only a rerun can tell: a finding names what "
        "an agent did, not why its model did so."
    )


def explain(draft: Draft, finding: Finding) -> None:
    """One finding: what, why, and the evidence."""
    draft.say(
        f"**{finding.id}** {draft.name(finding.title)} ({finding.mode}, {finding.severity}, {finding.confidence}, "
        f"from {draft.line(finding.onset)}). {draft.name(finding.explanation)}"
    )
    draft.listed(draft.evidence(record) for record in finding.evidence[:MOST_EVIDENCE])
    if finding.challenge.verdict != "not_run":
        draft.say(f"Challenge: {finding.challenge.verdict}. {draft.name(finding.challenge.because)}")


def evidence(draft: Draft, question: Question, about: About) -> None:
    """Every quote that findings rest on."""
    for finding in asked_about(draft, question, about):
        draft.say(f"**{finding.id}** {draft.name(finding.title)} rests on this:")
        draft.listed(draft.evidence(record) for record in finding.evidence)
        if finding.decision == "rejected":
            draft.say(f"{finding.id} was rejected by whoever reviewed it.")


def findings_list(draft: Draft) -> None:
    """All findings, a row each, and where else to look."""
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        signals(draft)
        return
    found = draft.material.findings
    if not found:
        draft.say(NO_FINDING)
    draft.listed(
        f"**{finding.id}** {draft.name(finding.title)} ({finding.severity}, {finding.mode} {finding.confidence}, "
        f"{draft.line(finding.onset)})"
        for finding in found[:MOST_FINDINGS]
    )
    if diagnosis.hints:
        draft.say("Worth a look, but no findings:")
        draft.listed(f"{draft.line(hint.lines[0])} {draft.name(hint.title)}" for hint in diagnosis.hints[:4])


def signals(draft: Draft) -> None:
    """What detectors see in a trace that is not diagnosed yet."""
    draft.say(RUNNING if draft.material.is_diagnosed_now else NONE_YET)
    if (draft.material.trace.source.known_size or 0) > LARGE:
        draft.say("What programs see in a trace of this size takes a while; a diagnosis says how far it has come.")
        ending(draft)
        return
    seen = [signal for signal in draft.material.case.survey.signals if signal.tier == "fact"]
    if seen:
        draft.say("What programs found so far, not yet a diagnosis:")
        draft.listed(f"{_where(draft, signal)} {draft.name(signal.title)}" for signal in seen[:MOST_FINDINGS])


def say_none(draft: Draft) -> None:
    """That there is nothing to answer from, and why."""
    if draft.material.diagnosis is None:
        signals(draft)
    else:
        draft.say(NO_FINDING)


def _where(draft: Draft, signal: Signal) -> str:
    mark = (signal.acts or signal.references)[0]
    return draft.line(draft.material.trace.events[mark.event].lines[0])


def _touches(finding: Finding, lines: Sequence[int]) -> bool:
    places = [record.lines for record in finding.evidence] + list(finding.occurrences)
    return any(first <= lines[1] and last >= lines[0] for first, last in places)
