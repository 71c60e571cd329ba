"""The findings that a question asks about, as an answer shows them; or that none answers it."""

from collections.abc import Sequence

from agent.chat.material import LARGE, About
from agent.chat.offline.draft import Draft
from agent.chat.offline.event_lines import ending
from agent.chat.offline.question import Question
from agent.chat.offline.word_search import nearest_to, say_nearest
from agent.diagnosis.document_parts import Finding, Root
from agent.signals.signal import Signal

MOST_EVIDENCE, MOST_FINDINGS, MOST_AT_ONCE = 6, 8, 3
NONE_YET = "This trace has no diagnosis yet, so there are no findings to answer from."
RUNNING = "The diagnosis is still running, so there are no findings to answer from yet."
NO_MODEL = "I cannot answer that without a model: programs alone see no failure here. The nearest lines are:"


def meant(draft: Draft, question: Question, about: About) -> list[Finding]:
    """The findings that a question is about: named, of a named mode, in view, of a named actor."""
    material = draft.material
    if question.findings:
        return [finding for name in question.findings if (finding := material.visible.finding(name))]
    if question.modes:
        return [finding for finding in material.visible.findings if finding.mode in question.modes]
    if about.finding and (finding := material.visible.finding(about.finding)):
        return [finding]
    if question.actor:
        return [finding for finding in material.visible.findings if finding.actor == question.actor]
    if about.lines:
        return [finding for finding in material.visible.findings if _touches(finding, about.lines)]
    return []


def check_names(draft: Draft, question: Question) -> bool:
    """Say which of the findings that a question names there are not; True if all are there."""
    missing = [name for name in question.findings if draft.material.visible.finding(name) is None]
    if missing:
        ids = ", ".join(finding.id for finding in draft.material.visible.findings) or "none"
        draft.say(f"There is no finding {', '.join(missing)}; the findings are: {ids}.")
    return not missing


def asked_about(draft: Draft, question: Question, about: About) -> list[Finding]:
    """The findings that a question is about, or the first ones; where there are none, that is said."""
    if not check_names(draft, question):
        return []
    findings = meant(draft, question, about) or list(draft.material.visible.findings)
    if not findings:
        say_none(draft, question)
    return findings[:MOST_AT_ONCE]


def explain(draft: Draft, finding: Finding) -> None:
    """One finding: what, why, and the evidence."""
    draft.say(
        f"**{finding.id}** {draft.name(finding.title)} ({finding.called}, {finding.severity}, {finding.confidence}, "
        f"from {draft.line(finding.onset)}). {draft.name(finding.explanation)}"
    )
    draft.listed(draft.evidence(record) for record in finding.evidence[:MOST_EVIDENCE])
    if finding.challenge.verdict != "not_run":
        draft.say(f"Challenge: {finding.challenge.verdict}. {draft.name(finding.challenge.because)}")


def say_root(draft: Draft, root: Root) -> None:
    """The root cause itself, and what came after it."""
    what = root.finding or f"the {root.cause}"
    by = f", {draft.name(root.actor)}" if root.actor else ""
    draft.say(f"The root cause is {what} at {draft.line(root.line)}{by}. {draft.name(root.counterfactual)}")
    if root.cause is not None:
        draft.say(draft.quoted(root.line))
    later = [name for name in root.chain if name != root.finding]
    if later:
        draft.say(f"After it came {', '.join(later)}.")


def hints(draft: Draft) -> None:
    """Where a look is worth it, although no finding came of it."""
    listed = draft.material.diagnosis.hints if draft.material.diagnosis is not None else ()
    if listed:
        draft.say("Worth a look, but no findings:")
        draft.listed(f"{draft.line(hint.lines[0])} {draft.name(hint.title)}" for hint in listed[:4])


def signals(draft: Draft) -> None:
    """What detectors see in a trace that is not diagnosed yet."""
    draft.say(RUNNING if draft.material.is_diagnosed_now else NONE_YET)
    if (draft.material.trace.source.known_size or 0) > LARGE:
        draft.say("What programs see in a trace of this size takes a while; a diagnosis says how far it has come.")
        ending(draft)
        return
    facts = [signal for signal in draft.material.case.survey.signals if signal.tier == "fact"]
    if facts:
        draft.say("What programs found so far, not yet a diagnosis:")
        draft.listed(f"{_where(draft, signal)} {draft.name(signal.title)}" for signal in facts[:MOST_FINDINGS])


def say_none(draft: Draft, question: Question) -> None:
    """That it takes a model where no finding answers, and what comes nearest: what programs found, else the words."""
    if draft.material.diagnosis is None:
        signals(draft)
    elif question.is_about_findings or not nearest_to(draft, question):
        draft.say(NO_MODEL)
        hints(draft)
        ending(draft)
    else:
        say_nearest(draft, question)


def _where(draft: Draft, signal: Signal) -> str:
    mark = (signal.acts or signal.references)[0]
    return draft.line(draft.material.trace.events[mark.event].lines[0])


def _touches(finding: Finding, lines: Sequence[int]) -> bool:
    places = [record.lines for record in finding.evidence] + list(finding.occurrences)
    return any(first <= lines[1] and last >= lines[0] for first, last in places)
