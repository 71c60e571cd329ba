"""Draws docs/map.md from the first line of every module; `--check` only says whether it is up to date."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "map.md"
MARK = "<!-- Everything below is drawn by `make docs`. -->\n"
FLOORS = ("taxonomy", "agent", "mast_tui")
BESIDE = ("benchmarks", "docs")
UNLISTED = ("__init__.py", "__pycache__", "py.typed", "map.md")


def main(words: list[str]) -> int:
    """Write the page, or compare it."""
    kept = PAGE.read_text(encoding="utf-8").split(MARK)[0]
    wanted = kept + MARK + drawn(ROOT)
    if "--check" not in words:
        PAGE.write_text(wanted, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != wanted:
        print("docs/map.md is out of date: run `make docs`.", file=sys.stderr)
        return 1
    return 0


def drawn(root: Path) -> str:
    """Every file under the floors and beside them, with what it says of itself."""
    order = reading_order(root)
    parts = [f"\n## {floor}/\n\n{''.join(_rows(root / floor, root, order))}" for floor in FLOORS]
    beside = "".join(row for folder in BESIDE for row in _rows(root / folder, root, order))
    return "".join(parts) + f"\n## Beside the floors\n\n{beside}"


def reading_order(root: Path) -> dict[str, int]:
    """The place of each room from the ground up, as the import contracts layer them."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    order: dict[str, int] = {}
    for contract in settings["tool"]["importlinter"]["contracts"]:
        for container in contract.get("containers", ()):
            for place, layer in enumerate(reversed(contract["layers"])):
                for room in layer.split("|"):
                    order[f"{container}.{room.strip(' ()')}"] = place
    return order


def sentence(path: Path) -> str:
    """What a file says of itself in its first line; of data that can say nothing, the module that names it."""
    if path.suffix == ".py":
        return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n")[0]
    if path.suffix in (".toml", ".tcss", ".css", ".md"):
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        if first.startswith(("#", "/*")):
            return first.strip("#/* ")
    readers = [
        f"`{module.name}`" for module in sorted(path.parent.glob("*.py")) if path.name in module.read_text("utf-8")
    ]
    return f"data of {', '.join(readers)}" if readers else "data"


def _rows(folder: Path, root: Path, order: dict[str, int], depth: int = 0) -> Iterator[str]:
    """The files of a folder and then, in the order of the rooms, everything inside it."""

    def place(path: Path) -> tuple[int, int, str]:
        room = ".".join(path.relative_to(root).with_suffix("").parts)
        return (order.get(room, 0 if path.suffix == ".py" else 99), path.is_dir(), path.name)

    if not folder.is_dir():
        return
    opening = folder / "__init__.py"
    if depth == 0 and opening.exists():
        yield f"{sentence(opening)}\n\n"
    inside = (path for path in folder.iterdir() if path.name not in UNLISTED)
    for path in sorted(inside, key=place):
        indent = "  " * depth
        if path.is_dir():
            if any(path.rglob("*.py")):
                about = f": {sentence(path / '__init__.py')}" if (path / "__init__.py").exists() else ""
                yield f"{indent}- **{path.name}/**{about}\n"
                yield from _rows(path, root, order, depth + 1)
        else:
            name = path.relative_to(root) if depth == 0 and folder.name in BESIDE else path.name
            yield f"{indent}- `{name}`: {sentence(path)}\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
