"""When something happened and how long it took, by the trace's own clock."""

import re
from datetime import datetime
from itertools import pairwise

from agent.chat.material import About
from agent.chat.offline.acts import QUIET
from agent.chat.offline.draft import Draft
from agent.chat.offline.event_lines import first_telling
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question, asks_only
from agent.chat.offline.word_search import look, say_place
from agent.number_words import duration as in_words

_ENDS = frozenset("end ends ended finish finished stop stopped start begin over done".split())
_WHEN = re.compile(r"^(at what time|what time|when)\b")


def answer(draft: Draft, question: Question, about: About) -> None:
    """The moment at which words stand first, where some are named, else how long the run took."""
    if (
        _WHEN.search(question.bare)
        and question.subject
        and not (question.is_about_faults or asks_only(question, _ENDS))
    ):
        moment(draft, question)
    else:
        duration(draft)


def moment(draft: Draft, question: Question) -> None:
    """When the words first stood in the trace."""
    say_place(draft, question, "last" if "last" in question.bare.split() else "first")
    tally = look(draft, question, "first")
    first = tally.first[0].event if tally is not None and tally.first else None
    if first is not None:
        at = draft.line(first.lines[0])
        draft.say(f"{at} happened at {first.time}." if first.time else f"The trace gives no time for {at}.")


def duration(draft: Draft) -> None:
    """How long it took by its own clock."""
    timed = [event for event in draft.material.trace.events if event.time]
    begin, end = (_clock(event.time) for event in (timed[0], timed[-1])) if timed else (None, None)
    if begin is None or end is None:
        draft.say_absent("its events carry no time.")
        return
    first, last = draft.line(timed[0].lines[0]), draft.line(timed[-1].lines[0])
    seconds = (end - begin).total_seconds()
    draft.say(f"From {first} to {last} it took {in_words(seconds)} by the trace's own clock: "
              f"{draft.name(timed[0].time or '')} to {draft.name(timed[-1].time or '')}.")  # fmt: skip
    gaps = []
    for one, other in pairwise(event for event in timed if event.kind not in QUIET):
        before, after = _clock(one.time), _clock(other.time)
        if before is not None and after is not None:
            gaps.append(((after - before).total_seconds(), other))
    longest = sorted(gaps, key=lambda gap: -gap[0])[:3]
    if longest and longest[0][0] > 0:
        draft.say("The longest waits came before these:")
        draft.listed(f"{in_words(gap)} before {draft.quoted(first_telling(draft, event))}" for gap, event in longest)


def _clock(time: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(time) if time else None
    except ValueError:
        return None
    return moment.replace(tzinfo=None) if moment is not None else None


KIND = QuestionKind(
    "when",
    answer,
    (
        r"\bhow long\b(?!.*\b(line|text|message|trace|file|prompt)s?\b)",
        r"\bhow (much time|many (minutes|hours|seconds))\b|\b(duration|elapsed)\b",
        r"\btook the (longest|most time)\b|\bhow (slow|fast)\b",
        _WHEN.pattern,
    ),
    unless=lambda question: question.is_about_findings or "what happen" in question.bare,
)
