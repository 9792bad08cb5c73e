"""The teaching units at their controller and as a widget, without a browser."""

import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadProblem, LimitExceeded
from rising_tutor.lab.guesses import Guess, Pick, Record, dump, load
from rising_tutor.lab.trials import MARKS
from rising_tutor.lab.unit import best_ways, numbers_of
from rising_tutor.lab.wording import said
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.tutor.callbacks import as_it_is
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.units import UnitsController
from rising_tutor.ui.components.trials import TrialsPanel
from rising_tutor.ui.units import steps as parts
from rising_tutor.ui.units.view import UnitsWidget

HOSTILE = '<script>alert("x")</script>'


@pytest.fixture
def controller() -> UnitsController:
    return UnitsController(load_game("fire"), rng=Random(1))


@pytest.fixture
def widget() -> UnitsWidget:
    return UnitsWidget(load_game("fire"))


def press(widget: UnitsWidget, do: str, arg: str = "", **fields: str) -> None:
    widget.handle(Message(do, arg, fields=fields))


def shown(widget: UnitsWidget) -> str:
    return "".join((*widget.left.parts.values(), *widget.right.parts.values()))


def plain(html: str) -> str:
    """What is read and what is spoken."""
    labels = " ".join(re.findall(r'aria-label="([^"]*)"', html))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html) + " " + labels)


def every_question(controller: UnitsController) -> list[tuple[str, int]]:
    return [(unit.id, at) for unit in controller.units for at in range(len(unit.step))]


class TestGuessFirst:
    def test_nothing_of_an_answer_is_in_the_page_before_the_guess(self, widget: UnitsWidget) -> None:
        controller = widget.controller
        for unit_id, at in every_question(controller):
            controller.open(unit_id)
            controller.go(at)
            widget.draw()
            assert controller.ask is not None
            numbers = numbers_of(controller.step, controller.kit)
            page = shown(widget)
            text = plain(page)
            # The step itself, without the list and the number of steps beside it.
            here = plain(widget.right.parts["step"])
            for told in re.split(r"\{.*?\}", controller.ask.reveal):
                assert len(told) < 12 or told not in text
            assert not re.search(r"\bexact\b", here)
            assert "rt-opt" not in widget.right.parts["step"] or controller.step.scene.bag
            assert not widget.right.parts["trials"]
            for number in numbers.values():
                for form in ("percent", "fraction") if 0 <= number.amount <= 1 else ("number", "fraction"):
                    words = said(number, form)
                    if len(words) > 2 and number.amount not in (0, 1):
                        assert words not in text, (unit_id, controller.ask.id, words)

    def test_numbers_are_refused_before_the_guess(self, controller: UnitsController) -> None:
        controller.open("keep-or-discard")
        with pytest.raises(BadProblem, match="guess first"):
            _ = controller.numbers
        assert controller.tries == ()
        assert controller.trials is None

    def test_every_question_can_be_answered_and_then_tells_its_answer(self, widget: UnitsWidget) -> None:
        controller = widget.controller
        for unit_id, at in every_question(controller):
            controller.open(unit_id)
            controller.go(at)
            ask = controller.ask
            assert ask is not None
            if ask.kind == "choice":
                press(widget, "pick", "0")
            else:
                press(widget, "guess", guess="1")
            assert controller.revealed
            step = widget.right.parts["step"]
            assert controller.say(ask.reveal)[:40] in plain(step).replace("&#x27;", "'")
            method = controller.numbers[ask.answer].method if ask.answer else "exact"
            assert method in step or "approximation" in step

    def test_a_guess_is_scored_once(self, controller: UnitsController) -> None:
        controller.open("a-pool")
        controller.guess("50")
        given = controller.given
        assert isinstance(given, Guess)
        assert (given.stated, given.exact) == (Fraction(1, 2), Fraction(47, 72))
        controller.guess("10")
        assert controller.given == given
        assert len(controller.record.guesses) == 1

    @pytest.mark.wide
    @pytest.mark.slow
    def test_the_drawn_turns_come_at_the_exact_chance(self) -> None:
        worked = 0
        for seed in range(400):
            controller = UnitsController(load_game("fire"), rng=Random(seed))
            controller.open("one-die")
            controller.guess("50")
            assert isinstance(controller.given, Guess)
            worked += controller.given.happened
        assert abs(worked - 200) < 5 * 10

    @pytest.mark.parametrize("text", ["nonsense", "101", "-1", "1e5", HOSTILE, "nan"])
    def test_what_is_no_guess_is_told_and_reveals_nothing(self, widget: UnitsWidget, text: str) -> None:
        press(widget, "unit", "one-die")
        press(widget, "guess", guess=text)
        assert not widget.controller.revealed
        assert "0 to 100" in plain(widget.right.parts["step"])
        assert HOSTILE not in shown(widget)

    def test_a_choice_says_what_it_loses(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "keep-or-discard")
        assert widget.controller.ask is not None
        press(widget, "pick", "0")
        text = plain(widget.right.parts["step"])
        assert "loses 12.0 percentage points" in text
        assert "2/27 (7.4 %)" in text
        assert "7/36 (19.4 %)" in text
        assert widget.controller.best == best_ways(widget.controller.ask, widget.controller.numbers) == (1,)
        assert isinstance(widget.controller.given, Pick)
        assert "your choice" in text

    def test_shown_without_a_guess_nothing_is_scored(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "one-die")
        press(widget, "show")
        assert widget.controller.revealed
        assert widget.controller.record == Record()
        assert "nothing is scored" in plain(widget.right.parts["step"])

    def test_a_step_that_is_not_there_or_a_strange_message_changes_nothing(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "one-die")
        before = shown(widget)
        for do, arg in (("pick", "9"), ("pick", "x"), ("step", "x"), ("fly", "1"), ("guess", "")):
            press(widget, do, arg)
            assert not widget.controller.revealed
        press(widget, "step", "0")
        assert shown(widget) == before
        press(widget, "step", "999")
        assert widget.controller.at == len(widget.controller.unit.step) - 1


