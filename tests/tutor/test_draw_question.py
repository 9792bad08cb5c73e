"""Questions about draws as people type them: what is read, what is refused, and the exact answers."""

from fractions import Fraction

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadProblem
from rising_tutor.tutor.odds.draw_answer import answer_to, said
from rising_tutor.tutor.odds.draw_question import Asked, answer_of, hands_of, typed, with_copies

GAME = load_game("avatar-tcg")
STRIKES = "ame176: 4 pummel, 15 skewer, 5 momo"
"""19 strikes, of which four are pummel."""


def asked(want: str, see: str = "", deck: str = STRIKES) -> Asked:
    return typed(GAME, deck, see, want)


@pytest.mark.parametrize(
    ("deck", "want", "odds", "percent"),
    [
        ("8 level up, 42 other", "1 level up in 6", Fraction(760351, 1135050), 67.0),
        ("8 level up, 42 other", "1 level up in 4", Fraction(1691, 3290), 51.4),
        (STRIKES, "1 pummel in 3 strikes", Fraction(514, 969), 53.0),
        ("ame176: 12 pummel, 7 skewer, 3 momo", "a pummel in the first 3 strikes", Fraction(934, 969), 96.4),
    ],
)
def test_worked_figures(deck: str, want: str, odds: Fraction, percent: float) -> None:
    found = answer_of(asked(want, deck=deck))
    assert found == odds
    assert round(100 * float(found), 1) == percent


@pytest.mark.parametrize(
    ("want", "odds"),
    [
        ("1 pummel in 1", Fraction(4, 24)),
        ("no pummel in 1", Fraction(20, 24)),
        ("exactly 1 pummel in 2 cards", Fraction(2 * 4 * 20, 24 * 23)),
        ("at most 1 pummel in 2", 1 - Fraction(4 * 3, 24 * 23)),
        ("2 pummel or momo in 2", Fraction(9 * 8, 24 * 23)),
        ("1 strike in 1", Fraction(19, 24)),
        ("1 strikes in 1", Fraction(19, 24)),
        ("1 pummel in 1 and 2 pummel in 2", Fraction(4 * 3, 24 * 23)),
        ("1 pummel in 1 and no pummel in 1", Fraction(0)),
        ("1 card with cost 0- in 1", Fraction(0)),
    ],
)
def test_a_condition_counts_what_it_says(want: str, odds: Fraction) -> None:
    assert answer_of(asked(want)) == odds


def test_a_number_behind_a_word_is_exactly_it_or_with_a_sign_more_or_less() -> None:
    pummel = next(card for card in GAME.card_facts() if card.word == "pummel")
    skewer = next(card for card in GAME.card_facts() if card.word == "skewer")
    low, high = sorted((pummel.number("intercept"), skewer.number("intercept")))
    assert low is not None
    assert low < high
    n_high = 4 if pummel.number("intercept") == high else 15
    one = {f"1 strike with intercept {text} in 1 strikes" for text in (f"{high}", f"{high}+", f"{low + 1}+")}
    assert {answer_of(asked(want)) for want in one} == {Fraction(n_high, 19)}
    assert answer_of(asked(f"1 strike with intercept {low}- in 1 strikes")) == Fraction(19 - n_high, 19)


def test_what_is_known_changes_the_odds_and_what_lies_elsewhere_is_not_drawn() -> None:
    assert answer_of(asked("1 pummel in 3", "top: skewer, skewer, skewer")) == 0
    assert answer_of(asked("1 pummel in 3", "top: skewer, pummel")) == 1
    assert answer_of(asked("1 pummel in 1", "gone: 3 pummel, 5 momo")) == Fraction(1, 16)
    assert answer_of(asked("1 pummel in 1", "bottom: 4 pummel")) == 0
    assert answer_of(asked("1 pummel in 1", "bottom: 12 skewer")) == Fraction(4, 12)
    # A momo on top is passed over where strikes are counted, and counts where cards are.
    assert answer_of(asked("1 pummel in 1 strikes", "top: momo, pummel")) == 1
    assert answer_of(asked("1 pummel in 1", "top: momo, pummel")) == 0


def test_cards_are_found_by_word_name_and_id() -> None:
    same = {answer_of(asked(f"1 {name} in 3 strikes")) for name in ("pummel", "Pummel", "ame075")}
    assert same == {Fraction(514, 969)}


def test_one_copy_more_is_another_deck_of_the_same_size() -> None:
    question = asked("1 pummel in 3 strikes")
    more = asked("1 pummel in 3 strikes", deck="ame176: 5 pummel, 14 skewer, 5 momo")
    assert with_copies(question, 1) == answer_of(more)
    assert with_copies(question, 0) == answer_of(question)
    assert with_copies(question, 16) is None
    assert with_copies(asked("1 pummel in 3 strikes", "top: pummel"), -4) is None


