"""Every action in a list that one narrows by typing."""

from contextlib import suppress

from textual.command import CommandPalette


class Palette(CommandPalette):
    """Textual's palette; where there is no room for its list, a key that moves in it moves nothing."""

    def _action_command_list(self, action: str) -> None:
        with suppress(LookupError):  # the list knows no rows before it has been drawn
            super()._action_command_list(action)
