"""The arms of a trial: what is asked as it was, and what is asked with a remedy."""

from dataclasses import replace

from agent.diagnosis.document_parts import RemedyAdvice
from agent.model.model import Message
from agent.trial.context import Context

CONTROL, REMEDY = "as it was", "with the remedy"
NOTE = "Shared note, kept by all agents: {change}"
GATE = "Before this counts: {change} Check your last message against that, and give it once more, corrected if need be."


def with_remedy(context: Context, remedy: RemedyAdvice) -> tuple[Message, ...]:
    """The messages with a remedy in them: in the prompt that it targets, or as a note that everybody sees."""
    if remedy.kind == "coordination":
        return (*context.messages, Message("user", NOTE.format(change=remedy.change)))
    if remedy.kind == "verification":
        return context.messages
    first, *rest = context.messages
    if first.who == "system":
        return (replace(first, text=f"{first.text}\n\n{remedy.change}"), *rest)
    return (Message("system", remedy.change), *context.messages)


def gate(remedy: RemedyAdvice, messages: tuple[Message, ...], answer: str) -> tuple[Message, ...] | None:
    """What is asked after the answer, where the remedy is a check of it."""
    if remedy.kind != "verification":
        return None
    return (*messages, Message("assistant", answer), Message("user", GATE.format(change=remedy.change)))


def added(context: Context, remedy: RemedyAdvice) -> str:
    """What the remedy adds, in words."""
    if remedy.kind == "coordination":
        return f"added as the last message: {NOTE.format(change=remedy.change)}"
    if remedy.kind == "verification":
        return f"asked after the answer, whose second version counts: {GATE.format(change=remedy.change)}"
    where = "to the system prompt" if context.messages[0].who == "system" else "as a system prompt"
    return f"added {where}: {remedy.change}"
