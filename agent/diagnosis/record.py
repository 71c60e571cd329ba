"""What every part of a document is: a frozen record with exactly the fields of the contract."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def shape(cls: type[T]) -> type[T]:
    """Make a class a part of a document; a field that the contract does not have is refused."""
    cls.__pydantic_config__ = {"extra": "forbid"}  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(cls)