def counted(widget: UnitsWidget) -> int:
    """How many answers the score tells of."""
    text = plain(widget.right.parts["score"])
    return sum(int(n) for n in re.findall(r"(\d+) (?:guess(?:es)? so far|picked,|stated,)", text))


def stands_at(form: str) -> tuple[str, str]:
    """What the empty number and the slider of a guess show."""
    inputs = re.findall(r"<input[^>]*>", form)
    found = {kind: one for one in inputs for kind in ("number", "range") if f'type="{kind}"' in one}
    number = re.search(r' placeholder="([^"]*)"', found["number"])
    slider = re.search(r' value="([^"]*)"', found["range"])
    assert number is not None
    assert slider is not None
    assert f"Left as it is, {slider[1]} counts." in form
    assert " value=" not in found["number"], "what is typed must not stand behind it"
    return number[1], slider[1]


class TestScore:
    def test_every_answer_counts_once_in_the_score(self, widget: UnitsWidget) -> None:
        controller, n = widget.controller, 0
        for unit_id, at in every_question(controller):
            controller.open(unit_id)
            controller.go(at)
            if controller.ask is None:
                continue
            if controller.ask.kind == "choice":
                press(widget, "pick", "1")
            else:
                press(widget, "guess", guess="1")
            n += 1
            assert counted(widget) == n, (unit_id, at)

    def test_what_choices_in_units_lost_is_in_the_mean_of_those_in_the_lab(self, widget: UnitsWidget) -> None:
        lab = Pick("lab", "pool=2g1b", Fraction(1), Fraction(0))
        widget.controller._keep(Record().with_answer(lab))
        press(widget, "unit", "keep-or-discard")
        press(widget, "pick", "0")
        # 13/108 in one of two.
        assert "Where chances count: 2 picked, 1 best, mean loss 6.0 points." in plain(widget.right.parts["score"])

    def test_choices_kept_before_it_was_written_down_what_they_count_are_still_read(self) -> None:
        text = '{"version":1,"guesses":[],"picks":[{"unit":"lab","ask":"a","given":"1","loss":"1/8"}]}'
        widget = UnitsWidget(load_game("fire"), keep=lambda _text: None, kept=lambda: text)
        assert "1 picked, 0 best, mean loss 12.5 points" in plain(widget.right.parts["score"])

    def test_the_slider_that_nobody_touched_states_what_it_shows(self, widget: UnitsWidget) -> None:
        controller = widget.controller
        for unit_id, at in every_question(controller):
            controller.open(unit_id)
            controller.go(at)
            ask = controller.ask
            if ask is None or ask.kind == "choice":
                continue
            widget.draw()
            number, slider = stands_at(widget.right.parts["step"])
            assert number == slider, (unit_id, at)
            press(widget, "guess", guess="")
            assert controller.revealed
            assert controller.given is not None
            stated = controller.given.stated if isinstance(controller.given, Guess) else controller.given.given
            assert stated == Fraction(slider) / (100 if ask.kind == "chance" else 1)

    @pytest.mark.parametrize("title", ["fire", "death", "dark"])
    def test_a_step_that_was_answered_is_marked(self, title: str) -> None:
        widget = UnitsWidget(load_game(title))
        press(widget, "unit", widget.controller.units[0].id)
        press(widget, "guess", guess="40")
        assert "Step 1, answered" in widget.right.parts["step"]

    def test_no_sign_of_right_stands_at_a_wrong_answer(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "keep-or-discard")
        press(widget, "pick", "0")
        assert widget.controller.given.loss
        assert "i-check" not in widget.right.parts["step"]

    def test_what_is_no_guess_is_answered_with_what_to_do(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "one-die")
        press(widget, "guess", guess="a lot")
        text = plain(widget.right.parts["step"])
        assert "State a number from 0 to 100: type it, or move the slider." in text
        assert "cannot be used" not in text


