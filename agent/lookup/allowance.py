"""How much may still be looked up for one question, and how that is said before it runs out."""

from dataclasses import dataclass

from agent.number_words import count

FEWEST_TOKENS = 200
"""Tokens with which a lookup still shows something."""


@dataclass(slots=True)
class Allowance:
    """Rounds of lookups, lookups in each, tokens for all of them and for one."""

    rounds: int
    calls: int
    tokens: int
    each: int

    @property
    def is_used_up(self) -> bool:
        """Whether nothing can be looked up any more."""
        return self.rounds <= 0 or self.tokens < FEWEST_TOKENS

    @property
    def words(self) -> str:
        """What may be looked up, for whoever begins."""
        if self.is_used_up:
            return "Nothing can be looked up."
        return (
            f"You may look things up in {count(self.rounds, 'round')}, up to {count(self.calls, 'lookup')} at once, "
            f"{count(self.tokens, 'token')} in all and up to {self.each:,} for one."
        )

    @property
    def left(self) -> str:
        """What is left, for whoever has just been answered."""
        if self.is_used_up:
            return "[no lookups are left: answer now from what you have read]"
        last = " (the next is the last)" if self.rounds == 1 else ""
        return f"[left: {count(self.rounds, 'round')}{last}, {count(self.tokens, 'token')}]"

    def room(self, calls: int) -> int:
        """Tokens for the next of so many lookups that are still to be made; none where it could show nothing."""
        room = min(self.each, max(self.tokens // max(1, calls), FEWEST_TOKENS))
        return room if room <= self.tokens else 0
