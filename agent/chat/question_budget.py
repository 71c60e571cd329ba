"""How much of a trace may be sent to answer one question: less for a shorter trace, and never more than a ceiling."""

from dataclasses import dataclass, replace

from agent.lookup.allowance import Allowance
from agent.settings import MOST_WHOLE_TOKENS, WHOLE_TOKENS
from agent.tokens import count, estimate
from agent.trace.trace import Trace

FRAME_TOKENS = 2_500
"""Instructions, tools and the question, which go out with every call."""
ROUNDS, CALLS = 6, 6
"""How often a model may look something up, and how much at once."""
COUNTED = 400_000
"""Characters that are counted exactly; longer traces are estimated."""


@dataclass(frozen=True, slots=True)
class QuestionBudget:
    """Tokens for each part of a prompt."""

    trace: int
    """How many tokens the trace has."""
    outline: int
    result: int
    """For one result of a tool."""
    results: int
    """For all results of one question."""
    turns: int
    place: int
    """For the finding or the lines that a person is on."""
    whole: int = WHOLE_TOKENS
    """Tokens up to which the trace is simply sent."""

    @property
    def sends_all(self) -> bool:
        """Whether the trace is short enough to be sent as it is."""
        return self.trace <= self.whole

    def allowance(self) -> Allowance:
        """What may be looked up for one question."""
        return Allowance(0 if self.sends_all else ROUNDS, CALLS, self.results, self.result)

    @property
    def most(self) -> int:
        """Tokens that one question can send at the very most, over all its calls."""
        if self.sends_all:
            return 2 * (self.trace + FRAME_TOKENS)
        return (ROUNDS + 1) * (self.outline + self.place + self.turns + self.results + FRAME_TOKENS)

    @property
    def words(self) -> str:
        """What a question sends, for whoever agrees to it."""
        if self.sends_all:
            return (
                f"the question and all of the trace, about {self.trace:,} tokens, in 1 call, and once more if the "
                f"reply has no words ({self.most:,} tokens sent at the very most)"
            )
        shown = self.outline + self.place + self.results
        return (
            f"the question, an outline and the lines that the model asks for: at most {shown:,} of {self.trace:,} "
            f"tokens, in up to {ROUNDS + 1} calls ({self.most:,} tokens sent at the very most)"
        )

    def smaller(self) -> "QuestionBudget":
        """QuestionBudget for a model that cannot hold so much: never the whole trace, and half of everything else."""
        half = {name: getattr(self, name) // 2 for name in ("outline", "result", "results", "turns", "place")}
        return replace(self, whole=min(self.whole, self.trace - 1), **half)


def budget_for(trace: Trace, whole: int = WHOLE_TOKENS) -> QuestionBudget:
    """The room for questions about a trace that has been read, which is sent whole up to so many tokens."""
    tokens = tokens_of(trace)
    return QuestionBudget(
        trace=tokens,
        outline=_between(300, tokens // 30, 3_000),
        result=_between(800, tokens // 20, 2_400),
        results=_between(4_000, tokens // 4, 16_000),
        turns=_between(400, tokens // 30, 3_000),
        place=_between(200, tokens // 40, 1_000),
        whole=min(whole, MOST_WHOLE_TOKENS),
    )


def tokens_of(trace: Trace) -> int:
    """How many tokens a trace has: counted where it is short, else estimated from its bytes."""
    sizes = sum(sum(piece.end - piece.start for piece in event.pieces) for event in trace.events)
    if sizes > COUNTED:
        return estimate(sizes)
    return sum(count(trace.text(event)) for event in trace.events)


def _between(least: int, wanted: int, most: int) -> int:
    return max(least, min(wanted, most))