class TestKeeping:
    def test_a_reload_shows_what_was_answered(self) -> None:
        kept: dict[str, str] = {"text": ""}

        def made() -> UnitsWidget:
            return UnitsWidget(load_game("fire"), keep=lambda text: kept.update(text=text), kept=lambda: kept["text"])

        first = made()
        press(first, "unit", "a-pool")
        press(first, "guess", guess="40")
        again = made()
        again.show_unit("a-pool")
        assert again.controller.at == 1, "the first question without an answer"
        again.controller.go(0)
        assert again.controller.revealed
        assert load(kept["text"]).guesses[0].stated == Fraction(2, 5)

    @pytest.mark.parametrize("text", ["", "nonsense", "[1]", HOSTILE, '{"version": 9}'])
    def test_what_cannot_be_read_begins_anew(self, text: str) -> None:
        widget = UnitsWidget(load_game("fire"), keep=lambda _text: None, kept=lambda: text)
        assert widget.controller.record == Record()

    def test_guesses_of_other_parts_of_the_page_stay(self) -> None:
        other = Record().with_answer(Guess("lab", "pool=2g", Fraction(1, 2), Fraction(1, 3), happened=True))
        kept = {"text": dump(other)}
        widget = UnitsWidget(load_game("fire"), keep=lambda text: kept.update(text=text), kept=lambda: kept["text"])
        press(widget, "unit", "one-die")
        press(widget, "guess", guess="30")
        assert [guess.unit for guess in load(kept["text"]).guesses] == ["lab", "one-die"]
        press(widget, "again")
        assert [guess.unit for guess in load(kept["text"]).guesses] == ["lab"]
        assert not widget.controller.revealed

    def test_the_score_is_shown_with_its_parts(self, widget: UnitsWidget) -> None:
        assert not widget.right.parts["score"]
        press(widget, "unit", "one-die")
        press(widget, "guess", guess="50")
        text = plain(widget.right.parts["score"])
        for word in ("Brier", "reliability", "resolution", "uncertainty", "Calibration"):
            assert word in text
        press(widget, "forget")
        assert "Brier" not in widget.right.parts["score"]
        assert not widget.controller.revealed

    def test_guesses_that_were_forgotten_come_back_with_those_made_since(self) -> None:
        kept = {"text": dump(Record())}
        widget = UnitsWidget(load_game("fire"), keep=lambda text: kept.update(text=text), kept=lambda: kept["text"])
        press(widget, "unit", "one-die")
        press(widget, "guess", guess="30")
        first = load(kept["text"])
        press(widget, "forget")
        assert load(kept["text"]) == Record()
        assert "You have forgotten 1 answer." in plain(widget.right.parts["score"])
        press(widget, "guess", guess="99")  # of the same question: the first answer counts
        press(widget, "recall")
        assert load(kept["text"]) == first
        assert widget.controller.revealed
        assert "Undo" not in widget.right.parts["score"]


