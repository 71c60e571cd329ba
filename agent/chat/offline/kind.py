"""A kind of question that is answered without a model: how it is recognised, and what answers it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from agent.chat.material import About
from agent.chat.offline.draft import Draft
from agent.chat.offline.question import Question


def never(question: Question) -> bool:
    """No question."""
    return False


@dataclass(frozen=True)
class QuestionKind:
    """One kind; a question is of the first kind in the registry that it fits."""

    name: str
    answer: Callable[[Draft, Question, About], None]
    patterns: tuple[str, ...] = ()
    """Words that make a question one of this kind, looked for in small letters."""
    fits: Callable[[Question], bool] = never
    """What else makes it one, whatever its words."""
    unless: Callable[[Question], bool] = never
    """What makes it another kind, although its words fit."""
    fits_last: Callable[[Question], bool] = never
    """What makes it one where its words fit no kind at all."""
    keeps_to_lines: bool = False
    """Whether it is answered from the lines that a question names, and from no others."""
    needs_diagnosis: Callable[[Question], bool] = never

    def recognises(self, question: Question) -> bool:
        """Whether a question is one of this kind."""
        if self.unless(question):
            return False
        return self.fits(question) or any(re.search(pattern, question.bare) for pattern in self.patterns)
