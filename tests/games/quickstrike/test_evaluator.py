"""The evaluator of the Avatar game: what it counts, how it is fitted, and what V makes of it."""

from array import array
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rising_tutor.core.band import Band
from rising_tutor.core.evaluated import evaluated_game
from rising_tutor.core.node import Terminal
from rising_tutor.core.playthrough import follow
from rising_tutor.core.valuation import valued_game
from rising_tutor.errors import BadContent
from rising_tutor.games.quickstrike import costs
from rising_tutor.games.quickstrike.game import load
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.valuing.evaluation import is_judged
from rising_tutor.games.quickstrike.valuing.features import DEFENCE, FEATURES, FORM, SET_UP, can_pay, count
from tests.testkit.quickstrike import GAME, Scene, Side

EVALUATION: Any = GAME.evaluation()


def counted(scene: Scene) -> dict[str, float]:
    """What is counted of a position, by name."""
    found = count(Run(scene.state, GAME.book))  # type: ignore[arg-type]
    return dict(zip(FORM.names(found.phase), found.numbers, strict=True))


def stop(scene: Scene) -> float:
    return sum(number for name, number in counted(scene).items() if name.startswith("stop_"))


def test_the_game_offers_an_evaluator_and_v() -> None:
    assert evaluated_game(GAME) is not None  # type: ignore[arg-type]
    assert valued_game(GAME) is not None  # type: ignore[arg-type]


def test_what_can_be_paid_is_what_the_rules_say() -> None:
    for have, need in product(product(range(4), range(3), range(3)), product(range(4), range(3), range(2))):
        assert can_pay(have, need) == bool(costs.payments(have, need)), (have, need)


def test_the_chance_to_stop_is_that_of_the_unseen_strikes_that_suffice() -> None:
    """Against force 4 half of the unseen strikes suffice, in each zone that is left."""
    strikes = [card for card in GAME.book.cards if card.type == "strike" and card.built and not card.ability]
    weak = next(card for card in strikes if card.intercept < 4)
    enough = next(card for card in strikes if card.intercept >= 4)
    deck = " ".join([GAME.book.word[weak.id], GAME.book.word[enough.id]] * 2)
    rich = {"unseen": deck, "more": 0, "energies": (9, 9, 9)}
    for zone, left in (("green", 3), ("yellow", 2), ("red", 1)):
        assert stop(Scene(me=Side(**rich), zone=zone)) == pytest.approx(1 - 0.5**left)
    assert sum(enough.cost), "it costs energies"
    assert stop(Scene(me=Side(unseen=deck, more=0, energies=(0, 0, 0)))) == 0


def test_a_card_on_top_that_is_settled_is_no_chance() -> None:
    unseen = "pummel downdraft"
    sure = Scene(me=Side(unseen=unseen, more=0, energies=(9, 9, 9)), foe=Side(deck="pummel", more=0, unseen=unseen))
    lost = Scene(me=Side(unseen=unseen, more=0, energies=(9, 9, 9)), foe=Side(deck="downdraft", more=0, unseen=unseen))
    assert counted(sure)["their_guard"] > counted(lost)["their_guard"]


def test_v_counts_for_seat_1_whoever_defends() -> None:
    """The score is that of whoever defends, and V is the chance of seat 1."""
    game = EVALUATION.sample("alike", 2)
    assert game is not None
    for one in game.positions:
        side, *numbers = array("d", one.counted)
        if one.phase == FORM.phases[DEFENCE]:
            score = EVALUATION.score(DEFENCE, numbers)
            assert (EVALUATION.says(one) > 0.5) == (side * score > 0)


def test_every_position_before_a_flip_has_a_chance_and_the_end_its_result() -> None:
    valuation = GAME.valuation()
    for made in follow(GAME, seats=2, seed=4, policy="greedy").positions[::4]:
        assert 0 < valuation.value(made.state) < 1
        again = load().valuation().value(GAME.load(GAME.dump(made.state)))
        assert again == valuation.value(made.state)
    last = follow(GAME, seats=2, seed=4, policy="greedy").positions[-1].step.state
    end: Any = GAME.node(last)
    assert isinstance(end, Terminal)
    assert valuation.value(last) == Fraction(end.payoffs[0] + 1, 2)


