"""What a model replies that judges one answer of a trial."""

from typing import Annotated, Literal

from pydantic import BeforeValidator

from agent.model.reply_fields import Most, Reply, Sentence, word


class TrialReply(Reply):
    """Whether an answer fails as an act did, with the words of the answer that decide."""

    because: Sentence
    quote: Annotated[str, Most(400)]
    verdict: Annotated[Literal["fails", "does_not_fail", "cannot_tell"], BeforeValidator(word)]
