"""The contract on games full of cards that are looked at, drawn and taken back: nobody hears what a seat alone saw."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from rising_tutor.core.contract import Sample, take_sample
from rising_tutor.core.contract.hidden import check_asked, check_hidden, check_imagined, check_views
from rising_tutor.core.contract.play import check_choices, check_legality
from rising_tutor.core.contract.records import check_seen_moves, check_text
from rising_tutor.core.information import alike
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.options import SWITCHES
from rising_tutor.games.rise_tcg.windows import publicly_can
from tests.testkit.games import rules_of
from tests.testkit.rise import BOOK, GAME, IDLE, Scene, Side

REAL = RiseGame(BOOK)
CHECKS = (
    check_views,
    check_hidden,
    check_asked,
    check_imagined,
    check_choices,
    check_legality,
    check_text,
    check_seen_moves,
)
LOOKING = (
    "oss vell: 8 level-up, 2 recall-horn, 2 storm-bolt, 30 vat-clone, 2 restless-squire, 2 burial-priest, 2 amok, "
    "2 fever-dancer"
)


def sample(seed: int, seats: int = 2) -> Sample:
    """A game of seats that look at their libraries and take cards back, with some options changed."""
    rng = Random(f"hidden {seed}")
    options = {f"deck-{seat}": LOOKING for seat in (1, 2, 3, 4)}
    for name, (values, *_) in SWITCHES.items():
        if name != "concede" and rng.random() < 0.25:
            options[name] = rng.choice(values)
    return take_sample(REAL, rules=rules_of("rise-tcg"), seats=seats, seed=seed, options=options, bound=2_500)


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.rule("RISE-1019")
def test_libraries_that_are_looked_into_keep_the_contract() -> None:
    one = sample(0)
    assert sum(1 for _ in alike(REAL, one.trail, 1, Random(1))) > 20, "otherwise the checks would compare nothing"
    for check in CHECKS:
        check(one)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 9))
def test_many_games_keep_the_contract(seed: int) -> None:
    one = sample(seed, 2 + seed % 3)
    for check in CHECKS:
        check(one)


def test_what_a_seat_sees_on_top_is_told_to_it_alone() -> None:
    me = Side(unseen="bear mouse ox", summoners="oss vell", hp=(20, 20))
    one, other = (Scene(me, IDLE).do("skill oss 1", f"look {card}") for card in ("bear", "mouse"))
    assert one.state != other.state
    for viewer in (1, None):
        assert GAME.view(one.state, viewer) == GAME.view(other.state, viewer)
    assert GAME.view(one.state, 0) != GAME.view(other.state, 0)
    assert GAME.write_seen(one.state, do.Select("no"), 1) == "select no"
    put = one.do("select yes")
    assert put.cemetery() == ["bear"]
    assert put.told("PutFromTop")[0].seats is None


def test_a_card_taken_back_in_sight_stays_known_and_is_the_one_that_is_played() -> None:
    s = Scene(Side(play="hammer mouse", closed="mouse"), IDLE).do("action hammer 3", "choose mouse").passes()
    seen = GAME.view(s.state, 1).sides[0]
    assert [slot.card for slot in seen.hand] == [seen.kinds.index("mouse"), -2]
    s.play("invoke mouse with bram")
    assert [slot.card for slot in GAME.view(s.state, 1).sides[0].hand] == [-2]


def test_an_imagined_hand_is_drawn_from_what_cannot_be_placed() -> None:
    foe = Side(closed="bear", unseen="mouse mouse mouse ox")
    view = GAME.view(Scene(Side(), foe).state, 0)
    found = {GAME.imagine(view, Random(seed)).sides[1].hand[0].card for seed in range(60)}
    assert found == {view.sides[1].kinds.index(card) for card in ("bear", "mouse", "ox")}
    for seed in range(10):
        side = GAME.imagine(view, Random(seed)).sides[1]
        assert sum(side.unseen) == side.library.n == 4


@pytest.mark.parametrize("held", ["cub", "ox"])
def test_whether_a_seat_is_asked_does_not_depend_on_what_it_holds(held: str) -> None:
    s = Scene(Side(play="tap"), Side(closed=held))
    assert publicly_can(s.run, 1, cards=True)
    assert not publicly_can(Scene(Side(), Side(closed=held, cp=(0, 0), tilted=(True, True))).run, 1, cards=True)


def drawn_twice(unseen: str) -> tuple[Counter[str], Counter[str]]:
    """A seat draws two cards and plays a mouse: what its other card is, over all orders, and as it is imagined."""
    real: Counter[str] = Counter()
    told: set[str] = set()
    said: Counter[str] = Counter()
    foe = Side(unseen=unseen, cp=(1, 0), tilted=(False, True), coins=0)
    orders = set(permutations(unseen.split()))
    for order in orders:
        s = Scene(Side(tilted=(True, True), cp=(0, 0)), foe, step="turn", active=2).passes().do("cards 2")
        s.do(f"draw {order[0]}", f"draw {order[1]}").passes()
        if "mouse" not in s.hand(2):
            continue
        n = s.hand(2).count("mouse")
        s.do("invoke mouse").passes()
        view = GAME.view(s.state, 0)
        told.add(repr(view.sides[1].hand) + repr(view.sides[1].bag))
        # Whoever plays one of two cards plays each of them as often.
        real[s.hand(2)[0]] += n
        if not said:
            said = Counter({card: n for card, n in zip(view.sides[1].kinds, view.sides[1].bag, strict=True) if n})
    assert len(told) == 1, "what a seat sees follows from what it was told"
    return real, said


def test_the_posterior_of_a_hand_is_that_of_brute_force_over_all_orders() -> None:
    real, said = drawn_twice("mouse mouse bear bear ox cub")
    assert {card: Fraction(n, real.total()) for card, n in real.items()} == {
        card: Fraction(n, said.total()) for card, n in said.items()
    }
    assert len(said) == 4
