"""The odds lab without a browser: the question, the guess before the answer, the answer."""

import re
from fractions import Fraction

import pytest

from rising_tutor.errors import BadProblem
from rising_tutor.lab import guesses
from rising_tutor.probability.dice_turn import reference
from rising_tutor.probability.dice_turn.policies import SIMPLE, TIES
from rising_tutor.tutor.odds.answer import Answer
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.guesses import Forgotten, named, remembered
from rising_tutor.tutor.odds.question import Wanted, from_address, need_of, problem_of, to_address
from rising_tutor.ui.odds import question as asks
from rising_tutor.ui.odds import turn as turns
from rising_tutor.ui.odds.answer import answer as answer_part
from rising_tutor.ui.odds.changes import changes
from rising_tutor.ui.odds.score import score
from rising_tutor.ui.odds.view import OddsView
from rising_tutor.ui.odds.ways import ways
from tests.tutor.odds import KIT, NUMBER, SMALL, lab, send, solved

# The question ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"pool": "4g1b", "need": "AFF"},
        {"pool": "1g", "need": "june.WWE", "value": "all"},
        {"pool": "2g2y", "need": "june.WWE.aang", "value": "least2", "use": "extra-fire.toph-ability"},
        {"pool": "2g2y", "need": "june.WWE", "value": "weights.3.0"},
    ],
)
def test_a_question_comes_back_from_its_address(words: dict[str, str]) -> None:
    assert to_address(KIT, from_address(KIT, words)) == words


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({"pool": "6g"}, "0 to 5 green"),
        ({"pool": "2x"}, "a colour"),
        ({"pool": "two"}, "a colour"),
        ({"pool": "2g", "need": "WWX"}, "symbols"),
        ({"pool": "2g", "need": "nobody"}, "a card"),
        ({"pool": "2g", "need": "june~99"}, "from 1 to"),
        ({"pool": "2g", "need": "W.E.A.F.W"}, "at most 4"),
        ({"pool": "2g", "need": "W", "use": "june"}, "helps"),
        ({"pool": "2g", "need": "W.E", "value": "least9"}, "from 1 to 2"),
        ({"pool": "2g", "need": "W.E", "value": "weights.1"}, "a number for each need"),
        ({"pool": "2g", "need": "W.E", "value": "best"}, "least"),
    ],
)
def test_an_address_that_asks_nothing_is_refused_with_what_was_expected(words: dict[str, str], what: str) -> None:
    made = lab()
    before = made.asked
    with pytest.raises(BadProblem, match=what):
        made.open(words)
    assert made.asked == before


@pytest.mark.rule("FNR-402")
def test_a_die_more_than_the_box_holds_is_not_taken_and_says_why() -> None:
    made = OddsLab(KIT)
    for _ in range(7):
        made.add_die("green")
    assert made.asked.pool == (5, 0, 0, 0)
    assert made.notice is not None
    assert made.notice.rule == "FNR-402"
    assert 'data-arg="FNR-402"' in asks.notice(made, "pool")
    made.add_die("green", -1)
    assert made.asked.pool == (4, 0, 0, 0)
    assert made.notice is None


def test_needs_are_built_symbol_by_symbol_and_by_cards() -> None:
    made = OddsLab(KIT)
    for letter in "FAF":
        made.add_symbol(letter)
    assert made.asked.needs == (Wanted(symbols="AFF"),)
    made.open_need()
    made.add_symbol("E")
    made.add_card("june")
    assert [need_of(KIT, need).name for need in made.asked.needs] == ["Avatar Fire Fire", "Earth", "June"]
    made.drop_symbol(1, "E")
    made.drop_symbol(0, "F")
    assert made.asked.needs == (Wanted(symbols="AF"), Wanted(card="june"))
    for _ in range(4):
        made.add_card("aang")
    assert len(made.asked.needs) == 4
    assert made.notice is not None


def test_what_counts_goes_back_to_the_chance_when_one_need_is_left() -> None:
    made = lab({"pool": "2g1b", "need": "WWE.E", "value": "least2"})
    assert made.is_chance
    made.drop_need(1)
    assert made.asked.value == "sum"
    assert made.is_chance
    assert problem_of(KIT, made.asked).payoff == ()


def test_every_card_says_where_its_facts_come_from() -> None:
    made = lab()
    made.search = ("ju", "")
    found = asks.picker(made)
    assert found.count("rt-cardrow") == len(made.cards_found()) > 0
    assert found.count("rt-origin") == found.count("rt-cardrow")
    used = asks.use(made)
    assert used.count("rt-origin") == used.count("rt-userow") == len(KIT.helping_cards)


