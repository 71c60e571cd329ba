"""How a screen is left: once, however often the key for it was typed before the screen had gone."""

from typing import TypeVar

from textual.screen import Screen

Result = TypeVar("Result")


def leave(screen: Screen[Result], result: Result | None = None) -> None:
    """Take a screen away with its result, if it is the one that is shown: Textual would take whichever is on top."""
    if screen.app.screen is screen:
        screen.dismiss(result)


async def leave_or_quit(screen: Screen[Result], *, may_close: bool) -> None:
    """Back to the trace that was opened from a screen; where there is none, out of the program."""
    if may_close:
        leave(screen)
    else:
        await screen.run_action("app.leave")
