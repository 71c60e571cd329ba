"""Offline answers about what to change: the remedies of the findings, of the kind that is asked for."""

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.findings_asked import MOST_AT_ONCE, check_names, meant, say_none, say_root
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question


def remedy(draft: Draft, question: Question, about: About) -> None:
    """What to change, where, and how to see whether it helped."""
    if not check_names(draft, question):
        return
    findings = meant(draft, question, about)
    diagnosis = draft.material.diagnosis
    if not findings and diagnosis is not None:
        first = (
            draft.material.visible.finding(diagnosis.root.finding)
            if diagnosis.root and diagnosis.root.finding
            else None
        )
        findings = [first] if first is not None else list(draft.material.visible.findings[:1])
        if diagnosis.root is not None and diagnosis.root.cause is not None:
            say_root(draft, diagnosis.root)
    if not findings:
        say_none(draft, question)
        return
    kind = _kind_wanted(question.text)
    for finding in findings[:MOST_AT_ONCE]:
        wanted = [advice for advice in finding.remedies if kind in (None, advice.kind)]
        draft.say(f"For **{finding.id}** {draft.name(finding.title)} ({finding.called}, {draft.line(finding.onset)}):")
        if not wanted and kind is not None:
            reasons = [
                none.reason for none in draft.material.case.taxonomy.no_remedies(finding.failure) if none.kind == kind
            ]
            draft.say(f"There is no {kind} remedy for it. {' '.join(reasons)} What there is:")
            wanted = list(finding.remedies)
        draft.listed(
            f"{advice.kind}: {draft.name(advice.target)}. {draft.name(advice.change)} "
            f"To see whether it helped: {draft.name(advice.check)}"
            for advice in wanted
        )
    draft.say("Whether a change would have saved this run, only a rerun can tell.")


def _kind_wanted(text: str) -> str | None:
    lowered = text.casefold()
    if "spec" in lowered or "prompt" in lowered:
        return "specification"
    if "verif" in lowered or "check" in lowered or "test" in lowered:
        return "verification"
    if "coordinat" in lowered or "hand" in lowered:
        return "coordination"
    return None


KIND = QuestionKind(
    "what to change",
    remedy,
    (
        r"^(?!(did|does|was|were|has|have|who|when|where)\b).*"
        r"\b(fix|fixed|fixes|remed\w+|prevent\w*|avoid\w*|mitigat\w+|improve\w*|solve[ds]?|repair\w*|help(ed)?)\b",
        r"\bwhat (should|could|can|would|must) (we|i|you|one|they|be)( \w+)? (change|do|done|improve|tweak|tune)\w*",
        r"\bhow (to|do (i|we)) change\b|\bstricter\b|\bwhat should\b|\bwhat if\b",
        r"\b(stronger|better|bigger|larger|smarter|another|different) (model|llm|prompt|agent|spec\w*|verifier)\b",
        r"\b(could|would|might)\b.*\b(caught|catch|stopped|saved|detected|made a difference|changed (anything|the))\b",
    ),
    needs_diagnosis=lambda question: True,
)
