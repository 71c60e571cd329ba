"""What a server does not take is asked for in another way, each way once, down to the words of the prompt alone."""

import pytest

from agent.model.structured_output import Level, ServerAbilities, response_format

SCHEMA = {"type": "object", "properties": {"why": {"type": "string"}}}


@pytest.mark.parametrize(
    ("manners", "expected"),
    [
        (
            ServerAbilities(),
            {"type": "json_schema", "json_schema": {"name": "judge", "strict": True, "schema": SCHEMA}},
        ),
        (ServerAbilities(Level.OBJECT_SCHEMA), {"type": "json_object", "schema": SCHEMA}),
        (ServerAbilities(Level.OBJECT), {"type": "json_object"}),
        (ServerAbilities(Level.PROMPT), None),
    ],
)
def test_each_rung_asks_in_its_own_way(manners: ServerAbilities, expected: dict[str, object] | None) -> None:
    assert response_format(manners, "judge", SCHEMA) == expected


def test_the_ladder_ends() -> None:
    manners = ServerAbilities()
    taken = [manners.step_down(manners.level) for _ in range(4)]
    assert (taken, manners.level) == ([True, True, True, False], Level.PROMPT)


def test_the_limit_is_renamed_once_and_goes_back_no_second_time() -> None:
    manners = ServerAbilities()
    assert manners.adapt("max_tokens", "max_tokens", False)
    assert manners.limit_word == "max_completion_tokens"
    assert manners.adapt("max_tokens", "max_tokens", False), "another call was faster"
    assert not manners.adapt("max_completion_tokens", "max_completion_tokens", False)


def test_the_temperature_is_left_out_once() -> None:
    manners = ServerAbilities()
    assert manners.adapt("temperature", "max_tokens", True)
    assert (manners.temperature, manners.limit_word) == (False, "max_tokens")
    assert manners.adapt("temperature", "max_tokens", True), "a call that was under way had sent it"
    assert not manners.adapt("temperature", "max_tokens", False)
