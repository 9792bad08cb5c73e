"""The dice of a table with what a game says of them: symbols, box, cards, rules, words.

A game gives its kit by `kit_of`; a test or a notebook makes its own.

>>> from rising_tutor.core.chance import Die
>>> kit = Kit(dice=(Die("green", ("E", "E", "EE", "A", "W", "F")),), symbols={"E": "Earth"})
>>> kit.die("green").faces[2], kit.word("E"), kit.word("W")
('EE', 'Earth', 'W')
"""

from collections.abc import Mapping

import msgspec

from rising_tutor.core.chance import Die
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.dice_game import DiceGame, OddsCard, dice_game
from rising_tutor.probability.dice_turn.problem import ANY


class Kit(Value, frozen=True):
    """What is on the table of whoever asks about a dice turn.

    Attributes:
        dice: one of each kind.
        symbols: the letter on a face -> its word, in the order of the title.
        game: the id of the game; "" for dice of nobody's.
        box: how many dice of each kind there are, None for no limit; empty where there is none at all.
        limited_by: what says so: a rule, or a place in a file.
        source: where the dice come from, for people.
        origins: where the faces of each kind come from, as in `OddsCard.origin`; empty where nobody says.
        discard: what giving a die up is called: a verb whose past ends in "ed".
        pools: pools that players start a turn with, by name.
        cards: by id: everything with a cost or a help, in the order of display.
        rules: the rules behind the mathematics, by topic, as `DiceGame.odds_rules` names them.
    """

    dice: tuple[Die, ...]
    symbols: Mapping[str, str]
    game: str = ""
    title: str = ""
    box: tuple[int | None, ...] = ()
    limited_by: str = ""
    source: str = ""
    origins: tuple[str, ...] = ()
    discard: str = "discard"
    pools: tuple[tuple[str, tuple[int, ...]], ...] = ()
    cards: Mapping[str, OddsCard] = msgspec.field(default_factory=dict)
    rules: Mapping[str, RuleId] = msgspec.field(default_factory=dict)

    def die(self, colour: str) -> Die:
        """The die of a colour. Raises `BadProblem`: there is none."""
        for die in self.dice:
            if die.colour == colour:
                return die
        raise BadProblem("colour", colour, f"one of {', '.join(self.colours)}")

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(die.colour for die in self.dice)

    @property
    def letters(self) -> tuple[str, ...]:
        """A short name of each colour, for addresses."""
        firsts = [colour[:1] for colour in self.colours]
        return tuple(firsts) if len(set(firsts)) == len(firsts) else self.colours

    @property
    def wanted_cards(self) -> tuple[OddsCard, ...]:
        """What has a cost."""
        return tuple(card for card in self.cards.values() if card.need is not None)

    @property
    def helping_cards(self) -> tuple[OddsCard, ...]:
        """What may be used beside the dice."""
        return tuple(card for card in self.cards.values() if card.help is not None)

    @property
    def known(self) -> tuple[str, ...]:
        """Every symbol that the dice show, in the order of the words."""
        shown = {symbol for die in self.dice for face in die.faces for symbol in face}
        named = [symbol for symbol in self.symbols if symbol in shown]
        return (*named, *sorted(shown - set(named)))

    def rule(self, topic: str) -> str:
        """The rule behind a topic; "" where the game has none."""
        return str(self.rules.get(topic, ""))

    def word(self, symbol: str) -> str:
        """The word of a symbol; the letter itself if it has none."""
        return self.symbols.get(symbol, "any die" if symbol == ANY else symbol)

    def words(self, symbols: str) -> str:
        """Symbols in words, in the order in which they stand."""
        return " ".join(self.word(symbol) for symbol in symbols)

    def sorted(self, symbols: str) -> str:
        """Symbols in the order of the title."""
        order = list(self.symbols)
        return "".join(sorted(symbols, key=lambda one: order.index(one) if one in order else len(order)))


def kit_of(game: DiceGame) -> Kit:
    """The dice of a game with all that it says of them."""
    box = game.odds_dice()
    rules = game.odds_rules()
    return Kit(
        dice=tuple(die for die, _ in box),
        symbols=dict(game.odds_symbols()),
        game=str(game.info.id),
        title=game.info.title,
        box=tuple(n for _, n in box),
        limited_by=str(rules.get("box", "")),
        source=game.info.title,
        origins=game.odds_dice_origins(),
        discard=game.odds_discard(),
        pools=game.odds_pools(),
        cards={card.id: card for card in game.odds_cards()},
        rules=dict(rules),
    )


def dice_kit(game: AnyGame) -> Kit:
    """The kit of any game. Raises `BadProblem`: its turns have no dice."""
    found = dice_game(game)
    if found is None:
        raise BadProblem("game", game.info.title, "a game whose turns roll and assign dice")
    return kit_of(found)
