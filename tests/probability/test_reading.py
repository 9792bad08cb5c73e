"""Text to pools, needs, rolls, payoffs and helps, and back; files of dice; every fault with its place."""

from contextlib import suppress
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rising_tutor.core.chance import Die, dice_rolls
from rising_tutor.errors import BadContent, BadProblem, LimitExceeded, RisingTutorError
from rising_tutor.probability.dice_turn.dice_file import MOST_BYTES, DiceFile, read_dice
from rising_tutor.probability.dice_turn.problem import (
    ANY,
    MOST_SYMBOLS,
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Need,
    Reroll,
    all_or_nothing,
    at_least,
    sums,
)
from rising_tutor.probability.dice_turn.reading import (
    read_help,
    read_need,
    read_pool,
    read_roll,
    read_value,
    write_help,
    write_need,
    write_pool,
    write_roll,
    write_value,
)
from tests.probability.problems import COLOURS, WRITTEN_OUT

WORDS = {"A": "Avatar", "W": "Water", "E": "Earth", "F": "Fire"}
ODD = (Die("dark-green", ("x", "x", "", "Xy")), Die("dark", ("y", "l", "yyy")), Die("größe", ("a", "p")))
"""Names and symbols that are easily taken for something else: x for times, a beginning that is a whole name."""

faces = st.text("AWEFxXlacksé", max_size=4)
some_dice = st.lists(st.lists(faces, min_size=1, max_size=6).map(tuple), min_size=1, max_size=4).map(
    lambda found: tuple(Die(colour, each) for colour, each in zip(COLOURS, found, strict=False))
)


