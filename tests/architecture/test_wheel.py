"""What is shipped: the wheel holds the three packages, all of them and nothing else, and runs as it is."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from agent import __version__

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("taxonomy", "agent", "mast_tui")
INFO = f"mast_tui-{__version__}.dist-info"
MANUAL = f"mast_tui-{__version__}.data/data/share/man/man1/mast-tui.1"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the working tree, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_holds_exactly_the_three_packages_and_the_manual_page(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert MANUAL in names
    names.remove(MANUAL)
    assert {name.split("/")[0] for name in names} == {*FLOORS, INFO}
    shipped = {name for name in names if not name.startswith(INFO)}
    there = {
        path.relative_to(ROOT).as_posix()
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name != ".DS_Store"
    }
    samples = [ROOT / "sample_traces" / name for name in ("index.toml", "invoices.jsonl")]
    samples += (ROOT / "sample_traces" / "selfcheck").iterdir()
    assert shipped == there | {f"mast_tui/{path.relative_to(ROOT).as_posix()}" for path in samples}


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        about = file.read(f"{INFO}/METADATA").decode()
        entries = file.read(f"{INFO}/entry_points.txt").decode()
        names = file.namelist()
    assert f"Version: {__version__}" in about
    assert "Requires-Python: >=3.11" in about
    assert "mast-tui = mast_tui.cli:main" in entries
    assert {f"{INFO}/licenses/LICENSE", f"{INFO}/licenses/THIRD_PARTY.md"} <= set(names)
    assert {f"{floor}/py.typed" for floor in FLOORS} <= set(names)


def test_the_wheel_runs_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import mast_tui, mast_tui.cli as cli\n"
    program += "print(mast_tui.__file__); sys.exit(cli.main(['--version']))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{tmp_path / 'mast_tui' / '__init__.py'}\nmast-tui {__version__}\n"


def test_the_wheel_finds_the_sample_that_it_carries(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from mast_tui.state.samples import demo, samples\n"
    program += "print(demo().path, len(samples()))"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{tmp_path / 'mast_tui' / 'sample_traces' / 'invoices.jsonl'} 1\n"
