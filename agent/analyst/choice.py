"""Which analyst diagnoses: a model if one is named and can be reached, else the offline analyst."""

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from agent.analyst.analyst import Analyst
from agent.diagnosis.analyst_kinds import KINDS
from agent.errors import WrongUse
from agent.model.faults import STOPPING, Fault, Status, told
from agent.model.prices import Price, price_of
from agent.settings import Settings

if TYPE_CHECKING:
    from agent.model.asker import Asker

MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """Who would be asked: `settings` name the model and its host, or nobody."""

    settings: Settings
    price: Price | None = None

    @property
    def asks_a_model(self) -> bool:
        """Whether text would leave this machine for a model."""
        return self.settings.model is not None and self.settings.address is not None

    @property
    def model(self) -> str | None:
        """The model that would be asked, as far as it is known."""
        return self.settings.model if self.settings.address else None

    @property
    def host(self) -> str | None:
        """The one host that would be contacted."""
        return self.settings.host


def named(settings: Settings, *, offline: bool, state_folder: Path | None) -> Choice:
    """The choice as far as it can be made without contacting anybody."""
    if offline:
        return Choice(replace(settings, base_url=None, key=None))
    return Choice(settings, price_of(settings.model, settings.host, state_folder))


async def choose(settings: Settings, *, offline: bool, state_folder: Path | None) -> Choice:
    """The choice, after asking a base URL for its one model where none is named; `WrongUse` where there is none."""
    choice = named(settings, offline=offline, state_folder=state_folder)
    settings = choice.settings
    if settings.address is not None and settings.model is None:
        if settings.base_url is None:
            raise WrongUse(
                "No model is named.",
                "OPENAI_API_KEY is set, and that alone does not say which model to ask.",
                "Name one with --model or MAST_TUI_MODEL, or work with --offline.",
            )
        choice = named(replace(settings, model=await _only(settings)), offline=False, state_folder=state_folder)
    if choice.asks_a_model and settings.limits.cost_usd is not None and choice.price is None:
        raise WrongUse(
            "The cost cannot be limited, because nobody knows the price.",
            f"{told(choice.model or '')} at {told(choice.host or '')} is in no list of prices.",
            "Add it to prices.toml beside the settings, or limit --max-tokens or --max-calls instead of --max-cost.",
        )
    return choice


async def offered(settings: Settings) -> list[str]:
    """The models that the address of the settings offers; a `MastError` where it does not answer."""
    from agent.model.openai_model import OpenAIModel

    model = OpenAIModel("", settings.address or "", settings.key, settings.seconds)
    try:
        return list(await model.names())
    except Fault as fault:
        if fault.status is Status.UNKNOWN_MODEL:
            fault.status = Status.NO_ENDPOINT
        raise fault.error(model.host) from None
    finally:
        await model.close()


async def answers(settings: Settings) -> None:
    """Ask the model of the settings for one token; a `MastError` where it, its server or the key refuses."""
    from agent.model.model import Message, Request
    from agent.model.openai_model import OpenAIModel

    model = OpenAIModel.of(settings)
    try:
        await model.send(Request((Message("user", "Say yes."),), 1))
    except Fault as fault:
        if fault.status in STOPPING or fault.status in (Status.NO_ENDPOINT, Status.UNREACHABLE, Status.TOO_SLOW):
            raise fault.error(model.host) from None
    finally:
        await model.close()


async def _only(settings: Settings) -> str:
    """The one model that a base URL offers."""
    names = await offered(settings)
    if len(names) == 1:
        return names[0]
    shown = ", ".join(told(name, most=60) for name in names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")
    raise WrongUse(
        "No model is named.",
        f"{settings.host} offers {len(names) or 'no'} models{f': {shown}' if names else ''}.",
        "Name one with --model or MAST_TUI_MODEL, or work with --offline.",
    )


def asker_of(choice: Choice, state_folder: Path | None) -> "Asker":
    """What asks the chosen model, for the diagnosis and for later questions alike."""
    from agent.model.asker import Asker
    from agent.model.meter import Meter
    from agent.model.openai_model import OpenAIModel
    from agent.model.structured_output import ServerAbilities

    settings = choice.settings
    if settings.model is None or settings.address is None:
        raise ValueError("no model was chosen")
    return Asker(
        OpenAIModel.of(settings),
        Meter(settings.limits, choice.price),
        ServerAbilities.of(state_folder, settings.address, settings.model),
        settings.answer_tokens,
        settings.pause,
    )


def analyst_of(choice: Choice, salt: bytes, state_folder: Path | None) -> Analyst:
    """The analyst of a choice: of the first kind that applies."""
    for kind in KINDS.values():
        made: Analyst | None = import_module(kind.module).analyst(choice, salt, state_folder)
        if made is not None:
            return made
    raise ValueError("no kind of analyst applies")
