"""Positions that people write: what they say lies on the table, and what cannot lie there is refused by its word."""

from typing import Any

import pytest

from rising_tutor.core.node import Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.scenes import scene_game
from rising_tutor.errors import BadPosition

GAME = load_game("fire-nation-rising")
SCENES = scene_game(GAME)
assert SCENES is not None
BASE: dict[str, Any] = {"teams": ["toph", "aang"]}


def fact(words: dict[str, Any], name: str) -> Any:
    assert SCENES is not None
    return SCENES.fact(SCENES.set_up({**BASE, **words}), name)


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ({"at": {"2": ["june 2", "-", "tyro"]}, "shown": "green E"}, "june.damage", 2),
        ({"at": {"2": ["june 2", "-", "tyro"]}, "shown": "green E"}, "tyro.at", "location 2"),
        ({"at": {"2": ["june 2"]}, "shown": "green E"}, "june.left", 1),
        ({"at": {"1": ["june"]}, "location": 1, "shown": "green E"}, "june.lacks", 3),
        ({"rows": {"toph": ["haru 1", "toph", "teo"]}}, "team.toph.row", ("haru", "toph", "teo")),
        ({"rows": {"toph": ["haru 1", "toph", "teo"]}}, "toph.neighbours", ("haru", "teo")),
        ({"rows": {"toph": ["haru 1", "toph", "teo"]}}, "haru.neighbours", ("toph",)),
        ({"rows": {"toph": ["haru 1"], "aang": ["aang 3"]}}, "team.aang.damage", 3),
        ({"tokens": {"aang": ["reroll", "reroll"]}}, "team.aang.reroll", 2),
        ({"tokens": {"aang": ["reroll", "red-die"]}}, "team.aang.tokens", 2),
        ({"ruin": 7, "balance": 2}, "ruin", 7),
        ({"side": "easy-1", "balance": 5}, "balance.lacks", 2),
        ({"side": "easy-1", "balance": 3}, "balance.lacks", 1),
        ({"side": "easy-3", "balance": 1}, "balance.lacks", 1),
        ({"battles": ["wulong-forest 1", "-", "ba-sing-se"]}, "battles.done", 1),
        ({"battles": ["wulong-forest 1", "-", "ba-sing-se"]}, "fire-nation-palace.at", "done"),
        ({"battles": ["wulong-forest 1", "-", "ba-sing-se"]}, "wulong-forest.left", 1),
        ({"defeated": ["momo", "june"]}, "defeated", 1),
        ({"defeated": ["momo", "june"]}, "june.at", "gone"),
        ({"deck": ["june", "teo"]}, "deck", 2),
        ({"shown": "green EE F, blue W", "waiting": "red"}, "dice", 4),
        ({"shown": "green EE F, blue W"}, "rolls", 1),
        ({}, "dice", 4),
        ({"location": 3, "figure": 2}, "location", 3),
        ({"location": 3, "figure": 2}, "figure", 2),
        ({"active": "aang"}, "active", "aang"),
        ({"begin": "turn", "turn": 6}, "turn", 6),
        ({"begin": "turn"}, "location", 0),
        ({"used": ["toph"], "shown": "green E"}, "toph.used", True),
        ({"at": {"1": ["tyro"]}, "shown": "green E EE", "moves": ["green EE > tyro"]}, "tyro.lacks", 1),
    ],
)
def test_what_is_written_lies_on_the_table(words: dict[str, Any], name: str, value: object) -> None:
    assert fact(words, name) == value


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"nonsense": 1}, "nonsense"),
        ({"turn": "three"}, "turn"),
        ({"teams": []}, "teams"),
        ({"teams": ["toph", "nobody"]}, "options.teams"),
        ({"options": {"villains": "99"}}, "options.villains"),
        ({"side": "easy-9"}, "side"),
        ({"rows": {"katara": ["katara"]}}, "teams"),
        ({"rows": {"toph": []}}, "rows.team-toph"),
        ({"rows": {"toph": ["june"]}}, "rows.toph[0]"),
        ({"rows": {"toph": ["toph x"]}}, "rows.toph[0]"),
        ({"rows": {"toph": ["toph 7"]}}, "rows.toph"),
        ({"at": {"4": ["june"]}}, "at.4"),
        ({"at": {"one": ["june"]}}, "at"),
        ({"at": {"1": ["june", "mai", "zhao", "tyro"]}}, "at.1"),
        ({"at": {"1": ["wulong-forest"]}}, "at.1[0]"),
        ({"at": {"1": ["june 4"]}}, "at.1"),
        ({"at": {"1": ["june"], "2": ["june"]}}, "at.2"),
        ({"at": {"1": ["toph"]}}, "rows.toph"),
        ({"defeated": ["toph"]}, "defeated"),
        ({"at": {"1": ["june"]}, "deck": ["june"]}, "deck[0]"),
        ({"deck": ["wulong-forest"]}, "deck[0]"),
        ({"tokens": {"toph": ["luck"]}}, "tokens.toph[0]"),
        ({"tokens": {"toph": ["reroll"] * 3}}, "tokens"),
        ({"supply": ["luck"]}, "supply[0]"),
        ({"supply": ["reroll"] * 3}, "supply"),
        ({"fire_deck": ["left-0", "left-0"]}, "fire_deck"),
        ({"fire_deck": ["up-0"]}, "fire_deck[0]"),
        ({"shown": "green X"}, "shown"),
        ({"shown": "pink E"}, "shown"),
        ({"shown": "yellow A A A A"}, "shown"),
        ({"waiting": "pink"}, "waiting"),
        ({"waiting": "red red red red red"}, "waiting"),
        ({"location": 4}, "location"),
        ({"figure": 0}, "figure"),
        ({"ruin": 16}, "ruin"),
        ({"balance": 7, "side": "easy-1"}, "balance"),
        ({"balance": 6, "side": "easy-1"}, "balance"),
        ({"begin": "lunch"}, "begin"),
        ({"begin": "turn", "shown": "green E"}, "shown"),
        ({"begin": "turn", "rows": {"toph": ["toph 6"]}}, "rows.toph"),
        ({"begin": "turn", "at": {"1": ["june 3"]}}, "at.1"),
        ({"begin": "turn", "ruin": 15}, "ruin"),
        ({"battles": ["wulong-forest 2", "-", "-"]}, "battles[0]"),
        ({"battles": ["wulong-forest"]}, "battles"),
        ({"battles": ["june", "-", "-"]}, "battles[0]"),
        ({"battles": ["wulong-forest", "-", "-"], "black_sun": "moon"}, "black_sun"),
        ({"parked": {"teo": "green E"}}, "parked.teo"),
        ({"parked": {"toph": "green X"}}, "parked.toph"),
        ({"used": ["june"]}, "used"),
        ({"moves": ["green E > june"]}, "moves[0]"),
        ({"shown": "green E", "moves": ["jump"]}, "moves[0]"),
        ({"shown": "green E", "at": {"1": ["june"]}, "moves": ["green E > june"]}, "moves[0]"),
        ({"moves": ["roll", "rolled pink E"]}, "moves[1]"),
    ],
)
def test_what_cannot_lie_there_is_refused_by_its_word(words: dict[str, Any], path: str) -> None:
    assert SCENES is not None
    with pytest.raises(BadPosition) as caught:
        SCENES.set_up({**BASE, **words})
    assert caught.value.path == path
    assert caught.value.expected


