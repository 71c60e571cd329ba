"""The settings of a diagnosis: which model, where it answers, its budgets, how patient to be."""

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from agent import settings_file
from agent.errors import WrongUse
from agent.settings_file import NAME
from agent.system_folders import written_file

OPENAI = "https://api.openai.com/v1"
SECONDS, AT_ONCE, ANSWER_TOKENS, PAUSE = 180.0, 8, 4_000, 0.5
KEY = "OPENAI_API_KEY"
"""Where a key comes from, unless the setting key_file names a file that holds one."""
WHOLE_TOKENS, MOST_WHOLE_TOKENS = 8_000, 200_000


@dataclass(frozen=True, slots=True)
class Limits:
    """The most a diagnosis may send, ask and spend; None is no limit."""

    tokens: int | None = None
    calls: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What somebody has told us about the model, from the command line, the environment or the settings file."""

    model: str | None = None
    base_url: str | None = None
    key: str | None = field(default=None, repr=False)
    seconds: float = SECONDS
    """The most one call may take, from the first byte sent to the last one read."""
    at_once: int = AT_ONCE
    answer_tokens: int = ANSWER_TOKENS
    pause: float = PAUSE
    """Seconds before a second try where the server names none; it doubles with each try."""
    whole_tokens: int = WHOLE_TOKENS
    """Tokens up to which a trace is sent whole with a question about it."""
    limits: Limits = field(default_factory=Limits)

    @property
    def address(self) -> str | None:
        """Where a model would be asked: the base URL, OpenAI where only a key is known, else nowhere."""
        return self.base_url or (OPENAI if self.key else None)

    @property
    def host(self) -> str | None:
        """The one host that may be contacted."""
        return host_of(self.address) if self.address else None

    @property
    def proxy(self) -> str | None:
        """The proxy of the environment that stands between us and that host, without what it is told of a user."""
        if self.address is None or self.host is None or is_this_machine(self.host):
            return None
        from urllib.request import getproxies, proxy_bypass  # which loads the whole of HTTP

        known = getproxies()
        proxy = known.get(urlsplit(self.address).scheme) or known.get("all")
        return None if proxy is None or proxy_bypass(self.host) else proxy.rpartition("@")[2].rpartition("//")[2]


def is_this_machine(host: str) -> bool:
    """Whether a host is the one we run on, where no proxy is ever asked."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def host_of(address: str) -> str | None:
    """The host of a base URL."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def read(
    state_folder: Path | None,
    environment: Mapping[str, str] = os.environ,
    *,
    model: str | None = None,
    base_url: str | None = None,
    limits: Limits | None = None,
) -> Settings:
    """The settings: what is given here counts before the environment, and that before the settings file."""
    return of_table(_table(state_folder), environment, model=model, base_url=base_url, limits=limits)


def of_table(
    kept: Mapping[str, Any],
    environment: Mapping[str, str],
    *,
    model: str | None = None,
    base_url: str | None = None,
    limits: Limits | None = None,
) -> Settings:
    """The same from the table [model] of a settings file; WrongUse where a value in it is none."""
    address = base_url or environment.get("OPENAI_BASE_URL") or _text(kept, "base_url")
    if address is not None and not _is_url(address):
        raise WrongUse(
            "The address of the model is no URL.",
            f'"{address.rpartition("@")[2][:80]}" is not http:// or https:// with a host, and perhaps a port.',
            "Give one like http://127.0.0.1:11434/v1 with --base-url or OPENAI_BASE_URL.",
        )
    return Settings(
        model=model or environment.get("MAST_TUI_MODEL") or _text(kept, "model"),
        base_url=address,
        key=environment.get(KEY) or _kept_key(_text(kept, "key_file")),
        seconds=_number(kept, "seconds", SECONDS, 1, 86_400),
        at_once=int(_number(kept, "at_once", AT_ONCE, 1, 64)),
        answer_tokens=int(_number(kept, "answer_tokens", ANSWER_TOKENS, 256, 200_000)),
        whole_tokens=int(_number(kept, "whole_tokens", WHOLE_TOKENS, 0, MOST_WHOLE_TOKENS)),
        pause=_number(kept, "pause", PAUSE, 0.001, 3_600),
        limits=limits or Limits(),
    )


def _is_url(address: str) -> bool:
    """Whether something may answer at an address: its scheme, host and port make sense."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        return parts.scheme in ("http", "https") and host == "".join(host.split()) != "" and parts.port != 0
    except ValueError:
        return False


def _table(state_folder: Path | None) -> dict[str, Any]:
    """The table [model] of the settings file; empty where there is none."""
    try:
        table = settings_file.read(state_folder).get("model", {})
    except (OSError, ValueError) as fault:
        path = written_file(state_folder, NAME) if state_folder is not None else NAME
        raise WrongUse(
            "The settings cannot be read.", f"{path}: {fault}.", "Correct the file, or move it away."
        ) from None
    return table if isinstance(table, dict) else {}


def _text(table: Mapping[str, Any], name: str) -> str | None:
    value = table.get(name)
    if value is not None and not isinstance(value, str):
        raise _odd(name, value)
    return value or None


def _kept_key(name: str | None) -> str | None:
    """The key in the file that the settings name, which nobody else may read; None where they name none."""
    if name is None:
        return None
    path = Path(name).expanduser()
    what = "The key cannot be read."
    try:
        is_open = os.name == "posix" and path.stat().st_mode & 0o077
        held = path.read_text("utf-8").strip()
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is no text"
        raise WrongUse(what, f"key_file is {path}: {why}.", f"Correct it, or set {KEY}.") from None
    if is_open:
        raise WrongUse(what, f"Others than you may read {path}.", f"Run chmod 600 {path}.")
    return held or None


def _number(table: Mapping[str, Any], name: str, otherwise: float, least: float, most: float) -> float:
    value = table.get(name, otherwise)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise _odd(name, value)
    return float(value)


def _odd(name: str, value: object) -> WrongUse:
    return WrongUse(
        "A setting makes no sense.",
        f"[model] {name} is {str(value)[:60]!r} in {NAME}.",
        "Correct it, or take the line out.",
    )


def without_password(address: str) -> str:
    """An address as it may be shown: who may come in is told to nobody."""
    return re.sub(r"^([^/?#]*//)?[^/?#]*@", r"\1", address)
