"""What asking took, in calls, tokens, seconds and money."""

from agent.diagnosis.record import shape


@shape
class Usage:
    """What the diagnosis cost."""

    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cost_usd: float | None = None
    single_call_tokens: int | None = None