def test_a_tutors_move_that_the_rules_refuse_names_the_rule() -> None:
    assert SCENES is not None
    with pytest.raises(BadPosition, match="FNR-412"):
        SCENES.set_up({**BASE, "shown": "green E", "at": {"1": ["june"]}, "moves": ["green E > june"]})


def test_a_written_position_is_a_position_of_the_game() -> None:
    assert SCENES is not None
    state = SCENES.set_up({**BASE, "at": {"1": ["tyro", "june 1"]}, "shown": "green E, blue W", "waiting": "red"})
    node = GAME.node(state)
    assert isinstance(node, Decision)
    assert GAME.load(GAME.dump(state)) == state
    for action in node.actions:
        GAME.act(state, action)


@pytest.mark.rule("FNR-519")
@pytest.mark.parametrize(("shown", "step"), [("green E", "turn.1.place_token"), ("green F", "turn.4e.aid")])
def test_dice_that_are_shown_count_for_aid_like_rolled_ones(shown: str, step: str) -> None:
    """One Earth would have moved Balance to its next space; one Fire could complete nothing."""
    words = {"side": "easy-2", "shown": shown, "moves": [f"discard {shown}", "stop"], "deck": []}
    assert fact(words, "step") == step


@pytest.mark.parametrize("name", ["june", "june.age", "nobody.damage", "team.katara.tokens", "team.toph.luck", "moon"])
def test_a_fact_that_there_is_not_is_refused(name: str) -> None:
    assert SCENES is not None
    with pytest.raises(BadPosition):
        SCENES.fact(SCENES.set_up(BASE), name)


def test_every_name_of_a_fact_can_be_asked() -> None:
    assert SCENES is not None
    state = SCENES.set_up({**BASE, "at": {"1": ["june 1"]}, "shown": "green E"})
    for name in SCENES.fact_names():
        SCENES.fact(state, name.replace("CARD", "june").replace("TEAM", "toph"))


@pytest.mark.parametrize("figure", [1, 2, 3])
def test_a_last_opponent_stands_where_the_figure_looks_when_a_turn_begins(figure: int) -> None:
    game = load_game("death-eaters-rising")
    scenes = scene_game(game)
    assert scenes is not None
    state = scenes.set_up({"teams": ["army", "order"], "begin": "turn", "figure": figure, "boss": 1})
    assert [spot is not None for spot in state.battles] == [at == figure for at in (1, 2, 3)]


def test_a_last_opponent_that_nothing_is_said_of_lies_in_the_middle_of_the_deck() -> None:
    game = load_game("death-eaters-rising")
    scenes = scene_game(game)
    assert scenes is not None
    state = scenes.set_up({"teams": ["army", "order"], "deck": ["mrs-norris", "order-lookout", "ron-weasley"]})
    assert (state.above_boss, scenes.fact(state, "boss"), scenes.fact(state, "deck")) == (1, False, 3)
    assert scenes.set_up({"teams": ["army", "order"], "above_boss": 3}).above_boss == 3
