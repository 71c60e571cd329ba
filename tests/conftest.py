"""What every test gets: no network, nobody's own settings, and the shared data where it is present."""

import os
import sys
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.forked import ForkServer
from tests.homes import share_patterns

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
# How long an example takes says how busy the machine is, and nothing about us. Where CI is set the examples are the
# same each time, as Hypothesis has it of itself: a change is judged by what it changes; elsewhere they are new ones.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("patient")
FOREIGN_SETTINGS = ("OPENAI_", "LANGSMITH_", "LANGCHAIN_", "MAST_TUI_", "NO_COLOR", "COLUMNS", "LINES")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are processors: a test of the screen waits for half of its time."""
    cores = os.cpu_count() or 1
    return cores + cores // 2


def _is_here(host: object) -> bool:
    if host in (None, "", "localhost", b"localhost"):
        return True
    try:
        return ip_address(host.decode() if isinstance(host, bytes) else str(host)).is_loopback
    except ValueError:
        return False


def _refuse_the_network(event: str, arguments: tuple[object, ...]) -> None:
    """Stop any socket that would leave this machine, however deep the library that opens it."""
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        if isinstance(address, tuple) and not _is_here(address[0]):
            raise PermissionError(f"a test tried to reach {address[0]}: only the loopback is open")
    elif event == "socket.getaddrinfo" and not _is_here(arguments[0]):
        raise PermissionError(f"a test tried to look up {arguments[0]}: only the loopback is open")


sys.addaudithook(_refuse_the_network)


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A state folder of the test's own, and no setting of whoever runs the tests."""
    for name in list(os.environ):
        if name.startswith(FOREIGN_SETTINGS):
            monkeypatch.delenv(name)
    home = tmp_path_factory.getbasetemp() / f"home-{os.urandom(8).hex()}"
    monkeypatch.setenv("MAST_TUI_HOME", str(share_patterns(home)))
    yield home


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of data beside the project; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the shared data is not beside the project")
    return SHARED


@pytest.fixture(scope="session")
def corpus(shared: Path) -> Path:
    """Real traces, with their manifest and answer key."""
    folder = shared / "corpus"
    if not folder.is_dir():
        pytest.skip("the shared data holds no corpus")
    return folder


@pytest.fixture(scope="session")
def made(shared: Path) -> Path:
    """Small traces in today's formats, made for this purpose."""
    folder = shared / "made"
    if not folder.is_dir():
        pytest.skip("the shared data holds no made traces")
    return folder


RunCli = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    """Starts programs that need not load the heavy libraries anew; one for all tests of a process."""
    server = ForkServer()
    yield server
    server.close()


@pytest.fixture
def run_cli(fork_server: ForkServer) -> RunCli:
    """Run `python -m mast_tui` on the words given; returns (exit code, stdout, stderr)."""

    def run(
        *words: str | Path,
        stdin: str | bytes = b"",
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        timeout: float = 120,
    ) -> tuple[int, str, str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        program = fork_server.start(*words, stdin=data, env=env, cwd=cwd)
        out, err = program.communicate(timeout)
        assert program.returncode is not None
        return program.returncode, out.decode("utf-8", "surrogateescape"), err.decode()

    return run
