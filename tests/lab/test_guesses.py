"""The score of stated chances: by hand, by its parts, and kept as text."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rising_tutor.errors import BadContent
from rising_tutor.lab.guesses import (
    AGAINST_EXACT,
    AGAINST_OUTCOMES,
    MOST_BYTES,
    Guess,
    Pick,
    Record,
    brier,
    calibration,
    dump,
    excess,
    fitted,
    load,
    split,
)

CHANCES = st.fractions(min_value=0, max_value=1, max_denominator=60)
# Few different values, so that several guesses fall into one bin.
STATED = st.sampled_from([Fraction(n, 10) for n in range(11)])
GUESSES = st.lists(
    st.builds(Guess, st.just("u"), st.just("a"), STATED, CHANCES, st.booleans()), min_size=1, max_size=30
)


def guess(stated: str, exact: str, happened: bool, ask: str = "a") -> Guess:
    return Guess("u", ask, Fraction(stated), Fraction(exact), happened)


def kept(stated: str) -> str:
    """A kept record whose guess states this, as it stands in the text."""
    one = f'{{"unit": "u", "ask": "a", "stated": {stated}, "exact": "1", "happened": true}}'
    return f'{{"version": 1, "picks": [], "guesses": [{one}]}}'


class TestScore:
    def test_by_hand(self) -> None:
        two = [guess("1/2", "1/4", True), guess("9/10", "1", True)]
        assert brier(two, AGAINST_OUTCOMES) == (Fraction(1, 4) + Fraction(1, 100)) / 2
        assert brier(two[:1], AGAINST_EXACT) == Fraction(1, 4) * Fraction(1, 4) + Fraction(3, 4) * Fraction(1, 4)

    @pytest.mark.slow
    @settings(max_examples=50)
    @given(GUESSES)
    def test_the_parts_add_up_exactly(self, guesses: list[Guess]) -> None:
        for against in (AGAINST_OUTCOMES, AGAINST_EXACT):
            parts = split(guesses, against)
            assert parts.score == parts.reliability - parts.resolution + parts.uncertainty
            assert parts.score == brier(guesses, against)
            assert min(parts.reliability, parts.resolution, parts.uncertainty) >= 0

    @pytest.mark.slow
    @settings(max_examples=50)
    @given(GUESSES)
    def test_the_expected_score_is_the_mean_over_all_outcomes(self, guesses: list[Guess]) -> None:
        expected = sum(
            one.exact * (one.stated - 1) ** 2 + (1 - one.exact) * (one.stated - 0) ** 2 for one in guesses
        ) / len(guesses)
        assert brier(guesses, AGAINST_EXACT) == expected

    @pytest.mark.slow
    @given(CHANCES, CHANCES)
    def test_nothing_beats_stating_the_exact_chance(self, stated: Fraction, exact: Fraction) -> None:
        mine, best = (Guess("u", "a", one, exact, happened=False) for one in (stated, exact))
        assert brier([mine], AGAINST_EXACT) - brier([best], AGAINST_EXACT) == excess(mine) >= 0

    def test_reliability_is_nought_for_whoever_states_what_happens(self) -> None:
        assert split([guess("1", "1/2", True), guess("0", "1/2", False)], AGAINST_OUTCOMES).reliability == 0
        assert split([guess("1/4", "1/4", True), guess("3/4", "3/4", False)], AGAINST_EXACT).reliability == 0


class TestCalibration:
    def test_by_hand(self) -> None:
        low, high = calibration([guess("0.11", "1/4", True), guess("0.19", "3/4", False), guess("1", "1/2", True)])
        assert (low.stated, low.happened, low.exact, low.n) == (Fraction(3, 20), Fraction(1, 2), Fraction(1, 2), 2)
        assert (high.stated, high.happened, high.n) == (1, 1, 1)

    @pytest.mark.slow
    @settings(max_examples=50)
    @given(GUESSES)
    def test_every_guess_is_in_one_bin(self, guesses: list[Guess]) -> None:
        points = calibration(guesses)
        assert sum(point.n for point in points) == len(guesses)
        assert sum(point.n * point.happened for point in points) == sum(one.happened for one in guesses)
        assert [point.stated for point in points] == sorted(point.stated for point in points)

    def test_without_a_guess_there_is_no_point(self) -> None:
        assert calibration([]) == ()


class TestRecord:
    def test_the_first_answer_counts(self) -> None:
        record = Record().with_answer(guess("1/2", "1/4", True)).with_answer(guess("1/4", "1/4", True))
        assert [one.stated for one in record.guesses] == [Fraction(1, 2)]
        picked = record.with_answer(Pick("u", "b", Fraction(1), Fraction(0))).with_answer(
            Pick("u", "b", Fraction(0), Fraction(1))
        )
        assert [one.given for one in picked.picks] == [1]
        assert picked.given("u", "b") == picked.picks[0]
        assert picked.given("u", "c") is None
        assert picked.without("u") == Record()

    @pytest.mark.slow
    @settings(max_examples=50)
    @given(GUESSES)
    def test_text_and_back(self, guesses: list[Guess]) -> None:
        record = Record(tuple(guesses), (Pick("u", "b", Fraction(1, 3), Fraction(2, 7)),))
        assert load(dump(record)) == record

    def test_a_sound_text_is_read(self) -> None:
        assert load(kept('"1/2"')).guesses[0].stated == Fraction(1, 2)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[]",
            "{}",
            "nonsense",
            "[" * 100_000,
            '{"version": 2, "guesses": [], "picks": []}',
            '{"version": 1, "guesses": [], "picks": [], "more": 1}',
            kept('"1/0"'),
            kept('"3/2"'),
            kept('"-1/2"'),
            kept("0.5"),
            kept('"1e9"'),
            kept(f'"{"1" * 5_000}"'),
            " " * (MOST_BYTES + 1),
            '"\ud800"',
        ],
    )
    def test_what_is_no_record_is_refused(self, text: str) -> None:
        with pytest.raises(BadContent, match="guesses"):
            load(text)

    @pytest.mark.slow
    def test_a_record_that_grew_too_long_is_cut_to_one_that_can_be_read_again(self) -> None:
        guesses = tuple(Guess("lab", f"{n}{'q' * 116}", Fraction(1, 3), Fraction(2, 7), True) for n in range(200))
        picks = tuple(Pick("lab", f"{n}{'p' * 116}", Fraction(1), Fraction(n, 10**12)) for n in range(400))
        for record in (Record(guesses, picks), Record(guesses), Record((), picks * 2)):
            cut = fitted(record)
            assert load(dump(Record(cut.guesses[-1:], cut.picks[-1:])))
            assert len(dump(cut)) <= MOST_BYTES
            assert cut.guesses == record.guesses[len(record.guesses) - len(cut.guesses) :]
            assert cut.picks == record.picks[len(record.picks) - len(cut.picks) :]
        assert fitted(Record(guesses[:3], picks[:3])) == Record(guesses[:3], picks[:3])
