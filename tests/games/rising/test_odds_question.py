"""What a position offers to the mathematics of its dice: goals, helps, what is lacking, and what is said about it."""

from fractions import Fraction

import pytest

from rising_tutor import catalogues
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.games.rising.cards.vocabulary import BalanceSide, Space
from rising_tutor.games.rising.odds import question as asking
from rising_tutor.games.rising.odds.values import Odds
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.probability.dice_turn.dice_game import Question, dice_game
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie, ExtraSymbol, Need, Problem, Reroll
from tests.testkit.scene import Scene

GAME = dice_game(load_game("fire"))
assert GAME is not None


def asked(scene: Scene, *targets: str) -> Question:
    question = scene.game.odds_question(scene.state, targets or None)
    assert question is not None
    return question


def helps(scene: Scene, *targets: str) -> list[str]:
    return [help_.name for help_ in asked(scene, *targets).problem.helps]


def put(scene: Scene, card: str, *dice: str) -> Scene:
    """Dice that were assigned to a card earlier in the turn."""
    codes = tuple(scene.book.code[die] for die in dice)
    places = [
        st.Spot(spot.card, spot.damage, codes) if spot is not None and spot.card == card else spot
        for spot in scene.state.places
    ]
    return scene.set(places=tuple(places))


# the whole title


def test_every_card_is_a_question_that_the_dice_can_ask() -> None:
    dice = tuple(die for die, _ in GAME.odds_dice())
    cards = GAME.odds_cards()
    assert len({card.id for card in cards}) == len(cards)
    for card in cards:
        Problem(dice, (1, 1, 1, 1), (card.need or Need("W"),), (), (card.help,) if card.help else ()).checked()


def test_every_rule_that_is_named_is_in_the_catalogue() -> None:
    known = {rule.id for rule in catalogues.load("fire-nation-rising").rules}
    assert {card.rule for card in GAME.odds_cards()} <= known
    rules = GAME.odds_rules()
    assert set(rules.values()) <= known
    topics = {"pool", "box", "roll", "duty", "discard", "double", "reroll", "change", "symbol", "die", "locked"}
    assert topics | {"colour", "again"} <= set(rules)


def test_what_the_rulebook_states_is_marked_so() -> None:
    origin = {card.id: card.origin for card in GAME.odds_cards()}
    assert (origin["arnook"], origin["arnook-ability"]) == ("illustrative", "rulebook")
    assert (origin["reroll"], origin["toph-ability"]) == ("rulebook", "illustrative")


@pytest.mark.rule("FNR-401")
def test_pools_are_those_of_the_team_cards() -> None:
    pools = dict(GAME.odds_pools())
    assert pools["Team Toph"] == (3, 1, 0, 0)
    assert {sum(pool) for pool in pools.values()} == {4}


# needs


@pytest.mark.rule("FNR-423")
def test_what_was_paid_in_an_earlier_roll_is_not_lacking() -> None:
    scene = put(Scene("toph", "aang").at(1, "katara").step_3("toph", shown="blue W"), "katara", "blue:W")
    [need] = asked(scene, "katara").problem.needs
    assert (need.symbols, need.lack) == ("AWW", "AW")


@pytest.mark.rule("FNR-415")
def test_the_surplus_of_a_double_is_paid_towards_the_next_set_of_a_villain() -> None:
    scene = put(Scene("toph", "aang").at(1, "war-minister-qin").step_3("toph", shown="blue W"), "war-minister-qin")
    put(scene, "war-minister-qin", "green:EE", "red:F")
    [need] = asked(scene, "war-minister-qin").problem.needs
    assert (need.times, need.lack, need.carry) == (1, "F", True)


@pytest.mark.rule("FNR-415")
def test_without_that_option_the_surplus_is_lost() -> None:
    scene = Scene("toph", "aang", surplus_within_card="false").at(1, "xin-fu").step_3("toph", shown="blue W")
    [need] = asked(scene, "xin-fu", "xin-fu").problem.needs
    assert (need.times, need.carry, need.pay("EEFF", "EE")) == (2, False, "EFF")


