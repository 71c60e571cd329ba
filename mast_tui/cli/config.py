"""`mast-tui config`: shows every setting with where it comes from, or changes one."""

import os
import re
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from agent import settings, settings_file
from agent.errors import MastError, WrongUse
from mast_tui.cli.output import narrate, visible, write, write_json
from mast_tui.state import screen_settings
from mast_tui.state.paths import state_folder
from mast_tui.terminal.themes import PALETTES

SCREEN = ("theme", "motion", "wrap", "ascii")
MODEL = ("model", "base_url", "seconds", "at_once", "answer_tokens", "whole_tokens", "pause")
NAMES = (*SCREEN, *(f"model.{name}" for name in MODEL))
ENVIRONMENT = {"model.model": "MAST_TUI_MODEL", "model.base_url": "OPENAI_BASE_URL"}
Value = str | bool | int | float


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it counts now."""

    name: str
    value: Value | None
    source: str
    """The file, a variable of the environment, or `default`."""


def add_arguments(parser: ArgumentParser) -> None:
    """What to do with the settings."""
    ways = parser.add_subparsers(dest="way", metavar="show | set", required=True)
    show = ways.add_parser("show", help="list every setting, its value, and where it comes from")
    show.add_argument("--json", action="store_true", help="put the settings on stdout as JSON")
    change = ways.add_parser("set", help="write one setting to the settings file")
    change.add_argument("name", metavar="NAME", help=f"one of {', '.join(NAMES)}")
    change.add_argument("value", metavar="VALUE", help="the new value; true or false for a switch")


def run(options: Namespace) -> int:
    """Show the settings, or write the one that is named."""
    if options.way == "set":
        _set(options.name, options.value)
    known = _settings()
    if options.way == "set":
        known = [setting for setting in known if setting.name == options.name]
    elif options.json:
        shown = {setting.name: {"value": setting.value, "source": setting.source} for setting in known}
        write_json({"file": str(state_folder() / settings_file.NAME), "settings": shown})
        return 0
    for setting in known:
        write(f"{setting.name:<20}  {visible(_written(setting.value)):<28}  {visible(setting.source)}")
    return 0


def _written(value: Value | None) -> str:
    return "-" if value in (None, "") else str(value).lower() if isinstance(value, bool) else str(value)


def _settings() -> list[Setting]:
    folder = state_folder()
    screen, model = screen_settings.load(folder), settings.read(folder)
    try:
        table = settings_file.read(folder)
    except (OSError, ValueError):
        raise MastError("The settings cannot be read.", screen.warning, "Correct the file, or move it away.") from None
    if screen.warning:
        narrate(screen.warning)
    written = {*table, *(f"model.{name}" for name in table.get("model", {}))}
    values = {name: getattr(screen, name) for name in SCREEN}
    values |= {f"model.{name}": getattr(model, name) for name in MODEL}
    values["model.base_url"] = re.sub("//[^/@]*@", "//", model.base_url or "")
    return [Setting(name, value, _source(name, written)) for name, value in values.items()]


def _source(name: str, written: set[str]) -> str:
    variable = ENVIRONMENT.get(name, "")
    if os.environ.get(variable):
        return variable
    return settings_file.NAME if name in written else "default"


def _set(name: str, text: str) -> None:
    """Write a value, after it was read as what the setting takes."""
    if name not in NAMES:
        raise WrongUse("There is no such setting.", f'"{name}" was given.', settings_file.nearest(name, NAMES))
    value = _value(name, text)
    inner = name.removeprefix("model.")
    if name != inner:
        settings.of_table({inner: value}, {})
    folder = state_folder()
    try:
        settings_file.keep(folder, name, value)
    except (OSError, ValueError) as fault:
        raise MastError(
            "The setting cannot be written.", f"{folder / settings_file.NAME}: {fault}.", "Correct the file by hand."
        ) from None


def _value(name: str, text: str) -> Value:
    if name == "theme" and text not in PALETTES:
        raise WrongUse("There is no such theme.", f'"{text}" was given.', settings_file.nearest(text, PALETTES))
    if name in ("theme", "model.model", "model.base_url"):
        return text
    if name in SCREEN:
        if text not in ("true", "false"):
            raise WrongUse("This setting is a switch.", f'"{text}" was given.', "Use true or false.")
        return text == "true"
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise WrongUse("This setting is a number.", f'"{text}" was given.', "Give one such as 60.") from None
