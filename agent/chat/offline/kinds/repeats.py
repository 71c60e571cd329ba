"""What was done or said again word for word: how often, where first and where last."""

import re

from agent.chat.material import About
from agent.chat.offline.acts import SPEAKS, acts
from agent.chat.offline.draft import Draft
from agent.chat.offline.event_lines import first_telling
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.lookup.actor_name import actor_name
from agent.signals.readings.log_header import after_header
from agent.trace.event import Event

SHOWN = 8
_STAMP = re.compile(r"^\W?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*", re.MULTILINE)
"""The time that a log wrote before the words of a line."""


def answer(draft: Draft, question: Question, about: About) -> None:
    """The acts that say the same, most often first; the diagnosis may hold more, where the words differ."""
    alike: dict[tuple[str, str, int], list[Event]] = {}
    for event in acts(draft):
        if event.kind in SPEAKS and question.actor in (None, actor_name(event)):
            text = draft.material.trace.text(event)
            key = actor_name(event), event.kind.value, hash(_STAMP.sub("", text[after_header(text) :]))
            alike.setdefault(key, []).append(event)
    groups = sorted((group for group in alike.values() if len(group) > 1), key=lambda group: -len(group))
    if not groups:
        draft.say_absent("nobody did or said the same again, word for word.")
    else:
        noun = "thing was" if len(groups) == 1 else "things were"
        draft.say(f"{len(groups)} {noun} done or said again, word for word:")
        draft.listed(
            f"{len(group)} times, {draft.quoted(first_telling(draft, group[0]))}, the last at "
            f"{draft.line(first_telling(draft, group[-1]))}"
            for group in groups[:SHOWN]
        )
    findings = [finding for finding in draft.material.visible.findings if finding.mode == "FM-1.3"]
    draft.listed(f"{one.id} {draft.name(one.title)} ({one.mode}, {draft.line(one.onset)})" for one in findings)


KIND = QuestionKind(
    "repeats",
    answer,
    (
        r"\brepeat\w*\b|\brepetition\w*\b|\bloop\w*\b|\bover and over\b|\bsame (thing|step|call) again\b|\bstuck\b",
        r"\bre-?(did|done|ran|tried)\b|\btwice\b",
    ),
    keeps_to_lines=True,
)
