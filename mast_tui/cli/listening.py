"""A receiver at work for a command, with the folder that it writes to."""

import ipaddress
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from agent.clean import clean_name
from agent.errors import WrongUse
from mast_tui.state.paths import usable_state_folder

if TYPE_CHECKING:
    from mast_tui.receiver.export import Share
    from mast_tui.receiver.grpc_server import GrpcServer

TOKEN = "MAST_TUI_TOKEN"  # noqa: S105 - the name of a variable
RECEIVED = "received"
MEGABYTE = 1024 * 1024


class Listening:
    """A receiver at work; `hear` is told of everything that is written."""

    def __init__(
        self,
        folder: Path | None,
        hear: "Callable[[Share], None]",
        *,
        port: int = 0,
        bind: str | None = None,
        token: str | None = None,
        max_disk: int = 2048,
        grpc: int | None = None,
    ) -> None:
        from mast_tui.receiver.bounds import Bounds  # loads what the extra brings
        from mast_tui.receiver.http_app import Receiver
        from mast_tui.receiver.http_server import LOCAL_NAMES, LOOPBACK, Server, bound
        from mast_tui.receiver.trace_files import TraceFiles

        hosts = _hosts(bind, token, LOOPBACK)
        bounds = Bounds(disk=max_disk * MEGABYTE)
        self.folder = folder or _own_folder()
        self.files = TraceFiles(self.folder, bounds)
        receiver = Receiver(self.files, bounds, hosts=LOCAL_NAMES, token=token, hear=hear)
        self.server = Server(receiver, bound(hosts, port))
        self.grpc: GrpcServer | None = None
        if grpc is not None:
            from mast_tui.receiver import grpc_server  # loads one more extra

            self.grpc = grpc_server.GrpcServer(receiver, hosts, grpc, bounds)

    @property
    def address(self) -> str:
        """Where programs of this machine send to."""
        return f"http://localhost:{self.server.port}"

    def close(self) -> None:
        """Stop, and let go of the files."""
        if self.grpc is not None:
            self.grpc.stop()
        self.server.stop()
        self.files.close()


def _hosts(bind: str | None, token: str | None, loopback: tuple[str, ...]) -> tuple[str, ...]:
    """Where to listen; anything but this machine takes a token."""
    if bind is None:
        return loopback
    if token is None and not _is_loopback(bind):
        raise WrongUse(
            "Listening for other machines takes a token.",
            f"--bind {clean_name(bind)} can be reached by others, and whoever reaches it could write here.",
            f"Add --token WORD or set {TOKEN}; for a program: OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20WORD.",
        )
    return (bind,)


def _is_loopback(address: str) -> bool:
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _own_folder() -> Path:
    state = usable_state_folder()
    if state is None:
        raise WrongUse("There is no folder for the traces.", "The state folder cannot be written.", "Name one with -o.")
    return state / RECEIVED
