"""A question about draws as people type it: a deck, what is known of it, what is wanted by which card.

    deck    the id of a deck, a list with its leader ("ame176: 4 pummel, 20 skewer"), or counts by name of anything
            ("8 level up, 42 other"); `ask_of` also takes a deck that was read from a file
    see     "top: pummel, skewer; bottom: downdraft; gone: 2 pummel" (gone: seen elsewhere, so no longer in the deck)
    want    "1 level up in 6", "2 pummel or skewer in the first 10 cards", "no ally in 4",
            "1 strike with intercept 6+ in 3 strikes and 1 Bull strike in 3 strikes"

A number after a word such as intercept is exactly it; "6+" is that or more, "6-" that or less. "in 3 strikes" counts
strikes only: cards of other types in between are passed over. All conditions of a question count the same.

>>> asked = typed(None, "8 level up, 42 other", "", "1 level up in 6")
>>> asked.wants[0].words, asked.n, answer_of(asked)
('at least 1 level up among the first 6 cards', 50, Fraction(760351, 1135050))
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.core.english import did_you_mean, either, noun
from rising_tutor.core.game import AnyGame
from rising_tutor.core.numbers import whole
from rising_tutor.core.values import Value
from rising_tutor.decks.deck_file import DeckList, deck_game, read_inline
from rising_tutor.decks.facts import CardFacts, facts_game
from rising_tutor.errors import BadContent, BadProblem
from rising_tutor.probability.draws import Hand, Want, chance, mulligans
from rising_tutor.probability.reader import check_length

MOST_WANTS: Final = 4
MOST_SEEN: Final = 200
_AND: Final = re.compile(r"\s+and\s+", re.IGNORECASE)
_OR: Final = re.compile(r"\s+or\s+", re.IGNORECASE)
_CONDITION: Final = re.compile(
    r"\s*(?:(?P<how>at least|at most|exactly)\s+)?(?P<n>\d{1,9}|no|a|an)\s+(?P<cards>.+?)\s+"
    r"(?:in|among)\s+(?:the\s+first\s+)?(?P<among>\d{1,9})(?:\s+(?P<what>[\w-]+))?\s*\Z",
    re.IGNORECASE,
)
_WITH: Final = re.compile(r"\s+with\s+(?P<name>[a-z]+)\s+(?P<n>\d{1,2})(?P<sign>[+-]?)\Z", re.IGNORECASE)
_COUNT: Final = re.compile(r"\s*(?:(?P<n>\d{1,3})\s+)?(?P<card>[^\d\s].*?)\s*\Z")
_PLACES: Final = ("top", "bottom", "gone")
_WORDS_OF_ONE: Final = {"no": 0, "a": 1, "an": 1}


class Wanted(Value, frozen=True):
    """A condition.

    Attributes:
        cards: what counts, as it was typed.
        at_least, at_most: how many of them; None for no limit above.
        among: so many cards from the top, of those that are counted.
        words: the condition in words.
        copies: how many cards of the deck count.
    """

    cards: str
    at_least: int
    at_most: int | None
    among: int
    words: str
    copies: int


class Asked(Value, frozen=True):
    """The whole question, read and checked.

    Attributes:
        deck, see, want: as they were typed.
        title: what the deck is called.
        counted: the type of card that is counted, "" for all.
        wants: the conditions, all of which must hold.
        groups: how many cards there are of each kind that the conditions tell apart: a mark for each condition.
        known, below: groups of the cards that are known to lie on top, and at the bottom.
    """

    deck: str
    see: str
    want: str
    title: str
    counted: str
    wants: tuple[Wanted, ...]
    groups: tuple[tuple[str, int], ...]
    known: tuple[str, ...] = ()
    below: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """How many cards are counted."""
        return sum(n for _, n in self.groups)

    @property
    def conditions(self) -> tuple[Want, ...]:
        """The conditions as the mathematics takes them."""
        names = [name for name, _ in self.groups]
        return tuple(
            Want(tuple(name for name in names if name[at] == _YES), one.at_least, one.among, one.at_most)
            for at, one in enumerate(self.wants)
        )


_YES, _NO = "1", "0"
_Test = Callable[[CardFacts], bool]


def answer_of(asked: Asked) -> Fraction:
    """The chance that all conditions hold. Raises `BadProblem`: the question is too large."""
    return chance(dict(asked.groups), asked.conditions, asked.known, asked.below)


def with_copies(asked: Asked, more: int) -> Fraction | None:
    """The chance if so many cards that no condition counts were such as the first one counts; None if it cannot be."""
    groups = dict(asked.groups)
    at = _YES + _NO * (len(asked.wants) - 1)
    nothing = _NO * len(asked.wants)
    groups[at], groups[nothing] = groups.get(at, 0) + more, groups.get(nothing, 0) - more
    placed = (*asked.known, *asked.below)
    if any(n < placed.count(name) for name, n in groups.items()):
        return None
    wants = tuple(
        Want(tuple(name for name in groups if name[place] == _YES), one.at_least, one.among, one.at_most)
        for place, one in enumerate(asked.wants)
    )
    return chance(groups, wants, asked.known, asked.below)


def hands_of(asked: Asked, hand: int, times: int) -> tuple[Hand, ...]:
    """What an opening hand is worth to somebody who may draw it anew, up to so many times. Raises `BadProblem`."""
    if asked.known or asked.below:
        raise BadProblem("mulligan", asked.see, "nothing known of the deck: a hand that goes back is shuffled in")
    return mulligans(dict(asked.groups), asked.conditions, hand, times)


def typed(game: AnyGame | None, deck: str, see: str, want: str) -> Asked:
    """The question that texts ask.

    Args:
        game: whose decks and cards they name; None for counts alone.

    Raises:
        BadProblem: a part cannot be used, with what stands there and what was expected.
    """
    check_length("deck", deck)
    counts = _plain_counts(deck)
    if counts is not None:
        cards = [(CardFacts(name, name, name), n) for name, n in counts.items()]
        return _asked(cards, "", deck, see, want)
    if game is None:
        raise BadProblem("deck", deck, 'counts, such as "8 level up, 42 other"')
    return ask_of(game, _list_of(game, deck), deck, see, want)


def ask_of(game: AnyGame, deck: DeckList, named: str, see: str, want: str) -> Asked:
    """The same about a deck that was read.

    Raises:
        BadProblem: as `typed`.
    """
    cards = [(_card(game, word), n) for word, n in deck.cards]
    return _asked(cards, deck.name or deck.leader, named, see, want)


def is_counts(deck: str) -> bool:
    """Whether a text is counts by name, of any cards at all, and no deck of a game.

    >>> is_counts("8 level up, 42 other"), is_counts("aang"), is_counts("ame176: 4 pummel")
    (True, False, False)
    """
    return ":" not in deck and whole(deck.strip()[:1]) is not None


def _plain_counts(deck: str) -> dict[str, int] | None:
    """Counts by name; None for a text that is something else."""
    counts: dict[str, int] = {}
    if not is_counts(deck):
        return None
    for part in deck.split(","):
        found = _COUNT.match(part)
        if found is None or found["n"] is None:
            raise BadProblem("deck", part.strip(), 'a number and a name, such as "8 level up"')
        counts[found["card"].casefold()] = counts.get(found["card"].casefold(), 0) + int(found["n"])
    return counts


def _list_of(game: AnyGame, deck: str) -> DeckList:
    decks = deck_game(game)
    known = {one.id: one for one in decks.decks()} if decks is not None else {}
    if deck in known:
        return known[deck]
    expected = f'one of {", ".join(known)}, a file, or a list such as "leader: 4 card, 2 other"'
    try:
        return read_inline(deck)
    except BadContent:
        raise BadProblem("deck", deck, f"{expected}{did_you_mean(deck, tuple(known))}") from None


def _card(game: AnyGame, word: str) -> CardFacts:
    found = facts_game(game)
    every = found.card_facts() if found is not None else ()
    for card in every:
        if card.is_called(word):
            return card
    raise BadProblem("deck", word, f"a card of {game.info.title}{did_you_mean(word, [card.word for card in every])}")


def _asked(cards: list[tuple[CardFacts, int]], title: str, deck: str, see: str, want: str) -> Asked:
    check_length("see", see)
    check_length("want", want)
    lies = _seen(cards, see)
    left = dict(cards)
    for card in lies["gone"]:
        left[card] -= 1
    for card in (*lies["top"], *lies["bottom"], *lies["gone"]):
        n = sum(one == card for place in _PLACES for one in lies[place])
        if n > dict(cards)[card]:
            raise BadProblem("see", f"{n} {card.name}", f"at most {dict(cards)[card]}, as the deck has no more")
    conditions = _AND.split(want.strip()) if want.strip() else []
    if not 1 <= len(conditions) <= MOST_WANTS:
        raise BadProblem("want", want, f'1 to {MOST_WANTS} conditions joined by "and", such as "1 strike in 3"')
    read = [_condition(cards, left, text, f"want {at}") for at, text in enumerate(conditions, 1)]
    kinds = {counted for _, counted, _ in read}
    if len(kinds) > 1:
        said = either(sorted(noun(2, kind or "card") for kind in kinds))
        raise BadProblem("want", want, f"conditions that all count the same, {said}")
    counted = kinds.pop()
    tests = [test for _, _, test in read]

    def mark(card: CardFacts) -> str:
        return "".join(_YES if test(card) else _NO for test in tests)

    groups: dict[str, int] = {}
    for card, n in left.items():
        if not counted or card.type == counted:
            groups[mark(card)] = groups.get(mark(card), 0) + n
    top, bottom = (
        tuple(mark(card) for card in lies[place] if not counted or card.type == counted) for place in _PLACES[:2]
    )
    if not any(groups.values()):
        raise BadProblem("deck", deck, f"at least one {counted or 'card'} that can be drawn")
    wants = tuple(one for one, _, _ in read)
    _check_numbers(wants, conditions, sum(groups.values()), counted or "card")
    return Asked(deck, see, want, title or deck, counted, wants, tuple(sorted(groups.items())), top, bottom)


def _check_numbers(wants: Sequence[Wanted], conditions: Sequence[str], n: int, kind: str) -> None:
    """Raises `BadProblem` where a condition asks about more cards than there are, or about none."""
    for at, (one, text) in enumerate(zip(wants, conditions, strict=True), 1):
        if not 1 <= one.among <= n:
            there = f"{n} {noun(n, kind)} can be drawn"
            raise BadProblem(f"want {at}", text, f"1 to {n} in place of {one.among}, as {there}")
        most = max(one.at_least, one.at_most or 0)
        if most > one.among:
            seen = f"only {one.among} {noun(one.among, kind)} {'is' if one.among == 1 else 'are'} asked about"
            raise BadProblem(f"want {at}", text, f"at most {one.among} in place of {most}, as {seen}")


def _seen(cards: list[tuple[CardFacts, int]], see: str) -> dict[str, list[CardFacts]]:
    """The cards that are known, by place, those on top from the top and those at the bottom down to the lowest."""
    found: dict[str, list[CardFacts]] = {place: [] for place in _PLACES}
    for part in see.split(";"):
        if not part.strip():
            continue
        place, colon, names = part.partition(":")
        where = place.strip().casefold()
        if not colon or where not in found:
            raise BadProblem("see", part.strip(), 'a place and cards, such as "top: pummel, skewer; gone: 2 pummel"')
        for text in names.split(","):
            if not text.strip():
                continue
            count = _COUNT.match(text)
            if count is None:
                raise BadProblem("see", text.strip(), "a card, perhaps with a number before it")
            n = int(count["n"] or 1)
            found[where] += [_in_deck(cards, count["card"])] * n
            if len(found[where]) > MOST_SEEN:
                raise BadProblem("see", f"{len(found[where])} cards", f"at most {MOST_SEEN}")
    return found


def _in_deck(cards: list[tuple[CardFacts, int]], text: str) -> CardFacts:
    for card, _ in cards:
        if card.is_called(text):
            return card
    raise BadProblem("see", text, f"a card of this deck{did_you_mean(text, [card.word for card, _ in cards])}")


def _condition(
    cards: list[tuple[CardFacts, int]], left: Mapping[CardFacts, int], text: str, what: str
) -> tuple[Wanted, str, _Test]:
    """A condition, the type of card that it counts, and which cards count."""
    found = _CONDITION.match(text)
    if found is None:
        raise BadProblem(what, text, 'such as "1 strike in 3", "at most 2 ally in the first 10", "no pummel in 6"')
    among = int(found["among"])
    counted = _counted(cards, (found["what"] or "").casefold(), what)
    one_of = [_test(cards, part, what) for part in _OR.split(found["cards"])]
    word = found["n"].casefold()
    n, how = _WORDS_OF_ONE.get(word, None) if word in _WORDS_OF_ONE else int(word), (found["how"] or "").casefold()
    assert n is not None
    exactly = how == "exactly" or word == "no"
    at_least = 0 if how == "at most" else n
    at_most = n if exactly or how == "at most" else None

    def test(card: CardFacts) -> bool:
        return any(fits(card) for fits in one_of)

    copies = sum(m for card, m in left.items() if test(card) and (not counted or card.type == counted))
    number = "no" if exactly and not n else f"{how if how in ('exactly', 'at most') else 'at least'} {n}"
    words = f"{number} {found['cards']} among the first {among} {noun(among, counted or 'card')}"
    return Wanted(found["cards"], at_least, at_most, among, words, copies), counted, test


def _counted(cards: list[tuple[CardFacts, int]], word: str, what: str) -> str:
    """The type of card that "in 3 strikes" counts; "" for all."""
    if word in ("", "card", "cards"):
        return ""
    types = sorted({card.type for card, _ in cards if card.type})
    for type_ in types:
        if word in (type_, noun(2, type_)):
            return type_
    raise BadProblem(what, word, f"{either([*(noun(2, one) for one in types), 'cards'])}, which are counted")


def _test(cards: list[tuple[CardFacts, int]], text: str, what: str) -> _Test:
    """Which cards a text such as "Bull strike with intercept 6+" means. Raises `BadProblem` where it means none."""
    phrase = text.strip()
    tests: list[_Test] = []
    while with_ := _WITH.search(phrase):
        phrase = phrase[: with_.start()]
        name, number, sign = with_["name"].casefold(), int(with_["n"]), with_["sign"]
        if not any(card.number(name) is not None for card, _ in cards):
            known = sorted({one for card, _ in cards for one, _ in card.numbers})
            raise BadProblem(what, name, f"a number that cards of this deck have: {either(known) or 'none'}")
        tests.append(_compares(name, number, sign))
    if any(card.is_called(phrase) for card, _ in cards):
        tests.append(lambda card: card.is_called(phrase))
    elif phrase.casefold() not in ("card", "cards"):
        tests += [_labelled(cards, label, text, what) for label in phrase.split()]
    return lambda card: all(test(card) for test in tests)


def _labelled(cards: list[tuple[CardFacts, int]], label: str, text: str, what: str) -> _Test:
    types = {noun(2, card.type): card.type for card, _ in cards if card.type}
    word = types.get(label.casefold(), label)
    if not any(card.has(word) for card, _ in cards):
        known = [
            *(card.word for card, _ in cards),
            *sorted({one for card, _ in cards for one in (card.type, *card.traits)}),
        ]
        raise BadProblem(what, text, f"a card, a type or a trait of this deck{did_you_mean(label, known)}")
    return lambda card: card.has(word)


def _compares(name: str, number: int, sign: str) -> _Test:
    def test(card: CardFacts) -> bool:
        has = card.number(name)
        if has is None:
            return False
        return has >= number if sign == "+" else has <= number if sign == "-" else has == number

    return test