@st.composite
def a_need(draw: st.DrawFn, dice: tuple[Die, ...]) -> Need:
    known = sorted({symbol for die in dice for face in die.faces for symbol in face})
    if not known or draw(st.integers(0, 5)) == 0:
        symbols = ANY * draw(st.integers(1, 5))
    else:
        symbols = "".join(draw(st.lists(st.sampled_from(known), min_size=1, max_size=6)))
    times = draw(st.integers(1, MOST_SYMBOLS // len(symbols)))
    lacking = "".join(draw(st.lists(st.sampled_from(symbols), max_size=4)))
    return Need(symbols, times, carry=draw(st.booleans()), lacking=lacking)


class TestRoundTrip:
    @pytest.mark.slow
    @given(st.data(), some_dice)
    def test_every_pool(self, data: st.DataObject, dice: tuple[Die, ...]) -> None:
        pool = tuple(data.draw(st.integers(0, 15)) for _ in dice)
        assert read_pool(write_pool(pool, dice), dice) == pool

    @pytest.mark.slow
    @given(st.data(), some_dice)
    def test_every_need(self, data: st.DataObject, dice: tuple[Die, ...]) -> None:
        need = data.draw(a_need(dice))
        assert read_need(write_need(need), dice) == need

    @pytest.mark.slow
    @given(st.data(), some_dice, st.randoms(use_true_random=False))
    def test_every_roll(self, data: st.DataObject, dice: tuple[Die, ...], rng: object) -> None:
        pool = tuple(data.draw(st.integers(0, 4)) for _ in dice)
        if sum(pool):
            shown = dice_rolls(zip(dice, pool, strict=True)).sample(rng)  # type: ignore[arg-type]
            assert read_roll(write_roll(shown), dice, pool) == shown

    @pytest.mark.slow
    @given(st.data(), st.lists(st.integers(1, 3), min_size=1, max_size=3))
    def test_every_payoff(self, data: st.DataObject, times: list[int]) -> None:
        needs = [Need("W", n) for n in times]
        amount = st.fractions(-99, 99, max_denominator=999)
        payoff = data.draw(
            st.sampled_from([at_least(n, needs) for n in range(1, sum(times) + 1)])
            | st.tuples(*(amount for _ in needs)).map(lambda weights: sums(weights, needs))
            | st.tuples(*(amount for _ in range(prod(n + 1 for n in times))))
        )
        again = read_value([write_value(payoff, needs)], needs)
        assert (again or sums([1] * len(needs), needs)) == payoff
        assert read_value(write_value(again, needs).split(), needs) == again

    @given(st.data(), some_dice)
    def test_every_help(self, data: st.DataObject, dice: tuple[Die, ...]) -> None:
        known = sorted({symbol for die in dice for face in die.faces for symbol in face})
        places = data.draw(st.lists(st.integers(0, len(dice) - 1), min_size=1, unique=True))
        found = [Reroll(), Reroll(2), Reroll(whole=True), ChangeFace()]
        found.append(ExtraDie(tuple(dice[at].colour for at in sorted(places))))
        found += [ChangeFace(known[0]), ExtraSymbol(known[-1]), ExtraSymbol(2 * known[0])] if known else []
        help_ = data.draw(st.sampled_from(found))
        assert read_help(write_help(help_), dice) == help_

    def test_files_of_dice(self) -> None:
        written = "".join(
            f'[[die]]\ncolour = "{die.colour}"\nfaces = {list(die.faces)}\n{limit}\n'
            for die, limit in zip(ODD, ("n = 3", "", "n = 0"), strict=True)
        )
        found = read_dice(f'{written}[symbols]\nl = "Löwe"\n'.encode(), "x.toml")
        assert found == DiceFile(ODD, (3, None, 0), {"l": "Löwe"})


class TestPool:
    @pytest.mark.parametrize(
        ("text", "pool"),
        [
            ("2 green, 1 blue", (2, 1, 0, 0)),
            ("1 blue 2 green", (2, 1, 0, 0)),
            ("2g1b", (2, 1, 0, 0)),
            (" 2G ,, 1 BL ", (2, 1, 0, 0)),
            ("green, green and yellow", (2, 0, 0, 1)),
            ("2 green 0 red 1 green", (3, 0, 0, 0)),
            ("no dice", (0, 0, 0, 0)),
        ],
    )
    def test_ways_to_write_one(self, text: str, pool: tuple[int, ...]) -> None:
        assert read_pool(text, WRITTEN_OUT) == pool

    def test_a_whole_name_goes_before_a_longer_one(self) -> None:
        assert read_pool("2 dark, 1 dark-g, GRÖSSE", ODD) == (1, 2, 1)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("2 purple", "pool, column 3: 'purple'"),
            ("2 green, 1 bleu", "pool, column 12: 'bleu'"),
            ("", "dice, such as"),
            (" , ", "dice, such as"),
            ("3", "column 2"),
            ("green 2", "column 8"),
            ("-2 green", "column 1: '-2'"),
            ("2.5 green", "column 2"),
            ("61 green", "from 0 to 60"),
            ("99999999999999999999 green", "from 0 to 60"),
            ("40 green 40 blue", "80 dice"),
            ("\x1b[2J", r"'\\x1b"),
            ("2 green " * 1000, "2000 characters"),
        ],
    )
    def test_faults_say_where_and_what(self, text: str, said: str) -> None:
        with pytest.raises(BadProblem) as fault:
            read_pool(text, WRITTEN_OUT)
        assert said.replace("\\\\", "\\") in str(fault.value)

    def test_a_beginning_of_two_colours_names_both(self) -> None:
        with pytest.raises(BadProblem, match="d fits dark-green, dark"):
            read_pool("2 d", ODD)


class TestNeed:
    @pytest.mark.parametrize(
        ("text", "need"),
        [
            ("W W E", Need("WWE")),
            ("wwe", Need("WWE")),
            ("2W E", Need("WWE")),
            ("2 w, e", Need("WWE")),
            ("2W1E", Need("WWE")),
            ("Water water EARTH", Need("WWE")),
            ("2 Water Earth", Need("WWE")),
            ("A F F x3", Need("AFF", 3)),
            ("AFF \u00d73", Need("AFF", 3)),
            ("A F F x3 apart", Need("AFF", 3, carry=False)),
            ("A F F x3 lacks 2A 5F apart", Need("AFF", 3, carry=False, lacking="AAFFFFF")),
            ("**", Need("**")),
            ("2*", Need("**")),
        ],
    )
    def test_ways_to_write_one(self, text: str, need: Need) -> None:
        assert read_need(text, WRITTEN_OUT, WORDS) == need

    def test_an_x_is_a_symbol_where_no_number_follows(self) -> None:
        assert read_need("x x x2", ODD) == Need("xx", 2)
        assert read_need("X", ODD) == Need("X")

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("W Q E", "need 2, column 3: 'Q' cannot be used; expected a symbol: E, A, W, F, *"),
            ("WQE", "need 2, column 2"),
            ("June", "need 2, column 1: 'June'"),
            ("", "1 to 24 symbols"),
            ("x3", "1 to 24 symbols"),
            ("2WE", "one symbol or its word after a number"),
            ("W 2", "column 4"),
            ("0W", "from 1 to 24"),
            ("25W", "from 1 to 24"),
            ("W x0", "x1 to x24"),
            ("W x99999", "x1 to x24"),
            ("24W 1E", "1 to 24 symbols"),
            ("12W x3", "1 to 24 symbols"),
            ("W lacks ", "1 to 24 symbols"),
            ("W lacks Q", "need 2, column 9: 'Q'"),
            ("W" * 3000, "3000 characters"),
        ],
    )
    def test_faults_say_where_and_what(self, text: str, said: str) -> None:
        with pytest.raises(BadProblem) as fault:
            read_need(text, WRITTEN_OUT, WORDS, what="need 2")
        assert said in str(fault.value)


