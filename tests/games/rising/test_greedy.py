"""The policy "greedy": legal everywhere, the same for equal views, better than chance, harder where it is harder."""

from collections import Counter
from itertools import accumulate
from random import Random

import pytest
from msgspec.structs import replace

from rising_tutor.core.drive import choose_at_random, play_out, policy_rng
from rising_tutor.core.ids import CardId
from rising_tutor.core.node import Decision
from rising_tutor.core.registry import load_game
from rising_tutor.games.rising.cards.book import load_book
from rising_tutor.games.rising.greedy import Greedy
from rising_tutor.games.rising.greedy.odds import Odds
from rising_tutor.games.rising.rules import choices, tasks
from rising_tutor.games.rising.titles.fire_nation import TITLE

pytestmark = pytest.mark.slow

OPTIONS = {
    "fire-nation-rising": (
        {},
        {"villain_order": "chosen", "token_heal_any_team": "true"},
        {"difficulty": "hard", "villains": "13", "swapped_card_loses_dice": "true", "reactions_to_paid_damage": "true"},
        {"difficulty": "medium", "surplus_within_card": "false", "battle_damage": "1"},
    ),
    "death-eaters-rising": (
        {},
        {"villain_order": "chosen", "hero_loss_limit": "33"},
        {"token_window_end_turn": "true", "fallen_limit": "6", "hero_loss_limit": "33"},
    ),
    "dark-side-rising": (
        {},
        {"villain_order": "chosen", "head_start": "1", "hero_loss_limit": "40"},
        {"target": "11", "opening_anywhere": "true", "symbol_tokens_pay_abilities": "true"},
    ),
}


LEVELS = {
    "fire-nation-rising": tuple(
        {"difficulty": level, "villains": n} for level, n in (("easy", "10"), ("medium", "11"), ("hard", "13"))
    ),
    "death-eaters-rising": (
        {"target": "4"},
        {"target": "7", "hero_loss_limit": "7"},
        {"target": "10", "hero_loss_limit": "4"},
    ),
    "dark-side-rising": ({"target": "7"}, {"target": "9"}, {"target": "11"}),
}
"""From easy to hard."""

SEEDS = (51, 36, *range(36), *range(37, 40))
"""Games in which every kind of choice is looked for, and first those with the choices that come up least."""


@pytest.fixture(scope="module", params=OPTIONS)
def game(request):
    return load_game(request.param)


def positions(game, seeds, mixed=0.5):
    """Decisions of games in which chance and the policy take turns, so that odd positions come up too."""
    greedy = game.policies()["greedy"]
    options, info = OPTIONS[game.info.id], game.info
    for seed in seeds:
        rng = Random(f"positions:{seed}")
        met = []

        def choose(decision, look, policy, rng=rng, met=met):
            view = look()
            met.append((decision, view))
            who = greedy if rng.random() < mixed else choose_at_random
            return who(decision, lambda: view, policy)

        seats = info.min_seats + seed % (info.max_seats - info.min_seats + 1)
        play_out(game, seats=seats, seed=seed, policy=choose, options=options[seed % len(options)], limit=400)
        yield from met


def forced_drops(game, played):
    """The rarest choice of all, put on top of positions in which a Team holds tokens of several kinds."""
    out = []
    for _, view in played:
        at = next((at for at, team in enumerate(view.teams) if len(team.tokens) > 1), -1)
        if at >= 0 and len(out) < 5:
            state = game.imagine(view, Random(0))
            state = replace(state, agenda=(*state.agenda, tasks.PickDrop(CardId(next(iter(game.book.villain))), at, 1)))
            decision = game.node(state)
            out.append((decision, game.view(state, decision.seat)))
    return out