def test_the_answer_says_question_chance_and_what_it_takes_for_granted() -> None:
    answer = answer_to(GAME, asked("1 pummel in 3 strikes"))
    assert said(answer) == "At least 1 pummel among the first 3 strikes: 514/969 = 53.0 %"
    assert [n for n, _ in answer.copies] == [2, 3, 4, 5, 6]
    assert dict(answer.copies)[4] == answer.value
    notes = [note for note, _ in answer.notes]
    assert any("Only a strike loses a zone" in note for note in notes)
    assert not any("Only a strike" in note for note, _ in answer_to(GAME, asked("1 pummel in 3")).notes)
    assert any(note.startswith("Payment") for note in notes)


@pytest.mark.parametrize("want", ["1 pummel in 24", "24 card in 24", "5 pummel in 24", "1 pummel in 19 strikes"])
def test_every_card_that_can_be_drawn_may_be_asked_about(want: str) -> None:
    assert answer_of(asked(want)) == (0 if want.startswith("5") else 1)


def test_a_hand_that_goes_back_is_shuffled_in_so_nothing_may_be_known() -> None:
    question = typed(None, "8 level up, 42 other", "", "1 level up in 8")
    assert [hand.left for hand in hands_of(question, 6, 3)] == [0, 1, 2, 3]
    with pytest.raises(BadProblem, match="nothing known"):
        hands_of(typed(None, "8 level up, 42 other", "top: other", "1 level up in 8"), 6, 3)


@pytest.mark.parametrize(
    ("deck", "see", "want", "says"),
    [
        ("zuck", "", "1 pummel in 3", "did you mean 'zuko'"),
        ("ame176: 4 pumel, 20 skewer", "", "1 pummel in 3", "did you mean 'pummel'"),
        ("4 x, y", "", "1 x in 3", "a number and a name"),
        (STRIKES, "", "", "1 to 4 conditions"),
        (STRIKES, "", "1 pummel in 1 and 1 pummel in 2 and 1 momo in 3 and 1 momo in 4 and 1 momo in 5", "1 to 4"),
        (STRIKES, "", "pummel", "want 1"),
        (STRIKES, "", "1 pummel in 3 and 1 dragon in 3", "want 2"),
        (STRIKES, "", "1 strike with speed 3 in 3", "a number that cards of this deck have: cost, force or intercept"),
        (STRIKES, "", "1 pummel in 3 zones", "allies, strikes or cards"),
        (STRIKES, "", "1 pummel in 3 strikes and 1 momo in 3", "conditions that all count the same"),
        (STRIKES, "top pummel", "1 pummel in 3", "a place and cards"),
        (STRIKES, "top: zuko", "1 pummel in 3", "a card of this deck"),
        (STRIKES, "top: 3 pummel; gone: 2 pummel", "1 pummel in 3", "at most 4"),
        ("x" * 3000, "", "1 pummel in 3", "at most 2000 characters"),
        (
            STRIKES,
            "",
            "1 pummel in 300",
            "want 1: '1 pummel in 300' .* 1 to 24 in place of 300, as 24 cards can be drawn",
        ),
        (STRIKES, "", "1 pummel in 300000", "1 to 24 in place of 300000"),
        (STRIKES, "", "1 pummel in 20 strikes", "1 to 19 in place of 20, as 19 strikes can be drawn"),
        (STRIKES, "gone: 3 momo", "1 pummel in 22", "1 to 21 in place of 22"),
        (STRIKES, "", "1 pummel in 3 and no pummel in 25", "want 2: .* 1 to 24 in place of 25"),
        (STRIKES, "", "no pummel in 0", "1 to 24 in place of 0"),
        (STRIKES, "", "99 pummel in 24", "at most 24 in place of 99, as only 24 cards are asked about"),
        (STRIKES, "", "at most 2 pummel in 1", "at most 1 in place of 2, as only 1 card is asked about"),
        (STRIKES, "", "exactly 4000 pummel in 3", "at most 3 in place of 4000"),
        ("8 level up, 52 other", "", "1 level up in 61", "1 to 60 in place of 61, as 60 cards can be drawn"),
        (STRIKES, "gone: 4 pummel, 15 skewer", "1 pummel in 3 strikes", "at least one strike that can be drawn"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_was_expected(deck: str, see: str, want: str, says: str) -> None:
    with pytest.raises(BadProblem, match=says):
        typed(GAME, deck, see, want)
