import asyncio
import socket
import sys
import threading
from collections.abc import Iterator

import pytest

from mast_tui.terminal import thread_priority
from mast_tui.terminal.thread_priority import Courtesy, event_loop

LONG, SOON = 60.0, 0.05
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the event loop of Windows is left as it is")


def stands_back(courtesy: Courtesy) -> threading.Event:
    """A thread that gives way; set once it goes on."""
    goes_on = threading.Event()

    def work() -> None:
        courtesy.give_way()
        goes_on.set()

    threading.Thread(target=work, daemon=True).start()
    return goes_on


@pytest.fixture
def courtesy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Courtesy]:
    made = Courtesy(most=LONG)
    interval = sys.getswitchinterval()
    monkeypatch.setattr(thread_priority, "COURTESY", made)
    yield made
    sys.setswitchinterval(interval)


def test_a_thread_stands_back_while_the_screen_works_and_goes_on_when_it_rests(courtesy: Courtesy) -> None:
    courtesy.work()
    goes_on = stands_back(courtesy)
    assert not goes_on.wait(SOON)
    courtesy.rest()
    assert goes_on.wait(LONG)


def test_nobody_stands_back_where_there_is_no_screen(courtesy: Courtesy) -> None:
    assert stands_back(courtesy).wait(LONG)


def test_a_screen_that_never_rests_does_not_stop_the_work() -> None:
    courtesy = Courtesy(most=0.01)
    courtesy.work()
    assert stands_back(courtesy).wait(LONG)


def test_the_screen_never_waits_for_itself(courtesy: Courtesy) -> None:
    courtesy.work()
    courtesy.give_way()


def test_an_event_loop_works_while_a_callback_runs_and_rests_while_it_waits(courtesy: Courtesy) -> None:
    async def screen() -> bool:
        goes_on = stands_back(courtesy)
        assert not goes_on.wait(SOON)
        return await asyncio.to_thread(goes_on.wait, LONG)

    loop = event_loop()
    try:
        assert loop.run_until_complete(screen())
    finally:
        loop.close()
    assert stands_back(courtesy).wait(LONG)


def test_what_comes_from_outside_is_seen_while_there_is_always_something_to_do(courtesy: Courtesy) -> None:
    loop = event_loop()
    near, far = socket.socketpair()
    heard = loop.create_future()
    loop.add_reader(near, lambda: heard.set_result(near.recv(1)))

    def busy() -> None:
        if not heard.done():
            loop.call_soon(busy)

    far.send(b"k")
    loop.call_soon(busy)
    try:
        assert loop.run_until_complete(asyncio.wait_for(heard, LONG)) == b"k"
    finally:
        loop.remove_reader(near)
        near.close()
        far.close()
        loop.close()
