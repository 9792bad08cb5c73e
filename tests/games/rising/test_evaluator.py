"""The evaluator: sums that hold exactly, signs that make sense, a file that says where it is from; how good it is."""

from importlib.resources import files
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from rising_tutor.analysis.calibration import Foretold, Played, calibration, compare
from rising_tutor.core.band import Band
from rising_tutor.core.drive import play_out
from rising_tutor.core.evaluated import evaluated_game
from rising_tutor.core.ids import CardId
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadContent
from rising_tutor.games.rising.cards.book import load_book
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.titles.fire_nation import TITLE
from rising_tutor.games.rising.valuing.evaluation import RisingEvaluation
from rising_tutor.games.rising.valuing.evaluator import Evaluator
from rising_tutor.games.rising.valuing.features import features_of
from rising_tutor.games.rising.valuing.model import FILE, read_model, write_model
from rising_tutor.games.rising.valuing.selfplay import MOST_DISTURBED, is_boundary, record, setting_of
from rising_tutor.games.rising.view import SpotView
from rising_tutor.probability.logistic import fit_logistic

pytestmark = pytest.mark.slow

HELD_OUT = "held out"
TITLES = ("fire-nation-rising", "death-eaters-rising", "dark-side-rising")
SPEC = load_book(TITLE).spec
OWN = """
[[hero]]
id = "aang"
name = "Somebody"
type = "Air"
capacity = 2
cost = ["A"]
ability = { when = "on_recruited", effect = { do = "heal_teams", n = 1 } }
origin = "owner"
"""


@pytest.fixture(scope="module")
def game():
    return load_game("fire")


@pytest.fixture(scope="module", params=TITLES)
def any_game(request):
    return load_game(request.param)


@pytest.fixture(scope="module")
def any_evaluator(any_game):
    return Evaluator(any_game.book)


@pytest.fixture(scope="module")
def any_views(any_game):
    """Positions between two turns of games that no weight was fitted on."""
    return shuffled(any_game, [record(any_game, HELD_OUT, number) for number in range(1, 5)])


@pytest.fixture(scope="module")
def evaluator(game):
    return Evaluator(game.book)


@pytest.fixture(scope="module")
def played(game):
    """Games that no weight was fitted on."""
    return [one for one in (record(game, HELD_OUT, number) for number in range(1, 13)) if one is not None]


@pytest.fixture(scope="module")
def views(game, played):
    found = shuffled(game, played)
    assert {view.phase for view in found} == {1, 2}
    assert len({len(view.teams) for view in found}) >= 3
    return found


def shuffled(game, played):
    found = [game.view(state, None) for one in played if one is not None for state in one.positions]
    Random("views").shuffle(found)
    return found[:60]


def with_team(view, at, **changes):
    return replace(view, teams=tuple(replace(t, **changes) if n == at else t for n, t in enumerate(view.teams)))


def with_token(view, at, kind):
    held = dict(view.teams[at].tokens)
    held[kind] = held.get(kind, 0) + 1
    return with_team(view, at, tokens=tuple(held.items()))


def with_place(view, place, spot):
    return replace(view, places=(*view.places[:place], spot, *view.places[place + 1 :]))


def fresh(game, card):
    return SpotView(CardId(card), 0, game.book.capacity[card], (), (), 0)


def with_damage(view, team, at, more):
    row = view.teams[team].row
    hurt = replace(row[at], damage=row[at].damage + more)
    return with_team(view, team, row=(*row[:at], hurt, *row[at + 1 :]))


# sums


@pytest.mark.sweep(one_in=3)
def test_tokens_add_up_exactly_whoever_holds_them(any_game, any_evaluator, any_views):
    for view in any_views:
        base = any_evaluator.score(view)
        for kind in any_game.book.token_ids:
            for at in range(len(view.teams)):
                assert any_evaluator.score(with_token(view, at, kind)) == base + any_evaluator.of_token(view, kind)
        two = with_token(
            with_token(view, view.active, any_game.book.token_ids[0]), view.active, any_game.book.token_ids[-1]
        )
        both = any_evaluator.of_token(view, any_game.book.token_ids[0]) + any_evaluator.of_token(
            view, any_game.book.token_ids[-1]
        )
        assert any_evaluator.score(two) - base == both


