"""`odds`: the documents that the contract promises, what people read, and every fault in a sentence."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tqdm import tqdm

from rising_tutor.cli import odds, terminal
from rising_tutor.cli.odds import text as odds_text
from rising_tutor.cli.terminal import plain
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.probability.percents import digits

SMALL = ("odds", "--pool", "2 green, 1 blue", "--need", "W W E")
ROLLED = (*SMALL, "--roll", "green:A green:A blue:E")
TWO = ("odds", "--pool", "2 green, 1 blue", "--need", "W E", "--need", "E")
PLACE = r"^\d+=? .*(?:best|[0-9])$"
"""A line of the table of choices."""
AMOUNT = {"num", "den", "decimal"}


def exact(amount: dict[str, Any]) -> Fraction:
    """The fraction of an amount of the document, which has to agree with its decimal."""
    assert set(amount) == AMOUNT
    assert re.fullmatch(r"-?[0-9]+", amount["num"])
    assert re.fullmatch(r"[0-9]+", amount["den"])
    fraction = Fraction(int(amount["num"]), int(amount["den"]))
    assert amount["decimal"] == float(fraction)
    return fraction


class TestDocument:
    def test_assigning_what_fits_is_worse_than_giving_a_die_up(self, command: Any) -> None:
        answer = command(*ROLLED, "--json")
        assert (answer.code, answer.err) == (0, "")
        document = answer.document
        assert document["method"] == "exact"
        assert exact(document["value"]) == Fraction(8329, 15552)
        best, assigned, worst = document["options"]
        assert (best["assign"], best["discard"], exact(best["value"]), exact(best["loss"])) == (
            [],
            "green",
            Fraction(7, 36),
            0,
        )
        assert assigned["assign"] == [{"die": "blue:E", "need": 1, "to": "W W E"}]
        assert assigned["discard"] is None
        assert exact(assigned["value"]) == Fraction(2, 27)
        assert exact(assigned["loss"]) == Fraction(7, 36) - Fraction(2, 27)
        assert (worst["discard"], exact(worst["value"])) == ("blue", 0)

    def test_without_a_roll_there_are_no_options(self, command: Any) -> None:
        document = command(*SMALL, "--json").document
        assert document["options"] == []
        assert document["question"]["needs"] == ["W W E"]
        assert document["question"]["is_chance"] is True
        assert document["question"]["faces"] == dict.fromkeys(("green", "blue", "red", "yellow"), "illustrative")

    def test_every_assumption_names_its_rules(self, command: Any) -> None:
        assumed = command(*SMALL, "--need", "June x2", "--use", "die red", "--use", "reroll", "--json").document[
            "assumes"
        ]
        assert all(entry["text"].endswith(".") for entry in assumed)
        assert all(re.fullmatch(r"FNR-\d+", rule) for entry in assumed for rule in entry["rules"])
        assert all(entry["rules"] for entry in assumed)

    def test_the_same_question_gives_the_same_bytes(self, command: Any) -> None:
        assert command(*ROLLED, "--json").out == command(*ROLLED, "--json").out
        assert command(*ROLLED).out == command(*ROLLED).out
        other = ("odds", "--pool", "1b 2g", "--need", "2W E", "--roll", "b:e, g:a, g:a")
        assert command(*other, "--json").out == command(*ROLLED, "--json").out

    def test_nothing_else_is_printed_by_the_real_program(self) -> None:
        argv = [sys.executable, "-m", "rising_tutor", *ROLLED, "--json"]
        root = Path(__file__).parents[2]
        answer = subprocess.run(argv, cwd=root, capture_output=True, text=True, check=True, env=dict(os.environ))
        assert json.loads(answer.stdout)["method"] == "exact"
        assert answer.stderr == ""

    def test_losses_never_fall_along_the_options(self, command: Any) -> None:
        roll = ("--roll", "green:EE green:W blue:W", "--use", "reroll 1", "--use", "change", "--use", "die red")
        document = command(*TWO, *roll, "--json").document
        losses = [exact(option["loss"]) for option in document["options"]]
        assert losses == sorted(losses)
        assert losses[0] == 0
        best = exact(document["options"][0]["value"])
        for option in document["options"]:
            assert exact(option["value"]) + exact(option["loss"]) == best
            done = (bool(option["assign"]), option["discard"] is not None, option["use"] is not None)
            assert sum(done) == 1
        helps = {option["use"]["help"] for option in document["options"] if option["use"]}
        assert helps == {"reroll 1", "change", "die red"}


class TestQuestions:
    def value(self, command: Any, *argv: str) -> Fraction:
        return exact(command("odds", *argv, "--json").document["value"])

    def test_one_die(self, command: Any) -> None:
        assert self.value(command, "--pool", "green", "--need", "E") == Fraction(1, 2)
        assert self.value(command, "--pool", "green", "--need", "*") == 1
        assert self.value(command, "--pool", "no dice", "--need", "E") == 0

    def test_values_of_several_needs(self, command: Any) -> None:
        pool = ("--pool", "1 green, 1 blue", "--need", "E", "--need", "W")
        both = self.value(command, *pool, "--value", "all")
        total = self.value(command, *pool)
        assert both < self.value(command, *pool, "--value", "at-least-1") < 1
        assert self.value(command, *pool, "--value", "sum") == total
        assert self.value(command, *pool, "--value", "2", "2") == 2 * total
        assert self.value(command, *pool, "--value", "1/2", "--value", "0.5") == total / 2
        assert self.value(command, *pool, "--value", "0", "0", "0", "1") == both

    def test_cards_stand_for_their_cost(self, command: Any) -> None:
        pool = ("--pool", "2 red, 1 yellow")
        june = command("odds", *pool, "--need", "june", "--json").document
        assert exact(june["value"]) == self.value(command, *pool, "--need", "A F F")
        assert june["question"]["cards"] == ["june"]
        assert self.value(command, *pool, "--needs-of", "JUN") == exact(june["value"])
        assert self.value(command, *pool, "--need", "June x2") == self.value(command, *pool, "--need", "AFF x2")
        option = command("odds", *pool, "--need", "June", "--roll", "r:F r:W y:E", "--json").document["options"][0]
        assert option["assign"] == [{"die": "red:F", "need": 1, "to": "June"}]

    def test_needs_keep_the_order_of_the_line(self, command: Any) -> None:
        argv = ("--pool", "1 green", "--needs-of", "June", "--need", "E", "--needs-of", "Haru")
        assert command("odds", *argv, "--json").document["question"]["cards"] == ["june", None, "haru"]

    @pytest.mark.rule("FNR-402")
    def test_no_more_dice_than_the_box_holds(self, command: Any, tmp_path: Path) -> None:
        answer = command("odds", "--pool", "6 green", "--need", "E")
        assert (answer.code, answer.out) == (1, "")
        assert "'6 green' cannot be used; expected 0 to 5 green dice, as the box holds no more (FNR-402)" in answer.err
        own = tmp_path / "own.toml"
        own.write_text('[[die]]\ncolour = "green"\nfaces = ["E", "W"]\n', encoding="utf-8")
        assert self.value(command, "--pool", "6 green", "--need", "E", "--dice", str(own)) > Fraction(1, 2)
        own.write_text('[[die]]\ncolour = "green"\nfaces = ["E", "W"]\nn = 2\n', encoding="utf-8")
        assert f"(n in {own})" in command("odds", "--pool", "6g", "--need", "E", "--dice", own).err

    @pytest.mark.rule("FNR-402")
    def test_a_die_that_the_box_no_longer_holds_cannot_be_added(self, command: Any) -> None:
        pool = ("--pool", "3 yellow", "--need", "AAAAAA")
        assert self.value(command, *pool, "--use", "die yellow") == self.value(command, *pool)
        assert self.value(command, *pool, "--use", "die red") > self.value(command, *pool)

    def test_helps_by_words_and_by_card(self, command: Any) -> None:
        pool = ("--pool", "2 green, 1 blue", "--need", "W W E")
        plainly = self.value(command, *pool)
        for words, card in (("die red", "Red die"), ("reroll all", "Reroll"), ("symbol Water", "extra-water")):
            helped = self.value(command, *pool, "--use", words)
            assert helped > plainly
            if card != "Reroll":
                assert self.value(command, *pool, "--use", card) == helped
        assert self.value(command, *pool, "--use", "ability of toph") == self.value(command, *pool, "--use", "change E")

    def test_dice_of_ones_own(self, command: Any, tmp_path: Path) -> None:
        own = tmp_path / "own.toml"
        own.write_text('[[die]]\ncolour = "coin"\nfaces = ["H", ""]\n[symbols]\nH = "Heads"\n', encoding="utf-8")
        asked = ("odds", "--dice", str(own), "--pool", "1 coin", "--need", "heads")
        document = command(*asked, "--roll", "coin:-", "--json").document
        assert exact(document["value"]) == Fraction(1, 2)
        assert [option["discard"] for option in document["options"]] == ["coin"]
        assert f"1 coin ({own})" in command(*asked).out


class TestText:
    def test_a_ranked_roll_reads_as_sentences(self, command: Any) -> None:
        answer = command(*ROLLED)
        assert (answer.code, answer.err) == (0, "")
        said = answer.out.splitlines()
        assert said[:10] == [
            "Dice:  2 green, 1 blue (Fire Nation Rising; faces: illustrative)",
            "Need:  Water Water Earth (W W E)",
            "",
            "The chance to cover Water Water Earth, with best play, before this roll: 8329/15552 = 53.6 % (exact)",
            "",
            "Roll: green:A green:A blue:E. 3 choices, best first:",
            "   choice                           chance          loss",
            "1  Discard green                    7/36    19.4 %  best",
            "2  blue Earth on Water Water Earth  2/27    7.4 %   12.0 points",
            "3  Discard blue                     0       0 %     19.4 points",
        ]
        assert "FNR-406" in answer.out

    def test_ties_share_a_place(self, command: Any) -> None:
        out = command("odds", "--pool", "1 green, 1 blue", "--need", "E", "--roll", "green:A blue:A").out
        assert re.search(r"^1 +Discard blue .* best$", out, re.MULTILINE)
        tied = command("odds", "--pool", "2 green", "--need", "E", "--need", "E", "--roll", "g:E g:A").out
        assert len(re.findall(r"^1= .* best$", tied, re.MULTILINE)) == 2

    def test_more_needs_are_an_expected_value(self, command: Any) -> None:
        out = command(*TWO).out
        assert "How many are covered on average, with best play: " in out
        assert "The chance to cover all, with best play: " in command(*TWO, "--value", "all").out
        weighed = command(*TWO, "--value", "1", "3").out
        assert "The average sum of weights: Water Earth 1, Earth 3, with best play: " in weighed

    def test_the_list_is_cut_and_says_so(self, command: Any) -> None:
        argv = (*TWO, "--roll", "green:EE green:W blue:W")
        whole = command(*argv, "--top", "99").out
        n_groups = len(re.findall(PLACE, whole, re.MULTILINE))
        cut = command(*argv, "--top", "2").out
        assert len(re.findall(PLACE, cut, re.MULTILINE)) == 2
        assert f"{n_groups - 2} more with --top {n_groups}." in cut
        assert "more with --top" not in whole

    def test_what_was_used_is_said(self, command: Any) -> None:
        argv = (*SMALL, "--use", "reroll 1", "--use", "red die", "--roll", "green:A green:A blue:E", "--top", "99")
        out = command(*argv).out
        assert "Once in the turn, where it helps most: an extra red die (Red die). (FNR-1111)" in out
        assert "Red die: a red die joins the next roll" in out
        assert "A reroll of up to 1 die: roll green Avatar again" in out

    def test_nothing_of_a_file_steers_the_terminal(self, command: Any, tmp_path: Path) -> None:
        own = tmp_path / "o\x1b[2Jwn.toml"
        own.write_text('[[die]]\ncolour = "coin"\nfaces = ["H", ""]\n', encoding="utf-8")
        answer = command("odds", "--dice", str(own), "--pool", "coin", "--need", "H")
        assert answer.code == 0
        assert "\x1b" not in answer.out
        assert "\\x1b" in answer.out


class TestOnRequest:
    def test_shares_of_every_way_to_play_sum_to_one(self, command: Any) -> None:
        document = command(*TWO, "--distribution", "--json").document
        ways = document["distribution"]
        assert ways[0]["policy"] == "best play"
        assert len(ways) > 1
        for shares in ways:
            chances = [exact(outcome["chance"]) for outcome in shares["outcomes"]]
            assert sum(chances) == 1
            # Each complete set counts 1 here.
            mean = sum(
                sum(outcome["sets"]) * chance for outcome, chance in zip(shares["outcomes"], chances, strict=True)
            )
            assert exact(shares["value"]) == mean <= exact(document["value"])
        assert exact(ways[0]["value"]) == exact(document["value"])

    def test_shares_as_a_table(self, command: Any) -> None:
        out = command(*SMALL, "--distribution").out
        assert "What gets covered:\ncovered        best play  assign all" in out
        assert re.search(r"^it is not      46\.4 % ", out, re.MULTILINE)
        twice = command("odds", "--pool", "2r 2y", "--need", "Shyu", "--needs-of", "Chit Sang x2", "--distribution").out
        assert re.search(r"^Shyu and Chit Sang 1 of 2 times  ", twice, re.MULTILINE)
        assert "best play: The choice with the best value" in out

    @pytest.mark.rule("FNR-402")
    def test_a_die_more_never_harms_and_comes_from_the_box(self, command: Any) -> None:
        document = command("odds", "--pool", "3y 1g", "--need", "W W E", "--add-die", "--json").document
        assert [each["die"] for each in document["changes"]] == ["green", "blue", "red"]
        for each in document["changes"]:
            larger = command("odds", "--pool", f"3y 1g 1 {each['die']}", "--need", "W W E", "--json").document
            assert exact(each["value"]) == exact(larger["value"])
            assert exact(each["gain"]) == exact(larger["value"]) - exact(document["value"]) >= 0
        out = command("odds", "--pool", "3y 1g", "--need", "W W E", "--add-die").out
        assert re.search(r"^one more blue die +90\.0 % +\+46\.9 points$", out, re.MULTILINE)

    def test_what_a_help_is_worth(self, command: Any) -> None:
        argv = ("odds", "--pool", "1g 1b", "--need", "W W E", "--use", "red die", "--add-die")
        last = command(*argv, "--json").document["changes"][-1]
        assert (last["die"], last["without"]) == (None, "die red")
        assert exact(last["value"]) == exact(command(*argv[:5], "--json").document["value"])
        assert exact(last["gain"]) < 0
        assert re.search(r"^without Red die .* -[0-9.]+ points$", command(*argv).out, re.MULTILINE)


class TestTooLarge:
    @pytest.fixture(autouse=True)
    def only_three_dice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is too large takes long to find out, so something small is declared too large."""
        first = odds.solve

        def solve(problem: Problem, **more: Any) -> Any:
            if sum(problem.pool) > 3 and len(problem.needs) > 1:
                raise TooLarge("pool", sum(problem.pool), "at most 3")
            return first(problem, **more)

        monkeypatch.setattr(odds, "solve", solve)

    LARGE = ("odds", "--pool", "2 green, 2 blue", "--need", "W W E", "--need", "E A")

    def test_the_error_names_the_way_on(self, command: Any) -> None:
        answer = command(*self.LARGE, "--json")
        assert (answer.code, answer.out) == (1, "")
        assert "pool: 4 cannot be used; expected at most 3; --estimate gives bounds" in answer.err

    def test_bounds_take_the_place_of_the_answer(self, command: Any) -> None:
        answer = command(
            *self.LARGE, "--estimate", "--seed", "4", "--samples", "500", "--json", "--roll", "g:E g:E b:W b:W"
        )
        assert answer.code == 0
        assert "too large for more than bounds" in answer.err
        document = answer.document
        assert (document["method"], document["options"]) == ("estimate", [])
        value, found = document["value"], document["estimate"]
        assert (value["num"], value["den"], value["decimal"]) == (None, None, None)
        assert 0 <= value["low"] <= value["high"] == exact(found["high"]) * 1.0 <= 2
        assert (found["samples"], found["seed"]) == (500, 4)

    def test_bounds_hold_what_is_exact(self, command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        value = command(*self.LARGE, "--estimate", "--json").document["value"]
        monkeypatch.undo()
        assert value["low"] <= command(*self.LARGE, "--json").document["value"]["decimal"] <= value["high"]

    def test_the_seed_fixes_the_bounds(self, command: Any) -> None:
        argv = (*self.LARGE, "--estimate", "--samples", "300", "--json")
        assert command(*argv, "--seed", "1").out == command(*argv, "--seed", "1").out
        assert command(*argv, "--seed", "1").out != command(*argv, "--seed", "2").out
        text = command(*self.LARGE, "--estimate", "--samples", "300").out
        assert "too large to be exact: between" in " ".join(text.split())
        assert "proven bound" in " ".join(text.split())

    def test_what_can_be_solved_is_exact_all_the_same(self, command: Any) -> None:
        assert command(*SMALL, "--estimate", "--json").document["method"] == "exact"

    def test_changes_that_are_too_large_do_not_cost_the_answer(self, command: Any) -> None:
        argv = ("odds", "--pool", "2 green, 1 blue", "--need", "W", "--need", "E", "--add-die")
        document = command(*argv, "--json").document
        assert document["method"] == "exact"
        assert document["changes"] == []
        assert "at most 3" in document["changes_why"]
        assert "at most 3" in command(*argv).out


class TestLongWork:
    @pytest.fixture(autouse=True)
    def shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(terminal, "tqdm", lambda **bar: tqdm(**{**bar, "disable": False}))

    def test_a_quick_answer_shows_no_bar(self, command: Any) -> None:
        assert "pairs" not in command(*SMALL).err

    def test_a_bar_comes_to_its_end(self, command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(odds, "PATIENCE_S", 0)
        told: list[tuple[int, int]] = []
        first = odds.solve

        def solve(problem: Any, *, progress: Any, **more: Any) -> Any:
            return first(problem, progress=lambda *parts: (told.append(parts), progress(*parts)), **more)

        monkeypatch.setattr(odds, "solve", solve)
        assert "pairs" in command(*SMALL).err
        assert len(told) > 2
        assert told[-1][0] == told[-1][1]

    def test_decimals_stand_alone_and_say_so(self, command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        first = odds.solve
        monkeypatch.setattr(odds, "solve", lambda problem, **more: first(problem, **{**more, "fractions": False}))
        document = command(*ROLLED, "--distribution", "--json").document
        assert document["method"] == "exact to 1e-12"
        assert (document["value"]["num"], document["value"]["den"]) == (None, None)
        assert document["value"]["decimal"] == pytest.approx(8329 / 15552, abs=1e-12)
        assert document["options"][0]["loss"] == {"num": None, "den": None, "decimal": 0.0}
        chances = [outcome["chance"] for outcome in document["distribution"][0]["outcomes"]]
        assert all((chance["num"], chance["den"]) == (None, None) for chance in chances)
        assert sum(chance["decimal"] for chance in chances) == pytest.approx(1, abs=1e-12)
        several = command(*TWO, "--distribution", "--json").document["distribution"][0]
        assert (several["outcomes"], several["why"]) == (None, "too large for exact fractions in a few seconds")
        assert "53.5558127572 % (exact to 1e-12)" in command(*ROLLED).out


class TestNumbers:
    def test_a_fraction_of_any_length_is_written_out(self, command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        assert digits(7**9000) == "".join(reversed(list(reversed_digits(7**9000))))
        monkeypatch.setattr(odds_text, "LONGEST_SAID", 9)
        said = "53.6 % (exact; --json has the fraction, its denominator is of 5 digits)"
        assert f"The chance to cover Water Water Earth, with best play: {said}" in command(*SMALL).out


def reversed_digits(number: int) -> Iterator[str]:
    while number:
        number, last = divmod(number, 10)
        yield str(last)


WRONG = [
    (("--pool", "2 purple", "--need", "W"), "pool, column 3: 'purple' cannot be used; expected a colour: green"),
    (("--pool", "", "--need", "W"), "pool: ''"),
    (("--pool", "61 green", "--need", "W"), "from 0 to 60"),
    (("--pool", "4 yellow", "--need", "W"), "(FNR-402)"),
    (("--pool", "2 green", "--need", "W Q"), "need 1, column 3: 'Q'"),
    (("--pool", "2 green", "--need", "Jnue"), "did you mean June?"),
    (("--pool", "2 green", "--need", "team"), "it fits Team Aang, Team Katara"),
    (("--pool", "2 green", "--needs-of", "W"), "need 1: 'W' cannot be used; expected the name of one card"),
    (("--pool", "2 green", "--need", ""), "need 1"),
    (("--pool", "2 green", "--need", "W *"), "either symbols or * only"),
    (("--pool", "2 green", *("--need", "W") * 7), "1 to 6 needs"),
    (("--pool", "2 green", "--need", "W x99"), "x1 to x24"),
    (("--pool", "2 green", "--need", "W", "--value", "much"), "value: 'much'"),
    (("--pool", "2 green", "--need", "W", "--value", "1", "2", "3"), "1 numbers, one for each need, or 2"),
    (("--pool", "2 green", "--need", "W", "--value", "1/0"), "value: '1/0'"),
    (("--pool", "2 green", "--need", "W", "--value", "9" * 5000), "at most 2000 characters"),
    (("--pool", "2 green", "--need", "W", "--roll", "green:E"), "the dice of the pool: 2 green"),
    (("--pool", "2 green", "--need", "W", "--roll", "green:E blue:W"), "the dice of the pool: 2 green"),
    (("--pool", "2 green", "--need", "W", "--roll", "green:E green:FF"), "roll, column 9: 'green:FF'"),
    (("--pool", "2 green", "--need", "W", "--roll", ""), "roll: ''"),
    (("--pool", "2 green", "--need", "W", "--use", "magic"), "use 1: 'magic'"),
    (("--pool", "2 green", "--need", "W", "--use", "symbol Q"), "use 1, column 8: 'Q'"),
    (("--pool", "2 green", "--need", "W", "--use", "die pink"), "use 1, column 5: 'pink'"),
    (("--pool", "\x1b]0;x\x07\u202e", "--need", "W"), "\\x1b"),
]


@pytest.mark.parametrize(("argv", "said"), WRONG, ids=[plain(" ".join(argv))[:60] for argv, _ in WRONG])
def test_a_wrong_question_gives_a_sentence_and_1(command: Any, argv: tuple[str, ...], said: str) -> None:
    for form in ((), ("--json",)):
        answer = command("odds", *argv, *form)
        assert (answer.code, answer.out) == (1, "")
        assert said in answer.err
        assert "Traceback" not in answer.err
        assert all(line.isprintable() for line in answer.err.splitlines())


CALLED_WRONG = [
    ("--need", "W"),
    ("--pool", "2 green"),
    ("--pool", "2 green", "--need", "W", "--game", "chess"),
    ("--pool", "2 green", "--need", "W", "--game", "avatar"),
    ("--pool", "2 green", "--need", "W", "--game", "coin"),
    ("--pool", "2 green", "--need", "W", "--dice", ""),
    ("--pool", "2 green", "--need", "W", "--dice", "/no/such/dice.toml"),
    ("--pool", "2 green", "--need", "W", "--dice", "."),
    ("--pool", "2 green", "--need", "W", "--top", "0"),
    ("--pool", "2 green", "--need", "W", "--top", "many"),
    ("--pool", "2 green", "--need", "W", "--value"),
    ("--pool", "2 green", "--need", "W", "--rol", "green:E"),
    ("--pool", "2 green", "--need", "W", "--estimate", "--samples", "0"),
    ("--pool", "2 green", "--need", "W", "--estimate", "--samples", "1000001"),
    ("--pool", "2 green", "--need", "W", "--estimate", "--seed", "x"),
]


@pytest.mark.parametrize("argv", CALLED_WRONG, ids=lambda argv: " ".join(argv)[:60])
def test_a_wrong_call_gives_a_sentence_and_2(command: Any, argv: tuple[str, ...]) -> None:
    answer = command("odds", *argv)
    assert (answer.code, answer.out) == (2, "")
    assert "rising-tutor" in answer.err
    assert "Traceback" not in answer.err


def test_a_game_without_dice_is_told_so_by_what_it_offers(command: Any) -> None:
    answer = command("odds", "--pool", "2 green", "--need", "W", "--game", "coin")
    said = "has no dice that are rolled and assigned in a turn, so there are no odds to ask about."
    assert (answer.code, answer.out) == (2, "")
    assert said in " ".join(answer.err.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("die = 3", "$.die: 3 cannot be used"),
        ("[[die]]\ncolour = 'green'\nfaces = ['1']", "$.die[0].faces[0]: '1'"),
        ("[[die]", "TOML"),
        ("n = " + "9" * 5000, "line 1: length of a word or number without quotes: 5000 characters, the limit is 200"),
        (" " * 70_000, "70000 bytes, the limit is 65536 bytes"),
    ],
)
def test_a_wrong_file_of_dice_is_named_with_the_place(command: Any, tmp_path: Path, text: str, said: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    answer = command("odds", "--dice", own, "--pool", "1 green", "--need", "W", "--json")
    assert (answer.code, answer.out) == (1, "")
    assert said in answer.err


def test_help_says_how_everything_is_written(command: Any) -> None:
    out = command("odds", "--help").out
    for said in ('"2 green, 1 blue"', '"green:EE blue:W"', "[[die]]", "at-least-2", "exact to 1e-12", "Exit codes"):
        assert said in out
