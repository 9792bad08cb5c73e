"""What is wrong with a deck: the faults that `deck check` finds in its file, by card and by demand of the rules.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.decks.deck_file import DeckList
>>> game = load_game("avatar-tcg")
>>> found = checked(game, game.construction(), DeckList("fox", "Fox", "ame176", (("pummel", 60),)))
>>> [(fault.line, fault.rule) for fault in found.faults], [fault.rule for fault in found.at["pummel"]], found.ok
([(8, 'QS-202')], ['QS-202'], False)
>>> [one.demand.said for one in found.demands if one.faults]
['No card more than 4 times']
"""

from collections.abc import Mapping
from typing import NamedTuple

from rising_tutor.decks.construction import Construction, Demand
from rising_tutor.decks.deck_file import DeckFault, DeckGame, DeckList, places_of, write_deck


class Asked(NamedTuple):
    """A demand of the rules, what of it is so in the deck, and the faults that break it."""

    demand: Demand
    so: str
    faults: tuple[DeckFault, ...]

    @property
    def met(self) -> bool:
        """Whether the deck has it; a warning leaves it so."""
        return all(fault.warning for fault in self.faults)


class Checked(NamedTuple):
    """All that is wrong with a deck.

    Attributes:
        text: the deck as a file.
        faults: each of them once, in the order of the file.
        at: the word of a card -> its faults.
        demands: what its play asks, in the order of the rules.
        others: the faults that break none of these.
    """

    text: str
    faults: tuple[DeckFault, ...]
    at: Mapping[str, tuple[DeckFault, ...]]
    demands: tuple[Asked, ...]
    others: tuple[DeckFault, ...]

    @property
    def wrong(self) -> tuple[DeckFault, ...]:
        """The faults that forbid to play it."""
        return tuple(fault for fault in self.faults if not fault.warning)

    @property
    def ok(self) -> bool:
        """Whether it may be played."""
        return not self.wrong


def checked(game: DeckGame, construction: Construction, deck: DeckList) -> Checked:
    """The deck, checked as the file that it would be saved as."""
    text = write_deck(deck, construction.leader)
    _, faults = game.check_deck(text.encode())
    places = places_of(text)
    at: dict[str, tuple[DeckFault, ...]] = {}
    for word, _ in deck.cards:
        line = places.get(word, (0, 0))[0]
        at[word] = tuple(fault for fault in faults if fault.line == line)
    asked = tuple(
        Asked(one, one.so(deck), tuple(fault for fault in faults if fault.rule in one.rules))
        for one in construction.demands
        if one.play in ("", deck.play)
    )
    told = {rule for one in asked for rule in one.demand.rules}
    return Checked(text, faults, at, asked, tuple(fault for fault in faults if fault.rule not in told))
