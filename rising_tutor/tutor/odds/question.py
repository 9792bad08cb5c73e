"""One question about a dice turn: dice, needs, what counts, what helps. Pages, commands and notebooks ask it.

An address holds it as words (`to_address`), people type it (`question_typed`), and a page puts it together
press by press (`controller`). Everything is checked here, and every fault is a sentence.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> kit = dice_kit(load_game("fire"))
>>> say(kit, checked(kit, Asked((2, 1, 0, 0), (Wanted(symbols="WWE"),))))
'2 green, 1 blue; need Water Water Earth'
>>> to_address(kit, from_address(kit, {"pool": "2g1b", "need": "WWE.june", "value": "least2"}))
{'pool': '2g1b', 'need': 'WWE.june', 'value': 'least2'}
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from rising_tutor.core.chance import Shown
from rising_tutor.core.numbers import whole
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.dice_game import OddsCard, Question
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.problem import MOST_DICE, Help, Need, Problem
from rising_tutor.probability.dice_turn.reading import read_help, read_pool, read_value, write_need, write_pool
from rising_tutor.probability.dice_turn.wording import need_in_words, value_in_words

MOST_NEEDS: Final = 4
MOST_SYMBOLS: Final = 8
"""In a need that is put together symbol by symbol."""
MOST_WEIGHT: Final = 9
MOST_HELPS: Final = 6
"""The limits of a question that is put together on a page; who types one is bound by what a `Problem` can be."""
SUM, ALL, LEAST = "sum", "all", "at-least-"
"""What counts: how many are covered, all of them, or at least so many (with a number behind it)."""


_LEAST_WORD: Final = "least"
_WEIGHTS_WORD: Final = "weights"
_MOST_NUMBER: Final = 999


class Wanted(Value, frozen=True):
    """One need: of a card, or put together by symbols.

    Attributes:
        card: the id of the card; empty for one by symbols.
        symbols: its symbols, where there is no card.
        times: how often it is to be covered; a Villain takes several.
        carry, lacking: as in `Need`, where there is no card.
    """

    card: str = ""
    symbols: str = ""
    times: int = 1
    carry: bool = True
    lacking: str = ""


class Asked(Value, frozen=True):
    """The whole question.

    Attributes:
        pool: how many dice of each kind, in the order of the kit.
        value: what counts if it can be several things, as `reading.read_value` reads it: `SUM`, `ALL`, `LEAST` with a
            number, or numbers: the weight of each need.
        use: what helps: ids of cards and tokens, or words such as "reroll 2".
        roll: the roll that lies there, whose choices are asked for; empty for none.
    """

    pool: tuple[int, ...]
    needs: tuple[Wanted, ...] = ()
    value: str = SUM
    use: tuple[str, ...] = ()
    roll: Shown = ()

    @property
    def complete(self) -> bool:
        return bool(self.needs) and sum(self.pool) > 0

    @property
    def n_sets(self) -> int:
        return sum(need.times for need in self.needs)

    @property
    def weights(self) -> tuple[int, ...]:
        """What each need counts, where weights do; else empty."""
        numbers = self.value.split()
        return tuple(map(int, numbers)) if all(whole(n, below=1000) is not None for n in numbers) else ()

    @property
    def least(self) -> int:
        """How many sets are to be covered, where at least so many count; else 0."""
        n = self.value.removeprefix(LEAST)
        return whole(n, below=1000) or 0 if n != self.value else 0


def check_pool(kit: Kit, pool: Sequence[int]) -> None:
    """Raises `BadProblem` for more dice than there are, with what says so."""
    if len(pool) != len(kit.dice):
        raise BadProblem("pool", pool, f"a number for each of {', '.join(kit.colours)}")
    for colour, n, most in zip(kit.colours, pool, kit.box or (None,) * len(pool), strict=True):
        if n < 0 or (most is not None and n > most):
            raise BadProblem(
                "pool", f"{n} {colour}", f"0 to {most} {colour} dice, as the box holds no more ({kit.limited_by})"
            )


def checked(kit: Kit, asked: Asked) -> Asked:
    """The question itself, if the box, the cards and the limits of a page allow it.

    Raises:
        BadProblem: what, the value and what was expected, with the rule where one forbids it.
    """
    check_pool(kit, asked.pool)
    if len(asked.needs) > MOST_NEEDS:
        raise BadProblem("need", f"{len(asked.needs)} needs", f"at most {MOST_NEEDS}")
    for wanted in asked.needs:
        _check_wanted(kit, wanted)
    for name in asked.use:
        if name not in kit.cards or kit.cards[name].help is None:
            raise BadProblem("use", name, "a card or token that helps in the dice step")
    if len(set(asked.use)) != len(asked.use) or len(asked.use) > MOST_HELPS:
        raise BadProblem("use", ", ".join(asked.use), f"at most {MOST_HELPS} helps, each once")
    if weights := asked.weights:
        if len(weights) != len(asked.needs) or max(weights) > MOST_WEIGHT:
            raise BadProblem("value", asked.value, f"a number for each need, from 0 to {MOST_WEIGHT}")
    elif asked.value.startswith(LEAST):
        if not 1 <= asked.least <= max(asked.n_sets, 1):
            raise BadProblem("value", asked.value, f"{LEAST} and a number from 1 to {asked.n_sets}")
    elif asked.value not in (SUM, ALL):
        raise BadProblem("value", asked.value, f"{SUM}, {ALL}, {LEAST} and a number, or weights")
    return asked


def _check_wanted(kit: Kit, wanted: Wanted) -> None:
    most = 1
    if wanted.card:
        card = kit.cards.get(wanted.card)
        if card is None or card.need is None:
            raise BadProblem("need", wanted.card, "a card with a cost, or symbols")
        most = card.need.times
    elif not 0 < len(wanted.symbols) <= MOST_SYMBOLS or any(one not in kit.symbols for one in wanted.symbols):
        known = " ".join(kit.symbols)
        raise BadProblem("need", wanted.symbols, f"1 to {MOST_SYMBOLS} symbols of {known}, or a card")
    if not 1 <= wanted.times <= most:
        raise BadProblem("need", need_in_words(need_of(kit, wanted)), f"from 1 to {most} times")


def need_of(kit: Kit, wanted: Wanted) -> Need:
    """A need as the mathematics takes it, named by its card or its symbols."""
    card = card_of(kit, wanted)
    if card is None or card.need is None:
        return Need(wanted.symbols, wanted.times, kit.words(wanted.symbols), wanted.carry, wanted.lacking)
    return msgspec.structs.replace(card.need, times=wanted.times, name=card.name)


def card_of(kit: Kit, wanted: Wanted) -> OddsCard | None:
    """The card that a need is the cost of; None for one by symbols."""
    return kit.cards.get(wanted.card)


def target_of(kit: Kit, wanted: Wanted) -> str:
    """What a need is called where it has to be typed again: its card, or its letters."""
    return kit.cards[wanted.card].name if wanted.card else write_need(need_of(kit, wanted))


def help_of(kit: Kit, name: str) -> Help:
    """What a card or token does, or what words such as "reroll 2" say."""
    card = kit.cards.get(name)
    return card.help if card is not None and card.help is not None else read_help(name, kit.dice, kit.symbols)


def problem_of(kit: Kit, asked: Asked) -> Problem:
    """The question as the mathematics takes it. Raises `BadProblem`: it is not complete, or not possible."""
    check_pool(kit, asked.pool)
    if not asked.needs:
        raise BadProblem("need", "none", "at least one need")
    needs = tuple(need_of(kit, wanted) for wanted in asked.needs)
    payoff = read_value([asked.value], needs) if asked.value != SUM else ()
    helps = tuple(help_of(kit, name) for name in asked.use)
    return Problem(kit.dice, asked.pool, needs, payoff, helps, room(kit, asked.pool)).checked()


def room(kit: Kit, pool: Sequence[int]) -> tuple[int, ...]:
    """How many dice of each kind can be added; empty where nothing sets a limit."""
    if all(most is None for most in kit.box):
        return ()
    return tuple((MOST_DICE if most is None else most) - n for n, most in zip(pool, kit.box, strict=True))


def taken(kit: Kit, question: Question) -> Asked:
    """The dice step of a game as a question.

    A card that is partly paid becomes the symbols that are still lacking. What a page cannot ask is left out: more than
    `MOST_NEEDS` needs, a payoff of the game's own, a second token of a kind.
    """
    problem = question.problem
    needs = [_taken(kit, target, need) for target, need in zip(question.targets, problem.needs, strict=True)]
    names = {card.help: card.id for card in reversed(kit.helping_cards)}
    use = tuple(dict.fromkeys(names[help_] for help_ in problem.helps if help_ in names))
    found = tuple(wanted for wanted in needs if wanted is not None)[:MOST_NEEDS]
    return checked(kit, Asked(problem.pool, found, use=use[:MOST_HELPS]))


def _taken(kit: Kit, target: str, need: Need) -> Wanted | None:
    card = kit.cards.get(target)
    if card is not None and card.need is not None and need.times <= card.need.times and not need.lacking:
        return Wanted(card=target, times=need.times)
    symbols = kit.sorted(need.lack)
    known = all(one in kit.symbols for one in symbols)
    return Wanted(symbols=symbols) if known and 0 < len(symbols) <= MOST_SYMBOLS else None


def say(kit: Kit, asked: Asked) -> str:
    """The whole question in one line."""
    needs = " and ".join(need_in_words(need_of(kit, wanted)) for wanted in asked.needs) or "nothing yet"
    value = f"; {value_in_words(problem_of(kit, asked))}" if asked.n_sets > 1 else ""
    use = "".join(f"; with {kit.cards[name].name if name in kit.cards else name}" for name in asked.use)
    return f"{write_pool(asked.pool, kit.dice)}; need {needs}{value}{use}"


def to_address(kit: Kit, asked: Asked) -> dict[str, str]:
    """The question as words of an address."""
    out = {}
    pool = "".join(f"{n}{letter}" for n, letter in zip(asked.pool, kit.letters, strict=True) if n)
    if pool:
        out["pool"] = pool
    if asked.needs:
        often = (f"~{wanted.times}" if wanted.times > 1 else "" for wanted in asked.needs)
        out["need"] = ".".join(f"{one.card or one.symbols}{n}" for one, n in zip(asked.needs, often, strict=True))
    if asked.n_sets > 1 and asked.value != SUM:
        numbers = ".".join(map(str, asked.weights))
        out["value"] = f"{_WEIGHTS_WORD}.{numbers}" if numbers else asked.value.replace(LEAST, _LEAST_WORD)
    if asked.use:
        out["use"] = ".".join(asked.use)
    return out


def from_address(kit: Kit, words: Mapping[str, str]) -> Asked:
    """The question that an address names. Raises `BadProblem`: a word of it cannot be used."""
    pool = read_pool(words["pool"], kit.dice) if words.get("pool") else (0,) * len(kit.dice)
    needs = tuple(_wanted_by(kit, word) for word in words.get("need", "").split(".") if word)
    value, _, numbers = words.get("value", SUM).partition(".")
    if value.startswith(_LEAST_WORD):
        value = f"{LEAST}{number('value', value.removeprefix(_LEAST_WORD))}"
    elif value == _WEIGHTS_WORD:
        weights = [number("value", weight) for weight in numbers.split(".") if weight]
        if len(weights) != len(needs):
            raise BadProblem("value", words["value"], f"{_WEIGHTS_WORD} and a number for each need")
        value = " ".join(map(str, weights)) or SUM
    use = tuple(word for word in words.get("use", "").split(".") if word)
    return checked(kit, Asked(pool, needs, value, use))


def _wanted_by(kit: Kit, word: str) -> Wanted:
    name, _, times = word.partition("~")
    often = number("need", times) if times else 1
    if name in kit.cards:
        return Wanted(card=name, times=often)
    if name.upper() == name:
        return Wanted(symbols=kit.sorted(name), times=often)
    raise BadProblem("need", name, "a card of this game, or symbols in capitals")


def number(what: str, text: str) -> int:
    """A small number. Raises `BadProblem`, which says what it is of."""
    found = whole(text, below=_MOST_NUMBER + 1)
    if found is None:
        raise BadProblem(what, text, "a number")
    return found
