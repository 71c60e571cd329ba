import asyncio
import socket
import sys
import threading
from collections.abc import Iterator

import pytest

from mast_tui.terminal import screen_first
from mast_tui.terminal.screen_first import ScreenFirst, event_loop

LONG, SOON = 60.0, 0.05


def pauses(screen: ScreenFirst) -> threading.Event:
    """A thread that gives way; set once it goes on."""
    goes_on = threading.Event()

    def work() -> None:
        screen.give_way()
        goes_on.set()

    threading.Thread(target=work, daemon=True).start()
    return goes_on


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScreenFirst]:
    made = ScreenFirst(most=LONG)
    interval = sys.getswitchinterval()
    monkeypatch.setattr(screen_first, "SCREEN_FIRST", made)
    yield made
    sys.setswitchinterval(interval)


def test_a_thread_pauses_while_the_screen_works_and_goes_on_when_it_rests(screen: ScreenFirst) -> None:
    screen.screen_works()
    goes_on = pauses(screen)
    assert not goes_on.wait(SOON)
    screen.screen_waits()
    assert goes_on.wait(LONG)


def test_nobody_pauses_where_there_is_no_screen(screen: ScreenFirst) -> None:
    assert pauses(screen).wait(LONG)


def test_a_screen_that_never_rests_does_not_stop_the_work() -> None:
    screen = ScreenFirst(most=0.01)
    screen.screen_works()
    assert pauses(screen).wait(LONG)


def test_the_screen_never_waits_for_itself(screen: ScreenFirst) -> None:
    screen.screen_works()
    screen.give_way()


def test_an_event_loop_works_while_a_callback_runs_and_rests_while_it_waits(screen: ScreenFirst) -> None:
    async def drawing() -> bool:
        goes_on = pauses(screen)
        assert not goes_on.wait(SOON)
        return await asyncio.to_thread(goes_on.wait, LONG)

    loop = event_loop()
    try:
        assert loop.run_until_complete(drawing())
    finally:
        loop.close()
    assert pauses(screen).wait(LONG)


def test_what_comes_from_outside_is_seen_while_there_is_always_something_to_do(screen: ScreenFirst) -> None:
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