def test_v_of_a_choice_is_the_best_of_what_follows_for_whoever_chooses() -> None:
    valuation, n = GAME.valuation(), 0
    for made in follow(GAME, seats=2, seed=6, policy="greedy").positions:
        node: Any = made.node
        if getattr(node, "actions", None) and n < 25:
            n += 1
            judged = valuation.follow().judge(made.state, made.move, made.step.state)
            best = max if node.seat == 0 else min
            values = [valuation.value(GAME.act(made.state, action).state) for action in node.actions]
            assert [choice.value for choice in judged.options] == values
            assert judged.before == best(values)
    assert n == 25


def test_a_point_more_is_better_and_so_is_a_charge_for_the_signature_move() -> None:
    def value(**side: Any) -> Fraction:
        scene = Scene(me=Side(unseen="pummel downdraft", more=0, **side), foe=Side(unseen="pummel downdraft", more=0))
        return GAME.valuation().value(scene.state)

    assert value(points=2) > value(points=1) > value(points=0)
    assert value(charged="green yellow red") > value()
    assert value(energies=(3, 3, 3)) > value(energies=(1, 1, 1))


def test_self_play_follows_from_seed_and_number() -> None:
    one, again, other = (EVALUATION.sample("x", number, positions=True) for number in (3, 3, 4))
    assert one == again != other
    assert one is not None
    assert {position.phase for position in one.positions} == set(FORM.phases)
    for position in one.positions[::9]:
        state = GAME.load(position.position)
        assert is_judged(state)
        assert count(Run(state, GAME.book)).as_bytes() == position.counted  # type: ignore[arg-type]
    assert EVALUATION.play_on(one.positions[0].position, "p") in (True, False)


def test_a_fit_is_the_same_to_the_byte_and_its_file_reads_back() -> None:
    games = [game for number in range(1, 13) if (game := EVALUATION.sample("fit", number)) is not None]
    texts = [EVALUATION.fit(games, command="c", n_games=12, seed="fit") for _ in range(2)]
    assert texts[0] == texts[1]
    model = FORM.read(texts[0].encode(), GAME.info.rules_version)
    assert FORM.write(model) == texts[0]
    for feature in FEATURES:
        assert model.weights[FORM.sections[feature.phase]][feature.name] * feature.sign >= 0
    fitted = EVALUATION.using(texts[0].encode())
    assert 0 < fitted.says(games[0].positions[-1]) < 1
    banded = EVALUATION.with_bands((Band(1.0, -0.1, 0.1),))
    assert FORM.read(banded.encode(), GAME.info.rules_version).band == (Band(1.0, -0.1, 0.1),)


def test_the_file_that_is_shipped_fits_rules_and_cards() -> None:
    source = EVALUATION.source
    assert (source.rules_version, source.content) == (GAME.info.rules_version, GAME.info.content)
    assert source.command == f"rising-tutor evaluator fit avatar-tcg --games {source.games} --seed {source.seed}"
    label = GAME.valuation().label
    assert label.bands == EVALUATION.model.band != ()
    assert label.samples == source.games


@pytest.mark.slow
def test_it_foretells_games_that_it_was_not_fitted_on() -> None:
    games = [game for number in range(1, 31) if (game := EVALUATION.sample("other", number)) is not None]
    late = [(EVALUATION.says(game.positions[-4]), game.won) for game in games if len(game.positions) > 4]
    score = sum((said - won) ** 2 for said, won in late) / len(late)
    assert score < 0.2, "a constant has 0.25"
    assert sum(said > 0.5 for said, _ in late) > 5


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("format = 2", "format = 9", "format"),
        ('rules_version = "1"', 'rules_version = "0"', "provenance.rules_version"),
        ("lead = ", "leaf = ", "weights.set_up"),
        ("own_green = ", "own_green = -", "weights.defence.own_green"),
        ("in_red = -", "in_red = -1000", "weights.defence.in_red"),
        ("upto = 1.0", "upto = 0.9", "band"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(old: str, new: str, path: str) -> None:
    text = EVALUATION.file.read_text()
    assert old in text
    with pytest.raises(BadContent) as error:
        FORM.read(text.replace(old, new).encode(), GAME.info.rules_version)
    assert error.value.path == path
    assert SET_UP == 0
