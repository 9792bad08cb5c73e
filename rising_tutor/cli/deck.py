"""`deck check` and `deck list`: decks of card games, with every fault by line, column and rule."""

import argparse
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from rising_tutor.cli.arguments import CalledWrong, add_content, add_game, add_json, path
from rising_tutor.cli.terminal import columns, plain, say, say_json
from rising_tutor.core.english import counted
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.reading import read_limited
from rising_tutor.core.registry import load_game, playable_ids
from rising_tutor.decks.deck_file import DeckFault, DeckGame, DeckList, deck_game
from rising_tutor.errors import LimitExceeded
from rising_tutor.store.decks import DeckFiles

MOST_PRINTED = 100
"""Problems of one file that are printed; the others are counted."""
NO_DECK = DeckList("", "", "", ())


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("deck", help="check and list decks of card games")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser("check", help="every fault of deck files against the rules of construction")
    check.add_argument("files", type=path, nargs="+", metavar="FILE", help="deck files")
    check.add_argument("--game", metavar="GAME", help="the game (default: the first one with decks)")
    add_content(check)
    add_json(check)
    check.set_defaults(run=check_files)
    listing = actions.add_parser("list", help="the decks that come with a game, and your own")
    add_game(listing)
    add_content(listing)
    add_json(listing)
    listing.set_defaults(run=list_decks)


def check_files(args: argparse.Namespace) -> int:
    """Prints the faults of each file; 1 if one of them forbids to play the deck."""
    game = with_decks(load_game(first_with_decks() if args.game is None else args.game, content=args.content))
    found = [_checked(game, name) for name in args.files]
    ok = all(one["ok"] for one in found)
    if args.json:
        say_json({"ok": ok, "files": found})
        return 0 if ok else 1
    for one in found:
        for problem in one["problems"][:MOST_PRINTED]:
            cited = f" ({problem['rule']})" if problem["rule"] else ""
            kind = "warning: " if problem["warning"] else ""
            say(plain(f"{one['file']}:{problem['line']}:{problem['column']}: {kind}{problem['message']}{cited}"))
        if (n_more := len(one["problems"]) - MOST_PRINTED) > 0:
            say(plain(f"{one['file']}: {counted(n_more, 'more problem')}; --json lists all"))
        if one["ok"]:
            say(plain(f"{one['file']}: ok, {one['cards']} cards for {one['play']} play"))
    return 0 if ok else 1


def _checked(game: DeckGame, name: str) -> dict[str, Any]:
    try:
        deck, faults = game.check_deck(read_limited(name))
    except LimitExceeded as error:
        deck, faults = NO_DECK, (DeckFault(1, 1, str(error)),)
    problems = [
        {"line": one.line, "column": one.column, "message": one.what, "rule": one.rule or None, "warning": one.warning}
        for one in faults
    ]
    ok = all(fault.warning for fault in faults)
    about = {"id": deck.id, "name": deck.name, "play": deck.play, "cards": deck.n}
    return {"file": name, "ok": ok, **about, "problems": problems}


def list_decks(args: argparse.Namespace) -> int:
    """Prints the decks of a game, then a person's own; an option takes either by what stands first."""
    game = load_game(args.game, content=args.content)
    decks = with_decks(game).decks()
    files = DeckFiles(str(game.info.id))
    own = [_checked(with_decks(game), str(files.folder / f"{name}.toml")) for name in files.names()]
    if args.json:
        ready = [to_builtins(deck) | {"cards": dict(deck.cards), "n": deck.n} for deck in decks]
        say_json([*ready, *own])
        return 0
    rows: list[tuple[str, ...]] = [("id", "name", "play", "cards", "origin")]
    rows += [(deck.id, deck.name, deck.play, str(deck.n), deck.origin) for deck in decks]
    for one in own:
        wrong = sum(not problem["warning"] for problem in one["problems"])
        state = f"own, {counted(wrong, 'problem')}" if wrong else "own"
        rows.append((one["file"], one["name"], one["play"], str(one["cards"]), state))
    for line in columns(rows):
        say(plain(line))
    return 0


def with_decks(game: AnyGame) -> DeckGame:
    """The game as one with decks. Raises `CalledWrong` for one that has none."""
    found = deck_game(game)
    if found is None:
        able = ", ".join(_ids_with_decks())
        raise CalledWrong(f"{game.info.id} is played without decks; expected {able or 'a game with decks'}")
    return found


def first_with_decks() -> GameId:
    """The first game that is played with decks. Raises `CalledWrong` if there is none."""
    for game_id in _ids_with_decks():
        return game_id
    raise CalledWrong("no game is played with decks")


def _ids_with_decks() -> Iterator[GameId]:
    return (game_id for game_id in playable_ids() if deck_game(load_game(game_id)) is not None)
