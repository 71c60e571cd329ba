"""Rules about size: classes measured through their own bases, files, functions, and how deep screens inherit."""

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("taxonomy", "agent", "mast_tui")
PRODUCT = [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]

MOST_METHODS = 40
MOST_ATTRIBUTES = 40
DEEPEST_SCREEN = 2
LONGEST_FILE = 250
LONGEST_FUNCTION = 40

REASONED = {"agent/trace/formats/json/json_stream.py:_scan"}
"""One loop without calls, since every byte of a JSON trace passes through it."""


class Measure(NamedTuple):
    """A class with the methods and attributes of itself and of its own bases."""

    methods: int
    attributes: int
    name: str


@cache
def classes() -> list[type[Any]]:
    """Every class of the product."""
    listed: list[type[Any]] = []
    for path in PRODUCT:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if name.endswith("__main__"):
            continue
        module = importlib.import_module(name)
        listed += [each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == name]
    return listed


def own_chain(each: type[Any]) -> list[type[Any]]:
    """A class and those of its bases that are ours."""
    return [base for base in inspect.getmro(each) if base.__module__.split(".")[0] in FLOORS]


def body(each: type[Any]) -> tuple[frozenset[str], frozenset[str]]:
    """The names of the methods and of the attributes that a class itself brings."""
    node = trees()[each.__module__].get(each.__qualname__)
    if node is None:
        return frozenset(), frozenset()
    methods = [item.name for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)]
    declared = [
        item.target.id for item in node.body if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    ]
    declared += [
        target.attr
        for item in ast.walk(node)
        if isinstance(item, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for group in (item.targets if isinstance(item, ast.Assign) else [item.target])
        for target in ast.walk(group)
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
        and isinstance(target.ctx, ast.Store)
    ]
    return frozenset(methods), frozenset(declared)


@cache
def trees() -> dict[str, dict[str, ast.ClassDef]]:
    """The classes of each module as they are written, by their qualified names."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): dict(_classes_in(path))
        for path in PRODUCT
    }


def _classes_in(path: Path) -> Iterator[tuple[str, ast.ClassDef]]:
    def walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.ClassDef]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                yield prefix + child.name, child
                yield from walk(child, f"{prefix}{child.name}.")

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), "")


def measured(each: type[Any]) -> Measure:
    """The size of a class through its own bases: what a base brings counts, and so does what is overridden."""
    bodies = [body(base) for base in own_chain(each)]
    attributes = frozenset[str]().union(*(names for _, names in bodies))
    return Measure(
        sum(len(methods) for methods, _ in bodies), len(attributes), f"{each.__module__}.{each.__qualname__}"
    )


def test_no_class_is_large_through_its_bases(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = sorted(map(measured, classes()), reverse=True)
    widest = max(sizes, key=lambda size: size.attributes)
    with capsys.disabled():
        print(f"\n  methods over own bases: at most {MOST_METHODS}; the most are {sizes[0].methods} in {sizes[0].name}")
        print(
            f"  attributes over own bases: at most {MOST_ATTRIBUTES}; the most are {widest.attributes} in {widest.name}"
        )
    over = [size for size in sizes if size.methods > MOST_METHODS]
    assert over == []
    assert widest.attributes <= MOST_ATTRIBUTES


@cache
def private_names_of(base: type[Any]) -> frozenset[str]:
    """What a class of a library keeps to itself, in the class or in its objects."""
    try:
        nodes = ast.walk(ast.parse(textwrap.dedent(inspect.getsource(base))))
    except (OSError, TypeError):
        nodes = iter(())
    kept = (node.attr for node in nodes if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self")
    return frozenset(name for name in (*vars(base), *kept) if name.startswith("_") and not name.startswith("__"))


def test_nothing_private_of_a_library_is_overridden_by_accident() -> None:
    shadowed = []
    for each in classes():
        own = frozenset[str]().union(*body(each))
        for base in inspect.getmro(each):
            if base.__module__.split(".")[0] not in (*FLOORS, "builtins", "typing", "abc"):
                shadowed += [f"{each.__qualname__}.{name} of {base.__name__}" for name in own & private_names_of(base)]
    assert shadowed == []


def test_splitting_a_class_by_inheritance_does_not_make_it_smaller() -> None:
    first = next(each for each in classes() if each.__name__ == "RowsView")
    derived = next(each for each in classes() if each.__name__ == "FindingList")
    assert measured(derived).methods > measured(first).methods > 10


def test_screens_inherit_from_one_screen_of_ours_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    from textual.screen import Screen

    chains = {each.__name__: own_chain(each) for each in classes() if issubclass(each, Screen)}
    deepest = max(chains, key=lambda name: len(chains[name]))
    with capsys.disabled():
        print(
            f"\n  own classes of a screen: at most {DEEPEST_SCREEN}; the most are {len(chains[deepest])} in {deepest}"
        )
    assert "TraceScreen" in chains
    assert [name for name, chain in chains.items() if len(chain) > DEEPEST_SCREEN] == []


def test_parts_of_the_trace_screen_inherit_from_part_alone() -> None:
    from mast_tui.screens.trace.part import Part
    from mast_tui.screens.trace.parts import PARTS

    assert [kind.__name__ for kind in PARTS if kind.__mro__ != (kind, Part, object)] == []


def test_no_file_is_too_long() -> None:
    lines = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in PRODUCT}
    assert {path: number for path, number in lines.items() if number > LONGEST_FILE} == {}


def test_no_function_is_too_long() -> None:
    long: dict[str, int] = {}
    for path in PRODUCT:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                number = (node.end_lineno or node.lineno) - node.lineno + 1
                name = f"{path.relative_to(ROOT)}:{node.name}"
                if number > LONGEST_FUNCTION and name not in REASONED:
                    long[name] = number
    assert long == {}
