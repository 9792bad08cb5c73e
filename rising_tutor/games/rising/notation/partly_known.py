"""Moves of which only a part is known, in the notation of a Rising game.

    ?                     any action or outcome that is possible here
    card ?                any card of the deck             card ?villain       a Villain, nobody knows which
    fire right-?          any card that turns to the right  choose ?            any card that can be chosen
    ? > june              some die to June                 green E > ?         a green E to some card
    rolled ?              any roll
    rolled green E ?      one green die shows E, nothing is known of the other green ones; no other colour was rolled
    rolled green E, ?     exactly one green die, it shows E; nothing is known of the other colours

`?hero`, `?villain`, `?team` and `?battle` stand for one card of that kind. A name may be written by
its beginning.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.english import plural
from rising_tutor.core.numbers import whole
from rising_tutor.core.unknown import UNKNOWN, matcher, words_of
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.notation import writer
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.words.names import name_of

_SHORTEST: Final = 2
_FROM_NOUGHT: Final = ("facing", "location", "base", "active")
_FIELDS: Final = {
    "ruin": "Ruin",
    "threat": "faces of the enemy's dice",
    "above_boss": "cards above the last opponent",
    "opening": "dice of the first roll",
    "turned": "dice that were turned",
    "no_heal": "healing blocked",
    "redeployed": "Team redeployed",
    "facing": "{w.location} that the figure faces",
    "location": "{w.location} of the {w.marker}",
    "base": "{w.location} of this turn",
    "active": "active Team",
    "fire_card": "{w.enemy_deck} card",
    "heroes_unseen": "{heroes} in the {w.deck}",
    "villains_unseen": "{villains} not seen yet",
    "villains_in_deck": "{villains} in the {w.deck}",
    "fire_deck": "{w.enemy_deck} deck",
    "fire_discard": "{w.enemy_deck} discard pile",
    "supply": "token supply",
    "token_discard": "discarded tokens",
    "stock": "dice that nobody uses",
    "defeated": "defeated {heroes}",
    "heroes_gone": "{heroes} out of the game",
    "villains_out": "{villains} {w.beaten}",
    "battles_done": "completed {battles}",
    "agenda": "what waits",
    "used": "abilities used this turn",
    "reasons": "rules that ended the game",
}
"""Fields of the table; in brackets words that each title has its own for."""
_OF_A_CARD: Final = {"damage": "Damage", "dice": "dice", "lacks": "symbols lacking", "sets": "complete sets"}
_OF_BALANCE: Final = {"position": "Balance", "side": "Balance side"}
_OF_A_CARRIER: Final = {"counters": "counters", "depth": "cards above", "fallen": "order of the fall"}
_ROLL: Final = {
    "n": "rolls so far",
    "shown": "rolled dice",
    "waiting": "dice not rolled yet",
    "gone": "dice gone this turn",
    "duty": "duty of the roll",
    "to_lose": "dice to be lost",
    "earned": "dice earned this turn",
}


def fits(run: Run, text: str) -> Callable[[do.RisingAction | do.RisingOutcome], bool]:
    """Whether a move of this position can be what a text with `?` means."""
    words = words_of(text)
    if words and words[0] == "rolled":
        return _fits_roll(run.book, words[1:])
    book = run.book
    kinds: dict[str, Any] = {
        "?hero": book.hero,
        "?villain": book.villain,
        "?team": book.team,
        "?battle": book.battle,
    }
    known = {kind: frozenset(cards) for kind, cards in kinds.items()}
    faces = {face.casefold() for die in book.dice for face in die.faces}

    def same(typed: str, word: str) -> bool:
        if typed == word:
            return True
        if typed in faces or word in faces or not typed.isalpha():
            return False
        return word.startswith(typed) or (len(typed) > _SHORTEST and f"-{typed}" in word)

    # A word such as ?villain is no gap in a name: that such a card is named is checked apart.
    asked = [known[word] for word in words if word in known]
    plain = matcher(" ".join(UNKNOWN if word in known else word for word in words), same)

    def fits_move(move: do.RisingAction | do.RisingOutcome) -> bool:
        written = writer.write(run, move)
        if not plain(written):
            return False
        named = words_of(written)
        return all(any(word in cards for word in named) for cards in asked)

    return fits_move


def _fits_roll(book: Book, words: list[str]) -> Callable[[Any], bool]:
    """Dice of one colour stand in any order; `?` in a colour is every die of it that is not named."""
    wanted: dict[str, tuple[Counter[str], int]] = {}
    any_other = False
    group: list[str] = []
    for word in (*words, ","):
        if word != ",":
            group.append(word)
            continue
        if group == [UNKNOWN]:
            any_other = True
        elif group:
            colours = [colour for colour in book.colours if colour.startswith(group[0])]
            if len(colours) != 1 or colours[0] in wanted:
                return lambda _move: False
            shown = Counter(f"{colours[0]}:{face.upper()}" for face in group[1:] if face != UNKNOWN)
            wanted[colours[0]] = shown, group[1:].count(UNKNOWN)
        group = []

    def fits_roll(move: Any) -> bool:
        if not isinstance(move, do.Rolled):
            return False
        rolled: dict[str, Counter[str]] = {}
        for die in move.dice:
            rolled.setdefault(die.partition(":")[0], Counter())[die] += 1
        if not any_other and rolled.keys() != wanted.keys():
            return False
        for colour, (shown, n_open) in wanted.items():
            there = rolled.get(colour)
            if there is None or shown - there:
                return False
            left = there.total() - shown.total()
            if left < n_open or (left and not n_open):
                return False
        return True

    return fits_roll


def fact_name(book: Book, path: tuple[str | int, ...], names: tuple[str, ...]) -> str:
    """A field of the view in words."""
    of, words = name_of(book, names[-1]) if names else "", book.spec.words
    match path:
        case (str(row), int(place)) | (str(row), int(place), "card") if row in ("places", "battles"):
            return _place_name(book, row, place)
        case ("places" | "battles", int(place), str(field)):
            return f"{_of_a_card(field)} {_on(field)} {of or _place_name(book, str(path[0]), place)}"
        case ("teams", int(team), "row", int(place), str(field)):
            return f"{_of_a_card(field)} {_on(field)} {of or f'{words.hero} {place + 1} of Team {team + 1}'}"
        case ("teams", int(team), "tokens", str(kind)):
            return f"tokens of {of or f'Team {team + 1}'}: {kind}"
        case ("teams", int(team), "row", *_):
            return f"{plural(words.hero)} of {of or f'Team {team + 1}'}"
        case ("teams", int(team), "abilities", int(place), str(field)):
            return f"{_of_a_card(field)} {_on(field)} {of or f'ability {place + 1} of Team {team + 1}'}"
        case ("carriers", int(place), str(field)):
            carrier = book.name(book.carrier_ids[place])
            return f"{_OF_A_CARRIER.get(field, field)} of {carrier}"
        case ("teams", int(team), str(field), *_):
            return f"{_of_a_card(field)} of {of or f'Team {team + 1}'}"
        case ("roll", str(field)):
            return _ROLL.get(field, field)
        case ("balance", str(field)):
            return _OF_BALANCE.get(field, f"Balance: {field.replace('_', ' ')}")
        case (str(field), str(kind)):
            return f"{_field(book, field)}: {kind}"
        case (str(field), *_):
            return _field(book, field)
    return "the table"


def fact_value(book: Book, path: tuple[str | int, ...], value: str) -> str:
    """One value of such a field in words."""
    if path[-1] in _FROM_NOUGHT and (number := whole(value)) is not None:
        return str(number + 1)
    if ":" in value:
        return value.replace(":", " ")
    return book.name(value)


def _field(book: Book, field: str) -> str:
    words = book.spec.words
    many = {"heroes": plural(words.hero), "villains": plural(words.villain), "battles": plural(words.battle)}
    return _FIELDS.get(field, field.replace("_", " ")).format(w=words, **many)


def _place_name(book: Book, row: str, place: int) -> str:
    words = book.spec.words
    if row == "battles":
        return f"{words.battle} {words.at} {words.location} {place + 1}"
    at, here = divmod(place, book.spec.places)
    return f"card {words.at} {words.location} {at + 1}, place {here + 1}"


def _of_a_card(field: str) -> str:
    return _OF_A_CARD.get(field, field.replace("_", " "))


def _on(field: str) -> str:
    return "on" if field in ("damage", "dice") else "of"