@pytest.mark.rule("FNR-511")
def test_a_villain_takes_no_more_sets_than_its_damage_leaves() -> None:
    scene = Scene("toph", "aang").at(1, "june 1").step_3("toph", shown="blue W")
    assert asked(scene, "june", "june").problem.needs[0].times == 2
    with pytest.raises(BadProblem, match="at most 2 sets"):
        scene.game.odds_question(scene.state, ("june", "june", "june"))
    full = Scene("toph", "aang").at(1, "june 3").step_3("toph", shown="blue W")
    assert "june" not in {card.id for card in full.game.odds_targets(full.state)}


@pytest.mark.rule("FNR-429")
def test_a_final_battle_is_no_goal_while_a_villain_lies_there() -> None:
    blocked = Scene("toph", "aang").phase_2().at(1, "june 3").step_3("toph", shown="blue W")
    free = Scene("toph", "aang").phase_2().at(1, "haru").step_3("toph", shown="blue W")
    assert "wulong-forest" not in {card.id for card in blocked.game.odds_targets(blocked.state)}
    assert asked(free).targets == ("haru", "wulong-forest")


@pytest.mark.rule("FNR-425")
def test_balance_is_worth_something_only_when_its_symbols_and_its_dice_are_there() -> None:
    scene = Scene("toph", "aang", balance_side="hard-3", difficulty="hard").step_3("toph", shown="blue W")
    problem = asked(scene.set(balance=8), "balance").problem
    assert [need.symbols for need in problem.needs] == ["AF", "*"]
    assert [int(problem.payoff_of(sets)) for sets in problem.outcomes] == [0, 0, 0, 1]


@pytest.mark.rule("FNR-427")
def test_balance_that_asks_for_damage_counts_when_a_villain_of_the_question_takes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene("toph", "aang").at(1, "june", "haru").step_3("toph", shown="blue W")
    book = scene.book
    side = BalanceSide("easy-1", 1, "easy", (Space(("W",), damage=1),), "owner")
    monkeypatch.setitem(book.side, "easy-1", side)
    monkeypatch.setitem(book.space_price, "easy-1", (book.vector(("W",)),))
    problem = asked(scene, "june", "balance").problem
    assert {sets: int(problem.payoff_of(sets)) for sets in problem.outcomes} == {
        (0, 0): 0,
        (0, 1): 0,
        (1, 0): 1,
        (1, 1): 2,
    }
    alone = asked(scene, "balance")
    assert alone.problem.payoffs == (Fraction(0), Fraction(1))
    assert any("taken as met" in sentence for sentence in alone.assumes)
    without = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="blue W")
    left_out = asked(without)
    assert left_out.targets == ("haru",)
    assert any(sentence.startswith("Balance is left out") for sentence in left_out.assumes)


def test_cards_at_the_location_count_and_abilities_that_cost_symbols_only_when_chosen() -> None:
    scene = Scene("toph", "aang").row("toph", "katara").at(1, "ran-and-shaw").step_3("toph", shown="blue W")
    question = asked(scene)
    assert question.targets == ("ran-and-shaw", "balance")
    assert any("Ability of Katara and Team Toph" in sentence for sentence in question.assumes)
    assert asked(scene, "katara-ability", "team-toph").targets == ("katara-ability", "team-toph")


# helps and the box


@pytest.mark.rule("FNR-1101")
def test_tokens_of_every_team_help_unless_they_are_blocked() -> None:
    scene = Scene("toph", "aang").row("toph").at(1, "haru").tokens("aang", "extra-earth", "reroll", "heal-one")
    scene.tokens("toph", "red-die").step_3("toph", shown="blue W")
    assert helps(scene, "haru") == ["Red die", "Extra Earth", "Reroll"]
    assert helps(scene.set(no_tokens=True), "haru") == []


