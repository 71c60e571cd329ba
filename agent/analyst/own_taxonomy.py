"""The taxonomy of a diagnosis: MAST, and the modes that a person named in a file or in the settings folder."""

from pathlib import Path

from agent.errors import WrongUse
from agent.system_folders import written_file
from agent.trace.whole_file import read_whole
from taxonomy.mast import Taxonomy, load
from taxonomy.own_modes import BadModes, read_own_modes

NAME = "modes.toml"


def taxonomy_with(path: Path | None, state_folder: Path | None) -> Taxonomy:
    """MAST with the modes of a file, else of the settings folder, else as it is; WrongUse where the file is bad."""
    if path is None and state_folder is not None and (own := written_file(state_folder, NAME)).is_file():
        path = own
    if path is None:
        return load()
    try:
        return read_own_modes(read_whole(path).decode("utf-8-sig"), load()).joined(load())
    except (BadModes, UnicodeDecodeError) as fault:
        line, why = (fault.line, fault.why) if isinstance(fault, BadModes) else (1, "it is not UTF-8 text")
        raise WrongUse(
            "The modes cannot be used.",
            f"{path} line {line}: {why}.",
            "See docs/trust.md for what a mode of your own has: code, name, definition, remedies.",
        ) from None