@pytest.mark.slow
def test_another_question_forgets_answer_guess_and_turn() -> None:
    made = solved()
    made.roll("a")
    made.add_die("red")
    assert (made.answer, made.guess, made.turn) == (None, None, None)


def test_an_answer_to_another_question_is_not_taken() -> None:
    made = lab(guess_first=False)
    late = made.work()
    made.add_die("red")
    made.accept(late)
    assert made.answer is None


# Guess first ----------------------------------------------------------------------------------------------------------


def test_nothing_of_the_answer_is_drawn_before_a_guess() -> None:
    made = lab()
    made.accept(made.work())
    view = OddsView(made)
    html = "".join(view.right.parts.values())
    assert made.answer is not None
    assert "53.6" not in html
    assert "8 329" not in html
    assert not NUMBER.search(re.sub(r'FNR-\d+|="[^"]*"', "", html))
    assert (view.right.parts["tree"], view.right.parts["plays"], view.right.parts["changes"]) == ("", "", "")


def test_a_guess_shows_the_answer_and_is_scored_once() -> None:
    made = lab()
    made.state_guess("50 %")
    assert not made.hidden
    made.accept(made.work())
    [one] = made.record.guesses
    assert one.stated == Fraction(1, 2)
    assert float(one.exact) == pytest.approx(8329 / 15552, abs=1e-11)
    assert guesses.excess(one) == (one.stated - one.exact) ** 2
    made.state_guess("53.6")
    assert made.record.guesses == (one,)
    assert "You said" in answer_part(made)
    assert "Brier" in score(made.record, Forgotten())
    assert remembered(guesses.dump(made.record)) == made.record
    assert remembered("{") == guesses.Record()


@pytest.mark.parametrize("text", ["abc", "101", "-1", "1e9", "50;"])
def test_a_guess_that_is_none_is_said_and_nothing_is_shown(text: str) -> None:
    made = lab()
    made.state_guess(text)
    assert made.hidden
    assert made.notice is not None
    assert "0 to 100" in made.notice.text


def test_without_guessing_first_the_answer_comes_at_once() -> None:
    made = lab()
    made.set_guess_first(on=False)
    made.add_die("red")
    assert not made.hidden
    assert made.waiting


def test_choices_are_shown_without_values_or_ranking_until_one_is_picked() -> None:
    made = lab({"pool": "2g1b", "need": "WWE", "seed": "s"})
    made.reveal()
    made.accept(made.work())
    made.set_by_hand()
    turn = made.turn
    assert turn is not None
    turn.set_faces((("green", "A"), ("green", "A"), ("blue", "E")))
    assert turn.hidden
    html = str(turns.roll(made))
    assert "19.4" not in html
    assert "best" not in html
    shown = [choice.says for choice in turn.unranked()]
    assert shown == ["Discard blue", "Discard green", "blue Earth on Water Water Earth"]
    turn.pick(turn.unranked()[2].key)
    html = str(turns.roll(made))
    assert "Your pick costs 12.0 points." in html
    assert "your pick" in html


def picking(words: dict[str, str], faces: tuple[tuple[str, str], ...]) -> OddsLab:
    made = lab(words)
    made.reveal()
    made.accept(made.work())
    made.set_by_hand()
    assert made.turn is not None
    made.turn.set_faces(faces)
    return made


def test_picks_after_a_roll_are_kept_with_what_they_lost_and_the_first_one_counts() -> None:
    made = picking(SMALL, (("green", "A"), ("green", "A"), ("blue", "E")))
    turn = made.turn
    assert turn is not None
    worst, best = (next(c for c in turn.unranked() if c.says == says) for says in ("Discard blue", "Discard green"))
    made.pick("nonsense")
    assert (made.record.picks, turn.hidden) == ((), True)
    made.pick(worst.key)
    [pick] = made.record.picks
    assert (pick.unit, pick.loss) == ("lab", Fraction(7, 36))
    assert "1 picked, 0 best, mean loss 19.4 points." in score(made.record, Forgotten())
    # Told is told: another pick of this roll changes nothing, now and when the same roll comes again.
    made.pick(best.key)
    assert made.record.picks == (pick,)
    again = picking(SMALL, (("green", "A"), ("green", "A"), ("blue", "E")))
    again.record = made.record
    again.pick(best.key)
    assert again.record.picks == (pick,)
    # Another roll is another question, and what was kept is read again.
    other = picking(SMALL, (("green", "EE"), ("green", "A"), ("blue", "F")))
    other.record = remembered(guesses.dump(made.record))
    assert other.turn is not None
    other.pick(other.turn.choices()[0].key)
    assert "2 picked, 1 best, mean loss 9.7 points." in score(other.record, Forgotten())