@pytest.mark.wide
def test_every_kind_of_choice_gets_a_legal_answer():
    wanted = {*choices.options.table, tasks.Window}
    met = Counter()
    for seed in SEEDS:
        for title in OPTIONS:
            game = load_game(title)
            greedy = game.policies()["greedy"]
            played = list(positions(game, [seed]))
            for decision, view in (*played, *forced_drops(game, played)):
                kind = type(view.agenda[-1])
                if len(decision.actions) < 2 and kind is not tasks.PickOrder:
                    continue
                assert greedy(decision, lambda view=view: view, Random(0)) in decision.actions
                met[title, kind] += 1
        least = min(sum(n for (one, _), n in met.items() if one == title) for title in OPTIONS)
        if least > 800 and wanted <= {kind for _, kind in met}:
            break
    asked = {kind for _, kind in met}
    assert wanted <= asked, f"never asked: {wanted - asked}"
    assert least > 800


def test_forced_choices_are_answered_without_a_look(game):
    state = game.start(2)
    only = Decision(0, game.node(state).actions[:1])

    def look():
        raise AssertionError("looked")

    assert game.policies()["greedy"](only, look, Random(0)) == only.actions[0]


@pytest.mark.sweep(one_in=3)
def test_the_same_seed_gives_the_same_game(game):
    one = play_out(game, seats=3, seed="same", policy="greedy")
    again = play_out(game, seats=3, seed="same", policy=Greedy(game.book))
    assert game.dump(one.state) == game.dump(again.state)
    assert one.decisions == again.decisions


def test_equal_views_get_equal_answers_whatever_was_seen_before(game):
    """The answer hangs on the view alone: not on the state behind it, the random numbers or earlier games."""
    fresh = Greedy(game.book)
    used = game.policies()["greedy"]
    play_out(game, seats=2, seed="before", policy=used, limit=200)
    for at, (decision, view) in enumerate(positions(game, [3])):
        state = game.imagine(view, Random(at))
        assert game.view(state, decision.seat) == view
        first = used(decision, lambda view=view: view, policy_rng(at, "one"))
        second = fresh(decision, lambda state=state, seat=decision.seat: game.view(state, seat), policy_rng(at, "two"))
        assert first == second


@pytest.mark.sweep(one_in=3)
def test_it_wins_far_more_often_than_random_play(game):
    options = LEVELS[game.info.id][0]

    def wins(name):
        for seed in range(12):
            yield play_out(game, seats=2, seed=seed, policy=name, options=options).state.result == "win"

    least = sum(wins("random")) + 5
    # No game that follows takes a win away, so none is played once these are won.
    assert any(won >= least for won in accumulate(wins("greedy")))


def test_no_policy_choice_runs_on_for_ever(game):
    played = play_out(game, seats=game.info.max_seats, seed="long", policy="greedy", limit=5_000)
    assert played.result is not None


@pytest.mark.parametrize(
    ("team", "cost", "per_cent"),
    [
        ("team-aang", "E", 98), ("team-aang", "WW", 81), ("team-aang", "EEF", 56), ("team-aang", "WWAF", 32),
        ("team-toph", "EEE", 90), ("team-sokka", "FFFA", 38), ("team-zuko", "WWAF", 18),
    ],
)  # fmt: skip
def test_chances_agree_with_those_of_the_content_notes(team, cost, per_cent):
    book = load_book(TITLE)
    odds = Odds(book)
    pool = tuple(book.team[team].dice.count(colour) for colour in book.colours)
    assert odds.chance(pool, book.vector(tuple(cost))) == pytest.approx(per_cent / 100, abs=0.08)


def test_more_dice_never_promise_much_less():
    book = load_book(TITLE)
    odds = Odds(book)
    aims = tuple(sorted((book.price[card], 1.0) for card in ("june", "haru", "arnook")))
    small, large = (1, 1, 1, 0), (2, 1, 1, 1)
    assert 0 < odds.promise(small, aims) < odds.promise(large, aims)
    assert odds.promise((0, 0, 0, 0), aims) == 0


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_win_rates_fall_as_difficulty_rises(game, seats):
    n = 100
    rates = []
    for options in LEVELS[game.info.id]:
        played = (play_out(game, seats=seats, seed=seed, policy="greedy", options=options) for seed in range(n))
        rates.append(sum(one.state.result == "win" for one in played) / n)
    assert rates[0] > rates[1] > rates[2], rates
