"""What `odds` is asked: the texts of the command line as a problem, with the cards and rules it names."""

import argparse
import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rising_tutor.cli.arguments import CalledWrong, find_playable
from rising_tutor.core.chance import Die, Shown
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.dice_file import read_dice
from rising_tutor.probability.dice_turn.dice_game import DiceGame, OddsCard, dice_game
from rising_tutor.probability.dice_turn.problem import (
    MOST_DICE,
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Help,
    Need,
    Problem,
    Reroll,
)
from rising_tutor.probability.dice_turn.reading import (
    HELPS,
    read_help,
    read_need,
    read_pool,
    read_roll,
    read_value,
    symbols_of,
    write_need,
    write_pool,
)
from rising_tutor.replay.source import load_bytes

DEFAULT_GAME = "fire-nation-rising"
MOST_LISTED = 5
ALIKE = 0.6
LONGEST_NAME = 60
_SETS = re.compile(r"\s+x\s*([0-9]{1,2})\s*$", re.IGNORECASE)


class Asked(Value, frozen=True):
    """A question with what is needed to answer it in words.

    Attributes:
        problem: the question.
        shown: the roll that is to be ranked; empty if none.
        game: title of the game whose rules count.
        dice_from: where the dice come from, for people.
        words: symbol -> its word.
        cards: for each need the card that it was named by, or None.
        rules: the rules behind the mathematics, by topic.
        faces: where the faces of each die come from; empty for dice of a file.
        discard: what the game calls giving a die up.
    """

    problem: Problem
    shown: Shown
    game: str
    dice_from: str
    words: Mapping[str, str]
    cards: tuple[OddsCard | None, ...]
    rules: Mapping[str, RuleId]
    faces: tuple[str, ...] = ()
    discard: str = "discard"

    def target(self, at: int) -> str:
        """What a need is called: its card, or its symbols."""
        need = self.problem.needs[at]
        return need.name or write_need(need)

    @property
    def is_chance(self) -> bool:
        """Whether the value is the chance of something, every outcome being worth 0 or 1."""
        return set(self.problem.payoffs) <= {Fraction(0), Fraction(1)}


def asked_of(args: argparse.Namespace) -> Asked:
    """The question of a command line.

    Raises:
        UnknownGame, CalledWrong: there is no such game, or it has no dice.
        BadContent: the cards or the file of dice cannot be used.
        BadProblem: no turn can be like this.
    """
    loaded = find_playable(args.game, args.content)
    game = dice_game(loaded)
    if game is None:
        raise CalledWrong(f"{loaded.info.title} has no dice that are rolled and assigned")
    rules = game.odds_rules()
    words: Mapping[str, str] = game.odds_symbols()
    if args.dice is None:
        kinds = game.odds_dice()
        dice, box = tuple(die for die, _ in kinds), tuple[int | None, ...](n for _, n in kinds)
        origin, faces = loaded.info.title, game.odds_dice_origins()
    else:
        found = read_dice(load_bytes(args.dice), args.dice)
        dice, box, words = found.dice, found.box, {**words, **found.words}
        origin, faces = args.dice, ()
    words = {symbol: word for symbol, word in words.items() if symbol in symbols_of(dice)}
    pool = read_pool(args.pool, dice)
    _check_box(pool, dice, box, str(rules["box"]) if args.dice is None else f"n in {args.dice}")
    cards = Cards(game, dice, words)
    named = [cards.need(text, at, only_card=only) for at, (text, only) in enumerate(args.needs, 1)]
    needs = tuple(need for need, _ in named)
    problem = Problem(
        dice=dice,
        pool=pool,
        needs=needs,
        payoff=() if args.value is None else read_value(args.value, needs),
        helps=tuple(cards.help(text, at) for at, text in enumerate(args.use, 1)),
        room=_room(pool, box),
    ).checked()
    shown = () if args.roll is None else read_roll(args.roll, dice, pool)
    asked = tuple(card for _, card in named)
    return Asked(
        problem, shown, loaded.info.title, origin, words, asked, rules, faces=faces, discard=game.odds_discard()
    )


