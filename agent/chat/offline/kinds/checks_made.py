"""Whether anything was tested, checked or reviewed, and what the diagnosis says of that."""

import re

from agent.chat.material import About
from agent.chat.offline.acts import SPEAKS, acts
from agent.chat.offline.draft import Draft
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.chat.offline.word_search import say_place
from agent.lookup.actor_name import actor_name
from agent.trace.event import Event, Kind

CHECKING = ("FM-3.1", "FM-3.2", "FM-3.3")
_CHECK = re.compile(
    r"\b(?:py|unit)?tests?\b|\btested\b|\bverif(?:y|ied|ies|ication)\b|\bcheck(?:ed|s|ing)?\b|\breview(?:ed|s)?\b"
    r"|\bvalidat\w+\b|\bapprove[ds]?\b",
    re.IGNORECASE,
)


def checks(draft: Draft, question: Question) -> None:
    """Whether anything was tested or reviewed: the calls and words that say so, and where the run ends."""
    checked: list[tuple[Event, int, str]] = []
    for event in acts(draft):
        if event.kind not in SPEAKS:
            continue
        text = draft.material.trace.text(event)
        word = _CHECK.search(text)
        if word is not None and question.actor in (None, actor_name(event)):
            checked.append((event, event.lines[0] + text.count("\n", 0, word.start()), word[0]))
    ran = [one for one in checked if one[0].kind is Kind.CALL]
    said = [one for one in checked if one[0].kind not in (Kind.CALL, Kind.RESULT)]
    shown = [one for one in checked if one[0].kind is Kind.RESULT]
    if not checked:
        draft.say_absent("no call and nobody's words speak of a test, a check or a review.")
    if ran:
        draft.say(f"{len(ran)} {'call speaks' if len(ran) == 1 else 'calls speak'} of a check, the last:")
        draft.listed(draft.quoted(line, word) for _, line, word in ran[-3:])
    if said:
        draft.say(f"{len(said)} {'message speaks' if len(said) == 1 else 'messages speak'} of one, the last:")
        draft.listed(draft.quoted(line, word) for _, line, word in said[-3:])
    if shown and not ran:
        draft.say(f"{len(shown)} {'output speaks' if len(shown) == 1 else 'outputs speak'} of one, the last:")
        draft.listed(draft.quoted(line, word) for _, line, word in shown[-3:])


def answer(draft: Draft, question: Question, about: About) -> None:
    """What speaks of a check, and what the diagnosis says of the modes about checking."""
    checks(draft, question)
    if question.quoted:
        say_place(draft, question, "count")
    diagnosis = draft.material.diagnosis
    if diagnosis is None:
        draft.say("This trace has no diagnosis yet, so no verdict says whether that was enough.")
        return
    draft.say("What the diagnosis says of that:")
    draft.listed(
        f"**{mode.code} {mode.name}**: {mode.verdict.replace('_', ' ')}, {draft.name(mode.reason)}"
        + (f" ({', '.join(mode.findings)})" if mode.findings else "")
        for mode in diagnosis.modes
        if mode.code in CHECKING
    )


KIND = QuestionKind(
    "checks made",
    answer,
    (
        r"\b(any(one|body)|ever|nobody|no ?one|they|it|the (agents?|team|code|tests?|result|output|answer))\b.*"
        r"\b(verif\w+|test(ed|s|ing)?|check(ed|s|ing)?|review(ed|s)?|validat\w+|double-?check\w*)\b",
        r"\bwho (verif\w+|test(ed|s)|check(ed|s)|review(ed|s)|validat\w+)\b|\bwere (there|the) (any )?tests?\b",
        r"\b(result|output|answer|code|work|fix|patch)\b.*\b(verified|tested|checked|reviewed|validated)\b",
        r"\b(no|any|enough|without|missing|lack of|which|what) (tests?|testing|verification|reviews?|checks)\b"
        r"(?! (fail|tool))",
    ),
    keeps_to_lines=True,
    needs_diagnosis=lambda question: True,
)