def test_a_symbol_that_nothing_lacks_is_no_help() -> None:
    scene = Scene("toph", "aang").row("toph").at(1, "haru").tokens("toph", "extra-water").step_3("toph", shown="blue W")
    assert helps(scene, "haru") == []
    assert helps(scene) == ["Extra Water"]


@pytest.mark.rule("FNR-420")
def test_abilities_help_once_and_under_their_condition() -> None:
    scene = Scene("toph", "aang").row("toph", "tyro", "toph").at(1, "haru").step_3("toph", shown="green E")
    assert asked(scene, "haru").problem.helps == (
        ExtraDie(("green",), "Ability of Tyro"),
        ChangeFace("E", "Ability of Toph"),
    )
    assert helps(scene.set(used=("toph",)), "haru") == ["Ability of Tyro"]
    assert helps(scene.row("toph", "tyro", "katara").set(used=()), "haru") == []


@pytest.mark.rule("FNR-402", "FNR-403")
def test_no_die_is_added_that_the_box_does_not_hold() -> None:
    scene = Scene("toph", "aang").row("toph", "bumi").at(1, "haru").step_3("toph", shown="green E E, blue W")
    problem = asked(scene, "haru").problem
    assert (problem.pool, problem.room) == ((2, 1, 0, 0), (3, 3, 4, 3))
    assert helps(scene.set(stock=(0, 3, 4, 3)), "haru") == []


def test_a_die_that_was_kept_on_a_card_helps_with_its_symbols() -> None:
    scene = Scene("toph", "aang").row("toph", "the-mechanist").park("the-mechanist", "green EE").at(1, "haru")
    scene.step_3("toph", shown="blue W")
    question = asked(scene, "haru")
    assert question.problem.helps == (ExtraSymbol("EE", "Die on The Mechanist"),)
    rows = scene.game.odds_of_actions(scene.state, question).rows
    [move] = [row for row in rows if scene.game.write(scene.state, row.action) == "move the-mechanist > haru"]
    assert move.amount is not None
    assert move.amount.fraction == 1


@pytest.mark.rule("FNR-404", "FNR-1114")
def test_a_reroll_token_counts_beside_a_die_whose_colour_is_still_to_be_chosen() -> None:
    scene = Scene("toph", "aang").row("toph", "kyoshi").at(1, "haru").tokens("toph", "reroll")
    scene.step_3("toph", shown="blue W")
    question = asked(scene, "haru")
    assert {type(help_) for help_ in question.problem.helps} == {ExtraDie, Reroll}


# the moment


@pytest.mark.rule("FNR-407")
def test_after_a_discard_no_die_of_the_roll_can_be_assigned() -> None:
    scene = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E E, blue W")
    assert (asked(scene).shown, asked(scene).owed, asked(scene).fresh) == (
        (("green", "E"), ("green", "E"), ("blue", "W")),
        True,
        True,
    )
    scene.do("discard blue W")
    question = asked(scene, "haru")
    assert (question.problem.pool, question.shown, question.owed, question.fresh) == ((2, 0, 0, 0), (), False, False)


def test_outside_the_dice_step_there_is_no_question() -> None:
    scene = Scene("toph", "aang").at(1, "haru").turn("toph")
    assert scene.game.odds_question(scene.state) is None
    assert scene.game.odds_targets(scene.state) == ()
    empty = Scene("toph", "aang").set(no_balance=True).step_3("toph", shown="blue W")
    assert empty.game.odds_question(empty.state) is None


def test_a_goal_that_is_not_there_is_named_with_those_that_are() -> None:
    scene = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="blue W")
    with pytest.raises(BadProblem, match=r"'june'.*haru, team-toph, balance"):
        scene.game.odds_question(scene.state, ("june",))


