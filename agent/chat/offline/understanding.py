"""Which kind a question is of, also where its words are misspelt; none where it takes a model."""

from dataclasses import replace

from agent.chat.material import Material
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question, taken_apart
from agent.chat.offline.registry import KINDS
from agent.chat.offline.spelling import respelled


def understood(text: str, material: Material) -> tuple[Question, QuestionKind | None]:
    """The question and its kind."""
    text = " ".join(text.split())
    question = taken_apart(text, material)
    kind = _kind_by_words(question)
    if kind is None and not question.quoted:
        respelt, read_as = respelled(text, material.actors)
        again = taken_apart(respelt, material)
        if read_as and (meant := _kind_by_words(again)) is not None:
            return replace(again, text=text, read_as=read_as), meant
    return question, kind or next((one for one in KINDS if one.fits_last(question)), None)


def needs_diagnosis(text: str, material: Material) -> bool:
    """Whether the answer to a question rests on a diagnosis; exact searches do not."""
    question, kind = understood(text, material)
    return bool(question.findings) or (kind is not None and kind.needs_diagnosis(question))


def _kind_by_words(question: Question) -> QuestionKind | None:
    return next((kind for kind in KINDS if kind.recognises(question)), None)
