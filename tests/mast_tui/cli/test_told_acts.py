"""Acts that are told while they come in: a run that cannot be told silences no other."""

from pathlib import Path
from queue import Queue

from mast_tui.cli.told_acts import ToldActs


def test_a_run_that_cannot_be_told_is_named_and_the_next_is_told(tmp_path: Path) -> None:
    told: Queue[str] = Queue()

    def tell(actor: str, kind: str, title: str) -> None:
        told.put(title)
        if title.endswith("hello"):
            raise ValueError("a fault")

    for name, words in (("first", "hello"), ("second", "goodbye")):
        (tmp_path / f"{name}.log").write_text(f"2025-01-01 10:00:00 INFO planner: {words}\n")
    acts = ToldActs(tell)
    acts.hear(tmp_path / "first.log")
    assert told.get(timeout=60).endswith("hello")
    assert told.get(timeout=60) == "first.log cannot be told here (ValueError); it is still received."
    acts.hear(tmp_path / "second.log")
    assert told.get(timeout=60).endswith("goodbye")
    acts.close()
