"""A title speaks its own language: nothing that a player reads in a game has a word of another title only.

The words are those of the specs (`spec.Words`), so that a new title, or a new word, is held to the same.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rising_tutor.boards.rising import text
from rising_tutor.core.node import Decision
from rising_tutor.errors import UnreadableMove
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.refusals.choices import asked_by
from rising_tutor.games.rising.words.cards import card_text
from tests.testkit.curious import Curious
from tests.testkit.scene import rising
from tests.testkit.settings import RISING, SETTINGS

TITLE = pytest.mark.parametrize("title", RISING)
TRACKS = ("Ruin", "Balance", "Black Sun", "Final Battle", "Aid from the Spirits", "Fire Nation")
"""What only Fire Nation Rising has, beside the words of its spec."""


def terms(title: str) -> set[str]:
    """What things are called in a title, and its cards."""
    book = rising(title).book
    spec, words = book.spec, book.spec.words
    own = {words.hero, words.villain, words.figure, words.token, words.location, words.pressure, words.carrier}
    own |= {words.marker, words.team_card, words.battle, words.enemy_deck, words.everyone, words.any_carrier}
    own |= {*words.locations, *words.types.values(), *words.symbols.values(), *spec.types, *spec.kinds}
    own |= {card.name for cards in (book.hero, book.villain, book.battle, book.carrier) for card in cards.values()}
    own |= set(TRACKS) if book.side else set()
    return own - {""}


def foreign(title: str) -> re.Pattern[str]:
    """Finds a word that other titles have and this one does not."""
    own = " ".join(terms(title)).casefold()
    found: set[str] = set()
    for other in RISING:
        found |= {term for term in terms(other) if not re.search(rf"\b{re.escape(term.casefold())}\b", own)}
    book = rising(title).book
    others = [rising(other).book.spec.words for other in RISING]
    mine = {book.spec.words.step} | ({"phase"} if book.side else set())  # a game with tracks has two phases
    called = [rf"\b(?i:{step}) [1-9]" for step in {one.step for one in others} - mine]
    # Of dice, not of tokens; "Forfeited" is in every title what is left when the rolling stops.
    called += [
        rf"^(?=.*\bdi(e|ce)\b|{verb} )(?!.*{book.spec.words.token}).*\b{verb}(ed)?\b"
        for verb in {one.discard for one in others} - {book.spec.words.discard}
    ]
    return re.compile("|".join([*(rf"\b{re.escape(term)}s?\b" for term in sorted(found)), *called]), re.MULTILINE)


def attempts(game: RisingGame) -> list[Any]:
    """Actions of all kinds, most of them refused in most positions."""
    book = game.book
    team, token, hero, villain = next(iter(book.team)), book.token_ids[0], book.hero_ids[0], book.villain_ids[0]
    die, blank = book.die_name[0], book.colours[0]
    symbol = next(kind for kind in book.token_ids if kind.startswith("extra") or kind.endswith("symbol"))
    out: list[Any] = [do.Roll(), do.Stop(), do.Done(), do.GoTo(0), do.GoTo(7), do.DiscardDie(die), do.PickDie(blank)]
    out += [do.UseToken(team, kind) for kind in (token, symbol)]
    out += [do.TakeTeam(team), do.TurnDie(die, book.die_name[1]), do.ChooseColour(blank), do.DropToken(token)]
    for card in (hero, villain, team, *book.battle_ids[:1], *book.carrier_ids[:1], *list(book.ability_of_team)[:1]):
        out += [do.PlaceDie(die, card), do.UseAbility(card), do.Choose(card), do.React(card), do.Join(card, "right")]
        out += [do.UseToken(team, symbol, card)]
    return out


def said_in_games(title: str) -> Iterator[str]:
    """What is printed in games of every setting: events, places, moves, refusals, faults of typing, the board."""
    game = rising(title)
    rng, curious, tried = Random(2), Curious(game, seed=3), attempts(game)
    for seats, options in SETTINGS[title]:
        for _, step in curious.play(seats, options):
            yield from (game.say(event) for event in step.events)
            state = step.state
            yield game.where(state)
            node = game.node(state)
            if not isinstance(node, Decision) or (state.turn and rng.random() > 0.05):
                continue
            yield from (game.write(state, action) for action in node.actions)
            yield from (refusal.why for action in tried if (refusal := game.check(state, action)) is not None)
            yield asked_by(game.book, state.agenda[-1])
            yield text(game.view(state, None))
            with pytest.raises(UnreadableMove) as fault:
                game.read(state, "qwertz")
            yield str(fault.value)


@pytest.mark.slow
@TITLE
def test_games_are_told_in_the_words_of_the_title(title: str) -> None:
    strange = foreign(title)
    # The names of its own steps are its own words: "Place Team token" means no Place.
    steps = re.compile("|".join(map(re.escape, rising(title).book.spec.words.steps)))
    for said in dict.fromkeys(said_in_games(title)):
        found = strange.search(steps.sub("", said))
        assert found is None, (found and found[0], said)


@TITLE
def test_cards_and_options_are_told_in_the_words_of_the_title(title: str) -> None:
    strange, book = foreign(title), rising(title).book
    cards = (book.hero, book.villain, book.team, book.battle, book.carrier)
    said = [card_text(card, book.spec.words) for some in cards for card in some.values()]
    said += [card_text(token, book.spec.words) for token in book.token]
    said += [part for option in book.spec.option for part in (option.help, option.values)]
    for one in said:
        assert strange.search(one) is None, one


@TITLE
def test_the_words_of_others_are_found(title: str) -> None:
    """The test above can fail: what the others are about is no word of this title."""
    strange = foreign(title)
    for other in set(RISING) - {title}:
        words = rising(other).book.spec.words
        assert strange.search(f"{words.figure} turns.")
        assert strange.search(f"Draw a {words.token}.")
        assert strange.search(f"2 symbols of {next(iter(words.symbols.values()))}.")
    mine = rising(title).book.spec.words
    assert (strange.search("Assign or discard a die.") is None) == (mine.discard == "discard")
    assert (strange.search("Not before step 3.") is None) == (mine.step == "step")
