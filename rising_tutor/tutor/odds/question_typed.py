"""A question about a dice turn as people type it: on the command line, or in a notebook.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> kit = dice_kit(load_game("fire"))
>>> typed(kit, "2 green, 1 blue", ["June x2"], use=["red die"])
Asked(pool=(2, 1, 0, 0), needs=(Wanted(card='june', symbols='', times=2, carry=True, lacking=''),), value='sum', \
use=('red-die',), roll=())
"""

import difflib
import re
from collections.abc import Sequence
from typing import Final

import msgspec

from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.dice_file import DiceFile
from rising_tutor.probability.dice_turn.dice_game import OddsCard
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.reading import (
    HELPS,
    read_help,
    read_need,
    read_pool,
    read_roll,
    read_value,
    symbols_of,
    write_help,
)
from rising_tutor.tutor.odds.question import SUM, Asked, Wanted, check_pool, need_of, problem_of

_MOST_LISTED: Final = 5
_ALIKE: Final = 0.6
_LONGEST_NAME: Final = 60
_SETS: Final = re.compile(r"\s+x\s*([0-9]{1,2})\s*$", re.IGNORECASE)


def typed(
    kit: Kit,
    pool: str,
    needs: Sequence[str],
    *,
    value: Sequence[str] = (SUM,),
    use: Sequence[str] = (),
    roll: str | None = None,
    only_cards: Sequence[bool] = (),
) -> Asked:
    """The question that texts ask.

    Args:
        pool: as in "2 green, 1 blue".
        needs: symbols ("W W E"), or the name of a card ("June", "June x2" for two sets of its cost).
        value: what counts, as `reading.read_value` takes it.
        use: what may be used once in the turn, as `reading.read_help` takes it, or the name of a card or token.
        roll: as in "green:EE blue:W"; None for none.
        only_cards: for each need whether it is the name of a card whatever its letters are.

    Raises:
        BadProblem: no turn can be like this; with the text, the column and what was expected.
    """
    counts = read_pool(pool, kit.dice)
    check_pool(kit, counts)
    only = (*only_cards, *(False for _ in needs[len(only_cards) :]))
    wanted = tuple(_wanted(kit, text, f"need {at}", only_card=only[at - 1]) for at, text in enumerate(needs, 1))
    read_value(value, [need_of(kit, one) for one in wanted])
    helps = tuple(_help(kit, text, f"use {at}") for at, text in enumerate(use, 1))
    asked = Asked(counts, wanted, " ".join(value).casefold(), helps)
    problem_of(kit, asked)
    return asked if roll is None else msgspec.structs.replace(asked, roll=read_roll(roll, kit.dice, counts))


def with_dice(kit: Kit, found: DiceFile, file: str) -> Kit:
    """The kit with dice of one's own; then the box of the game is no limit."""
    words = {
        symbol: word for symbol, word in ({**kit.symbols, **found.words}).items() if symbol in symbols_of(found.dice)
    }
    return msgspec.structs.replace(
        kit, dice=found.dice, symbols=words, box=found.box, limited_by=f"n in {file}", source=file, origins=()
    )


def _wanted(kit: Kit, text: str, what: str, *, only_card: bool) -> Wanted:
    fault = None
    if not only_card:
        try:
            need = read_need(text, kit.dice, kit.symbols, what=what)
            return Wanted(symbols=need.symbols, times=need.times, carry=need.carry, lacking=need.lacking)
        except BadProblem as error:
            # A name has letters that are no symbols; if it is no card either, the first fault is the better one.
            fault = error
    sets = _SETS.search(text)
    name = text[: sets.start()] if sets else text
    fits = _fits(name, kit.wanted_cards)
    if len(fits) == 1:
        return Wanted(card=fits[0].id, times=int(sets[1]) if sets else 1)
    hint = _hint(name, fits, kit.wanted_cards)
    if fault is None:
        raise BadProblem(what, text, f"the name of one card with a cost{hint}")
    raise BadProblem(fault.what, fault.value, f"{fault.expected}; or the name of one card{hint}")


def _help(kit: Kit, text: str, what: str) -> str:
    try:
        return write_help(read_help(text, kit.dice, kit.symbols, what=what))
    except BadProblem as error:
        fits = _fits(text, kit.helping_cards)
        if len(fits) == 1:
            return fits[0].id
        if error.expected != HELPS:
            raise
    raise BadProblem(what, text, f"{HELPS}, or the name of one card{_hint(text, fits, kit.helping_cards)}")


def _fits(text: str, cards: Sequence[OddsCard]) -> list[OddsCard]:
    """The cards that a name fits: the one that is called so, else those that begin so."""
    name = text.strip().casefold()
    if not name:
        return []
    whole = [card for card in cards if name in (card.id, card.name.casefold())]
    return whole or [card for card in cards if card.id.startswith(name) or card.name.casefold().startswith(name)]


def _hint(text: str, fits: Sequence[OddsCard], cards: Sequence[OddsCard]) -> str:
    if fits:
        more = ", ..." if len(fits) > _MOST_LISTED else ""
        return f"; it fits {', '.join(card.name for card in fits[:_MOST_LISTED])}{more}"
    # Comparing texts takes time with the square of their length.
    name = text.strip().casefold()[:_LONGEST_NAME]
    by_name = {card.name.casefold(): card.name for card in cards}
    near = difflib.get_close_matches(name, by_name, n=2, cutoff=_ALIKE)
    return f"; did you mean {' or '.join(by_name[one] for one in near)}?" if near else ""
