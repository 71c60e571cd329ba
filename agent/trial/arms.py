"""The arms of a trial: what is asked as it was, and what is asked with a remedy."""

from dataclasses import dataclass, replace

from agent.diagnosis.document_parts import RemedyAdvice
from agent.model.model import Message
from agent.trial.act_context import Context

CONTROL, REMEDY = "as it was", "with the remedy"
NOTE = "Shared note, kept by all agents: {change}"
GATE = "Before this counts: {change} Check your last message against that, and give it once more, corrected if need be."


@dataclass(frozen=True, slots=True)
class Arm:
    """What is asked in one arm; with a `check`, that is asked after the answer, whose second version counts."""

    name: str
    messages: tuple[Message, ...]
    check: str = ""

    def after(self, answer: str) -> tuple[Message, ...] | None:
        """What is asked after the answer, where the remedy is a check of it."""
        if not self.check:
            return None
        return (*self.messages, Message("assistant", answer), Message("user", self.check))


def as_text(arm: Arm) -> str:
    """All that is asked in an arm, message by message, for people."""
    parts = [f"{one.who}\n{told_message(one)}" for one in arm.messages]
    return "\n\n".join([*parts, *([f"after the answer\n{arm.check}"] if arm.check else [])])


def told_message(message: Message) -> str:
    """What a message holds, with the calls below its words."""
    calls = (f"calls {call.name} ({call.id}): {call.arguments}" for call in message.calls)
    return "\n".join([*([message.text] if message.text or not message.calls else []), *calls])


def words_of(remedy: RemedyAdvice) -> str:
    """The words of a remedy as an agent reads them: without the quotation marks that set them apart in a report."""
    change = remedy.change.strip()
    is_quoted = change.startswith('"') and change.endswith('"') and change.count('"') == 2
    return change[1:-1] if is_quoted else remedy.change


def arms_of(context: Context, remedy: RemedyAdvice) -> tuple[Arm, Arm]:
    """Both arms: the messages as they were, and with the remedy in the prompt, as a note or as a check."""
    control, change = Arm(CONTROL, context.messages), words_of(remedy)
    if remedy.kind == "coordination":
        return control, Arm(REMEDY, (*context.messages, Message("user", NOTE.format(change=change))))
    if remedy.kind == "verification":
        return control, Arm(REMEDY, context.messages, GATE.format(change=change))
    first, *rest = context.messages
    if first.who == "system":
        return control, Arm(REMEDY, (replace(first, text=f"{first.text}\n\n{change}"), *rest))
    return control, Arm(REMEDY, (Message("system", change), *context.messages))


def added(context: Context, remedy: RemedyAdvice) -> str:
    """What the remedy adds, in words."""
    change = words_of(remedy)
    if remedy.kind == "coordination":
        return f"added as the last message: {NOTE.format(change=change)}"
    if remedy.kind == "verification":
        return f"asked after the answer, whose second version counts: {GATE.format(change=change)}"
    where = "to the system prompt" if context.messages[0].who == "system" else "as a system prompt"
    return f"added {where}: {change}"
