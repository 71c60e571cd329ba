"""A process that has loaded the heavy libraries once and forks for every program that a test runs; run as a script.

A request names the program and brings four descriptors: its three streams, and where its exit code is written.
"""

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import sys
import threading
import traceback
from typing import Any, NoReturn


def load() -> None:
    """Load what programs load, so that each does not pay for it; what is loaded when is tested without this."""
    from importlib import import_module
    from pkgutil import walk_packages

    import agent
    import mast_tui.cli
    from agent.clean import clean_line
    from agent.injection.injections import suspicious
    from agent.redaction.redact import Redactor
    from agent.tokens import count

    for package in (agent, mast_tui.cli):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if module.name != "agent.many_diagnoses.preloaded":  # a server of its own begins with that
                import_module(module.name)
    words = "tables of tokens are read, and patterns compiled, by the first words: \u00e9"
    count(words)
    clean_line(words)
    list(suspicious(words))
    Redactor(b"salt").redact(words)
    gc.collect()
    gc.freeze()


def serve(requests: socket.socket) -> None:
    """Fork for each request until nobody can ask any more."""
    codes: dict[int, int] = {}

    def ended(*_: object) -> None:
        while codes:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            code = codes.pop(pid)
            os.write(code, str(os.waitstatus_to_exitcode(status)).encode())
            os.close(code)

    signal.signal(signal.SIGCHLD, ended)
    while True:
        message, descriptors, *_ = socket.recv_fds(requests, 1_000_000, 4)
        if not message:
            return
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            requests.close()
            for code in (*codes.values(), descriptors[3]):
                os.close(code)
            run(json.loads(message), descriptors[:3])
        codes[pid] = descriptors[3]
        for descriptor in descriptors[:3]:
            os.close(descriptor)
        requests.send(str(pid).encode())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})


def run(request: dict[str, Any], streams: list[int]) -> NoReturn:
    """Be the program that was asked for."""
    for number, (stream, name) in enumerate(zip(streams, ("stdin", "stdout", "stderr"), strict=True)):
        os.dup2(stream, number)
        os.close(stream)
        old, mode, buffering = getattr(sys, name), "w" if number else "r", 1 if number == 2 else -1
        new = open(number, mode, buffering, encoding=old.encoding, errors=old.errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    sys.path[0] = request["cwd"]
    sys.argv = ["-c", *request["words"]]
    try:
        if request["code"] is None:
            runpy.run_module("mast_tui", run_name="__main__", alter_sys=True)
        else:
            exec(compile(request["code"], "<string>", "exec"), {"__name__": "__main__"})
        code = 0
    except SystemExit as wanted:
        code = wanted.code if isinstance(wanted.code, int) else int(wanted.code is not None)
    except Exception:  # noqa: BLE001 - as Python itself does
        traceback.print_exc()
        code = 1
    leave(code)


def leave(code: int) -> NoReturn:
    """End as Python does, but for taking its modules apart: that would copy all that the processes share."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    load()
    serve(socket.socket(fileno=int(sys.argv[1])))