class TestRoll:
    def test_order_and_case_do_not_matter(self) -> None:
        shown = (("green", "E"), ("green", "EE"), ("blue", "W"))
        assert read_roll("blue:w, green:EE g : e", WRITTEN_OUT, (2, 1, 0, 0)) == shown
        assert read_roll("dark-green:- dark:YYY", ODD) == (("dark-green", ""), ("dark", "yyy"))

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("green:EE", "the dice of the pool: 2 green, 1 blue"),
            ("green:E green:E red:F", "'2 green, 1 red' cannot be used"),
            ("green:Q green:E blue:W", "column 1: 'green:Q' cannot be used; expected green:E, green:EE, green:A"),
            ("green:E green:- blue:W", "column 9: 'green:-'"),
            ("green", "expected green:E"),
            ("green:E purple:W", "column 9: 'purple'"),
            ("green:E green: blue:W", "roll"),
            ("", "dice with their faces"),
            ("g:E " * 61, "at most 60 dice"),
        ],
    )
    def test_faults_say_where_and_what(self, text: str, said: str) -> None:
        with pytest.raises(BadProblem) as fault:
            read_roll(text, WRITTEN_OUT, (2, 1, 0, 0))
        assert said in str(fault.value)


class TestValue:
    TWO = (Need("W"), Need("E"))

    def test_words_and_numbers(self) -> None:
        assert read_value(["sum"], self.TWO) == read_value(["1", "1"], self.TWO) == ()
        assert read_value(["ALL"], self.TWO) == all_or_nothing(self.TWO)
        assert read_value(["at-least-1"], self.TWO) == at_least(1, self.TWO)
        assert read_value(["1/2,", "0.25"], self.TWO) == sums([Fraction(1, 2), Fraction(1, 4)], self.TWO)
        assert read_value(["0 5 3 3"], self.TWO) == (0, 5, 3, 3)

    @pytest.mark.parametrize(
        ("parts", "said"),
        [
            ([], "one number for each need"),
            (["1"], "2 numbers, one for each need, or 4, one for each outcome"),
            (["1", "2", "3"], "'3 numbers'"),
            (["much", "2"], "'much'"),
            (["1/0", "2"], "'1/0'"),
            (["1e999999999", "2"], "'1e999999999'"),
            (["9" * 13, "2"], "a number such as"),
            (["nan", "inf"], "'nan'"),
            (["at-least-3"], "from 1 to 2"),
            (["at-least-0"], "from 1 to 2"),
            (["sum", "1"], "'sum'"),
        ],
    )
    def test_faults_say_what(self, parts: list[str], said: str) -> None:
        with pytest.raises(BadProblem) as fault:
            read_value(parts, self.TWO)
        assert said in str(fault.value)


