"""What a model replies that says why two runs came out differently."""

from typing import Annotated, Any

from agent.model.reply_fields import Most, Paragraph, Reply
from agent.model.reply_schemas import QuoteReply, schema_of


class WhyReply(Reply):
    """Why the runs part, in one paragraph, with the words of both that show it."""

    why: Paragraph
    good: Annotated[list[QuoteReply], Most(3)]
    bad: Annotated[list[QuoteReply], Most(3)]


def why_schema() -> dict[str, Any]:
    """Its JSON Schema as every provider takes it."""
    return schema_of(WhyReply)