@pytest.mark.sweep(one_in=3)
def test_cards_that_come_to_places_add_up_exactly_in_any_order(any_game, any_evaluator, any_views):
    book, rng = any_game.book, Random("places")
    cards = [*book.hero, *book.villain]
    for view in any_views:
        empty = replace(view, places=(None,) * len(view.places))
        expected, full = any_evaluator.score(empty), empty
        for place in rng.sample(range(len(view.places)), len(view.places)):
            card = rng.choice(cards)
            expected += any_evaluator.of_card(empty, card, place)
            full = with_place(full, place, fresh(any_game, card))
            assert any_evaluator.score(full) == expected
            assert any_evaluator.of_card(full, card, place) == any_evaluator.of_card(empty, card, place)


# signs


def test_more_tokens_are_never_worse(any_game, any_evaluator, any_views):
    gains = [any_evaluator.of_token(view, kind) for view in any_views for kind in any_game.book.token_ids]
    assert min(gains) >= 0
    assert max(gains) > 0


def test_damage_on_own_heroes_is_never_better_and_a_lost_hero_is_worse(any_game, any_evaluator, any_views):
    worse = 0
    for view in any_views:
        base = any_evaluator.score(view)
        for team, one in enumerate(view.teams):
            for at, member in enumerate(one.row):
                last = base
                for more in range(1, member.capacity - member.damage):
                    now = any_evaluator.score(with_damage(view, team, at, more))
                    assert now <= last
                    last = now
                worse += last < base
                if len(one.row) > 1:
                    row = (*one.row[:at], *one.row[at + 1 :])
                    lost = replace(with_team(view, team, row=row), defeated=(*view.defeated, member.card))
                    assert any_evaluator.score(lost) < last
    assert worse > 100


def test_what_lies_on_places_and_tracks_counts_the_right_way(any_game, any_evaluator, any_views):
    book = any_game.book
    for view in any_views:
        base = any_evaluator.score(view)
        for place, spot in enumerate(view.places):
            if spot is None or spot.damage + 1 >= spot.capacity:
                continue
            change = any_evaluator.score(with_place(view, place, replace(spot, damage=spot.damage + 1))) - base
            assert change <= 0 if spot.card in book.hero else change >= 0
        if view.phase == 1 and view.balance is not None:
            assert any_evaluator.score(replace(view, ruin=min(view.ruin + 1, view.ruin_top))) <= base
            track = view.balance
            on = replace(track, position=min(track.position + 1, track.top))
            assert any_evaluator.score(replace(view, balance=on)) >= base
        for at, carrier in enumerate(view.carriers):
            if not carrier.fallen and carrier.counters + 1 < carrier.spaces:
                more = replace(carrier, counters=carrier.counters + 1)
                carriers = (*view.carriers[:at], more, *view.carriers[at + 1 :])
                assert any_evaluator.score(replace(view, carriers=carriers)) <= base
        for at, battle in enumerate(view.battles):
            if battle is not None and battle.damage < battle.capacity:
                hit = replace(battle, damage=battle.damage + 1)
                battles = (*view.battles[:at], hit, *view.battles[at + 1 :])
                assert any_evaluator.score(replace(view, battles=battles)) > base
        limit = replace(view.options, hero_loss_limit=view.options.hero_loss_limit + 1)
        assert any_evaluator.score(replace(view, options=limit)) > base
        # A Villain removed from its place is better than one that lies there.
        for place, spot in enumerate(view.places):
            if spot is not None and spot.card in book.villain:
                gone = replace(with_place(view, place, None), villains_out=(*view.villains_out, spot.card))
                assert any_evaluator.score(gone) > base


def test_every_position_of_a_turn_has_a_chance_and_the_end_its_result(game, evaluator):
    seen = []

    def watch(state, _move, step):
        seen.append(game.view(step.state, None))

    play_out(game, seats=3, seed=2, policy="random", watch=watch)
    chances = [evaluator.win(view) for view in seen if not view.result]
    assert len(chances) > 100
    assert all(0 < chance < 1 for chance in chances)
    assert evaluator.win(replace(seen[-1], result="win")) == 1.0
    assert evaluator.win(replace(seen[-1], result="loss")) == 0.0


# the file


