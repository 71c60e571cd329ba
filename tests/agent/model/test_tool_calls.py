"""Calls are put together from their pieces, however a server numbers, names and repeats them."""

from typing import Any

import pytest

from agent.model.tool_calls import MOST, Calls

READ = '{"first": 1}'


def piece(index: int | None, id_: str | None, name: str | None, arguments: Any = "") -> dict[str, Any]:
    given = {"index": index, "id": id_, "function": {"name": name, "arguments": arguments}}
    return {key: value for key, value in given.items() if value is not None}


@pytest.mark.parametrize(
    ("pieces", "calls"),
    [
        ([piece(0, "a", "read"), *[piece(0, None, None, one) for one in READ]], [("a", "read", READ)]),
        ([piece(0, "a", "re"), piece(0, None, "ad", READ)], [("a", "read", READ)]),
        ([piece(0, "a", "read", one) for one in READ], [("a", "read", READ)]),
        ([piece(0, "a", "read"), *[piece(0, f"x{at}", None, one) for at, one in enumerate(READ)]], None),
        ([piece(0, "a", "read"), piece(1, "b", "find"), piece(1, None, None, "{}"), piece(0, None, None, READ)],
         [("a", "read", READ), ("b", "find", "{}")]),
        ([piece(None, "a", "read", READ), piece(None, "b", "find", "{}")], [("a", "read", READ), ("b", "find", "{}")]),
        ([piece(0, "a", "read", READ), piece(0, "b", "find", "{}")], [("a", "read", READ), ("b", "find", "{}")]),
        ([piece(None, None, "read", READ), piece(None, None, "find", "{}")],
         [("call_0", "read", READ), ("call_1", "find", "{}")]),
        ([piece(0, None, "read", {"first": 1})], [("call_0", "read", READ)]),
        ([None, "x", {"function": 3}], [("call_0", "", "")]),
    ],
)  # fmt: skip
def test_calls_come_out_whole(pieces: list[Any], calls: list[tuple[str, str, str]] | None) -> None:
    gathered = Calls()
    for one in pieces:
        gathered.add(one)
    whole = [(call.id, call.name, call.arguments) for call in gathered.whole()]
    if calls is None:
        assert [(name, given) for _, name, given in whole] == [("read", READ)]
    else:
        assert whole == calls


def test_calls_without_end_are_not_all_kept() -> None:
    gathered = Calls()
    for number in range(MOST + 50):
        gathered.add(piece(number, f"c{number}", "read", READ))
    assert len(gathered.whole()) == MOST
