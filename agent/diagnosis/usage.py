"""What asking took, in calls, tokens, seconds and money; and what makes a record of the contract."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def shape(cls: type[T]) -> type[T]:
    """A frozen record with exactly the fields of the contract."""
    cls.__pydantic_config__ = {"extra": "forbid"}  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(cls)


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