def test_shipped_file_names_its_games_and_fits_rules_and_cards(any_game, any_evaluator):
    source, info = any_evaluator.model.provenance, any_game.info
    assert source.games >= 1000
    assert source.rules_version in (info.rules_version, *info.older_rules)
    words = source.command.split()
    assert words[:5] == ["rising-tutor", "evaluator", "fit", info.id, "--games"]
    assert words[6:] == ["--seed", source.seed]
    assert source.games <= int(words[5]) <= 1.05 * source.games, "hardly a game is given up"
    assert source.policy == "greedy"
    assert any_evaluator.fits_content
    text = files(any_game.book.title).joinpath(FILE).read_text(encoding="utf-8")
    assert write_model(any_evaluator.model) == text
    assert [band.upto for band in any_evaluator.model.band] == sorted(band.upto for band in any_evaluator.model.band)
    assert any_evaluator.model.band[-1].upto == 1
    assert all(band.low <= 0 <= band.high for band in any_evaluator.model.band)


@pytest.mark.wide
def test_owners_cards_are_judged_and_said_to_be_others(game, views, tmp_path):
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    own = load_game("fire", content=str(tmp_path))
    ours, theirs = Evaluator(game.book), Evaluator(own.book)
    assert ours.fits_content
    assert not theirs.fits_content
    state = next(state for state in walk(own) if is_boundary(state))
    assert 0 < theirs.win(own.view(state, None)) < 1
    # A Hero who can take little and never helps again is worth less than ours of this name.
    view = next(view for view in views if view.phase == 2)
    assert theirs.of_card(view, "aang", 0) < ours.of_card(view, "aang", 0)


def walk(game):
    states = []
    play_out(game, seats=2, seed=1, limit=60, watch=lambda _s, _m, step: states.append(step.state))
    return states


def shipped(old="", new=""):
    text = files(TITLE).joinpath(FILE).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1).encode()


@pytest.mark.parametrize(
    ("old", "new", "path", "expected"),
    [
        ("format = 1", "format = 2", "format", "fit it again"),
        ("format = 1", "format = 0", "format", "fit it again"),
        ('rules_version = "1"', 'rules_version = "0"', "provenance.rules_version", "fit it again"),
        ('game = "fire-nation-rising"', 'game = "dark-side-rising"', "game", "fire-nation-rising"),
        ("\ntokens = ", "\ntoken = ", "phase1", "fit it again"),
        ("\ntokens = ", "\ntokens = -", "phase1.tokens", "at least 0"),
        ("\ntokens = ", "\ntokens = nan #", "phase1.tokens", "a number"),
        ("\ntokens = ", '\ntokens = "" #', "$.phase1[...]", "float"),
        ("[phase2]", "[phase3]", "$", "known field"),
        ("[phase1]", "[phase1", "TOML", "readable"),
    ],
)
def test_wrong_or_older_files_are_refused(game, old, new, path, expected):
    with pytest.raises(BadContent) as caught:
        read_model(shipped(old, new), game.book.spec)
    assert caught.value.file == FILE
    assert caught.value.path == path
    assert expected in caught.value.expected


def test_bands_must_reach_one(game, evaluator):
    short = replace(evaluator.model, band=(Band(0.5, -0.1, 0.1),))
    with pytest.raises(BadContent, match="last one 1"):
        read_model(write_model(short).encode(), game.book.spec)


# self-play and fit


def test_a_game_of_self_play_follows_from_seed_and_number(game, played):
    again = record(game, HELD_OUT, played[0].number)
    assert again == played[0]
    assert record(game, "other", played[0].number) != again
    for one in played:
        assert all(is_boundary(state) and state.turn > one.setting.disturbed for state in one.positions)
    settings = [setting_of(SPEC, "1", number) for number in range(300)]
    assert {one.options["difficulty"] for one in settings} == {"easy", "medium", "hard"}
    assert {one.seats for one in settings} == {1, 2, 3, 4, 5}
    assert max(one.disturbed for one in settings) == MOST_DISTURBED
    assert max(one.share for one in settings) <= 0.6


