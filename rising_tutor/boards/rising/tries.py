"""What a person may want to try at a table, legal or not: for the question "why not?".

Only listed here, never judged: whether one of them is legal, and why not, is for `Game.check`.
"""

from collections.abc import Iterator

from rising_tutor.boards.ports import Attempt
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.english import capital
from rising_tutor.core.ids import CardId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.view import RisingView


def tries(words: Words, view: RisingView) -> tuple[Attempt, ...]:
    """Dice on every card and on Balance, the controls of the tray, locations, tokens and abilities."""
    if view.result or not view.teams:
        return ()
    return tuple(dict.fromkeys(_tries(words, view)))


def _tries(words: Words, view: RisingView) -> Iterator[Attempt]:
    yield Attempt(words.action(view, do.Roll()), "", do.Roll())
    yield Attempt(words.action(view, do.Stop()), "", do.Stop())
    dice = tuple(dict.fromkeys(view.roll.shown))
    for die in dice:
        for card, name in _places(words, view):
            yield Attempt(_first(words.die(die)), name, do.PlaceDie(die, card))
    for die in dice:
        yield Attempt(words.action(view, do.DiscardDie(die)), "", do.DiscardDie(die))
    for location in range(words.book.spec.locations):
        yield Attempt(words.action(view, do.GoTo(location)), "", do.GoTo(location))
    for member in view.teams[view.active].row:
        yield Attempt(words.action(view, do.UseAbility(member.card)), "", do.UseAbility(member.card))
    card = view.teams[view.active].card
    if card and words.book.team[card].opening is not None:
        yield Attempt(words.action(view, do.UseAbility(card)), "", do.UseAbility(card))
    for team in view.teams:
        for token, _ in team.tokens:
            yield Attempt(words.action(view, do.UseToken(team.card, token)), "", do.UseToken(team.card, token))


def _places(words: Words, view: RisingView) -> Iterator[tuple[CardId, str]]:
    """Every card that a die could be put on: those on the table, all Teams with their rows, Balance."""
    for spot in (*view.places, *view.battles):
        if spot is not None:
            yield spot.card, words.name(spot.card)
    for team in view.teams:
        # A Team card bears the name of its first Hero.
        yield team.card, words.team(team.card)
        if len(team.abilities) > 1:
            for ability in team.abilities:
                yield ability.key, words.name(ability.key)
        for member in team.row:
            yield member.card, words.name(member.card)
    if view.balance is not None:
        yield do.BALANCE, words.name(do.BALANCE)


def _first(text: str) -> str:
    return capital(text)
