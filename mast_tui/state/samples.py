"""The sample traces: where they are, and what each shows."""

import tomllib
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).resolve().parents[1]
PLACES = (_HERE / "sample_traces", _HERE.parent / "sample_traces")
INDEX = "index.toml"


class Sample(NamedTuple):
    """A trace to try things on."""

    name: str
    path: Path
    title: str
    format: str
    demo: bool


def folder() -> Path | None:
    """The samples of the wheel, else those of the checkout."""
    return next((place for place in PLACES if (place / INDEX).is_file()), None)


def known_runs() -> Path | None:
    """The runs whose failure is known, of the wheel or of the checkout."""
    place = folder()
    return place / "selfcheck" if place is not None and (place / "selfcheck").is_dir() else None


def samples() -> list[Sample]:
    """Every sample that is there; the one for the demo first."""
    place = folder()
    if place is None:
        return []
    listed = tomllib.loads((place / INDEX).read_text("utf-8")).get("sample", [])
    shipped = [
        Sample(
            str(each["file"]).split(".")[0],
            place / str(each["file"]),
            str(each.get("title", "")),
            str(each.get("format", "")),
            bool(each.get("demo", False)),
        )
        for each in listed
    ]
    return sorted((each for each in shipped if each.path.exists()), key=lambda each: not each.demo)


def demo() -> Sample | None:
    """The sample that `--demo` opens."""
    return next(iter(samples()), None)
