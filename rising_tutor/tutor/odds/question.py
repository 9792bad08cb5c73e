"""The question of the odds lab: dice, needs, what counts, what helps; as a value, in an address, in words.

`Shelf` holds what the game offers, `Asked` what a person took from it. Everything is checked here, and every fault is a
sentence.

>>> from rising_tutor.core.registry import load_game
>>> shelf = Shelf.of(load_game("fire"))
>>> asked = shelf.read({"pool": "2g1b", "need": "WWE"})
>>> shelf.say(asked)
'2 green, 1 blue; need Water Water Earth'
>>> shelf.write(asked)
{'pool': '2g1b', 'need': 'WWE'}
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

import msgspec

from rising_tutor.core.chance import Die
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.dice_game import DiceGame, OddsCard, Question, dice_game
from rising_tutor.probability.dice_turn.problem import (
    ExtraDie,
    Need,
    Problem,
    all_or_nothing,
    at_least,
    sums,
)

MOST_NEEDS: Final = 4
MOST_SYMBOLS: Final = 8
"""In a need that is put together symbol by symbol."""
MOST_WEIGHT: Final = 9
MOST_HELPS: Final = 6
SUM, ALL, LEAST, WEIGHTS = "sum", "all", "least", "weights"
"""What counts: how many are covered, all of them, at least so many, or the sum of their weights."""

_POOL: Final = re.compile(r"(\d{1,3})([a-z]+)")
_NUMBER: Final = re.compile(r"\d{1,3}\Z")


class Wanted(Value, frozen=True):
    """One need: of a card, or put together by symbols.

    Attributes:
        card: the id of the card; empty for one by symbols.
        symbols: its symbols, in the order of the title, where there is no card.
        times: how often it is to be covered; a Villain takes several.
        weight: what one counts where weights do.
    """

    card: str = ""
    symbols: str = ""
    times: int = 1
    weight: int = 1


class Asked(Value, frozen=True):
    """The whole question.

    Attributes:
        pool: how many dice of each kind, in the order of the shelf.
        needs: up to `MOST_NEEDS`.
        value: what counts if it can be several things: `SUM`, `ALL`, `LEAST` or `WEIGHTS`.
        least: with `LEAST`: so many.
        use: ids of the cards and tokens that help.
    """

    pool: tuple[int, ...]
    needs: tuple[Wanted, ...] = ()
    value: str = SUM
    least: int = 1
    use: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether there is something to ask."""
        return bool(self.needs) and sum(self.pool) > 0

    @property
    def n_sets(self) -> int:
        """How many sets can be covered in all."""
        return sum(need.times for need in self.needs)


