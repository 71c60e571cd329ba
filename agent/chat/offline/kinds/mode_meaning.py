"""What a mode of MAST means, how it is told from its rivals, and what was decided about it in this trace."""

import re

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.findings_asked import explain
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question, starts_with_whether

_MEANS = re.compile(r"\bmeans?\b|\bmeaning\b|\bdefin\w+\b|\bwhat (is|are|does)\b|\bexplain\b|\bdifference\b")
_IS_IT = re.compile(r"\b(present|absent|found|happen\w*|occur\w*|is there|was there|any|does it|did it)\b")


def answer(draft: Draft, question: Question, about: About) -> None:
    """The verdict where a question asks whether a mode is there, else what it means."""
    if _asks_for_verdict(question):
        verdict(draft, question)
    else:
        definition(draft, question)


def _asks_for_verdict(question: Question) -> bool:
    if _IS_IT.search(question.bare) or _MEANS.search(question.bare):
        return _IS_IT.search(question.bare) is not None
    return len(question.bare.split()) > 4 or starts_with_whether(question)


def definition(draft: Draft, question: Question) -> None:
    """What a mode of MAST means, and how to tell it from its rivals."""
    taxonomy = draft.material.case.taxonomy
    for code in question.modes:
        mode = taxonomy.mode(code)
        draft.say(f"**{mode.code} {mode.name}** ({taxonomy.category(mode.category).name}). {mode.definition}")
        draft.say(f"How it shows: {mode.shows}")
        draft.listed(f"not {rival.code}: {rival.rule}" for rival in mode.rivals[:3])
        findings = [finding for finding in draft.material.visible.findings if finding.mode == code]
        if findings:
            draft.listed(f"here: {f.id} {draft.name(f.title)} ({draft.line(f.onset)})" for f in findings[:3])
        elif draft.material.diagnosis is not None:
            verdict = next(one for one in draft.material.diagnosis.modes if one.code == code)
            draft.say(f"In this trace it is {verdict.verdict.replace('_', ' ')}: {verdict.reason}.")


def verdict(draft: Draft, question: Question) -> None:
    """What was decided about a mode, and why."""
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        draft.say("This trace has no diagnosis yet, so nothing is decided about it.")
        definition(draft, question)
        return
    for mode in (mode for mode in diagnosis.modes if mode.code in question.modes):
        sure = f", {mode.confidence}" if mode.confidence else ""
        draft.say(f"**{mode.code} {mode.name}** is {mode.verdict.replace('_', ' ')}{sure}: {mode.reason}.")
        for name in mode.findings[:3]:
            finding = draft.material.visible.finding(name)
            if finding is not None:
                explain(draft, finding)


KIND = QuestionKind(
    "mode meaning",
    answer,
    fits=lambda question: (
        bool(question.modes)
        and (
            _IS_IT.search(question.bare) is not None
            or _MEANS.search(question.bare) is not None
            or len(question.modes) > 1
        )
    ),
    fits_last=lambda question: bool(question.modes),
    needs_diagnosis=_asks_for_verdict,
)