@pytest.mark.parametrize("words", [SMALL, {"pool": "2g", "need": "W.E"}], ids=["a chance", "an expected number"])
def test_the_slider_that_nobody_touched_states_what_it_shows_and_is_scored(words: dict[str, str]) -> None:
    made = lab(words)
    html = str(answer_part(made))
    number = re.search(r'<input[^>]*type="number"[^>]* placeholder="([^"]*)"', html)
    slider = re.search(r'<input[^>]*type="range"[^>]* value="([^"]*)"', html)
    assert number is not None
    assert slider is not None
    assert number[1] == slider[1]
    assert f"Left as it is, {slider[1]} counts." in html
    made.state_guess("many")
    assert made.notice is not None
    assert made.notice.text.endswith("type it, or move the slider.")
    made.state_guess("")
    made.accept(made.work())
    stated = Fraction(slider[1]) / (100 if made.is_chance else 1)
    assert made.guess is not None
    assert made.guess.stated == stated
    assert [one.stated for one in made.record.guesses] + [one.given for one in made.record.picks] == [stated]
    assert "1 guess" in answer_part(made)


def test_where_every_choice_is_equally_good_a_pick_is_not_scored_and_that_is_said() -> None:
    made = picking({"pool": "2g", "need": "WWWWW"}, (("green", "W"), ("green", "E")))
    assert "No roll and no choice can do this." in answer_part(made)
    assert made.turn is not None
    made.pick(made.turn.choices()[0].key)
    assert made.turn.picked
    assert made.record.picks == ()
    assert "Here every choice is equally good; this pick is not scored." in str(turns.roll(made))


@pytest.mark.slow
def test_what_was_picked_is_in_sight_however_far_down_it_stands() -> None:
    made = picking({"pool": "2g1b1r", "need": "WWE.AF"}, (("green", "A"), ("green", "E"), ("blue", "W"), ("red", "F")))
    turn = made.turn
    assert turn is not None
    made.pick(turn.choices()[-1].key)
    assert len(turn.choices()) > 4
    html = turns.roll(made, rows=3)
    assert html is not None
    assert html.count('data-key="row:') == 4
    assert "your pick" in html


def test_losses_of_expected_numbers_are_not_added_to_those_of_chances() -> None:
    made = picking({"pool": "2g", "need": "W.E"}, (("green", "W"), ("green", "E")))
    assert made.turn is not None
    made.pick(made.turn.choices()[-1].key)
    html = score(made.record, Forgotten())
    assert "Where expected numbers count: 1 picked, 0 best, mean loss 1." in html
    assert "points" not in html


def test_long_questions_are_told_apart_in_the_record() -> None:
    at = [named(f"pool=5g4b&{'use=' * 40}{last}") for last in ("a", "b")]
    assert at[0] != at[1]


# The answer -----------------------------------------------------------------------------------------------------------


def test_the_answer_is_that_of_the_plain_method() -> None:
    for words in (SMALL, {"pool": "1g1b1r", "need": "june.E", "use": "extra-fire"}):
        made = solved(words)
        assert made.answer is not None
        assert made.answer.solved is not None
        assert made.answer.solved.value.fraction == reference.solve(problem_of(KIT, made.asked)).value.fraction


def test_the_answer_names_method_rules_and_what_is_used() -> None:
    html = answer_part(solved())
    assert "53.6 %" in html
    assert "8 329" in html
    assert ">exact<" in html
    assert "No abilities, no tokens." in html
    assert 'data-arg="FNR-406"' in html
    html = answer_part(solved({"pool": "2g1b", "need": "WWE", "use": "extra-water"}))
    assert "Extra Water" in html
    assert 'data-arg="FNR-1109"' in html


def test_the_last_number_by_rolls_is_the_whole_turn() -> None:
    found = solved().answer
    assert found is not None
    assert found.solved is not None
    assert len(found.within) == 3
    assert found.within[-1] == pytest.approx(found.solved.value.decimal, abs=1e-12)


def test_shares_of_every_way_to_play_sum_to_one_and_none_beats_best_play() -> None:
    made = solved({"pool": "1g1b1r", "need": "W.E"})
    assert made.answer is not None
    best, *others = made.answer.ways
    assert others
    for way in made.answer.ways:
        assert sum(share.fraction or 0 for _, share in way.shares) == 1
        assert way.value.decimal <= best.value.decimal
    html = ways(made)
    assert "Water and Earth" in html
    assert "Assign all" in html


