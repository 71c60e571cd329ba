"""Every action in a list that one narrows by typing."""

from contextlib import suppress
from typing import Any

from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Textual's palette; where there is no room for its list, or it is gone already, a key changes nothing."""

    def _action_command_list(self, action: str) -> None:
        with suppress(LookupError):  # the list knows no rows before it has been drawn
            super()._action_command_list(action)

    def _gather_commands(self, search_value: str) -> Any:
        if self in self.app.screen_stack and self.query(CommandList):
            return super()._gather_commands(search_value)
        return None
