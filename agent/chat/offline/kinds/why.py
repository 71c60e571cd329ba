"""Why it failed and how it came out: the findings, the root cause, the outcome, as the diagnosis has them."""

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.findings_asked import (
    MOST_AT_ONCE,
    MOST_EVIDENCE,
    MOST_FINDINGS,
    check_names,
    explain,
    hints,
    meant,
    say_none,
    say_root,
)
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.chat.offline.word_search import content, say_nearest
from agent.diagnosis.document_parts import Diagnosis

_OUTCOME = (
    r"\b(answer|result|output|solution) (correct|right|wrong|ok|valid)\b",
    r"\bdid (they|it|the (agents|team)) (do|finish|complete|deliver|get|solve|succeed|manage)\b",
    r"\b(did|was|has|is) (it|this|the (run|task|system|team))\b.*"
    r"\b(succe\w+|fail\w*|pass\w*|work\w*|completed?|solved|done)\b",
    r"\boutcome\b|\bhow did (it|this|the run) end\b",
)
_WHY = (
    r"\b(why|what went wrong|root cause|cause[ds]?|reason|how come|what (broke|failed))\b",
    r"\b(fall|fell|fallen) (apart|over)\b|\b(go|goes|went|gone) (wrong|south|off the rails|sideways)\b",
    r"\bwhat'?s wrong\b|\b(explain|describe|elaborate on|tell me( more)? about|what (is|does)) f\d",
    r"\b(most|worst|biggest|main|key|single)\b.*\b(findings?|failures?|problems?|issues?|mistakes?)\b",
    r"\bblame\b|\bat fault\b|\b(whose|who'?s) (fault|mistake)\b|\bwho made (the|a|that) (\w+ )?(mistake|error)\b",
)
_LIST = (
    r"\b(which|what|list|show|all|how many)( are)?( all)?( the)? (modes?|failures?|findings?|problems?|issues)\b",
    r"\bsumm?ar\w+\b|\boverview\b|\bwhat did you find\b",
)


def answer(draft: Draft, question: Question, about: About) -> None:
    """The findings that a question means, else the root cause, else that it takes a model."""
    if not check_names(draft, question):
        return
    diagnosis, findings = draft.material.diagnosis, meant(draft, question, about)
    if diagnosis is not None and matches(question, _OUTCOME) and not matches(question, _WHY):
        outcome(draft, diagnosis)
        if diagnosis.root is None and not findings:
            return
    if diagnosis is not None and matches(question, _LIST) and draft.material.visible.findings:
        findings_list(draft)
        return
    if findings:
        for finding in findings[:MOST_AT_ONCE]:
            explain(draft, finding)
    elif diagnosis is None or (diagnosis.root is None and not draft.material.visible.findings):
        say_none(draft, question)
    elif question.actor and content(question, strictly=True) and not question.is_about_faults:
        draft.say(f"No finding is about {draft.name(question.actor)}.")
        say_nearest(draft, question)
    else:
        root(draft, diagnosis)


def matches(question: Question, patterns: tuple[str, ...]) -> bool:
    """Whether the words of a question fit one of some patterns."""
    return QuestionKind("", answer, patterns).recognises(question)


def outcome(draft: Draft, diagnosis: Diagnosis) -> None:
    """Whether the run succeeded, as far as the trace shows."""
    draft.say(f"The outcome is {diagnosis.outcome.verdict}. {draft.name(diagnosis.outcome.basis)}")
    draft.listed(draft.evidence(record) for record in diagnosis.outcome.evidence[:MOST_EVIDENCE])


def root(draft: Draft, diagnosis: Diagnosis) -> None:
    """What went wrong first and decisively."""
    if diagnosis.root is None:
        draft.say(f"No root cause was found. {draft.name(diagnosis.outcome.basis)}")
        findings_list(draft)
        return
    say_root(draft, diagnosis.root)
    finding = draft.material.visible.finding(diagnosis.root.finding) if diagnosis.root.finding else None
    if finding is not None:
        explain(draft, finding)
    if (second := diagnosis.root.runner_up) is not None:
        draft.say(f"Second came {second.finding or second.cause} at {draft.line(second.line)}: {second.why}")


def findings_list(draft: Draft) -> None:
    """All findings, a row each, and where else to look."""
    draft.listed(
        f"**{finding.id}** {draft.name(finding.title)} ({finding.severity}, {finding.called} {finding.confidence}, "
        f"{draft.line(finding.onset)})"
        for finding in draft.material.visible.findings[:MOST_FINDINGS]
    )
    hints(draft)


KIND = QuestionKind(
    "why",
    answer,
    (*_OUTCOME, *_WHY, *_LIST),
    fits=lambda question: question.is_about_findings,
    needs_diagnosis=lambda question: True,
)
