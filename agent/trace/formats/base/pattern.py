"""Patterns that are compiled when they are first used: a trace has one format, and needs the patterns of no other."""

import re
from typing import Any, AnyStr, cast


class _Later:
    """Becomes the pattern that it stands for, one method after the other, as each is asked for."""

    def __init__(self, form: str | bytes, flags: int) -> None:
        self._form, self._flags = form, flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self._form, self._flags), name)
        setattr(self, name, value)
        return value


def pattern(form: AnyStr, flags: int = 0) -> "re.Pattern[AnyStr]":
    """The pattern of an expression; that it is a sound one shows when it is first used."""
    return cast("re.Pattern[AnyStr]", _Later(form, flags))
