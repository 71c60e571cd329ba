"""What is appended comes back, from memory or from the private file."""

import threading
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from agent.trace.spill import Spill


@given(st.lists(st.binary(max_size=20)), st.integers(0, 40))
def test_comes_back_whatever_the_limit(parts: list[bytes], limit: int) -> None:
    spill = Spill(limit)
    places = [spill.append(part) for part in parts]
    whole = b"".join(parts)
    assert len(spill) == len(whole)
    assert spill.read(0, len(spill)) == whole
    for place, part in zip(places, parts, strict=True):
        assert spill.read(place, place + len(part)) == part
    spill.close()


def test_the_file_has_no_name() -> None:
    spill = Spill(10)
    spill.append(b"x" * 1000)
    assert spill._file is not None
    assert not isinstance(spill._file.name, str) or not Path(spill._file.name).exists()
    spill.close()


def test_one_thread_may_append_while_another_reads() -> None:
    spill = Spill(1000)
    wrong: list[int] = []

    def write() -> None:
        for number in range(20_000):
            spill.append(number.to_bytes(8, "big"))

    thread = threading.Thread(target=write)
    thread.start()
    while thread.is_alive():
        count = len(spill) // 8
        for number in range(max(0, count - 300), count, 17):
            if spill.read(number * 8, number * 8 + 8) != number.to_bytes(8, "big"):
                wrong.append(number)
    thread.join()
    assert wrong == []
    spill.close()
