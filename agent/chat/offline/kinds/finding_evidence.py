"""Which quotes a finding rests on, how sure it is, and what speaks against it."""

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.findings_asked import asked_about
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.chat.offline.word_search import say_place

_FOUND_BY = {"signal": "a program", "model": "a model", "both": "a program and a model"}


def answer(draft: Draft, question: Question, about: About) -> None:
    """Every quote that a finding rests on, with how sure it is; or where the quoted words stand."""
    if question.quoted:
        say_place(draft, question, "count")
        return
    for finding in asked_about(draft, question, about):
        draft.say(
            f"**{finding.id}** {draft.name(finding.title)} is {finding.confidence}, found by "
            f"{_FOUND_BY[finding.origin]}, and rests on this:"
        )
        records = (*finding.evidence, *finding.challenge.evidence)
        draft.listed(draft.evidence(record) for record in records)
        if finding.challenge.verdict != "not_run":
            draft.say(f"Challenge: {finding.challenge.verdict}. {draft.name(finding.challenge.because)}")
        elif not any(record.part == "counter" for record in records):
            draft.say(f"Nobody looked for evidence against {finding.id}.")
        if finding.decision == "rejected":
            draft.say(f"{finding.id} was rejected by whoever reviewed it.")


KIND = QuestionKind(
    "finding evidence",
    answer,
    (
        r"\b(evidence|proof|prove|how do you know|based on what|what (supports|shows))\b",
        r"\bhow (sure|certain|confident|reliable)\b|\bconfidence\b",
        r"\b(really|truly|actually) an? (failure|problem|finding|issue)\b|\bfalse (positive|alarm)\b",
        r"\b(speaks?|anything|argu\w+) against\b|\b(contradict|refute|disprove)s?\b.*\bf\d",
    ),
    fits_last=lambda question: bool(question.findings),
    needs_diagnosis=lambda question: not question.quoted,
)
