"""The table of Rise TCG as HTML: what is shown, what is said of choices, what nobody may see."""

import re
from collections import Counter
from fractions import Fraction
from html import unescape
from random import Random
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Look, Try
from rising_tutor.boards.rise_tcg import ways
from rising_tutor.boards.rise_tcg.decision import PICKS
from rising_tutor.boards.rise_tcg.outlook import outlook
from rising_tutor.boards.rise_tcg.scene import Scene as Picture
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.abilities import ASKS
from rising_tutor.games.rise_tcg.words import SENTENCES
from tests.testkit.rise import GAME, Scene, Side

BOARD: Any = board_for(GAME)
REAL: Any = load_game("rise-tcg")
TABLE: Any = board_for(REAL)
ME_SEAT = Seat(0)


def words(html: str) -> str:
    """What a reader sees."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


def look_of(state: Any, **facts: Any) -> Look:
    node = GAME.node(state)
    return Look(actions=node.actions if isinstance(node, Decision) else (), **facts)


def picture(s: Scene, viewer: Any = ME_SEAT, **facts: Any) -> Picture:
    return Picture(GAME, GAME.view(s.state, viewer), look_of(s.state, **facts))


def parts(s: Scene, viewer: Any = ME_SEAT, **facts: Any) -> dict[str, str]:
    node = GAME.node(s.state)
    actions = node.actions if isinstance(node, Decision) and node.seat == viewer else ()
    return dict(BOARD.parts(GAME.view(s.state, viewer), Look(actions=actions, live=viewer is not None, **facts)))


@pytest.fixture(scope="module")
def made() -> list[Any]:
    """Decisions of whole games between programs, with the game that they are of."""
    found = []
    for seed in range(4):
        seats = {Seat(0): "greedy", Seat(1): "random" if seed % 2 else "greedy"}
        session = GameSession(REAL, 2, {}, seed=str(seed), programs=seats)
        session.settle()
        while session.play_program() is not None:
            pass
        assert session.over
        found += [one for one in session.made if not one.chance]
    return found


def drawn(state: Any, viewer: Any, **facts: Any) -> dict[str, str]:
    node = REAL.node(state)
    actions = node.actions if isinstance(node, Decision) and node.seat == viewer else ()
    return dict(TABLE.parts(REAL.view(state, viewer), Look(actions=actions, live=viewer is not None, **facts)))


# What is drawn --------------------------------------------------------------------------------------------------------

ME = Side(hand="ox", closed="storm-bolt", play="bear!damage=1 steel-harness@bear plain-door!open", cemetery="mouse")
FOE = Side(closed="cub", play="mouse!tilted cold@seat-1", summoners="vell oss", levels=(1, 0), cp=(2, 1))


def test_a_card_in_play_says_its_numbers_and_what_was_done_to_it() -> None:
    table = parts(Scene(ME, FOE))["table"]
    assert "Bear, Creature, rank 4, attack 4 (printed 3), defense 3, 1 damage" in table
    assert "Plain Door, Door, rank 4, attack 1, defense 4, open" in table
    assert "Mouse, Creature, rank 4, attack 2, defense 2, tilted" in table
    assert "Steel Harness, Equipment of you, read it" in table
    assert "Cold, Disease of" in table


def test_a_summoner_says_its_hp_level_and_capacity() -> None:
    table = parts(Scene(ME, FOE))["table"]
    assert "Vell, Plague Doctor, Summoner, 24 HP, level 2, 2 of 2 capacity points" in table
    assert "Oss, Gravekeeper, Summoner, " in table


def test_hands_of_others_are_backs_and_never_named() -> None:
    s = Scene(ME, FOE)
    own, theirs, watched = (parts(s, viewer) for viewer in (0, 1, None))
    assert "Storm Bolt" in own["table"]
    for shown in (theirs, watched):
        html = "".join(map(str, shown.values()))
        assert "Storm Bolt" not in html
        assert "storm-bolt" not in html
    assert "1 hidden" in words(own["table"])


def test_every_picture_of_a_hidden_hand_is_the_same_whatever_is_in_it(made: list[Any]) -> None:
    """The oracle is the table: with another hand that fits what the seat has seen, nothing of its picture changes."""
    n = 0
    for at, one in enumerate(made[::29]):
        for viewer in (Seat(0), Seat(1), None):
            view = REAL.view(one.state, viewer)
            other = REAL.imagine(view, Random(at))
            n += other != one.state
            assert drawn(other, viewer) == drawn(one.state, viewer)
    assert n > 20


def test_no_key_stands_twice_and_every_card_that_opens_can_be_read(made: list[Any]) -> None:
    for one in made[::17]:
        shown = drawn(one.state, one.seat)
        html = "".join(shown[part] for part in ("rail", "table", "dock", "coach"))
        keys = Counter(re.findall(r'data-key="([^"]+)"', html))
        assert [key for key, n in keys.items() if n > 1] == []
        opens = tuple(sorted(set(re.findall(r'data-do="unfold" data-arg="([^"]+)"', shown["table"]))))
        assert len(opens) > 8
        read = drawn(one.state, one.seat, open=opens)["dock"]
        assert len(re.findall(r'data-key="read:', read)) == len(opens)


def test_a_watcher_and_a_replay_get_no_button_that_acts(made: list[Any]) -> None:
    for one in made[::41]:
        assert 'data-do="act"' not in "".join(drawn(one.state, None).values())


# Choices --------------------------------------------------------------------------------------------------------------


def test_every_legal_choice_is_a_button_once_with_words_of_its_own(made: list[Any]) -> None:
    for one in made[::5]:
        node = REAL.node(one.state)
        tray = drawn(one.state, one.seat)["dock"]
        numbers = re.findall(r'data-do="act" data-arg="(\d+)"', tray)
        assert sorted(map(int, numbers)) == list(range(len(node.actions)))
        view = REAL.view(one.state, one.seat)
        said = Counter((TABLE.word(view, action), ways.does(_of(view), action)) for action in node.actions)
        assert max(said.values()) == 1, said


def _of(view: Any) -> Picture:
    return Picture(REAL, view, Look())


def test_no_choice_is_called_by_the_name_of_its_class(made: list[Any]) -> None:
    kinds = set()
    for one in made:
        for action in REAL.node(one.state).actions:
            kinds.add(type(action))
        view = REAL.view(one.state, one.seat)
        if len(kinds) < 18:
            assert all(TABLE.word(view, action) != type(action).__name__ for action in REAL.node(one.state).actions)
    assert len(kinds) >= 14


def test_what_is_yours_is_called_so_where_no_noun_follows(made: list[Any]) -> None:
    told = " ".join(words(html) for one in made[::4] for html in drawn(one.state, one.seat).values())
    assert "yours, " in told
    assert re.search(r"\byour\b(?=\s*[,.;)]|$)", told) is None


def test_what_is_paid_stands_beside_a_choice() -> None:
    s = Scene(Side(hand="ox storm-bolt", coins=4, cp=(2, 2), levels=(1, 1)), Side(play="mouse"))
    tray = parts(s)["dock"]
    assert "costs 2 capacity points" in tray
    bolt = tray[tray.index("Storm Bolt with") :][:900]
    assert "costs 1 capacity point" in bolt
    assert "coins" in bolt


def test_copycat_says_what_it_repeats_and_what_that_costs() -> None:
    s = Scene(Side(play="clockwork-parrot toll", coins=9), Side(play="ox")).do("action toll", "choose ox").passes()
    tray = parts(s)["dock"]
    button = tray[tray.index("Clockwork Parrot repeats Toll, action") :].partition("</button>")[0]
    assert 'class="rt-coin">2<' in button


def test_a_card_that_cannot_be_played_says_why() -> None:
    s = Scene(Side(hand="ox", cp=(1, 1)), Side())
    hand = words(parts(s)["table"])
    assert "costs 2" in hand
    assert "can be played" not in hand


def test_what_may_be_wanted_stands_with_its_rule() -> None:
    s = Scene(Side(play="bear!new mouse", cp=(0, 0)), Side()).do("to attack")
    tray = words(parts(s)["dock"])
    assert "Attack with Bear , not possible now, not now: Bear came under its controller this turn" in tray
    s = Scene(Side(play="bear", cp=(0, 0)), Side())
    assert "Ysolde, skill 2 : skill 2 needs level 2" in words(parts(s)["dock"])
    assert "RISE-815" in parts(s)["dock"]


def test_a_press_on_what_is_almost_possible_tries_it() -> None:
    s = Scene(Side(play="bear!new"), Side())
    view = GAME.view(s.state, Seat(0))
    tried = BOARD.gesture(view, look_of(s.state), "do:attack bear")
    assert isinstance(tried, Try)
    assert GAME.check(s.state, tried.action) is not None


def test_tries_hold_every_legal_choice_and_what_is_refused(made: list[Any]) -> None:
    refused = 0
    for one in made[::31]:
        view = REAL.view(one.state, one.seat)
        tried = [attempt.action for attempt in TABLE.tries(view)]
        assert len(tried) == len(set(tried))
        assert set(REAL.node(one.state).actions) <= set(tried)
        refused += sum(REAL.check(one.state, action) is not None for action in tried)
    assert refused


def test_each_choice_that_the_rules_ask_for_has_its_question() -> None:
    assert PICKS.keys() == ASKS.keys()


def test_the_main_button_names_its_consequence() -> None:
    s = Scene(Side(play="toll", hand="recall-horn"), Side(play="mouse", hand="recall-horn")).do("action toll")
    first = parts(s)["dock"]
    assert "Add nothing: Player 2 is asked" in first
    s.do("pass")
    assert "Add nothing: the chain happens" in parts(s, Seat(1))["dock"]


# The chain ------------------------------------------------------------------------------------------------------------


def test_the_newest_item_is_number_one_and_lies_on_what_it_is_aimed_at() -> None:
    s = Scene(Side(play="toll"), Side(play="mouse", hand="recall-horn")).do("action toll", "pass")
    s.do("invoke recall-horn with bram", "choose mouse")
    shown = parts(s)
    pile = words(shown["dock"])
    assert pile.index("1 Recall Horn") < pile.index("2 Toll, action")
    assert "number 1 of the chain is aimed at it, number 2 of the chain is aimed at it" in shown["table"]
    assert "number 2 of the chain comes from it" in shown["table"]


def test_what_happens_if_nobody_adds_anything_is_what_happens() -> None:
    s = Scene(Side(play="toll"), Side(play="mouse")).do("action toll")
    (way,) = outlook(picture(s))
    assert way.chance == 1
    said = [GAME.say(event) for event in way.events]
    told = []
    state: Any = s.state
    while state.chain:
        step = GAME.act(state, do.Pass())
        told += [GAME.say(event) for event in step.events]
        state = step.state
    assert said
    assert [one for one in said if one not in told] == []


def test_a_coin_is_followed_on_both_sides_with_exact_chances(made: list[Any]) -> None:
    split = 0
    for one in made:
        ways_on = outlook(Picture(REAL, REAL.view(one.state, one.seat), Look()))
        if ways_on:
            assert sum((way.chance for way in ways_on), Fraction(0)) == 1
            split += len(ways_on) > 1
    assert split


@pytest.mark.wide
def test_what_comes_of_adding_nothing_is_a_sentence(made: list[Any]) -> None:
    said = [words(drawn(one.state, one.seat)["dock"]) for one in made]
    assert any("If nobody adds anything: " in one for one in said)
    assert [one for one in said if re.search(r"(anything|\d of \d+|exact): Then\b", one)] == []


def test_the_chain_is_told_of_as_in_the_rules() -> None:
    s = Scene(Side(play="toll"), Side(play="mouse")).do("action toll")
    said = [GAME.say(event) for _ in range(2) for event in s.do("pass").events]
    assert "The action of Toll of Player 1 resolves." in said
    assert [one for one in SENTENCES.values() if "worked off" in one] == []


def test_who_is_asked_stands_in_order() -> None:
    s = Scene(Side(play="toll", hand="recall-horn"), Side(play="mouse", hand="recall-horn")).do("action toll")
    assert "you Player 2 it happens" in words(parts(s)["dock"])


# Fights ---------------------------------------------------------------------------------------------------------------


def test_fights_say_who_meets_whom_with_numbers_of_the_moment() -> None:
    s = Scene(Side(play="bear"), Side(play="mouse")).do("to attack", "attack bear").passes()
    assert "Bear 3/3 attacks Player 2, not blocked" in words(parts(s)["table"])
    s.do("block bear with mouse")
    assert "Bear 3/3, blocked by Mouse 2/2" in words(parts(s)["table"])


def test_samples_are_called_so_wherever_cards_are_shown() -> None:
    assert "sample content of this project" in words(parts(Scene(ME, FOE))["table"])
    for card in TABLE.cards():
        assert "sample card of this project" in TABLE.card(card.id)


def test_positions_of_chance_are_drawn_too() -> None:
    session = GameSession(REAL, 2, {}, seed="1")
    assert isinstance(REAL.node(session.state), Chance)
    shown = drawn(session.state, Seat(0))
    assert "One moment" in shown["dock"]
    assert "Set-up" in shown["rail"]


def test_the_moment_before_the_draw_names_no_cards_since_none_may_be_invoked_then() -> None:
    s = Scene(Side(play="tap"), Side(hand="cub", play="tap"), step="turn").do("pass")
    before = _asks(s)
    s.passes().do("cards 1", "pass")
    assert (before, _asks(s)) == (
        "A moment for skills and actions, before the draw.",
        "A moment for Imminent cards, skills and actions, after the draw.",
    )


def _asks(s: Scene) -> str:
    """What the tray of the seat that chooses asks."""
    seat = Seat((s.seat or 1) - 1)
    dock = str(board_for(s.game).parts(s.game.view(s.state, seat), Look(actions=s.game.node(s.state).actions))["dock"])
    return re.sub(r"<[^>]+>", "", re.search(r'rt-question">(.*?)<(?:a|button)', dock)[1]).strip()
