"""Where something first or last stands in the trace."""

import re

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.chat.offline.word_search import say_place

_LAST = re.compile(r"\blast(ly)?\b|\blatest\b")


def answer(draft: Draft, question: Question, about: About) -> None:
    """The line, who wrote it, and how many lines there are."""
    say_place(draft, question, "last" if _LAST.search(question.bare) else "first")


KIND = QuestionKind(
    "first and last",
    answer,
    (
        r"\blast(ly)? (time|mention\w*|appear\w*|occur\w*|said|use[ds]?|seen)\b|\blatest\b",
        r"\b(mention\w*|appear\w*|said|seen|used) last\b",
        r"\bfirst\b|\bearliest\b|\bc[oa]mes? from\b|\borigin\w*\b|\bintroduc\w+\b",
        r"\b(where|when) (did|does|was|were) .* (start|begin|come up|show up)\b|\bwho (came up|started) with\b",
        r"\bwhere (is|was|does) .* from\b",
    ),
    unless=lambda question: question.is_about_findings,
    keeps_to_lines=True,
)
