"""Where a turn stands among the others, which may move while it is answered."""

from agent.chat.turn import Turn
from mast_tui.state.session import Session


class TurnPlace:
    """The place of one turn, as it was asked and as it is now."""

    def __init__(self, session: Session, asked: Turn) -> None:
        self._session = session
        self._now = asked
        self.asked = asked

    def put(self, turn: Turn) -> None:
        """The turn as it is now."""
        turns = self._session.turns
        at = next((at for at, one in enumerate(turns) if one is self._now), None)
        self._now = turn
        if at is not None:
            turns[at] = turn

    def take_out(self) -> None:
        """The turn is gone."""
        turns = self._session.turns
        turns[:] = [one for one in turns if one is not self._now]
