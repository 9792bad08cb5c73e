"""`games`: which games there are and how far each is."""

import argparse
from typing import Any

from rising_tutor.cli.arguments import add_json
from rising_tutor.cli.terminal import columns, picked, say, say_json
from rising_tutor.core.registry import load_game, playable_ids


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("games", help="list the games")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the list."""
    games = listed()
    if args.json:
        say_json(games)
        return 0
    rows = [("id", "title", "seats", "stage")]
    for game in games:
        low, high = game["seats"]
        rows.append((game["id"], game["title"], f"{low}" if low == high else f"{low} to {high}", game["stage"]))
    for line in columns(rows):
        say(line)
    return 0


def listed() -> list[dict[str, Any]]:
    """The games that can be played, then those in work as far as they are."""
    return [
        picked(info, "id", "title", "family")
        | {"seats": [info.min_seats, info.max_seats]}
        | picked(info, "rules_version", "stage")
        for info in (load_game(game_id).info for game_id in playable_ids())
    ]
