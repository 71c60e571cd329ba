"""The actors of a trace as the screen shows them: two letters and a colour each, given once."""

from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from agent.clean import Clean, clean_name
from agent.trace.event import Event, Kind
from agent.trace.events import EventTable
from mast_tui.terminal.themes import AGENT_COLOURS

_USERS = frozenset({"user", "human", "human_user", "user_proxy", "userproxy"})
_MACHINES = frozenset(
    {"tool", "tools", "environment", "system", "terminal", "computer_terminal", "computerterminal", "logger"}
)
_ENOUGH = 5_000
"""How many of the first events are looked at in order; whoever comes later is met when seen."""


class ShownActor(NamedTuple):
    """An actor's name, letters and colour."""

    name: Clean
    letters: str
    ink: str
    is_agent: bool


NO_ACTOR = ShownActor(clean_name("nobody"), "·", "quiet", False)


class Actors:
    """Everybody who acts in a trace, in order of first appearance."""

    def __init__(self, events: EventTable | None = None) -> None:
        self.events = events
        self._members: dict[str, ShownActor] = {}
        self._letters: set[str] = set()
        self._agents = 0
        self._seen = 0

    def meet(self, events: Iterable[Event]) -> None:
        """Give letters and colours in the order in which actors appear; the first events decide."""
        for event in events:
            if self._seen >= _ENOUGH:
                return
            self._seen += 1
            self.of(event)

    @property
    def agents(self) -> list[ShownActor]:
        """The agents, in order of first appearance."""
        return [member for member in self._members.values() if member.is_agent]

    def of(self, event: Event) -> ShownActor:
        """Who did an event; everybody before is met first, so that letters and colours never depend on scrolling."""
        if self.events is not None and self._seen < min(event.number, _ENOUGH):
            self.meet(self.events.between(self._seen + 1, min(event.number, _ENOUGH)))
        name = event.actor or event.tool or ("tool" if event.kind is Kind.RESULT else "")
        if not name:
            return NO_ACTOR
        machine = event.actor is None or name == event.tool
        return self.member(name, machine=machine)

    def member(self, name: str, *, machine: bool = False) -> ShownActor:
        """The member of a name; a newcomer gets what is free."""
        known = self._members.get(name)
        if known is None:
            known = self._members[name] = self._made(name, machine=machine)
        return known

    def _made(self, name: str, *, machine: bool) -> ShownActor:
        shown = clean_name(name)
        plain = name.casefold().replace(" ", "_")
        if machine or plain in _MACHINES:
            return ShownActor(shown, "·", "quiet", False)
        letters = self._two(shown)
        if plain in _USERS:
            return ShownActor(shown, letters, "text", False)
        ink = f"a{self._agents % AGENT_COLOURS + 1}"
        self._agents += 1
        return ShownActor(shown, letters, ink, True)

    def _two(self, name: str) -> str:
        """Two letters: of two words, or the first two; a clash moves on to the next letter that is free."""
        words = [word for word in _words(name) if word]
        letters = "".join(words) or "??"
        first = letters[0].upper()
        tries = [first + words[1][0].upper()] if len(words) > 1 else []
        tries += [first + letter.lower() for letter in letters[1:]]
        tries += [each + sign for each in first + ascii_uppercase for sign in digits[2:] + ascii_lowercase]
        chosen = next((pair for pair in tries if pair.casefold() not in self._letters), f"{first}·")
        self._letters.add(chosen.casefold())
        return chosen


def _words(name: str) -> list[str]:
    """The words of a name: at blanks and signs, and where a small letter meets a capital."""
    parts: list[str] = []
    word = ""
    for character in name:
        if not (character.isascii() and character.isalnum()):
            parts.append(word)
            word = ""
            continue
        if word and character.isupper() and word[-1].islower():
            parts.append(word)
            word = ""
        word += character
    return [*parts, word]
