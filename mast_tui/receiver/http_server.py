"""The web server that exports are sent to: on the loopback, or where a person says so."""

import errno
import logging
import socket
import threading
from collections.abc import Sequence

import uvicorn

from agent.errors import OurFault, WrongUse
from mast_tui.receiver.http_app import Receiver
from mast_tui.receiver.slow_heads import PromptProtocol

LOOPBACK = ("127.0.0.1", "::1")
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
AT_ONCE, GRACE, BACKLOG = 512, 3, 1024
"""Requests that are answered at the same time, seconds that they have when the server ends, and who may wait."""


def bound(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Sockets that listen; the first host must be had, another one where the machine knows it."""
    sockets: list[socket.socket] = []
    for host in hosts:
        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
            one = socket.socket(family, socket.SOCK_STREAM)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind((host, port))
            one.listen(BACKLOG)
        except (OSError, OverflowError) as fault:
            if sockets:
                continue
            raise _refused(host, port, fault) from None
        port = one.getsockname()[1]
        sockets.append(one)
    return sockets


def _refused(host: str, port: int, fault: Exception) -> WrongUse:
    if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
        return WrongUse(
            f"Port {port} is taken.", f"Another program listens at {host}:{port}.", "Choose another one with --port."
        )
    why = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
    return WrongUse("Nothing can be received there.", f"{host}:{port}: {why}.", "Check --bind and --port.")


class Server:
    """Answers on some sockets until it is stopped."""

    def __init__(self, receiver: Receiver, sockets: list[socket.socket]) -> None:
        logging.getLogger("uvicorn").addHandler(logging.NullHandler())
        self._sockets = sockets
        self._server = uvicorn.Server(
            uvicorn.Config(
                receiver,
                loop="asyncio",
                http=PromptProtocol,
                ws="none",
                lifespan="off",
                log_config=None,
                log_level=logging.CRITICAL,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                limit_concurrency=AT_ONCE,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._sockets[0].getsockname()[1])

    def run(self) -> None:
        """Answer until a signal ends it."""
        self._server.run(self._sockets)

    def start(self) -> None:
        """Answer in a thread; once this returns, it does."""
        self._thread = threading.Thread(target=self.run, name="receiver", daemon=True)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
            if not self._thread.is_alive():
                raise OurFault("The receiver did not start.", f"Port {self.port}.", "Start it again.")

    def stop(self) -> None:
        """Answer what is under way, and nothing more."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(GRACE + 2)