class Shelf:
    """What a game offers to the lab.

    Args:
        game: its dice, symbols, cards and rules.
        title: of the game.
    """

    def __init__(self, game: DiceGame, title: str = "") -> None:
        self.title = title
        box = game.odds_dice()
        self.dice: tuple[Die, ...] = tuple(die for die, _ in box)
        self.box: tuple[int, ...] = tuple(n for _, n in box)
        self.symbols: Mapping[str, str] = dict(game.odds_symbols())
        self.discard = game.odds_discard()
        self.pools = game.odds_pools()
        self.cards: Mapping[str, OddsCard] = {card.id: card for card in game.odds_cards()}
        self.rules: Mapping[str, RuleId] = dict(game.odds_rules())

    @classmethod
    def of(cls, game: AnyGame) -> "Shelf":
        """The shelf of a game.

        Raises:
            BadProblem: its turns have no dice.
        """
        found = dice_game(game)
        if found is None:
            raise BadProblem("game", game.info.id, "a game whose turns roll and assign dice")
        return cls(found, game.info.title)

    @cached_property
    def wanted_cards(self) -> tuple[OddsCard, ...]:
        """What has a cost."""
        return tuple(card for card in self.cards.values() if card.need is not None)

    @cached_property
    def helping_cards(self) -> tuple[OddsCard, ...]:
        """What may be used beside the dice."""
        return tuple(card for card in self.cards.values() if card.help is not None)

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(die.colour for die in self.dice)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """A short name of each colour, for addresses."""
        firsts = [colour[:1] for colour in self.colours]
        return tuple(firsts) if len(set(firsts)) == len(firsts) else self.colours

    def rule(self, topic: str) -> str:
        """The rule behind a topic of `odds_rules`; empty where the game has none."""
        return str(self.rules.get(topic, ""))

    def word(self, symbol: str) -> str:
        return self.symbols.get(symbol, "any die" if symbol == "*" else symbol)

    def words(self, symbols: str) -> str:
        """Symbols in words, in the order in which they stand."""
        return " ".join(self.word(symbol) for symbol in symbols)

    def sorted(self, symbols: str) -> str:
        """Symbols in the order of the title."""
        order = list(self.symbols)
        return "".join(sorted(symbols, key=lambda one: order.index(one) if one in order else len(order)))

    # Checking ---------------------------------------------------------------------------------------------------------

    def checked(self, asked: Asked) -> Asked:
        """The question itself, if the box and the cards allow it.

        Raises:
            BadProblem: what, the value and what was expected, with the rule where one forbids it.
        """
        if len(asked.pool) != len(self.dice):
            raise BadProblem("pool", asked.pool, f"a number for each of {', '.join(self.colours)}")
        for colour, n, most in zip(self.colours, asked.pool, self.box, strict=True):
            if not 0 <= n <= most:
                raise BadProblem("pool", f"{n} {colour}", f"0 to {most} {colour} dice, as many as the box holds")
        if len(asked.needs) > MOST_NEEDS:
            raise BadProblem("need", f"{len(asked.needs)} needs", f"at most {MOST_NEEDS}")
        for wanted in asked.needs:
            self._check_wanted(wanted)
        for name in asked.use:
            if name not in self.cards or self.cards[name].help is None:
                raise BadProblem("use", name, "a card or token that helps in the dice step")
        if len(set(asked.use)) != len(asked.use) or len(asked.use) > MOST_HELPS:
            raise BadProblem("use", ", ".join(asked.use), f"at most {MOST_HELPS} helps, each once")
        if asked.value not in (SUM, ALL, LEAST, WEIGHTS):
            raise BadProblem("value", asked.value, f"{SUM}, {ALL}, {LEAST} with a number, or {WEIGHTS}")
        if asked.value == LEAST and not 1 <= asked.least <= max(asked.n_sets, 1):
            raise BadProblem("value", f"at least {asked.least}", f"from 1 to {asked.n_sets}")
        return asked

    def _check_wanted(self, wanted: Wanted) -> None:
        most = 1
        if wanted.card:
            card = self.cards.get(wanted.card)
            if card is None or card.need is None:
                raise BadProblem("need", wanted.card, "a card with a cost, or symbols")
            most = card.need.times
        elif not 0 < len(wanted.symbols) <= MOST_SYMBOLS or any(one not in self.symbols for one in wanted.symbols):
            known = " ".join(self.symbols)
            raise BadProblem("need", wanted.symbols, f"1 to {MOST_SYMBOLS} symbols of {known}, or a card")
        if not 1 <= wanted.times <= most:
            raise BadProblem("need", f"{self.name(wanted)}, {wanted.times} times", f"from 1 to {most}")
        if not 0 <= wanted.weight <= MOST_WEIGHT:
            raise BadProblem("weight", wanted.weight, f"a number from 0 to {MOST_WEIGHT}")

    # Into a problem ---------------------------------------------------------------------------------------------------

    def name(self, wanted: Wanted) -> str:
        """What a need is called."""
        return self.cards[wanted.card].name if wanted.card in self.cards else self.words(wanted.symbols)

    def need(self, wanted: Wanted) -> Need:
        """A need as the mathematics takes it."""
        found = self.cards[wanted.card].need if wanted.card else None
        if found is None:
            return Need(wanted.symbols, times=wanted.times, name=self.name(wanted))
        return msgspec.structs.replace(found, times=wanted.times, name=self.name(wanted))

    def problem(self, asked: Asked) -> Problem:
        """The question as the mathematics takes it.

        Raises:
            BadProblem: it is not complete, or not possible.
        """
        self.checked(asked)
        if not asked.needs:
            raise BadProblem("need", "none", "at least one need")
        needs = tuple(self.need(wanted) for wanted in asked.needs)
        payoff = self._payoff(asked, needs) if asked.n_sets > 1 else ()
        helps = tuple(card.help for card in (self.cards[name] for name in asked.use) if card.help is not None)
        room: tuple[int, ...] = ()
        if any(isinstance(help_, ExtraDie) for help_ in helps):
            room = tuple(most - n for most, n in zip(self.box, asked.pool, strict=True))
        return Problem(self.dice, asked.pool, needs, payoff, helps, room).checked()

    def _payoff(self, asked: Asked, needs: Sequence[Need]) -> tuple[Fraction, ...]:
        match asked.value:
            case "all":
                return all_or_nothing(needs)
            case "least":
                return at_least(asked.least, needs)
            case "weights":
                return sums([wanted.weight for wanted in asked.needs], needs)
        return ()

    def taken(self, question: Question) -> Asked:
        """The dice step of a game as a question of the lab.

        A card that is partly paid becomes the symbols that are still lacking. What the lab cannot ask is left out: more
        than `MOST_NEEDS` needs, a payoff of the game's own, a second token of a kind.
        """
        problem = question.problem
        needs = [self._taken(target, need) for target, need in zip(question.targets, problem.needs, strict=True)]
        names = {card.help: card.id for card in reversed(self.helping_cards)}
        use = tuple(dict.fromkeys(names[help_] for help_ in problem.helps if help_ in names))
        found = tuple(wanted for wanted in needs if wanted is not None)[:MOST_NEEDS]
        return self.checked(Asked(problem.pool, found, use=use[:MOST_HELPS]))

    def _taken(self, target: str, need: Need) -> Wanted | None:
        card = self.cards.get(target)
        if card is not None and card.need is not None and need.times <= card.need.times and not need.lacking:
            return Wanted(card=target, times=need.times)
        symbols = self.sorted(need.lack)
        known = all(one in self.symbols for one in symbols)
        return Wanted(symbols=symbols) if known and 0 < len(symbols) <= MOST_SYMBOLS else None

    # Words ------------------------------------------------------------------------------------------------------------

    def say_pool(self, pool: Sequence[int]) -> str:
        """Dice in words.

        >>> from rising_tutor.core.registry import load_game
        >>> Shelf.of(load_game("fire")).say_pool((2, 0, 1, 0))
        '2 green, 1 red'
        """
        found = [f"{n} {colour}" for n, colour in zip(pool, self.colours, strict=True) if n]
        return ", ".join(found) or "no dice"

    def say_wanted(self, wanted: Wanted) -> str:
        """A need in words, with how often it is to be covered."""
        often = f", {wanted.times} times" if wanted.times > 1 else ""
        return f"{self.name(wanted)}{often}"

    def say_value(self, asked: Asked) -> str:
        """What counts, in words."""
        if asked.n_sets <= 1:
            return "the chance to cover it"
        return {
            SUM: "how many are covered on average",
            ALL: "the chance to cover all",
            LEAST: f"the chance to cover at least {asked.least}",
            WEIGHTS: "the average sum of weights",
        }[asked.value]

    def say(self, asked: Asked) -> str:
        """The whole question in one line."""
        needs = " and ".join(self.say_wanted(wanted) for wanted in asked.needs) or "nothing yet"
        value = f"; {self.say_value(asked)}" if asked.n_sets > 1 else ""
        use = "".join(f"; with {self.cards[name].name}" for name in asked.use)
        return f"{self.say_pool(asked.pool)}; need {needs}{value}{use}"

    # Addresses --------------------------------------------------------------------------------------------------------

    def write(self, asked: Asked) -> dict[str, str]:
        """The question as words of an address."""
        out = {}
        pool = "".join(f"{n}{letter}" for n, letter in zip(asked.pool, self.letters, strict=True) if n)
        if pool:
            out["pool"] = pool
        if asked.needs:
            out["need"] = ".".join(_written(wanted) for wanted in asked.needs)
        if asked.n_sets > 1 and asked.value != SUM:
            out["value"] = f"{LEAST}{asked.least}" if asked.value == LEAST else asked.value
        if asked.n_sets > 1 and asked.value == WEIGHTS:
            out["value"] += "." + ".".join(str(wanted.weight) for wanted in asked.needs)
        if asked.use:
            out["use"] = ".".join(asked.use)
        return out

    def read(self, words: Mapping[str, str]) -> Asked:
        """The question that an address names.

        Raises:
            BadProblem: a word of it cannot be used.
        """
        needs = tuple(self._read_wanted(word) for word in words.get("need", "").split(".") if word)
        value, _, numbers = words.get("value", SUM).partition(".")
        least = 1
        if value.startswith(LEAST):
            least = _number("value", value.removeprefix(LEAST))
            value = LEAST
        if value == WEIGHTS:
            weights = [_number("value", number) for number in numbers.split(".") if number]
            if len(weights) != len(needs):
                raise BadProblem("value", words.get("value", ""), f"{WEIGHTS} and a number for each need")
            needs = tuple(
                msgspec.structs.replace(wanted, weight=weight) for wanted, weight in zip(needs, weights, strict=True)
            )
        use = tuple(word for word in words.get("use", "").split(".") if word)
        return self.checked(Asked(self.read_pool(words.get("pool", "")), needs, value, least, use))

    def read_pool(self, text: str) -> tuple[int, ...]:
        """The dice that a word such as `2g1b` names. Raises `BadProblem`."""
        counts = dict.fromkeys(self.letters, 0)
        rest = _POOL.sub("", text)
        for number, letter in _POOL.findall(text):
            if letter not in counts:
                rest = letter
                break
            counts[letter] += int(number)
        if rest:
            example = "".join(f"{at}{letter}" for at, letter in enumerate(self.letters[:2], 1))
            raise BadProblem("pool", text, f"numbers and colours, such as {example}")
        return tuple(counts.values())

    def _read_wanted(self, word: str) -> Wanted:
        name, _, times = word.partition("~")
        often = _number("need", times) if times else 1
        if name in self.cards:
            return Wanted(card=name, times=often)
        if name.upper() == name:
            return Wanted(symbols=self.sorted(name), times=often)
        raise BadProblem("need", name, "a card of this game, or symbols in capitals")


def _written(wanted: Wanted) -> str:
    often = f"~{wanted.times}" if wanted.times > 1 else ""
    return f"{wanted.card or wanted.symbols}{often}"


def _number(what: str, text: str) -> int:
    if not _NUMBER.match(text):
        raise BadProblem(what, text, "a number")
    return int(text)
