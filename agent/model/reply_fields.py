"""The fields of replies: texts of at most so many characters, numbers of lines, shares and words, however written."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from agent.clean import clean


@dataclass(frozen=True)
class Most:
    """The most characters of a text or items of a list; what goes beyond is cut, and a text is made safe."""

    size: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._cut, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        made = handler(schema)
        made["maxItems" if made.get("type") == "array" else "maxLength"] = self.size
        return made

    def _cut(self, value: object) -> object:
        if isinstance(value, str):
            return str(clean(value))[: self.size].strip()
        return value[: self.size] if isinstance(value, list) else value


def _number(value: object) -> object:
    """A line number however it is written: 12, "12", "L12", "L12-14"."""
    if isinstance(value, str) and (found := re.match(r"\s*[Ll]?(\d{1,12})\b", value)):
        return int(found[1])
    return value


def _share(value: object) -> object:
    """A confidence, also where it is given in percent."""
    return value / 100 if isinstance(value, int | float) and 1 < value <= 100 else value


def word(value: object) -> object:
    """A word of a list, whatever its case and the sign that joins it."""
    return re.sub(r"[\s-]+", "_", value.strip().lower()) if isinstance(value, str) else value


Line = Annotated[int, BeforeValidator(_number), Field(ge=0)]
Share = Annotated[float, BeforeValidator(_share), Field(ge=0, le=1)]
Code = Annotated[str, Most(12)]
Short = Annotated[str, Most(80)]
Sentence = Annotated[str, Most(200)]
Passage = Annotated[str, Most(300)]
Paragraph = Annotated[str, Most(600)]


class Reply(BaseModel):
    """A reply or a part of one."""

    model_config = ConfigDict(extra="forbid", strict=False)
