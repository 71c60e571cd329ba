"""`mast-tui config`: shows every setting with where it comes from, or changes one."""

import os
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import Any

from agent import settings, settings_file
from agent.analyst import own_taxonomy
from agent.errors import MastError, WrongUse
from agent.model import prices
from mast_tui.cli.output import narrate, visible, write, write_json
from mast_tui.state import screen_settings
from mast_tui.state.paths import folder_source, newer_settings_path, settings_path, state_folder
from mast_tui.terminal.themes import PALETTES

SCREEN = ("theme", "motion", "wrap", "ascii", "mouse", "plain")
MODEL = ("model", "base_url", "key_file", "seconds", "at_once", "answer_tokens", "whole_tokens", "pause")
NAMES = (*SCREEN, *(f"model.{name}" for name in MODEL))
ENVIRONMENT = {"model.model": "MAST_TUI_MODEL", "model.base_url": "OPENAI_BASE_URL", "model.key_file": settings.KEY}
KEY = "keys."
"""What the name of a key begins with: keys.panes.diagnose."""
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
    parser.set_defaults(json=False)
    ways = parser.add_subparsers(dest="way", metavar="show | set | keys")
    show = ways.add_parser("show", help="list every setting, its value, and where it comes from")
    show.add_argument("--json", action="store_true", help="put the settings on stdout as JSON")
    show.add_argument("--origin", action="store_true", help="show the whole path of each file, also of those not there")
    change = ways.add_parser("set", help="write one setting to the settings file")
    change.add_argument("name", metavar="NAME", help=f"one of {', '.join(NAMES)}, or keys.ID")
    change.add_argument(
        "value", metavar="VALUE", help="the new value; true or false for a switch, keys with commas: d,ctrl+d"
    )
    keys = ways.add_parser("keys", help="list every key with the id by which another is chosen for it")
    keys.add_argument("--json", action="store_true", help="put the keys on stdout as JSON")


def run(options: Namespace) -> int:
    """Show the settings or the keys, or write the setting that is named."""
    if options.way == "keys":
        return _show_keys(as_json=options.json)
    if options.way == "set":
        _set(options.name, options.value)
    listed = _settings()
    if options.way == "set":
        listed = [setting for setting in listed if setting.name == options.name]
    elif options.json:
        shown = {setting.name: {"value": setting.value, "source": setting.source} for setting in listed}
        write_json({"file": str(settings_path()), "folder": str(state_folder()), "settings": shown})
        return 0
    else:
        _show_places(every=getattr(options, "origin", False))
    file = str(settings_path()) if getattr(options, "origin", False) else settings_file.NAME
    for setting in listed:
        source = file if setting.source == settings_file.NAME else setting.source
        write(f"{setting.name:<20}  {visible(_written(setting.value)):<28}  {visible(source)}")
    return 0


def _show_places(*, every: bool) -> None:
    """Which files a person writes, where they lie, and where everything else is kept."""
    names = {"file": settings_file.NAME} | ({"modes": own_taxonomy.NAME, "prices": prices.NAME} if every else {})
    for what, name in names.items():
        path = settings_path(name)
        newer = newer_settings_path(name)
        note = "" if path.exists() else " (not there yet)"
        note = f" (where it once had to be; {newer} counts once it is there)" if newer else note
        write(f"{what:<20}  {visible(str(path) + note)}")
    write(f"{'folder':<20}  {visible(str(state_folder()))}  {folder_source()}")


def _show_keys(*, as_json: bool) -> int:
    from mast_tui.keys.chosen import with_chosen  # the table takes longer to load than settings do
    from mast_tui.keys.table import unknown

    chosen = screen_settings.load(state_folder()).keys
    table = with_chosen(chosen)
    if as_json:
        write_json([{"id": key.id, "keys": key.keys.split(","), "does": key.words, "in": key.pane} for key in table])
        return 0
    for key in table:
        write(f"{key.id:<24}  {key.shown:<16}  {key.words}{'  (chosen)' if key.id in chosen else ''}")
    if trouble := unknown(chosen):
        narrate(trouble)
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
    values |= {f"model.{name}": getattr(model, name, None) for name in MODEL}
    values["model.base_url"] = settings.without_password(model.base_url or "")
    values["model.key_file"] = _key_words(model.key, table)
    values |= {f"{KEY}{id}": key for id, key in screen.keys.items()}
    written |= {f"{KEY}{id}" for id in screen.keys}
    return [Setting(name, value, _source(name, written)) for name, value in values.items()]


def _key_words(key: str | None, table: dict[str, Any]) -> str:
    """Where the key comes from, never the key."""
    if key is None:
        return f"no key: set {settings.KEY}, or name a file here"
    return "(not shown)" if os.environ.get(settings.KEY) else str(table["model"]["key_file"])


def _source(name: str, written: set[str]) -> str:
    variable = ENVIRONMENT.get(name, "")
    if os.environ.get(variable):
        return variable
    return settings_file.NAME if name in written else "default"


def _set(name: str, text: str) -> None:
    """Write a value, after it was read as what the setting takes."""
    if name not in NAMES and not name.startswith(KEY):
        raise WrongUse("There is no such setting.", f'"{name}" was given.', settings_file.nearest(name, NAMES))
    value = _value(name, text)
    inner = name.removeprefix("model.")
    if name.startswith(KEY):
        _check_key(name.removeprefix(KEY), text)
    elif name != inner:
        settings.of_table({inner: value}, {})
    try:
        settings_file.keep(state_folder(), name, value)
    except (OSError, ValueError) as fault:
        raise MastError(
            "The setting cannot be written.", f"{settings_path()}: {fault}.", "Correct the file by hand."
        ) from None


def _check_key(id: str, text: str) -> None:
    """Refuse an id or a key that is none; a key that does something else already is only told of."""
    from mast_tui.keys.table import misread, unknown

    if trouble := misread({id: text}):
        raise WrongUse("The key cannot be chosen.", trouble, "`mast-tui config keys` lists what there is.")
    if trouble := unknown({**screen_settings.load(state_folder()).keys, id: text}):
        narrate(trouble)


def _value(name: str, text: str) -> Value:
    if name == "theme" and text not in PALETTES:
        raise WrongUse("There is no such theme.", f'"{text}" was given.', settings_file.nearest(text, PALETTES))
    if name in ("theme", "model.model", "model.base_url", "model.key_file") or name.startswith(KEY):
        return text
    if name in SCREEN:
        if text not in ("true", "false"):
            raise WrongUse("This setting is a switch.", f'"{text}" was given.', "Use true or false.")
        return text == "true"
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise WrongUse("This setting is a number.", f'"{text}" was given.', "Give one such as 60.") from None
