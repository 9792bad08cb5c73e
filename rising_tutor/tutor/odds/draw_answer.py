"""The answer to a question about draws, in the words that command, page and notebook share.

>>> from rising_tutor.tutor.odds.draw_question import typed
>>> answer = answer_to(None, typed(None, "8 level up, 42 other", "", "1 level up in 6"))
>>> said(answer)
'At least 1 level up among the first 6 cards: 760351/1135050 = 67.0 %'
>>> [(n, round(float(value), 3)) for n, value in answer.copies]
[(6, 0.556), (7, 0.616), (8, 0.67), (9, 0.717), (10, 0.758)]
"""

from fractions import Fraction
from typing import Final

from rising_tutor.core.english import capital, counted, listed
from rising_tutor.core.game import AnyGame
from rising_tutor.core.values import Value
from rising_tutor.decks.facts import Note, facts_game
from rising_tutor.probability.draws import Hand
from rising_tutor.probability.percents import percent
from rising_tutor.tutor.odds.draw_question import Asked, answer_of, hands_of, with_copies

LONGEST_FRACTION: Final = 40
"""Characters of a fraction that is still shown; a longer one is in the JSON document alone."""
AROUND: Final = 2
"""So many copies fewer and more are looked at."""
EQUALLY: Final[Note] = ("Every order of the cards that are not known is equally likely.", ())


class Answer(Value, frozen=True):
    """What was worked out.

    Attributes:
        value: the chance that all conditions hold.
        copies: the chance if the deck had so many cards that the first condition counts, in place of cards that no
            condition counts; the deck as it is among them.
        hands: what an opening hand is worth, by the mulligans left, from 0 on; empty where nobody asked.
        notes: what is taken for granted.
    """

    asked: Asked
    value: Fraction
    copies: tuple[tuple[int, Fraction], ...]
    hands: tuple[Hand, ...]
    notes: tuple[Note, ...]


def answer_to(game: AnyGame | None, asked: Asked, *, hand: int = 0, times: int | None = None) -> Answer:
    """Works a question out.

    Args:
        game: what it takes for granted; None for nothing beyond the mathematics.
        hand: cards of an opening hand.
        times: how often it may be drawn anew; None where nobody asks.

    Raises:
        BadProblem: the question is too large, or hands cannot be asked about.
    """
    now = asked.wants[0].copies
    around = ((now + more, with_copies(asked, more)) for more in range(-min(AROUND, now), AROUND + 1))
    facts = facts_game(game) if game is not None else None
    return Answer(
        asked,
        answer_of(asked),
        tuple((n, value) for n, value in around if value is not None),
        hands_of(asked, hand, times) if times is not None else (),
        (EQUALLY, *(facts.draw_notes(asked.counted) if facts is not None else ())),
    )


def question_words(asked: Asked) -> str:
    """All conditions in words."""
    return capital(listed([one.words for one in asked.wants]))


def deck_words(asked: Asked) -> str:
    """The deck, as far as it is counted, and what is known of it.

    >>> from rising_tutor.tutor.odds.draw_question import typed
    >>> deck_words(typed(None, "8 level up, 42 other", "top: other; gone: level up", "1 level up in 6"))
    '49 cards, 7 of them level up; 1 known on top'
    """
    of = ", ".join(f"{one.copies} of them {one.cards}" for one in asked.wants)
    known = [
        f"{len(places)} known {where}" for places, where in ((asked.known, "on top"), (asked.below, "below")) if places
    ]
    return "; ".join([f"{counted(asked.n, asked.counted or 'card')}, {of}", *known])


def said(answer: Answer) -> str:
    """The answer in one line."""
    return f"{question_words(answer.asked)}: {chance_words(answer.value)}"


def chance_words(value: Fraction) -> str:
    """A chance as fraction and percentage.

    >>> chance_words(Fraction(514, 969)), chance_words(Fraction(1))
    ('514/969 = 53.0 %', '100 %')
    """
    text = str(value)
    return percent(value) if value.denominator == 1 or len(text) > LONGEST_FRACTION else f"{text} = {percent(value)}"


def copies_words(answer: Answer, n: int) -> str:
    """A row of `copies` in words: one fewer, as it is, one more."""
    now = answer.asked.wants[0].copies
    if n == now:
        return "as it is"
    return f"{abs(n - now)} {'more' if n > now else 'fewer'}"


def hand_words(hand: Hand) -> str:
    """What an opening hand is worth, in words.

    >>> hand_words(Hand(1, 6, Fraction(5, 9), Fraction(1, 3)))
    'with 1 mulligan left: 5/9 = 55.6 %; 33.3 % of all hands are kept'
    """
    if not hand.left:
        return f"without a mulligan: {chance_words(hand.value)}"
    kept = f"{percent(hand.kept)} of all hands are kept"
    return f"with {counted(hand.left, 'mulligan')} left: {chance_words(hand.value)}; {kept}"
