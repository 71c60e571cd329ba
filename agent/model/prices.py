"""What tokens cost: a dated list that ships, and the user's own that counts before it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from agent.errors import WrongUse
from agent.model.model import Spent
from agent.settings_file import parsed
from agent.system_folders import written_file

NAME = "prices.toml"
SHIPPED = Path(__file__).with_name(NAME)
PROVIDER = "api.openai.com"
_VERSION = re.compile(r"-\d{4}-\d\d-\d\d$")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    sent: float
    answered: float
    cached: float

    def cost(self, spent: Spent) -> float:
        """What so many tokens cost."""
        return self.of_tokens(spent.prompt_tokens, spent.cached_tokens, spent.completion_tokens)

    def of_tokens(self, sent: int, cached: int, answered: int) -> float:
        """What so many tokens cost, of which some that were sent came from the cache."""
        cached = min(cached, sent)
        return ((sent - cached) * self.sent + cached * self.cached + answered * self.answered) / 1e6


def price_of(model: str | None, host: str | None, state_folder: Path | None) -> Price | None:
    """The price of a model at a host, or None where nobody knows it."""
    if model is None or host is None:
        return None
    for table in (_own(state_folder), _shipped()):
        price = _find(table, model, host)
        if price is not None:
            return price
    return None


@cache
def list_price(model: str) -> Price | None:
    """The provider's price of a model that a trace names, also by the name of one of its versions."""
    name = _VERSION.sub("", model.rpartition("/")[2])
    return _find(_shipped(), name, PROVIDER)


def _find(table: Mapping[str, Any], model: str, host: str) -> Price | None:
    """The entry of a model whose host is this one, or that names no host."""
    for entry in table.get("model", ()):
        if entry["name"] == model and entry.get("host", host) in (host, host.partition(":")[0]):
            sent = float(entry["sent"])
            return Price(sent, float(entry["answered"]), float(entry.get("cached", sent)))
    return None


@cache
def _shipped() -> dict[str, Any]:
    return tomllib.loads(SHIPPED.read_text("utf-8"))


def _own(state_folder: Path | None) -> dict[str, Any]:
    """The prices that a person wrote down."""
    path = written_file(state_folder, NAME) if state_folder is not None else None
    if path is None or not path.is_file():
        return {}
    try:
        table = parsed(path.read_text("utf-8"))
        for entry in table.get("model", ()):
            prices = (float(entry["sent"]), float(entry["answered"]), float(entry.get("cached", 0)))
            if not isinstance(entry["name"], str) or not all(0 <= price < inf for price in prices):
                raise ValueError("a price is negative or no number, or a name is no text")
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise WrongUse(
            "The prices cannot be read.",
            f"{path}: {fault}.",
            'Write [[model]] tables with name = "...", sent = 1.0 and answered = 2.0 (US dollars per million tokens).',
        ) from None
    return table
