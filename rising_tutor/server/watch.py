"""Keeps one server process alive: asks it for a sign of life and starts it again when none comes.

A server that froze (a kernel that takes no message can do that to Jupyter) answers nobody and no polite signal, and
cannot help itself; so this runs outside of it. The listening socket belongs to the launcher: while the server is
started again, connections wait instead of being refused, and the login cookies stay good.
"""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict

import psutil

from rising_tutor.server.options import ServerOptions

#: A server that was silent for so long is ended; together with the start this stays within half a minute.
SILENCE_S = 25.0
#: Seconds between two questions, and how long an answer may take.
PROBE_S = 2.0
ANSWER_S = 5.0
#: How long a server may take to answer for the first time.
START_S = 60.0
#: So many ends within `START_S` of a start, one after the other, and the launcher gives up.
MAX_EARLY_ENDS = 3
#: How long a server may take to end its kernels.
STOP_S = 20.0


class ServerProcess:
    """One server process and what the launcher does to it."""

    def __init__(self, options: ServerOptions, environment: dict[str, str]) -> None:
        self._options = options
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0

    def start(self) -> None:
        descriptor = self._options.descriptor
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rising_tutor.server.process"],
            env=self._environment,
            stdin=subprocess.PIPE,
            pass_fds=() if descriptor is None else (descriptor,),
            # A Ctrl-C in the terminal is for the launcher, which then ends the server in order.
            start_new_session=True,
        )
        if self._process.stdin is not None:
            self._process.stdin.write(json.dumps(asdict(self._options)).encode() + b"\n")
            self._process.stdin.flush()
        self._started = time.monotonic()

    def age(self) -> float:
        return time.monotonic() - self._started

    def ended(self) -> int | None:
        return None if self._process is None else self._process.poll()

    def answers(self) -> bool:
        connection = http.client.HTTPConnection(reachable(self._options.host), self._options.port, timeout=ANSWER_S)
        try:
            connection.request("GET", f"{self._options.base_url}health", headers={"Connection": "close"})
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def stop(self, patience_s: float = STOP_S) -> None:
        """End the server in order; by force what has not ended after so long, and the kernels that would outlive it."""
        if self._process is None:
            return
        kernels: list[psutil.Process] = []
        with suppress(psutil.Error):
            kernels = psutil.Process(self._process.pid).children(recursive=True)
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for kernel in kernels:
            with suppress(psutil.Error):
                kernel.kill()


def reachable(host: str) -> str:
    """Return the address at which this machine reaches a server that listens on `host`."""
    return {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound


def keep_alive(
    server: ServerProcess,
    say: Callable[[str], None],
    *,
    ready: Callable[[], None],
    stopped: Callable[[], bool],
) -> int:
    """Run the server until `stopped`, starting it again when it ends or falls silent.

    Args:
        say: tells the person at the terminal what happened.
        ready: called once, when the server answers for the first time.

    Returns:
        0 when it was stopped, 1 when the server ended again and again by itself.
    """
    server.start()
    told, early_ends = False, 0
    heard: float | None = None
    while not stopped():
        status = server.ended()
        if status is not None:
            early_ends = early_ends + 1 if server.age() < START_S else 0
            if early_ends >= MAX_EARLY_ENDS or not told:
                say(f"The server ended with status {status}; giving up.")
                return 1
            say(f"The server ended with status {status}; starting it again.")
            server.start()
            heard = None
        if server.answers():
            heard = time.monotonic()
            if not told:
                ready()
                told = True
        silent = server.age() if heard is None else time.monotonic() - heard
        if silent > (START_S if heard is None else SILENCE_S):
            say(f"The server has not answered for {silent:.0f} s; starting it again.")
            server.stop(0)
            server.start()
            heard = None
        _pause(0.1 if heard is None else PROBE_S, stopped)
    server.stop()
    return 0


def _pause(seconds: float, stopped: Callable[[], bool]) -> None:
    deadline = time.monotonic() + seconds
    while not stopped() and (left := deadline - time.monotonic()) > 0:
        time.sleep(min(0.2, left))


def server_environment(search: list[str], package: str | None, told: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of the server process.

    Args:
        search: folders with Jupyter data that the server must find, best first.
        package: the folder to import the tutor from, where it is not installed.
        told: what the pages must know, see `setting.py`.
    """
    environment = {**os.environ, **(told or {})}
    if search:
        environment["JUPYTER_PATH"] = os.pathsep.join([*search, *filter(None, [environment.get("JUPYTER_PATH")])])
    if package is not None:
        environment["PYTHONPATH"] = os.pathsep.join([package, *filter(None, [environment.get("PYTHONPATH")])])
    # Each page is a process of its own. Told to keep no compiled modules, as in many containers, each would compile two
    # hundred of them anew, a good part of what an arrival costs.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    # The debugger inside each kernel warns about frozen modules; nobody debugs here.
    environment.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    return environment
