"""The page on detectors says of each what its class says."""

from pathlib import Path

from agent.evaluation.proportions import wilson
from agent.signals.registry import DETECTORS

PAGE = Path(__file__).parents[3] / "docs" / "detectors.md"


def rows() -> dict[str, list[str]]:
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.read_text("utf-8").split("\n")]
    return {row[0]: row for row in cells if len(row) == 7}


def test_the_page_has_every_detector_with_its_mode_tier_and_precision() -> None:
    page = rows()
    for detector in DETECTORS:
        _, mode, tier, _, read, interval, _ = page[detector.name]
        assert (mode, tier) == (detector.mode or "none", detector.tier)
        right, judged = detector.precision.right, detector.precision.read
        assert read == f"{right} / {judged}"
        assert interval == ("{:.2f} - {:.2f}".format(*wilson(right, judged)) if judged else "")
