"""What a question asks, one thing or several, and of which kind each is; none where it takes a model."""

from dataclasses import replace

from agent.chat.material import Material
from agent.chat.offline.halves import cut, nouns_apart
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


def asked(text: str, material: Material) -> list[str]:
    """What a question asks, each by itself where it asks several things and one of them is of a kind that is known."""
    parts: list[str] = []
    for part in cut(" ".join(text.split())):
        nouns = nouns_apart(part)
        parts += nouns if all(understood(noun, material)[1] is not None for noun in nouns) else [part]
    return parts if any(understood(part, material)[1] is not None for part in parts) else [text]


def needs_diagnosis(text: str, material: Material) -> bool:
    """Whether the answer to a question rests on a diagnosis; exact searches do not."""
    parts = (understood(part, material) for part in asked(text, material))
    return any(bool(one.findings) or (kind is not None and kind.needs_diagnosis(one)) for one, kind in parts)


def _kind_by_words(question: Question) -> QuestionKind | None:
    return next((kind for kind in KINDS if kind.recognises(question)), None)
