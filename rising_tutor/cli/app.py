"""`app`: the tutor in the browser."""

import argparse
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from rising_tutor.cli.arguments import DEFAULT_GAME, path
from rising_tutor.core.registry import load_game, resolve
from rising_tutor.errors import BadOption

LONGEST_HOST = 253
"""Characters that the name of a machine can have."""
LONGEST_BASE = 200
"""Characters that a base URL can have."""
_BASE = re.compile(r"/?(?:[A-Za-z0-9_~%@.-]+/)*[A-Za-z0-9_~%@.-]*")


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("app", help="start the app and print its address")
    listen = (
        "where to listen (default: %(default)s); anywhere but on this machine alone, a browser lists, and goes on "
        "with, only the games that were begun in it"
    )
    parser.add_argument("--host", type=host, default="127.0.0.1", metavar="H", help=listen)
    parser.add_argument("--port", type=port, default=8866, metavar="N", help="port (default: %(default)s)")
    base = "serve below this path, for a proxy that passes its prefix on: /tutor/ (default: %(default)s)"
    parser.add_argument("--base-url", type=base_url, default="/", metavar="PATH", help=base)
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    content = (
        "a folder with your own card files of a game, to play with in the app; may be repeated for other games "
        f"(without a game: those of {DEFAULT_GAME})"
    )
    parser.add_argument("--content", type=owner_cards, action="append", default=[], metavar="[GAME=]DIR", help=content)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serves until it is interrupted."""
    content: dict[str, str] = {}
    for name, folder in args.content:
        game = resolve(name)
        if game in content:
            raise BadOption("content", folder, f"one folder for {game}, and {content[game]} is given")
        # Checked here, where the fault of a file can still be printed like that of `content check`.
        load_game(game, content=folder)
        content[game] = folder
    # By name, because the app stands beside the command line and not below it.
    code: int = import_module("rising_tutor.server.launcher").launch(
        args.host, args.port, not args.no_browser, base_url=args.base_url, content=content
    )
    return code


def owner_cards(text: str) -> tuple[str, str]:
    """The name of a game and a folder with an owner's cards for it; a folder alone is for the usual game.

    >>> owner_cards("avatar=my-cards"), owner_cards("my-cards")
    (('avatar', 'my-cards'), ('fire-nation-rising', 'my-cards'))
    """
    name, equals, folder = text.partition("=")
    named = bool(equals) and not Path(text).exists()
    return (name, path(folder)) if named else (DEFAULT_GAME, path(text))


def host(text: str) -> str:
    """An address or the name of one; whether it is one of this machine is found when it is used."""
    if not text or len(text) > LONGEST_HOST or not text.isascii() or not text.isprintable() or " " in text:
        raise argparse.ArgumentTypeError(f"{text[:LONGEST_HOST]!r} is not an address such as 127.0.0.1 or localhost")
    return text


def port(text: str) -> int:
    """A port, 0 for any free one."""
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


def base_url(text: str) -> str:
    """Return a path with a slash at both ends.

    >>> base_url("user/anna"), base_url("/x/"), base_url("/")
    ('/user/anna/', '/x/', '/')
    """
    if len(text) > LONGEST_BASE or not _BASE.fullmatch(text) or {".", ".."} & set(text.split("/")):
        raise argparse.ArgumentTypeError(f"{text[:LONGEST_BASE]!r} is not a path such as /tutor/")
    inside = text.strip("/")
    return f"/{inside}/" if inside else "/"
