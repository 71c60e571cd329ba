"""What a model replies that says why two runs came out differently."""

from typing import Annotated

from agent.model.reply_fields import Most, Paragraph, Reply
from agent.model.reply_schemas import QuoteReply


class WhyReply(Reply):
    """Why the runs part, in one paragraph, with the words of both that show it."""

    why: Paragraph
    good: Annotated[list[QuoteReply], Most(3)]
    bad: Annotated[list[QuoteReply], Most(3)]