def test_fit_is_the_same_to_the_byte_and_the_file_reads_back(game):
    evaluation = evaluated_game(game).evaluation()
    first, second = (
        evaluation.fit([evaluation.sample("tiny", n) for n in (2, 3)], command="c", n_games=2, seed="tiny")
        for _ in range(2)
    )
    assert first == second
    model = read_model(first.encode(), game.book.spec)
    assert model.provenance.games == 2
    assert set(model.phase1) == {feature.name for feature in features_of(SPEC) if 1 in feature.phases}


def test_the_fit_arrives_where_no_step_is_better_also_with_columns_that_say_nearly_the_same():
    rng = np.random.default_rng(11)
    common = rng.normal(size=(600, 4))
    rows = common @ rng.normal(size=(4, 30)) + 0.05 * rng.normal(size=(600, 30))
    rows = np.hstack([np.ones((600, 1)), rows])
    won = (rng.random(600) < 1 / (1 + np.exp(-3 * common[:, 0]))).astype(float)
    for seed in range(20):
        signs = [0, *np.random.default_rng(seed).choice([-1, 0, 1], 30)]
        weights = fit_logistic(rows, won, signs, 5.0)
        scale = rows.std(axis=0)
        scale[0] = 1.0
        slope = (rows / scale).T @ (won - 1 / (1 + np.exp(-rows @ weights))) - 5.0 * weights * scale
        assert all(weight * sign >= 0 for weight, sign in zip(weights, signs, strict=True))
        held = [sign != 0 and weight == 0 for weight, sign in zip(weights, signs, strict=True)]
        assert np.abs(slope[1:][~np.array(held[1:])]).max() < 1e-5
        assert all(pull * sign < 1e-5 for pull, sign, at in zip(slope, signs, held, strict=True) if at)


def test_logistic_fit_finds_weights_and_holds_those_of_a_wrong_sign():
    rng = np.random.default_rng(5)
    rows = np.hstack([np.ones((20_000, 1)), rng.normal(size=(20_000, 3))])
    true = np.array([0.5, 1.5, -0.7, 0.0])
    won = (rng.random(20_000) < 1 / (1 + np.exp(-rows @ true))).astype(float)
    free = fit_logistic(rows, won, (0, 0, 0, 0), 1e-3)
    assert np.abs(free - true).max() < 0.06
    held = fit_logistic(rows, won, (0, -1, -1, 0), 1e-3)
    assert held[1] == 0
    # The best ones given that: no step of the others makes the data likelier.
    slope = rows.T @ (won - 1 / (1 + np.exp(-rows @ held)))
    assert np.abs(slope[[0, 2, 3]]).max() < 1e-2
    assert slope[1] > 0


# how good it is


def foretold(evaluation, games):
    return [Foretold(evaluation.says(one), g.won, g.number, (g.players,)) for g in games for one in g.positions]


def test_it_foretells_results_of_games_that_it_was_not_fitted_on(game, evaluator, played):
    rows = [
        Foretold(evaluator.win(game.view(state, None)), one.won, one.number, ("all",))
        for one in played
        for state in one.positions
    ]
    found = calibration(rows, ("all",)).all
    assert found.games >= 8
    assert 0.3 < found.won < 0.95
    assert found.brier < 0.75 * found.constant
    assert abs(found.off) < 0.15


@pytest.mark.long
def test_calibration_on_many_games_and_against_playouts(game):
    evaluation = RisingEvaluation(game)
    games = [evaluation.sample("long", number, positions=True) for number in range(1, 301)]
    found = calibration(foretold(evaluation, games), ("players",))
    assert found.error < 0.05
    assert found.all.brier < 0.7 * found.all.constant
    for decile in found.deciles:
        assert abs(decile.off) < max(0.03, 1.5 * decile.half), decile
    rng = Random("long")
    checked = []
    for one in rng.sample([g for g in games if g.positions], 60):
        at = rng.choice(one.positions)
        ends = [evaluation.play_on(at.position, f"long:{one.number}:{n}") for n in range(20)]
        checked.append(Played(evaluation.says(at), sum(ends), len(ends)))
    against = compare(checked)
    assert abs(against.mean) < 0.06
    assert against.rms < 0.17


def test_counting_does_not_depend_on_the_state_behind_the_view(game, evaluator, played):
    """A view that went through the state and back is judged alike."""
    state = played[0].positions[-1]
    assert evaluator.score(game.view(st.load(st.dump(state)), None)) == evaluator.score(game.view(state, None))