class TestTrials:
    def test_the_interval_closes_in_on_the_exact_line(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "one-die")
        press(widget, "guess", guess="40")
        assert "No trial yet" in widget.right.parts["trials"]
        press(widget, "trial-mark", mark=str(MARKS.index(1_000)))
        press(widget, "trial-run")
        tried = widget.controller.trials
        assert tried is not None
        assert tried.n == 1_000
        text = plain(widget.right.parts["trials"])
        for word in ("simulated", "Wilson", f"seed {widget.controller.seed}", "1 000 trials", "Exact: 50.0 %"):
            assert word in text
        assert "<svg" in widget.right.parts["trials"]
        rows = re.findall(r"<tr><td", widget.right.parts["trials"])
        assert len(rows) == MARKS.index(1_000) + 1
        widths = [one.high - one.low for one in tried.points if one.n >= 10]
        assert all(after < before for before, after in pairwise(widths[::3]))

    def test_the_slider_goes_back_without_new_trials_and_on_with_more(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "keep-or-discard")
        press(widget, "pick", "1")
        press(widget, "trial-mark", mark="6")
        press(widget, "trial-run")
        tried = widget.controller.trials
        assert tried is not None
        assert tried.n == 100
        press(widget, "trial-mark", mark="3")
        assert tried.n == 100
        assert "10 trials" in plain(widget.right.parts["trials"])
        press(widget, "trial-mark", mark="7")
        assert widget.controller.trials is tried
        assert tried.n == 200

    def test_choices_are_tried_one_by_one(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "keep-or-discard")
        press(widget, "pick", "1")
        assert [name for name, _ in widget.controller.tries] == ["assign", "discard", "discard_blue"]
        press(widget, "trial-mark", mark="6", which="discard")
        press(widget, "trial-run")
        assert "Exact: 19.4 %" in plain(widget.right.parts["trials"])
        press(widget, "trial-mark", mark="6", which="no such thing")
        assert widget.controller.trying == widget.controller.numbers["assign"]

    def test_other_chance_has_another_seed(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "one-die")
        press(widget, "show")
        seed = widget.controller.seed
        while widget.controller.seed == seed:
            press(widget, "trial-seed")
        assert f"seed {widget.controller.seed}" in plain(widget.right.parts["trials"])

    def test_what_cannot_be_tried_has_no_panel(self, controller: UnitsController) -> None:
        controller.open("sample-size")
        controller.show()
        assert not TrialsPanel(controller, "trials", guard=as_it_is, draw=lambda: None).html()

    def test_a_run_under_way_shows_progress_and_a_way_to_stop(self, controller: UnitsController) -> None:
        controller.open("one-die")
        controller.show()
        panel = TrialsPanel(controller, "trials", guard=as_it_is, draw=lambda: None)
        panel.background.counting = (500, 1_000)
        page = panel.html()
        assert 'data-do="trial-stop"' in page
        assert "500 of 1 000" in page


