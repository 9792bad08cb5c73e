"""A deck is searched: what comes of it, what nobody is told, how it is written, what everybody knows after it."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rising_tutor.core.contract import Sample, take_sample
from rising_tutor.core.contract.records import check_saving, check_seen_moves
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance
from rising_tutor.decks.slots import HIDDEN
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike.book import load_book
from rising_tutor.games.quickstrike.chance import energy_word
from rising_tutor.games.quickstrike.game import AvatarGame
from rising_tutor.games.quickstrike.handlers import does, options_of
from rising_tutor.games.quickstrike.run import Run, cards_of
from rising_tutor.games.quickstrike.search import found
from rising_tutor.games.quickstrike.state import lay_out
from rising_tutor.games.quickstrike.tasks import Apply, SearchDeck, Source
from rising_tutor.games.quickstrike.vocabulary import SearchAlly
from rising_tutor.replay import Scribe, header_of, replay_of, verify, write
from rising_tutor.replay.one_sided import one_sided
from tests.games.quickstrike.test_hidden import CHECKS
from tests.testkit.games import rules_of
from tests.testkit.owner_folder import owner_folder
from tests.testkit.quickstrike import GAME, Scene, Side

UNSEEN = "appa appa momo evade evade skewer pummel"
SEEDS = (22, 31, 34)
VIEWERS = (None, Seat(0), Seat(1))
LISTS = {
    "deck-1": "fpr001: 7 appa, 9 open-hand-form, 4 rokus-guidance, 6 sustenance, 6 pummel",
    "deck-2": "fpr001: 6 appa, 9 open-hand-form, 4 contemplate, 6 sustenance, 6 skewer",
    "turn_limit": "40",
}
"""Decks that charge their zones, look at cards on top, and search."""
NO_LOOKS = {
    "deck-1": "fpr001: 7 appa, 9 open-hand-form, 10 sustenance, 6 pummel",
    "deck-2": "fpr001: 6 appa, 9 open-hand-form, 10 sustenance, 6 skewer",
}


def searching(unseen: str = UNSEEN, energies: Any = ("? ?", 2, "?"), **side: Any) -> Scene:
    """The move of the Chamber counterattacks; three energies of its player are unseen, and four cards of the deck."""
    given = {"charged": "green yellow red", "chamber": "fpr001", "more": 0, **side}
    me = Side(unseen=unseen, energies=energies, **given)
    foe = Side(flips={"green": "downdraft"}, deck="skewer skewer")
    return Scene(me, foe, attack="green", step="turn").do("signature")


def n_cards(s: Scene) -> list[int]:
    return cards_of(s.state.mats[0], 0, s.state.mats)  # type: ignore[arg-type]


@pytest.mark.rule("QS-814")
def test_an_ally_named_so_comes_from_the_deck_to_an_empty_space() -> None:
    s = searching(allies={"green": "momo"})
    before = n_cards(s)
    assert (s.seat, s.legal) == (1, ["choose yellow", "choose red", "choose no"])
    s.do("choose yellow", "energy appa", "energy evade", "energy momo")
    assert (s.ally("yellow"), s.happened("AllyFound")) == ("appa", ["AllyFound"])
    assert (len(s.me.deck), sum(s.me.unseen), n_cards(s)) == (3, 3, before)
    assert GAME.load(GAME.dump(s.state)) == s.state
    assert s.seat == 2, "after the search the counterattack goes on"


@pytest.mark.rule("QS-814")
def test_it_may_be_left_and_without_an_empty_space_nothing_is_asked() -> None:
    left = searching().do("choose no")
    assert left.happened("AllyFound", "NothingFound") == []
    assert len(left.me.deck) == 4
    full = searching(allies={"green": "momo", "yellow": "katara", "red": "aang"})
    assert (full.seat, full.happened("Chosen")) == (2, [])


@pytest.mark.rule("QS-814")
def test_where_none_lies_in_the_deck_nothing_comes_and_what_is_left_lies_among_the_energies() -> None:
    s = searching().do("choose red", "energy appa", "energy evade", "energy appa")
    assert [GAME.say(event) for event in s.events if type(event).__name__ == "NothingFound"] == [  # type: ignore[arg-type]
        "Player 1 searches the deck: no ally named Appa lies in it, and it is shuffled."
    ]
    assert s.ally("red") is None
    appa = s.me.kinds.index(GAME.book.find("appa"))
    found = Counter[tuple[int, ...]]()
    for viewer in VIEWERS:
        view = GAME.view(s.state, viewer)
        worlds = GAME.all_worlds(view, 1_000)
        assert worlds is not None
        total = sum(weight for _, weight in worlds)
        for world, weight in worlds:
            mat = world.mats[0]
            assert GAME.view(world, viewer) == view
            assert mat.unseen[appa] == 0
            found[tuple(slot.card == appa for zone in mat.energies for slot in zone if not slot.seen)] += Fraction(
                weight, total
            )  # type: ignore[assignment]
        imagined = [GAME.imagine(view, Random(seed)) for seed in range(20)]
        assert {world.mats[0].unseen[appa] for world in imagined} == {0}
        assert len({world.mats[0].energies for world in imagined}) > 3
    assert set(found.values()) == {1}, "each place of the third energy is as likely, for each viewer"


@pytest.mark.rule("QS-1012")
def test_known_cards_of_the_deck_are_shuffled_in_and_an_order_that_nobody_knows_stays_as_it_is() -> None:
    known = searching(unseen="momo evade skewer", deck="appa pummel", energies=("? ?", 2, 2))
    known.do("choose green", "energy evade", "energy momo")
    assert (known.ally("green"), known.me.deck.settled, known.me.deck.n) == ("appa", (), 2)
    assert (known.me.shuffle, known.me.whole) == (2, known.me.unseen)
    none = searching(unseen="momo evade skewer", energies=("? ?", 2, 2)).do("choose green", "energy evade")
    none.do("energy momo")
    assert (none.ally("green"), none.me.shuffle) == (None, 1)


def test_nobody_is_told_what_the_energies_are_until_they_are_paid() -> None:
    s = searching().do("choose red", "energy appa", "energy evade", "energy skewer")
    for viewer in VIEWERS:
        remembered = GAME.view(s.state, viewer).mats[0].remembered
        assert [slot.card for slot in (*remembered[0], *remembered[2])] == [HIDDEN] * 3
    asked = searching(energies=("? ?", 2, 2), unseen="evade momo skewer appa")
    node, move = GAME.node(asked.do("choose red").state), do.Turned("ame120")
    assert isinstance(node, Chance)
    assert [GAME.write_seen(asked.state, move, viewer) for viewer in VIEWERS] == ["energy ?"] * 3
    told = GAME.resolve(asked.state, move).events
    assert told == ()


@pytest.mark.rule("QS-609")
def test_an_energy_that_chance_has_settled_is_as_unknown_to_its_owner_as_before() -> None:
    s = searching().do("choose red", "energy appa", "energy evade", "energy appa")
    run = Run(s.state, GAME.book)  # type: ignore[arg-type]
    assert {energy_word(run, 0, slot) for slot in s.me.energies[0]} == {"unknown"}


def ends(s: Scene, chance: Fraction) -> Iterator[tuple[bool, Fraction]]:
    """Whether the search found something, over all that chance can say before it, with the chance of each."""
    node = s.game.node(s.state)
    if not isinstance(node, Chance) or s.happened("AllyFound", "NothingFound"):
        yield s.ally("yellow") == "appa", chance
        return
    for outcome, weight in node.outcomes:
        further = Scene(game=s.game)
        further.state, further.events = s.state, []
        further.do(GAME.write(s.state, outcome))
        yield from ends(further, chance * Fraction(weight, node.outcomes.total))


def test_the_chance_of_a_search_is_that_of_a_deck_in_unknown_order() -> None:
    s = searching().do("choose yellow").forget()
    there = sum(chance for found, chance in ends(s, Fraction(1)) if found)
    assert there == 1 - Fraction(comb(3, 2), comb(7, 2)), "both lie among three of seven cards"
    open_ = searching().do("choose yellow", "energy ?", "energy ?", "energy ?")
    node = GAME.node(open_.state)
    assert isinstance(node, Chance)
    assert Fraction(node.outcomes.weight(do.Turned("ame120")), node.outcomes.total) == there
    partly = searching().do("choose yellow", "energy ?", "energy momo", "energy ?")
    node = GAME.node(partly.state)
    assert isinstance(node, Chance)
    assert Fraction(node.outcomes.weight(do.NotThere()), node.outcomes.total) == Fraction(1, comb(6, 2))


def test_a_record_may_leave_the_energies_open_and_then_says_what_the_search_gave() -> None:
    found = searching().do("choose yellow", "energy ?", "energy ?", "energy ?", "search appa")
    assert (found.ally("yellow"), found.me.deck.n, sum(found.me.unseen)) == ("appa", 3, 6)
    none = searching().do("choose yellow", "energy ?", "energy ?", "energy ?", "search nothing")
    assert (none.ally("yellow"), none.me.deck.n) == (None, 4)
    assert GAME.load(GAME.dump(none.state)) == none.state
    for viewer in VIEWERS:
        GAME.imagine(GAME.view(none.state, viewer), Random(1))
        assert GAME.all_worlds(GAME.view(none.state, viewer), 100)


SECOND = """
[[card]]
id = "appa-again"
name = "Appa, asleep"
type = "ally"
origin = "owner"
"""


def test_of_several_allies_of_that_name_the_one_that_is_wanted_comes_first(tmp_path: Path) -> None:
    game = AvatarGame(load_book(owner_folder(tmp_path, SECOND)))
    start = game.start(2, {"deck-1": "fpr001: 20 appa, 20 appa-asleep", "deck-2": "aang"})
    mat = start.mats[0]
    source = Source(0, "airball-practice", "strike", 3, 3)
    table = lay_out(start)
    run = Run(table, game.book)
    effect = SearchAlly("Appa", may=True)
    seat, options = options_of(run, Apply(effect, source))
    assert (seat, options[:3]) == (0, ("green appa", "green appa-asleep", "yellow appa"))
    table.agenda = ()
    does.find(effect)(run, effect, source, "yellow appa-asleep")
    task = table.agenda[0]
    assert isinstance(task, SearchDeck)
    assert [mat.kinds[kind] for kind in task.kinds] == ["appa-again", "ame120"]
    there = dict(found(run, task))
    assert there[task.kinds[0]] > 0, "nothing is settled yet, so what lies in the deck is left to chance"


def sample(seed: int, **options: str) -> Sample:
    """A game of decks that search."""
    return take_sample(
        GAME, rules=rules_of("avatar-tcg"), seats=2, seed=seed, options={**LISTS, **options}, bound=2_000
    )


def searches(one: Sample) -> list[str]:
    kinds = [type(event).__name__ for at in one.trail.positions for event in at.step.events]
    return [kind for kind in kinds if kind in ("AllyFound", "NothingFound")]


@pytest.mark.sweep(one_in=7)
@pytest.mark.slow
@pytest.mark.parametrize("lists", ["open", "closed"])
@pytest.mark.parametrize("seed", SEEDS)
def test_decks_that_search_keep_the_contract(seed: int, lists: str) -> None:
    one = sample(seed, lists=lists)
    assert searches(one)
    for check in (*CHECKS, check_seen_moves, check_saving):
        check(one)


@pytest.mark.slow
def test_these_games_find_an_ally_and_find_none() -> None:
    assert {kind for seed in SEEDS for kind in searches(sample(seed))} == {"AllyFound", "NothingFound"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [13, 21])
def test_a_record_of_one_side_plays_as_one_table_through_a_search(seed: int) -> None:
    game: Any = GAME
    made = sample(seed, **NO_LOOKS).trail.positions
    scribe = Scribe(game)
    for move in made:
        scribe.line(move.state, move.move)
    end = made[-1].step.state
    whole = replay_of(header_of(game, 2, options={**LISTS, **NO_LOOKS}), scribe, end)
    for viewer in VIEWERS:
        side = one_sided(game, whole, made, viewer)
        moves = [line.move for line in side.lines]
        assert "energy ?" in moves
        assert any(move.startswith("search ") for move in moves)
        verified = verify(write(side, "game.replay"), "game.replay")
        assert verified.problems == ()
        assert verified.possible is None
        assert [mat.allies for mat in verified.state.mats] == [mat.allies for mat in end.mats]