class TestHelp:
    def test_words(self) -> None:
        assert read_help("Reroll", WRITTEN_OUT) == Reroll()
        assert read_help(" reroll  all", WRITTEN_OUT) == Reroll(whole=True)
        assert read_help("die", WRITTEN_OUT) == ExtraDie(COLOURS)
        assert read_help("die r/green", WRITTEN_OUT) == ExtraDie(("green", "red"))
        assert read_help("symbol water", WRITTEN_OUT, WORDS) == ExtraSymbol("W")
        assert read_help("change e", WRITTEN_OUT) == ChangeFace("E")

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", '"reroll 2"'),
            ("fly", "'fly'"),
            ("reroll 0", "'reroll 0'"),
            ("reroll 999", "'reroll 999'"),
            ("change Q", "help, column 8: 'Q'"),
            ("change WW", "one symbol"),
            ("change *", "one symbol"),
            ("symbol", '"symbol W"'),
            ("die purple", "help, column 5: 'purple'"),
            ("die green/purple", "help, column 11: 'purple'"),
        ],
    )
    def test_faults_say_where_and_what(self, text: str, said: str) -> None:
        with pytest.raises(BadProblem) as fault:
            read_help(text, WRITTEN_OUT)
        assert said in str(fault.value)


@pytest.mark.slow
@given(st.text(max_size=40), st.text("0123456789greenbluWEAx*:-/, ", max_size=40))
def test_any_text_is_read_or_refused_in_words(anything: str, near: str) -> None:
    needs = (Need("W"), Need("E"))
    for text in (anything, near, f"die {near}", f"change {anything}"):
        for read in (
            lambda text: read_pool(text, WRITTEN_OUT),
            lambda text: read_need(text, WRITTEN_OUT, WORDS),
            lambda text: read_roll(text, WRITTEN_OUT),
            lambda text: read_value([text], needs),
            lambda text: read_help(text, WRITTEN_OUT, WORDS),
            lambda text: read_dice(text.encode("utf-8", "replace"), "any.toml"),
        ):
            # Anything else than these errors would end in a traceback.
            with suppress(RisingTutorError):
                read(text)


class TestDiceFile:
    GOOD = '[[die]]\ncolour = "green"\nfaces = ["E", ""]\n'

    def test_what_a_card_file_says_of_its_dice_can_be_read(self) -> None:
        text = self.GOOD + 'n = 5\norigin = "owner"\nstated = ["n"]\n[symbols]\nE = "Earth"\n'
        assert read_dice(text.encode(), "my.toml") == DiceFile((Die("green", ("E", "")),), (5,), {"E": "Earth"})

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "my.toml: $: "),
            ("die = []", "my.toml: $.die: '0 kinds of die'"),
            ("[[die]]\ncolour = 3\nfaces = ['E']", "my.toml: $.die[0].colour: 3"),
            ("[[die]]\ncolour = 'green'", "faces"),
            ("[[die]]\ncolour = 'green'\nfaces = []", "$.die[0].faces: '0 faces'"),
            ("[[die]]\ncolour = 'green'\nfaces = ['E', 'E2']", "$.die[0].faces[1]: 'E2'"),
            ("[[die]]\ncolour = 'green'\nfaces = ['*']", "'*'"),
            ("[[die]]\ncolour = 'green'\nfaces = ['EEEEE']", "at most 4 symbols"),
            ("[[die]]\ncolour = 'green'\nfaces = ['E']\nn = -1", "$.die[0].n: -1"),
            ("[[die]]\ncolour = 'green'\nfaces = ['E']\nsides = 6", "'sides' cannot be used; expected a known field"),
            ("[[die]]\ncolour = 'a b'\nfaces = ['E']", "'a b'"),
            ("[[die]]\ncolour = ''\nfaces = ['E']", "letters"),
            (GOOD + GOOD.replace("green", "GREEN"), "$.die[1].colour: 'GREEN'"),
            (GOOD + "[symbols]\nW = 'Water'", "$.symbols: 'W'"),
            (GOOD + "[symbols]\nE = 'two words'", "$.symbols.E"),
            ("[[die]\n", "my.toml: TOML: "),
            ("a = " + "[" * 5000, "my.toml: TOML: "),
            ("".join(f"[[die]]\ncolour = '{name}'\nfaces = ['E']\n" for name in "abcdefg"), "1 to 6 kinds"),
        ],
    )
    def test_faults_say_file_place_and_value(self, text: str, said: str) -> None:
        with pytest.raises(BadContent) as fault:
            read_dice(text.encode(), "my.toml")
        assert said in str(fault.value)

    def test_no_text_and_too_much_of_it(self) -> None:
        with pytest.raises(BadContent, match="byte 0"):
            read_dice(b"\xff", "my.toml")
        with pytest.raises(LimitExceeded, match="65537 bytes"):
            read_dice(b" " * (MOST_BYTES + 1), "my.toml")
