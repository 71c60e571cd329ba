import importlib
import re
from pathlib import Path

import pytest

from agent.trace import formats
from agent.trace.formats.base.pattern import _Later, pattern

FILES = sorted(Path(next(iter(formats.__path__))).glob("*.py"))


def test_a_pattern_finds_what_the_same_expression_finds() -> None:
    words = pattern(rb"^(\w+)$", re.MULTILINE)
    assert [match[1] for match in words.finditer(b"one\ntwo three\nfour")] == [b"one", b"four"]
    assert (words.pattern, words.flags) == (rb"^(\w+)$", re.MULTILINE)


def test_an_expression_is_not_compiled_before_it_is_used() -> None:
    broken = pattern("(")
    with pytest.raises(re.error):
        broken.match("x")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_pattern_of_the_formats_is_sound(path: Path) -> None:
    module = importlib.import_module(f"agent.trace.formats.{path.stem}")
    for value in vars(module).values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, _Later):
                assert each.groups >= 0
