"""The tests themselves: none reaches another machine, none sees the settings of whoever runs it."""

import os
import socket
from pathlib import Path

import pytest


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.invalid"])
def test_no_other_machine_can_be_reached(host: str) -> None:
    with pytest.raises(PermissionError, match="only the loopback"):
        socket.create_connection((host, 80), timeout=1)


def test_no_datagram_leaves() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender, pytest.raises(PermissionError):
        sender.sendto(b"x", ("192.0.2.1", 53))


def test_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as caller:
        assert caller.getpeername() == server.getsockname()


def test_the_home_is_the_tests_own_and_no_key_is_seen() -> None:
    home = Path(os.environ["MAST_TUI_HOME"])
    assert [each.name for each in home.iterdir()] == ["cache"], "nothing but the patterns that all tests share"
    assert not [name for name in os.environ if name.startswith(("OPENAI_", "LANGSMITH_"))]
