"""Starts the app: `launch` is what `rising-tutor app` calls.

By default the server listens on this machine only and asks for a token, which is part of the address that is printed.
The launcher picks the port and keeps the listening socket, and a second process serves on it (`server.py`), watched
from here (`watch.py`).

The notebook that is served lies in the package (`notebook/app.ipynb`), so that an installed wheel needs nothing else.
The page template lies in `share/jupyter/voila/templates/rising`: a wheel puts it into the environment, where Jupyter
looks by itself; in a checkout the launcher points Jupyter to it.
"""

import errno
import importlib.metadata
import os
import re
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rising_tutor.errors import RisingTutorError
from rising_tutor.server.options import LOOPBACK, ServerOptions
from rising_tutor.store import setting

#: Nothing older is safe to expose: see the advisories of these projects for what each of these versions closed.
OLDEST = {"voila": "0.5.13", "jupyter_server": "2.20.0", "nbconvert": "7.17.1"}
DEFAULT_PORT = 8866
#: So many ports after the one asked for are tried.
PORTS_TRIED = 50
#: Pages of one browser where others can reach the server, so that nobody takes the places of all.
PER_BROWSER = 6


class CannotLaunch(RisingTutorError):
    """The app cannot be started on this machine as it was asked for."""


def launch(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    browser: bool = True,  # noqa: FBT001, FBT002 - the command line hands its switch over as it is
    token: str | None = None,
    *,
    base_url: str = "/",
    options: ServerOptions | None = None,
    content: Mapping[str, str] | None = None,
) -> int:
    """Serve the app until it is interrupted.

    Args:
        host: the address to listen on; anything but this machine's own is reachable by others.
        port: the first port to try, or 0 for any.
        browser: whether to open the page in a browser.
        token: what opens the server. By default `JUPYTER_TOKEN` of the environment or a new one. An empty one asks for
            none, on this machine only.
        base_url: the path below which the app is served, for a proxy that passes its prefix on.
        options: the limits of the server; its host, port, token and base URL are replaced.
        content: a game's id -> a folder with an owner's own card files for it, which the caller has checked.

    Returns:
        0 after an interrupt, 1 when the app could not be started; the reason was printed.
    """
    try:
        check_versions()
        token = choose_token(host, token)
        search = template_search_path()
        listening = listen(host, port)
    except CannotLaunch as reason:
        _tell(str(reason))
        return 1
    with listening:
        options, shared = options or ServerOptions(), host not in LOOPBACK
        chosen = replace(
            options,
            host=host,
            port=listening.getsockname()[1],
            token=token,
            base_url=base_url,
            cookie_secret=secrets.token_hex(32),
            per_browser=options.per_browser or (PER_BROWSER if shared else 0),
            descriptor=listening.fileno() if os.name == "posix" else options.descriptor,
        )
        if os.name != "posix":
            listening.close()
        told = setting.environment_for(content=content or {}, shared=shared)
        return _serve(chosen, search, told, browser=browser)


def _serve(options: ServerOptions, search: list[str], told: Mapping[str, str], *, browser: bool) -> int:
    from rising_tutor.server import watch  # noqa: PLC0415 - the command line pays for it only when it serves

    address = public_address(options)

    def ready() -> None:
        _tell(f"Rising Tutor is running at:\n    {address}\nUse Control-C to stop it.")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    beside = Path(__file__).resolve().parents[2]
    package = None if beside.name in {"site-packages", "dist-packages"} else str(beside)
    server = watch.ServerProcess(options, watch.server_environment(search, package, told))
    with _interrupted() as interrupted:
        try:
            return watch.keep_alive(server, _tell, ready=ready, stopped=interrupted)
        finally:
            server.stop()


@contextmanager
def _interrupted() -> Iterator[Callable[[], bool]]:
    asked: list[int] = []
    main = threading.current_thread() is threading.main_thread()
    names = (signal.SIGINT, signal.SIGTERM) if main else ()
    before = {name: signal.signal(name, lambda number, _: asked.append(number)) for name in names}
    try:
        yield lambda: bool(asked)
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def check_versions(version: Callable[[str], str] = importlib.metadata.version) -> None:
    """Refuse to start on packages that are not safe to expose.

    Raises:
        CannotLaunch: names each package that is missing or too old, with its version and the oldest that will do.
    """
    problems: list[str] = []
    for package, oldest in OLDEST.items():
        try:
            found = version(package)
        except importlib.metadata.PackageNotFoundError:
            problems.append(f"{package} is not installed")
            continue
        if _release(found) < _release(oldest):
            problems.append(f"{package} {found} is too old, {oldest} is the oldest that is safe")
    if problems:
        message = f"The app is not started: {'; '.join(problems)}. Install newer ones, for example with `make app`."
        raise CannotLaunch(message)


def _release(version: str) -> tuple[int, ...]:
    """Return the numbers a version begins with; a pre-release counts as the version before its own."""
    found = re.match(r"(?:\d+!)?(\d+(?:\.\d+)*)(.*)", version)
    if found is None:
        return (0,)
    numbers = [int(part) for part in found[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    if re.match(r"[._-]?(a|b|c|rc|alpha|beta|pre|preview|dev)", found[2]):
        return (*numbers[:-1], numbers[-1] - 1, 10**6) if numbers else (0,)
    return tuple(numbers)


def choose_token(host: str, token: str | None) -> str:
    """Return the token to ask for. Raises `CannotLaunch`: none was wanted although others can reach the server."""
    if token is None:
        token = os.environ.get("JUPYTER_TOKEN") or secrets.token_hex(24)
    if not token and host not in LOOPBACK:
        message = f"Others can reach a server on {host}, so it must ask for a token; leave the token out to get one."
        raise CannotLaunch(message)
    return token


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the first free port from `port` on.

    Raises:
        CannotLaunch: says what stands in the way.
    """
    if not 0 <= port <= 65535:
        raise CannotLaunch(f"There is no port {port}; ports go from 1 to 65535, and 0 takes any that is free.")
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise CannotLaunch(f"{host} is no address of this machine.") from None
    # `localhost` has two addresses on most machines; everything understands the older one.
    family, address = min((entry[0], entry[4]) for entry in found)
    last = f"No port from {port} to {min(port + PORTS_TRIED, 65536) - 1} is free."
    for number in [port] if port == 0 else range(port, min(port + PORTS_TRIED, 65536)):
        listening = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address[0], number, *address[2:]))
            listening.listen(128)
        except OSError as reason:
            listening.close()
            if reason.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise CannotLaunch(f"Cannot listen on {host}: {reason.strerror}.") from None
        else:
            return listening
    raise CannotLaunch(last)


def template_search_path() -> list[str]:
    """Return the folders that Jupyter must be pointed to so that it finds our page template.

    Raises:
        CannotLaunch: there is no template anywhere.
    """
    from jupyter_core.paths import jupyter_path  # noqa: PLC0415 - the command line pays for it only when it serves

    part = Path("voila", "templates", "rising", "index.html.j2")
    beside = Path(__file__).resolve().parents[2] / "share" / "jupyter"
    if (beside / part).is_file():
        return [str(beside)]
    if any((Path(folder) / part).is_file() for folder in jupyter_path()):
        return []
    raise CannotLaunch("The page template was not installed with the package; install it again.")


def public_address(options: ServerOptions) -> str:
    """Return the address to open, token included."""
    host = {"": "127.0.0.1", "0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(  # noqa: S104 - compared
        options.host, options.host
    )
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{options.port}{options.base_url}" + (f"?token={options.token}" if options.token else "")


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
