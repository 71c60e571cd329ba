"""How often something stands in the trace, counted line by line."""

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question
from agent.chat.offline.word_search import say_place


def answer(draft: Draft, question: Question, about: About) -> None:
    """On how many lines the words stand, and the first of them."""
    say_place(draft, question, "count")


KIND = QuestionKind(
    "counts",
    answer,
    (
        r"\bhow (often|many times|frequently|many)\b|\bcount\b|\bnumber of (times|occurrences|mentions)\b",
        r"\b(mention\w*|contain\w*|appear\w*|occur\w*|include[ds]?|anything about|anywhere|in the trace)\b",
    ),
    unless=lambda question: question.is_about_findings or "first" in question.bare or "last" in question.bare.split(),
    keeps_to_lines=True,
)
