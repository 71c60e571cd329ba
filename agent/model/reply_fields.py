"""The fields of replies: texts of at most so many characters, numbers of lines, shares and words, however written."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from agent.clean import clean


@dataclass(frozen=True)
class Most:
    """The most characters of a text or items of a list; what goes beyond is cut, and a text is made safe."""

    size: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._cut, handler(source))

    def _cut(self, value: object) -> object:
        if isinstance(value, str):
            return str(clean(value))[: self.size].strip()
        return value[: self.size] if isinstance(value, list) else value


def _number(value: object) -> object:
    """A line number however it is written: 12, "12", "L12", "L12-14"."""
    if isinstance(value, str) and (match := re.match(r"\s*[Ll]?(\d{1,12})\b", value)):
        return int(match[1])
    return value


def _share(value: object) -> object:
    """A confidence, also where it is given in percent."""
    return value / 100 if isinstance(value, int | float) and 1 < value <= 100 else value


def word(value: object) -> object:
    """A word of a list, whatever its case and the sign that joins it."""
    return re.sub(r"[\s-]+", "_", value.strip().lower()) if isinstance(value, str) else value


def _at_least_none(line: int) -> int:
    """A line number, or 0 for none; schemas say no bound that a server may refuse, so it is held here."""
    if line < 0:
        raise ValueError("must be 0 or the number of a line")
    return line


def _at_most_all(share: float) -> float:
    if not 0 <= share <= 1:
        raise ValueError("must lie between 0 and 1")
    return share


Line = Annotated[int, BeforeValidator(_number), AfterValidator(_at_least_none)]
Share = Annotated[float, BeforeValidator(_share), AfterValidator(_at_most_all)]
Code = Annotated[str, Most(12)]
Short = Annotated[str, Most(80)]
Sentence = Annotated[str, Most(200)]
Passage = Annotated[str, Most(300)]
Paragraph = Annotated[str, Most(600)]


class Reply(BaseModel):
    """A reply or a part of one."""

    model_config = ConfigDict(extra="forbid", strict=False)
