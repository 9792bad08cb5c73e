"""A dice turn in words: dice, needs, what counts, what helps, choices, outcomes, and what is taken for granted.

Pages, commands, units and notebooks all say it by these.

>>> from rising_tutor.core.chance import Die
>>> kit = Kit((Die("green", ("E", "EE", "")),), {"E": "Earth"})
>>> die_in_words(kit, "green", "EE"), die_in_words(kit, "green", "")
('green double Earth', 'green blank')
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from rising_tutor.core.chance import Shown
from rising_tutor.core.english import capital, listed, noun
from rising_tutor.core.ids import RuleId
from rising_tutor.probability.dice_turn.answer import Option
from rising_tutor.probability.dice_turn.dice_game import OddsCard
from rising_tutor.probability.dice_turn.kit import Kit
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
from rising_tutor.probability.dice_turn.reading import write_pool, write_value

Alike: TypeAlias = tuple[str, tuple[str, ...]]
"""The colour of a die, and faces of it that can do the same."""
Said: TypeAlias = tuple[str, tuple[RuleId, ...]]
"""A sentence, and the rules that it rests on."""
_MORE: Final = {2: "double", 3: "triple"}
_TOPICS: Final[Mapping[Any, str]] = {ExtraDie: "die", Reroll: "reroll", ChangeFace: "change", ExtraSymbol: "symbol"}


def face_in_words(kit: Kit, face: str) -> str:
    """What a face shows.

    >>> face_in_words(Kit((), {"W": "Water", "E": "Earth"}), "WW"), face_in_words(Kit((), {}), "EW")
    ('double Water', 'E W')
    """
    if face and len(set(face)) == 1:
        return " ".join([*filter(None, [_MORE.get(len(face), "")]), kit.word(face[0])])
    return kit.words(face) or "blank"


def die_in_words(kit: Kit, colour: str, face: str) -> str:
    """A die and what it shows."""
    return f"{colour} {face_in_words(kit, face)}"


def dice_in_words(kit: Kit, shown: Shown) -> str:
    """Dice that show a face, in a list.

    >>> dice_in_words(Kit((), {"W": "Water"}), (("green", ""), ("blue", "W"), ("red", "W")))
    'green blank, blue Water and red Water'
    """
    return listed([die_in_words(kit, *die) for die in shown])


def alike_in_words(kit: Kit, dice: Sequence[Alike], blanks: int = 0) -> str:
    """The dice of a roll that can do something, each with all faces that can do the same, and how many cannot.

    >>> kit = Kit((), {"E": "Earth", "W": "Water"})
    >>> alike_in_words(kit, (("green", ("E", "EE")), ("blue", ("W",))), 1)
    'green Earth or double Earth, blue Water, 1 of no use'
    """
    words = []
    for (colour, faces), n in Counter(dice).items():
        named = f"{colour} {' or '.join(face_in_words(kit, face) for face in faces)}"
        words.append(f"{n} {named}" if n > 1 else named)
    if blanks:
        words.append(f"{blanks} of no use")
    return ", ".join(words)


def need_in_words(need: Need) -> str:
    """A need by its name, with how often it is to be covered."""
    return f"{need.name}, {need.times} times" if need.times > 1 else need.name


def value_in_words(problem: Problem) -> str:
    """What is asked for: a chance, or what is counted on average.

    >>> from rising_tutor.core.chance import Die
    >>> value_in_words(Problem((Die("green", ("E", "W")),), (1,), (Need("E"), Need("W"))))
    'how many are covered on average'
    """
    if len(problem.outcomes) == 2 and problem.is_chance:
        return f"the chance to cover {need_in_words(problem.needs[0])}"
    text = write_value(problem.payoffs, problem.needs)
    if text == "sum":
        return "how many are covered on average"
    if text == "all":
        return "the chance to cover all"
    if text.startswith("at-least-"):
        return f"the chance to cover at least {text.removeprefix('at-least-')}"
    numbers = text.split()
    if len(numbers) == len(problem.needs):
        each = ", ".join(f"{need.name} {number}" for need, number in zip(problem.needs, numbers, strict=True))
        return f"the average sum of weights: {each}"
    return f"the average of {text}, one number for each outcome"


def name_of(help_: Help) -> str:
    """A help by its name, or by what it is, with its cost if it has one.

    >>> name_of(Reroll(2)), name_of(ExtraDie(("green", "blue"))), name_of(ChangeFace("W", "Katara"))
    ('a reroll of up to 2 dice', 'an extra green or blue die', 'Katara')
    """
    if help_.cost:
        return f"{name_of(replace(help_, cost=Fraction(0)))}, cost {help_.cost}"
    if help_.name:
        return help_.name
    match help_:
        case ExtraDie(colours=colours):
            return f"an extra {' or '.join(colours)} die"
        case Reroll(whole=True):
            return "a reroll of all dice"
        case Reroll(most=most):
            return f"a reroll of up to {most} {noun(most, 'die')}" if most else "a reroll of any dice"
        case ChangeFace(symbol=symbol):
            return f"a change of a die that shows {symbol}" if symbol else "a change of any die"
        case ExtraSymbol(symbol=symbol):
            return f"an extra {symbol}"


def help_in_words(help_: Help) -> str:
    """What a help is and when it can be used, with its name if it has one."""
    said = name_of(replace(help_, name="", cost=Fraction(0)))
    when = ", before any die of that roll is assigned" if isinstance(help_, Reroll | ChangeFace) else ""
    return f"{said}{when}{f' ({help_.name})' if help_.name else ''}"


def option_in_words(kit: Kit, problem: Problem, option: Option) -> str:
    """A choice: what is assigned where, what is given up, which help is used how."""
    if option.discard:
        return f"{capital(kit.discard)} {option.discard}"
    if option.assign:
        parts = []
        for need, dice in groupby(sorted(option.assign, key=itemgetter(2)), key=itemgetter(2)):
            names = listed([die_in_words(kit, colour, face) for colour, face, _ in dice])
            parts.append(f"{names} on {problem.needs[need].name}")
        return ", ".join(parts)
    help_ = problem.helps[option.help]
    name = capital(name_of(help_))
    if isinstance(help_, ExtraDie):
        return f"{name}: a {option.dice[0][0]} die joins the next roll"
    if isinstance(help_, ChangeFace):
        return f"{name}: turn {dice_in_words(kit, option.dice)} to {face_in_words(kit, option.to)}"
    if isinstance(help_, Reroll) and help_.whole:
        return f"{name}: roll every die again"
    return f"{name}: roll {dice_in_words(kit, option.dice)} again"


def outcome_in_words(problem: Problem, sets: Sequence[int]) -> str:
    """What is covered in the end.

    >>> from rising_tutor.core.chance import Die
    >>> dice = (Die("green", ("E", "W")),)
    >>> outcome_in_words(Problem(dice, (3,), (Need("E", name="June"), Need("W", 3, name="Ursa"))), (1, 2))
    'June and Ursa 2 of 3 times'
    """
    if len(problem.outcomes) == 2:
        return "it is covered" if sets[0] else "it is not"
    found = [
        need.name if need.times == 1 else f"{need.name} {n} of {need.times} times"
        for need, n in zip(problem.needs, sets, strict=True)
        if n
    ]
    return " and ".join(found) or "nothing"


def assumptions(kit: Kit, problem: Problem, cards: Sequence[OddsCard | None] = ()) -> Iterator[Said]:
    """What an answer takes for granted, the rules behind each sentence.

    Args:
        cards: for each need the card that it is the cost of, or None.
    """

    def cite(*topics: str) -> tuple[RuleId, ...]:
        return tuple(dict.fromkeys(kit.rules[topic] for topic in topics if topic in kit.rules))

    yield "The dice that are left are rolled again until none is left.", cite("roll", "again")
    gone = f"{kit.discard}ed"
    duty = f"After each roll one or more of its dice are assigned, or exactly one is {gone}, whichever is better."
    yield duty, cite("duty", "discard")
    yield "A double may overpay a need. It never serves two needs.", cite("double")
    several = [need for need in problem.needs if need.times > 1]
    if any(need.carry for need in several):
        yield "What a double has beyond one set counts for the next set of the same need.", cite("surplus")
    if any(not need.carry for need in several):
        yield "Where a need says apart, what a double has beyond one set is lost.", cite("surplus")
    for need, card in zip(problem.needs, cards, strict=False):
        if card is not None:
            yield f"{card.name} ({card.kind}) costs {kit.words(need.symbols)} (source: {card.origin}).", (card.rule,)
    if not problem.helps:
        yield "No abilities, no tokens.", ()
    for help_ in problem.helps:
        yield f"Once in the turn, where it helps most: {help_in_words(help_)}.", cite(_TOPICS[type(help_)])
    if any(isinstance(help_, ExtraDie) for help_ in problem.helps) and problem.room:
        room = write_pool([min(n, MOST_DICE) for n in problem.room], problem.dice)
        yield f"Dice that can still be added: {room}.", cite("box")