@pytest.mark.parametrize(
    ("words", "ends"),
    [({"pool": "4g1b", "need": "AFF"}, "from 45.5 % to 50.9 %"), (SMALL, "from 44.1 % to 47.4 %")],
    ids=["one at a time", "assign all"],
)
def test_every_simple_way_to_play_says_how_it_breaks_ties_and_what_others_would_give(
    words: dict[str, str], ends: str
) -> None:
    made = solved(words)
    assert made.answer is not None
    html = str(ways(made))
    others = [way for way in made.answer.ways if way.name in SIMPLE]
    assert len(others) == len(SIMPLE)
    assert html.count(TIES) == len(SIMPLE)
    assert f"Ties broken otherwise: {ends}." in html
    for way in others:
        assert way.value.fraction is not None
        low, high = way.ties or (way.value, way.value)
        assert low.fraction is not None
        assert high.fraction is not None
        assert low.fraction <= way.value.fraction <= high.fraction


def test_a_die_more_is_shown_with_its_gain() -> None:
    made = solved()
    assert made.answer is not None
    gains = {change.die: change.gain.decimal for change in made.answer.changes if change.die}
    assert set(gains) == {"green", "blue", "red", "yellow"}
    assert all(gain > 0 for gain in gains.values())
    assert "One more blue die" in changes(made)


def test_a_question_beyond_counting_gets_bounds_that_say_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rising_tutor.probability.dice_turn.solver.DECIMALS_UPTO", 100)
    first: list[Answer] = []
    made = lab({"pool": "2g2b", "need": "AFF.WWE"}, guess_first=False)
    made.accept(made.work(later=first.append))
    assert "Bounds are being worked out" in _drawn(made, first[0])
    html = answer_part(made)
    assert "estimate" in html
    assert "simulated turns" in html
    assert ">exact<" not in html


def test_bounds_are_offered_while_a_count_is_long_and_are_labelled() -> None:
    made = lab({"pool": "2g2b", "need": "AFF.WWE"}, guess_first=False)
    waiting = answer_part(made, "Counting.")
    assert 'data-do="bounds"' in waiting
    assert 'data-do="stop"' in waiting
    assert "Counting" not in answer_part(made)
    asked = made.asked
    made.accept_bounds(asked, made.work_bounds())
    html = answer_part(made, "Counting.")
    assert ">estimate<" in html
    assert "simulated turns by the policy" in html
    assert "proven bound" in html
    assert 'data-do="bounds"' not in html
    assert ">exact<" not in html
    # Bounds of another question are not taken, and do not stay.
    found = made.meanwhile
    assert found is not None
    made.add_die("red")
    assert made.meanwhile is None
    made.accept_bounds(asked, found)
    assert made.meanwhile is None


def test_bounds_that_were_stopped_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rising_tutor.probability.dice_turn.solver.DECIMALS_UPTO", 100)
    first: list[Answer] = []
    view = OddsView(lab({"pool": "2g2b", "need": "AFF.WWE"}))
    view.lab.work(later=first.append)
    send(view, "show")
    view.lab.accept(first[0])
    send(view, "stop")
    assert "No bounds were worked out." in view.right.parts["answer"]
    send(view, "bounds")
    assert "simulated turns" in view.right.parts["answer"]


def test_valuing_a_roll_can_be_stopped_and_taken_up_again() -> None:
    view = OddsView(solved(SMALL))
    made = view.lab
    made.set_by_hand()
    turn = made.turn
    assert turn is not None
    assert "rt-skel" not in turns.roll(made)
    assert 'data-do="value-stop"' in turns.roll(made, busy="Every choice of this roll is being valued.")
    send(view, "value-stop")
    assert "The choices of this roll are not valued." in view.right.parts["roll"]
    assert not turn.ready
    send(view, "value-again")
    assert turn.ready
    assert "rt-opt" in view.right.parts["roll"]


def _drawn(made: OddsLab, answer: Answer) -> str:
    other = lab(to_address(KIT, made.asked), guess_first=False)
    other.accept(answer)
    return str(answer_part(other))


def test_expected_numbers_are_not_shown_as_chances() -> None:
    made = solved({"pool": "1g1b", "need": "W.E"})
    html = answer_part(made)
    assert "%" not in re.sub(r"<[^>]*>", "", html.split("Guess first")[0])
    assert "of 2" in html
