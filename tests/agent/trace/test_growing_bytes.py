"""What is appended comes back, from memory or from the private file."""

import threading
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from agent.trace.growing_bytes import GrowingBytes


@given(st.lists(st.binary(max_size=20)), st.integers(0, 40))
def test_comes_back_whatever_the_limit(parts: list[bytes], limit: int) -> None:
    store = GrowingBytes(limit)
    places = [store.append(part) for part in parts]
    whole = b"".join(parts)
    assert len(store) == len(whole)
    assert store.read(0, len(store)) == whole
    for place, part in zip(places, parts, strict=True):
        assert store.read(place, place + len(part)) == part
    store.close()


def test_the_file_has_no_name() -> None:
    store = GrowingBytes(10)
    store.append(b"x" * 1000)
    assert store._file is not None
    assert not isinstance(store._file.name, str) or not Path(store._file.name).exists()
    store.close()


def test_one_thread_may_append_while_another_reads() -> None:
    store = GrowingBytes(1000)
    wrong: list[int] = []

    def write() -> None:
        for number in range(20_000):
            store.append(number.to_bytes(8, "big"))

    thread = threading.Thread(target=write)
    thread.start()
    while thread.is_alive():
        count = len(store) // 8
        for number in range(max(0, count - 300), count, 17):
            if store.read(number * 8, number * 8 + 8) != number.to_bytes(8, "big"):
                wrong.append(number)
    thread.join()
    assert wrong == []
    store.close()