def test_a_question_of_another_position_is_refused() -> None:
    scene = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E E, blue W")
    question = asked(scene)
    scene.do("green E > haru")
    with pytest.raises(BadProblem, match="this very position"):
        scene.game.odds_of_actions(scene.state, question)


def test_a_question_that_is_too_large_drops_its_largest_goals_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("toph", "aang").row("toph").at(1, "haru", "june", "yangchen")
    scene.step_3("toph", shown="green E E, blue W")
    assert asked(scene).targets == ("haru", "june", "yangchen", "balance")
    monkeypatch.setattr(asking, "MOST_WORK", 200)
    question = asked(scene)
    assert question.targets == ("haru", "balance")
    [sentence] = [sentence for sentence in question.assumes if sentence.startswith("Left out")]
    assert sentence.endswith("Yangchen and June.")
    assert asked(scene, "haru", "june", "yangchen").targets == ("haru", "june", "yangchen")


def test_helps_are_dropped_when_two_goals_are_left_and_the_actions_still_have_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene("toph", "aang").row("toph", "arnook", "toph").at(1, "haru").tokens("toph", "extra-earth")
    scene.step_3("toph", shown="green E F A, blue W")
    assert helps(scene) == ["Ability of Arnook", "Ability of Toph", "Extra Earth"]
    monkeypatch.setattr(asking, "MOST_WORK", 1000)
    question = asked(scene)
    assert question.targets == ("haru", "balance")
    assert [help_.name for help_ in question.problem.helps] == ["Extra Earth"]
    assert any("Ability of Arnook and Ability of Toph" in sentence for sentence in question.assumes)
    rows = scene.game.odds_of_actions(scene.state, question).rows
    assert all(row.value is not None or row.why for row in rows)


def test_goals_that_would_take_minutes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("toph", "aang").at(1, "haru", "june").step_3("toph", shown="green E E, blue W")
    monkeypatch.setattr(asking, "MOST_CHOSEN", 10)
    with pytest.raises(TooLarge, match="haru, june"):
        scene.game.odds_question(scene.state, ("haru", "june"))


def test_long_work_can_be_stopped_at_any_value() -> None:
    class Enough(Exception):
        pass

    def stop(_done: int, _total: int) -> None:
        raise Enough

    scene = Scene("toph", "aang").at(1, "haru", "june").step_3("toph", shown="green E E, blue W")
    question = asked(scene)
    with pytest.raises(Enough):
        scene.game.odds_of_actions(scene.state, question, stop)
    assert scene.game.odds_of_actions(scene.state, question).values
    scene.do("green E > haru")
    looked_up = asked(scene)
    with pytest.raises(Enough):
        scene.game.odds_of_actions(scene.state, looked_up, stop)
    assert scene.game.odds_of_actions(scene.state, looked_up).values


def test_a_turn_is_solved_once_and_its_later_questions_are_looked_up() -> None:
    scene = Scene("toph", "aang").row("toph", "toph").at(1, "haru", "june").tokens("aang", "red-die")
    scene.step_3("toph", shown="green E F A, blue W")
    odds = Odds()

    def look(scene: Scene) -> Fraction:
        best = odds.of_actions(Run(scene.state, scene.book), asked(scene)).rows[0].amount
        assert best is not None
        assert best.fraction is not None
        return best.fraction

    first = look(scene)
    assert odds.turns.n_solved == 1
    assert look(scene) == first
    for moves in (("green E > haru",), ("token aang:red-die",), ("roll", "rolled green E E, blue A, red F")):
        scene.run(*moves)
        look(scene)
        assert odds.turns.n_solved == 1
    scene.do("green E > haru")
    after = look(scene)
    assert asked(scene).targets == ("june", "balance")
    assert odds.turns.n_solved == 1
    fresh = Odds().of_actions(Run(scene.state, scene.book), asked(scene)).rows[0].amount
    assert fresh is not None
    assert fresh.fraction == after
