"""The arguments of a call, read with care: each in its type and bounded, or a complaint for whoever called."""

from collections.abc import Mapping
from typing import Any

LONGEST, MOST = 4_000, 200
"""Characters of a text, texts of a list."""


class BadRequest(Exception):
    """A call that makes no sense or asks for what it may not have, in words for whoever made it."""


class Arguments:
    """What a call gave."""

    def __init__(self, values: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        self._values = values
        unknown = [name for name in values if name not in known]
        if unknown:
            raise BadRequest(f"{unknown[0][:60]!r} is no argument of this tool; there are: {', '.join(known)}.")

    def text(self, name: str) -> str:
        """A text, or an empty one where none was given."""
        value = self._values.get(name)
        if value is None:
            return ""
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise BadRequest(f"{name} must be text.")
        if len(str(value)) > LONGEST:
            raise BadRequest(f"{name} is longer than {LONGEST:,} characters.")
        return str(value)

    def needed(self, name: str) -> str:
        """A text that must be there."""
        text = self.text(name)
        if not text.strip():
            raise BadRequest(f"{name} is missing.")
        return text

    def texts(self, name: str) -> list[str]:
        """Several texts; one alone is a list of one."""
        value = self._values.get(name)
        several = value if isinstance(value, list) else [] if value is None else [value]
        if len(several) > MOST:
            raise BadRequest(f"{name} holds more than {MOST} paths.")
        if not several or not all(isinstance(each, str) and each for each in several):
            raise BadRequest(f"{name} must be a list of paths.")
        return several

    def number(self, name: str, otherwise: int = 0) -> int:
        """A whole number, however it was written."""
        value = self._values.get(name)
        if value is None:
            return otherwise
        digits = str(value).strip().lstrip("Ll@")
        if isinstance(value, bool) or not digits.isascii() or not digits.isdigit() or len(digits) > 12:
            raise BadRequest(f"{name} must be a whole number.")
        return int(digits)

    def rest(self, without: tuple[str, ...]) -> dict[str, Any]:
        """All that was given but for some names."""
        return {name: value for name, value in self._values.items() if name not in without}