class TestPage:
    def test_every_unit_is_listed_with_its_state(self, widget: UnitsWidget) -> None:
        page = widget.left.parts["list"]
        for unit in widget.controller.units:
            assert f"#odds?unit={unit.id}" in page
        press(widget, "unit", "one-die")
        press(widget, "guess", guess="50")
        assert "1 of 3" in plain(widget.left.parts["list"])
        assert 'aria-current="page"' in widget.left.parts["list"]

    def test_opening_tells_the_page_and_rules_are_handed_on(self) -> None:
        opened: list[str] = []
        rules: list[str] = []
        widget = UnitsWidget(load_game("fire"), open_rule=rules.append, changed=opened.append)
        press(widget, "unit", "keep-or-discard")
        assert 'data-arg="FNR-406"' in widget.right.parts["step"]
        press(widget, "rule", "FNR-406")
        assert (opened, rules) == (["keep-or-discard"], ["FNR-406"])
        with pytest.raises(BadProblem, match="one-die"):
            widget.show_unit("nine-dice")
        assert widget.controller.unit is not None
        widget.show_unit("")
        assert widget.controller.unit is None

    def test_a_rule_that_fills_a_gap_is_dashed(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "what-a-reroll-is-worth")
        press(widget, "step", "3")
        assert re.search(r'rt-cite--gap"[^>]*>FNR-434', widget.right.parts["step"])

    def test_dice_and_cards_are_spoken(self, widget: UnitsWidget) -> None:
        press(widget, "unit", "keep-or-discard")
        page = widget.right.parts["step"]
        assert 'aria-label="green die, Avatar"' in page
        assert 'aria-label="blue die, Earth"' in page
        assert 'aria-label="Water Water Earth"' in page
        assert "green die: Earth, Earth, double Earth, Avatar, Water, Fire" in page

    def test_every_control_has_a_name(self, widget: UnitsWidget) -> None:
        class Controls(HTMLParser):
            def __init__(self) -> None:
                super().__init__()
                self.bad: list[str] = []
                self.in_label = 0

            def handle_starttag(self, tag: str, attrs: list) -> None:
                given = dict(attrs)
                self.in_label += tag == "label"
                if tag in ("input", "select") and not self.in_label and "aria-label" not in given:
                    self.bad.append(str(attrs))

            def handle_endtag(self, tag: str) -> None:
                self.in_label -= tag == "label"

        for unit_id, at in every_question(widget.controller):
            widget.controller.open(unit_id)
            widget.controller.go(at)
            for shows in (False, True):
                if shows:
                    widget.controller.show()
                widget.draw()
                controls = Controls()
                controls.feed(shown(widget))
                assert not controls.bad

    def test_a_game_without_dice_has_no_units(self) -> None:
        game = load_game("coin-and-hand")
        assert dice_game(game) is None
        widget = UnitsWidget(game)
        assert "no unit" in shown(widget)


class TestWorksheet:
    def test_a_page_and_a_table(self, controller: UnitsController) -> None:
        name, page = controller.worksheet("one-die", "5", "class 7", "html")
        assert name == "worksheet-one-die-class-7.html"
        assert page.startswith("<!DOCTYPE html>")
        assert controller.worksheet("one-die", "5", "class 7", "html")[1] == page
        name, table = controller.worksheet("all", "5", "7", "csv")
        assert name.endswith(".csv")
        assert table.count("\n") == 6

    def test_faults_are_told_beside_the_form(self, widget: UnitsWidget, monkeypatch: pytest.MonkeyPatch) -> None:
        stored: list[Any] = []
        monkeypatch.setattr(widget.left, "download", lambda *given: stored.append(given))
        for n, seed in (("999", "1"), ("x", "1"), ("5", ""), ("0", "1")):
            press(widget, "sheet", unit="sample-size", n=n, seed=seed, form="csv")
            assert 'role="alert"' in widget.left.parts["sheet"], (n, seed)
        assert not stored
        press(widget, "sheet", unit="sample-size", n="3", seed="1", form="csv")
        assert 'role="alert"' not in widget.left.parts["sheet"]
        assert stored[0][0] == "worksheet-sample-size-1.csv"
        press(widget, "sheet", unit=HOSTILE, n="3", seed=HOSTILE, form="csv")
        assert "<script" not in shown(widget)

    def test_more_than_there_are_is_refused(self, controller: UnitsController) -> None:
        with pytest.raises(LimitExceeded):
            controller.worksheet("sample-size", "99", "1", "csv")
        assert parts.worksheet_form(controller)
