"""What a reply says of the signals of a chunk, and what becomes of each: it corroborates, is a claim, or nothing."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from agent.analyst.offline import claim_of
from agent.diagnosis.audit import Refuted
from agent.diagnosis.claim import Claim, Grounded
from agent.diagnosis.document_parts import Lines
from agent.diagnosis.merge import same_matter
from agent.model.reply_schemas import JudgementReply, VoteReply
from agent.signals.signal import Signal


@dataclass(frozen=True, slots=True)
class SignalVotes:
    """The votes of one reply on the signals that it was told of."""

    signals: Sequence[tuple[str, Signal]]
    said: dict[str, VoteReply]

    @classmethod
    def of(cls, reply: JudgementReply, signals: Sequence[tuple[str, Signal]]) -> "SignalVotes":
        """The votes that can be read, by the id of the signal; the last word on each counts."""
        return cls(signals, {vote.id.strip().upper(): vote for vote in _votes(reply.signals)})

    def confirms(self, name: str) -> bool:
        """Whether a signal is confirmed."""
        return name in self.said and self.said[name].vote == "confirm"

    def contradicting(self, absent: Collection[str]) -> dict[str, str]:
        """What is wrong with each mode that is said to be absent although a signal of it is confirmed."""
        return {
            signal.mode: f"is absent, and {name} is confirmed: tell it among the findings, or reject {name}"
            for name, signal in self.signals
            if signal.mode in absent and self.confirms(name)
        }

    def claims(self, chunk: int, judged: Collection[str]) -> Iterable[Claim]:
        """The claims of programs that stand: facts nobody rejects, and confirmed hints of modes that were judged."""
        for name, signal in self.signals:
            confirmed = self.confirms(name)
            claim = claim_of(signal, chunk)
            if signal.tier == "fact":
                yield replace(claim, origin="both") if confirmed else claim
            elif confirmed and signal.mode in judged:
                yield replace(claim, origin="both", confidence="possible")

    def rejected(self, lines: Lines) -> dict[str, Refuted]:
        """The facts that the reader rejects, by id, with why."""
        return {
            name: Refuted(
                signal.mode,
                signal.title,
                signal.occurrences[0] if signal.occurrences else lines,
                f"The model rejects what a program saw: {self.said[name].why}",
            )
            for name, signal in self.signals
            if name in self.said and not self.confirms(name) and signal.tier == "fact"
        }


def corroborating(seen: Iterable[Grounded], told: Sequence[Grounded], lines: int) -> list[Grounded]:
    """What programs saw, without what a reader confirms and tells as another matter of the same mode."""
    return [
        one
        for one in seen
        if one.origin != "both"
        or not any(known.mode == one.mode for known in told)
        or any(same_matter(known, one, lines) for known in told)
    ]


def _votes(items: Iterable[object]) -> Iterable[VoteReply]:
    """The items that are votes."""
    for item in items:
        try:
            yield VoteReply.model_validate(item)
        except ValidationError:
            continue
