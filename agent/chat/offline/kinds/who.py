"""Who said something, and who took part at all."""

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.kinds.between import KIND as BETWEEN
from agent.chat.offline.question import Question
from agent.chat.offline.word_search import content, say_place

MOST = 12


def answer(draft: Draft, question: Question, about: About) -> None:
    """Who wrote the words, or what is in view; everybody where no words are named."""
    if question.names_place and not question.quoted:
        BETWEEN.answer(draft, question, about)
    elif not question.subject and about.lines:
        draft.say(draft.quoted(about.lines[0]))
    elif not content(question, strictly=True) or {"part", "involved", "participants"} & set(question.bare.split()):
        actors(draft)
    else:
        say_place(draft, question, "writer")


def actors(draft: Draft) -> None:
    """Who took part, and how much."""
    counts: dict[str, int] = {}
    first: dict[str, int] = {}
    for event in draft.material.trace.events:
        if event.actor and event.is_act:
            counts[event.actor] = counts.get(event.actor, 0) + 1
            first.setdefault(event.actor, event.lines[0])
    if not counts:
        draft.say("Not in this trace: its format does not say who did what.")
        return
    draft.say(f"{len(counts)} took part:")
    ranked = sorted(counts, key=lambda name: -counts[name])
    draft.listed(
        f"{draft.name(name)}: {counts[name]} {'event' if counts[name] == 1 else 'events'}, first at "
        f"{draft.line(first[name])}"
        for name in ranked[:MOST]
    )


KIND = QuestionKind(
    "who",
    answer,
    (
        r"\bwho\b|\bwhich (agent|actor|tool)\b|\bwhose\b|\bby whom\b",
        r"\b(which|what|list|name|how many)( are)?( all)?( the)? (agents|actors|participants)\b|^agents\??$",
    ),
)
