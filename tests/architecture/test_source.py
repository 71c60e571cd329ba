"""Rules about the text of the code itself: what is never called, how files open, how long they are."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = [path for floor in ("taxonomy", "agent", "mast_tui") for path in sorted((ROOT / floor).rglob("*.py"))]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TOOLS = [path for folder in ("benchmarks", "docs") for path in sorted((ROOT / folder).rglob("*.py"))]
LONGEST = 300

FORBIDDEN_MODULES = {"pickle", "marshal", "shelve", "mmap", "dill", "cloudpickle"}
FORBIDDEN_CALLS = {
    "eval": "runs text as code",
    "exec": "runs text as code",
    "os.system": "runs text as a command",
    "yaml.load": "makes any object the text asks for",
    "Text.from_ansi": "obeys escape sequences of the text",
}
FORBIDDEN_METHODS = {
    "from_markup": "obeys markup in the text",
    "splitlines": "also splits at form feeds and U+2028: split at a line break only",
}


def violations(code: str) -> Iterator[str]:
    """Every forbidden call or import in some code, with its line."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            named = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
            for name in named:
                if name.split(".")[0] in FORBIDDEN_MODULES:
                    yield f"line {node.lineno}: imports {name}"
        elif isinstance(node, ast.Attribute) and node.attr in FORBIDDEN_METHODS:
            yield f"line {node.lineno}: {node.attr} {FORBIDDEN_METHODS[node.attr]}"
        elif isinstance(node, ast.Call):
            yield from _call(node)


def _call(node: ast.Call) -> Iterator[str]:
    name = ast.unparse(node.func)
    for ending, why in FORBIDDEN_CALLS.items():
        if name == ending or ("." in ending and name.endswith(f".{ending}")):
            yield f"line {node.lineno}: {name} {why}"
    if name.split(".")[-1] == "Style" and any(keyword.arg == "link" for keyword in node.keywords):
        yield f"line {node.lineno}: a link in a Style reaches the terminal uncleaned"


@pytest.mark.parametrize(
    "code",
    [
        "import pickle",
        "from mmap import mmap",
        "def f():\n    import marshal",
        "eval('1')",
        "exec('1')",
        "import os\nos.system('ls')",
        "yaml.load(text)",
        "Content.from_markup(text)",
        "make = Text.from_markup",
        "Text.from_ansi(text)",
        "rich.text.Text.from_ansi(text)",
        "text.splitlines()",
        "list(map(str.splitlines, texts))",
        "Style(bold=True, link=address)",
        "style.Style(link=address)",
    ],
)
def test_each_forbidden_call_would_be_seen(code: str) -> None:
    assert list(violations(code))


@pytest.mark.parametrize("path", PRODUCT, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_product_file_keeps_the_rules(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    assert list(violations(code)) == []
    assert code.count("\n") <= LONGEST, "it has grown past one noun: split it by noun"


@pytest.mark.parametrize("path", PRODUCT + TOOLS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_opens_with_one_sentence(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring, "it says nothing of itself"
    first = docstring.split("\n\n")[0]
    assert "\n" not in first, "the sentence has one line"
    assert first.endswith((".", "!", "?")), "it is a sentence"
    assert not re.search(r"[.!?]\s+[A-Z]", first), "it is one sentence"


def test_no_name_says_nothing() -> None:
    empty = re.compile("utils?|common|misc|helpers?|managers?|handlers?|services?", re.IGNORECASE)
    assert [str(path) for path in PRODUCT + TOOLS + TESTS if empty.fullmatch(path.stem)] == []
    classes = [
        node.name
        for path in PRODUCT
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    assert [name for name in classes if re.search("(Utils?|Manager|Handler|Helper|Service)$", name)] == []


def test_tests_are_no_packages() -> None:
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="not a checkout of git")
def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    # Written so that the patterns do not find themselves.
    machine = "/(wor[k]|far[m]|roo[t])/"
    registry = "(p[y]pi|pythonh[o]sted|n[p]mjs|d[e]bian)[.](org|net|com)"
    grep = subprocess.run(["git", "grep", "-nIE", f"{machine}|{registry}"], cwd=ROOT, capture_output=True, text=True)
    assert grep.stdout == ""
    assert grep.returncode == 1, grep.stderr
