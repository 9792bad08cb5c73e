"""`content check`: an owner's own card files, validated like ours, and what they make each card say."""

import argparse
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from rising_tutor.cli.arguments import add_game, add_json, path
from rising_tutor.cli.terminal import paragraph, say, say_json
from rising_tutor.core.english import listed
from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import load_game
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent, LimitExceeded
from rising_tutor.games.quickstrike.clauses import sentences
from rising_tutor.games.rise_tcg import clauses as rise
from rising_tutor.games.rising.words.cards import card_text, space_text


class CardNote(Value, frozen=True):
    """A card, where it is from and what it does in a sentence.

    Attributes:
        built: whether it does that here; one that does not can be in no deck.
    """

    id: str
    name: str
    kind: str
    origin: str
    text: str
    built: bool = True


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("content", help="check card files")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser("check", help="validate a folder with your own card files, or the cards of a game")
    add_game(check)
    check.add_argument("dir", type=path, metavar="DIR", nargs="?", help="the folder; without it our own cards")
    add_json(check)
    check.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the problem, or each card with its sentence."""
    load_game(args.game)
    try:
        game = load_game(args.game, content=args.dir)
    except (BadContent, LimitExceeded) as error:
        return _wrong(error, as_json=args.json)
    cards = list(notes(game))
    if args.json:
        listed = [to_builtins(card) for card in cards]
        say_json({"ok": True, "game": game.info.id, "content": game.info.content, "problems": [], "cards": listed})
        return 0
    shown = [card for card in cards if args.dir is None or card.origin == "owner"]
    for card in shown:
        say(f"{card.id}: {card.name} ({card.kind}, {card.origin})")
        if card.text:
            say(paragraph(card.text, "  "))
    n_owned = sum(card.origin == "owner" for card in cards)
    n_built = sum(card.built for card in cards)
    known = f", {len(cards) - n_built} are known and cannot be played yet" if n_built < len(cards) else ""
    say(f"{game.info.title}: {n_built} cards can be used, {n_owned} of them yours{known}; content {game.info.content}")
    return 0


def notes(game: AnyGame) -> Iterator[CardNote]:
    """Every card of a game, in the order of its files; nothing for a game without card files."""
    book = getattr(game, "book", None)
    if game.info.family == "quickstrike" and book is not None:
        for card in (*book.cards, *book.moves):
            kind = "signature move" if card.id in book.move else card.type
            yield CardNote(card.id, card.name, kind, card.origin, " ".join(sentences(card)), card.built)
        for chamber in book.chambers:
            if chamber.origin == "owner":  # those of ours say nothing beyond their moves, which stand above
                moves = listed(book.move[side].name for side in dict.fromkeys((chamber.front, chamber.back)))
                yield CardNote(chamber.id, chamber.name, "Chamber", chamber.origin, f"Bears {moves}.")
        return
    if game.info.family == "rise_tcg" and book is not None:
        for card in book.cards:
            yield CardNote(card.id, card.name, " and ".join(card.type), card.origin, " ".join(rise.explained(card)))
        for summoner in book.summoners:
            said = " ".join(rise.skill_sentences(summoner))
            yield CardNote(summoner.id, summoner.name, "Summoner", summoner.origin, said)
        return
    if game.info.family != "rising" or book is None:
        return
    content, words = book.content, book.spec.words
    for kind in ("hero", "villain", "team", "battle", "carrier", "fire_nation", "token"):
        for card in getattr(content, kind):
            yield CardNote(
                card.id, getattr(card, "name", card.id), kind.replace("_", " "), card.origin, card_text(card, words)
            )
    for side in content.balance:
        said = " ".join(f"Space {number}: {space_text(space, words)}." for number, space in enumerate(side.spaces, 1))
        yield CardNote(side.id, getattr(side, "name", side.id), "balance", side.origin, said)


def _wrong(error: BadContent | LimitExceeded, *, as_json: bool) -> int:
    problem: dict[str, Any] = {"message": str(error)}
    if isinstance(error, BadContent):
        problem |= {"file": error.file, "path": error.path, "value": repr(error.value), "expected": error.expected}
    if as_json:
        say_json({"ok": False, "problems": [problem], "cards": []})
    else:
        say(str(error))
    return 1