class Cards:
    """Finds what a text of the command line names: symbols, helps, or a card of the game."""

    def __init__(self, game: DiceGame, dice: Sequence[Die], words: Mapping[str, str]) -> None:
        self.dice = dice
        self.words = words
        self.cards = game.odds_cards()

    def need(self, text: str, at: int, *, only_card: bool) -> tuple[Need, OddsCard | None]:
        """A need by its symbols or by its card; "June x2" is two sets of the cost of that card."""
        what = f"need {at}"
        if not only_card:
            try:
                return read_need(text, self.dice, self.words, what=what), None
            except BadProblem as error:
                # A name has letters that are no symbols; if it is no card either, the first fault is the better one.
                fault = error
        sets = _SETS.search(text)
        name = text[: sets.start()] if sets else text
        fits = self._find(name, [card for card in self.cards if card.need is not None])
        if len(fits) == 1 and (need := fits[0].need) is not None:
            times = int(sets[1]) if sets else 1
            return Need(need.symbols, times, fits[0].name, need.carry), fits[0]
        hint = self._hint(name, fits, [card for card in self.cards if card.need is not None])
        if only_card:
            raise BadProblem(what, text, f"the name of one card with a cost{hint}")
        raise BadProblem(fault.what, fault.value, f"{fault.expected}; or the name of one card{hint}")

    def help(self, text: str, at: int) -> Help:
        """A help by its words or by its card."""
        what = f"use {at}"
        try:
            return read_help(text, self.dice, self.words, what=what)
        except BadProblem as error:
            fault = error
        helping = [card for card in self.cards if card.help is not None]
        fits = self._find(text, helping)
        if len(fits) == 1 and fits[0].help is not None:
            return fits[0].help
        if fault.expected != HELPS:
            raise fault
        raise BadProblem(what, text, f"{HELPS}, or the name of one card{self._hint(text, fits, helping)}")

    @staticmethod
    def _find(text: str, cards: Sequence[OddsCard]) -> list[OddsCard]:
        """The cards that a name fits: the one that is called so, else those that begin so."""
        name = text.strip().casefold()
        if not name:
            return []
        whole = [card for card in cards if name in (card.id, card.name.casefold())]
        return whole or [card for card in cards if card.id.startswith(name) or card.name.casefold().startswith(name)]

    @staticmethod
    def _hint(text: str, fits: Sequence[OddsCard], cards: Sequence[OddsCard]) -> str:
        if fits:
            more = ", ..." if len(fits) > MOST_LISTED else ""
            return f"; it fits {', '.join(card.name for card in fits[:MOST_LISTED])}{more}"
        # Comparing texts takes time with the square of their length.
        name = text.strip().casefold()[:LONGEST_NAME]
        by_name = {card.name.casefold(): card.name for card in cards}
        near = difflib.get_close_matches(name, by_name, n=2, cutoff=ALIKE)
        return f"; did you mean {' or '.join(by_name[one] for one in near)}?" if near else ""


def assumptions(asked: Asked) -> Iterator[tuple[str, tuple[RuleId, ...]]]:
    """What the answer takes for granted: a sentence, and the rules that it rests on."""
    rules, problem = asked.rules, asked.problem

    def cite(*topics: str) -> tuple[RuleId, ...]:
        return tuple(dict.fromkeys(rules[topic] for topic in topics if topic in rules))

    yield "The dice that are left are rolled again until none is left.", cite("roll", "again")
    gone = f"{asked.discard}ed"
    duty = f"After each roll one or more of its dice are assigned, or exactly one is {gone}, whichever is better."
    yield duty, cite("duty", "discard")
    yield "A double may overpay a need. It never serves two needs.", cite("double")
    sets = [need for need in problem.needs if need.times > 1]
    if any(need.carry for need in sets):
        yield "What a double has beyond one set counts for the next set of the same need.", cite("surplus")
    if any(not need.carry for need in sets):
        yield "Where a need says apart, what a double has beyond one set is lost.", cite("surplus")
    for need, card in zip(problem.needs, asked.cards, strict=True):
        if card is not None:
            yield f"{card.name} ({card.kind}) costs {' '.join(need.symbols)} (source: {card.origin}).", (card.rule,)
    for help_ in problem.helps:
        yield f"Once in the turn: {say_help(help_)}.", cite(*_TOPICS[type(help_)])
    if any(isinstance(help_, ExtraDie) for help_ in problem.helps) and problem.room:
        room = write_pool([min(n, MOST_DICE) for n in problem.room], problem.dice)
        yield f"Dice that can still be added: {room}.", cite("box")


_TOPICS: Mapping[Any, tuple[str, ...]] = {
    ExtraDie: ("die",),
    Reroll: ("reroll",),
    ChangeFace: ("change",),
    ExtraSymbol: ("symbol",),
}


def say_help(help_: Help) -> str:
    """What a help does, in words."""
    name = f" ({help_.name})" if help_.name else ""
    match help_:
        case ExtraDie(colours):
            said = f"a {' or '.join(colours)} die is added"
        case Reroll(whole=True):
            said = "all dice that are left are rolled again, before any of the roll is assigned"
        case Reroll(most):
            which = {0: "any dice of a roll are", 1: "one die of a roll is"}.get(
                most, f"up to {most} dice of a roll are"
            )
            said = f"{which} rolled again, before any of it is assigned"
        case ChangeFace(symbol):
            shows = f" that shows {symbol}" if symbol else ""
            said = f"a die{shows} is turned to another of its faces, before any of the roll is assigned"
        case ExtraSymbol(symbol):
            said = f"the symbol {' '.join(symbol)} is put on a need"
    return f"{said}{name}"


def _check_box(pool: Sequence[int], dice: Sequence[Die], box: Sequence[int | None], why: str) -> None:
    for n, die, most in zip(pool, dice, box, strict=True):
        if most is not None and n > most:
            raise BadProblem("pool", f"{n} {die.colour}", f"at most {most}, as the box holds no more ({why})")


def _room(pool: Sequence[int], box: Sequence[int | None]) -> tuple[int, ...]:
    """How many dice of each kind can be added; empty where the box sets no limit at all."""
    if all(most is None for most in box):
        return ()
    return tuple((MOST_DICE if most is None else most) - n for n, most in zip(pool, box, strict=True))
