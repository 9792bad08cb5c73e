"""`odds --deck`: the exact chance of draws."""

import argparse
import shlex
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rising_tutor.cli.arguments import CalledWrong
from rising_tutor.cli.deck import first_with_decks, with_decks
from rising_tutor.cli.odds.document import amount_json
from rising_tutor.cli.terminal import columns, paragraph, plain, say, say_json
from rising_tutor.core.english import counted
from rising_tutor.core.game import AnyGame
from rising_tutor.core.reading import read_limited
from rising_tutor.core.registry import load_game
from rising_tutor.decks.deck_file import deck_game
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.tutor.odds.draw_answer import (
    Answer,
    answer_to,
    chance_words,
    copies_words,
    deck_words,
    hand_words,
    said,
)
from rising_tutor.tutor.odds.draw_question import Asked, ask_of, is_counts, typed


def ask_of_deck(args: argparse.Namespace) -> int:
    """Prints the answer. Raises `CalledWrong` where nothing is wanted or the game has no decks."""
    if not args.want:
        raise CalledWrong("odds: expected --want with --deck")
    game = load_game(first_with_decks() if args.game is None else args.game, content=args.content)
    with_decks(game)
    asked, n_problems = _asked(game, args)
    answer = answer_to(None if is_counts(args.deck) else game, asked, hand=args.hand, times=args.mulligan)
    if args.json:
        say_json(as_document(answer) | {"problems": n_problems})
        return 0
    for line in as_lines(answer, _not_allowed(args, n_problems)):
        say(line)
    return 0


def _asked(game: AnyGame, args: argparse.Namespace) -> tuple[Asked, int]:
    """The question, and how many faults forbid to play the deck of a file."""
    if not args.deck.endswith(".toml"):
        return typed(game, args.deck, args.see, args.want), 0
    decks = deck_game(game)
    assert decks is not None
    data = read_limited(args.deck, where=args.deck)
    deck, faults = decks.check_deck(data)
    if not deck.cards:
        raise BadProblem("deck", args.deck, f"a deck file: {faults[0] if faults else 'it has no cards'}")
    n_problems = sum(not fault.warning for fault in faults)
    return ask_of(game, deck, args.deck, args.see, args.want), n_problems


def _not_allowed(args: argparse.Namespace, n_problems: int) -> str:
    """That the rules do not allow the deck, and the command that says why; empty for one without a problem."""
    if not n_problems:
        return ""
    call = ["rising-tutor", "deck", "check", args.deck]
    for name in ("game", "content"):
        call += [f"--{name}", given] if (given := getattr(args, name)) is not None else []
    them = "them" if n_problems > 1 else "it"
    return f"The deck has {counted(n_problems, 'problem')}: {shlex.join(call)} lists {them}."


def as_document(answer: Answer) -> dict[str, Any]:
    """The document of `--json`."""
    asked = answer.asked
    return {
        "method": "exact",
        "deck": asked.title,
        "cards": asked.n,
        "counted": asked.counted or "card",
        "known": {"top": len(asked.known), "bottom": len(asked.below)},
        "want": [
            {
                "cards": one.cards,
                "copies": one.copies,
                "at_least": one.at_least,
                "at_most": one.at_most,
                "among": one.among,
                "words": one.words,
            }
            for one in asked.wants
        ],
        "value": _amount(answer.value),
        "copies": [{"copies": n, "value": _amount(value)} for n, value in answer.copies],
        "hands": [
            {"left": hand.left, "cards": hand.n, "value": _amount(hand.value), "kept": _amount(hand.kept)}
            for hand in answer.hands
        ],
        "assumes": [sentence for sentence, _ in answer.notes],
    }


def _amount(value: Fraction) -> dict[str, Any] | None:
    return amount_json(Amount.exact(value))


def as_lines(answer: Answer, not_allowed: str = "") -> Iterator[str]:
    """The answer for people, with a line about a deck that the rules do not allow."""
    asked = answer.asked
    yield plain(f"Deck: {asked.title} ({deck_words(asked)})")
    if not_allowed:
        yield plain(not_allowed)
    yield ""
    yield plain(f"{said(answer)} (exact)")
    yield ""
    first = asked.wants[0].cards
    yield plain(f"With other numbers of {first}, the deck as large as it is:")
    rows = [(f"  {n}", copies_words(answer, n), chance_words(value)) for n, value in answer.copies]
    yield from columns(rows)
    if answer.hands:
        yield ""
        yield f"An opening hand of {answer.hands[0].n} that may be shuffled back and drawn anew, the better at each:"
        for hand in answer.hands:
            yield plain(f"  {hand_words(hand)}")
    yield ""
    yield "This takes for granted:"
    for sentence, rules in answer.notes:
        yield paragraph(plain(f"{sentence} ({', '.join(rules)})" if rules else sentence), "  ")
