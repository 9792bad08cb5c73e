"""Positions as they are written in lessons: what lies where, what cannot, and what can be asked about a table."""

from typing import Any

import pytest

from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadPosition
from rising_tutor.games.rise_tcg.run import cards_of
from rising_tutor.games.rise_tcg.scene.facts import fact_names

GAME: Any = load_game("rise-tcg")
FEW = {"jester": 3, "level-up": 2}


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ({}, "turn", 4),
        ({}, "step", "invocation"),
        ({"active": 2}, "active", 2),
        ({"active": 2}, "asked", 2),
        ({"begin": "restoration", "points-1": [0, 0]}, "step", "restoration"),
        ({"begin": "end"}, "step", "end"),
        ({"begin": "turn", "turn": 6, "points-1": [0, 0]}, "turn", 6),
        ({"begin": "turn", "levels-1": [2, 0], "points-1": [0, 0]}, "ysolde.points", 3),
        ({"begin": "mulligans", "hand-1": ["shepherd"]}, "step", "setup"),
        (
            {"begin": "answers", "hand-2": ["recall-horn"], "deck-2": FEW, "play-1": ["jester"], "deck-1": FEW},
            "asked",
            2,
        ),
        ({"hand-1": ["razor-hound"]}, "hand.1", 1),
        ({"hand-1": ["razor-hound"]}, "hand.cards.1", ("razor-hound",)),
        ({"hand-1": ["razor-hound"]}, "razor-hound.at", "1 hand"),
        ({"closed-1": ["razor-hound"]}, "hand.1", 1),
        ({"closed-1": ["razor-hound"]}, "razor-hound.at", "hidden"),
        ({"guests-2": ["razor-hound"]}, "hand.cards.2", ("razor-hound",)),
        ({"play-1": ["lance-rider!tilted"]}, "lance-rider.tilted", True),
        ({"play-1": ["lance-rider"]}, "lance-rider.at", "1 play"),
        ({"play-1": ["lance-rider", "lance-rider"]}, "lance-rider-2.attack", 4),
        ({"play-1": ["lance-rider", "lance-rider"]}, "play.1", ("lance-rider", "lance-rider-2")),
        ({"play-1": ["lance-rider", "iron-postern"]}, "creatures.1", 1),
        ({"play-1": ["lance-rider!damage=1"]}, "lance-rider.defense", 2),
        ({"play-1": ["lance-rider!plus=2"]}, "lance-rider.counters", 2),
        ({"play-1": ["lance-rider", "steel-harness@lance-rider"]}, "lance-rider.attack", 5),
        ({"play-1": ["steel-harness@lance-rider", "lance-rider"]}, "steel-harness.on", "lance-rider"),
        ({"play-2": ["cold@seat-1"]}, "cold.on", "seat 1"),
        ({"play-1": ["plague-rat!owner=2"]}, "plague-rat.at", "1 play"),
        ({"play-1": ["iron-postern!open"]}, "iron-postern.open", True),
        ({"play-1": ["iron-postern!free"]}, "iron-postern.free", True),
        ({"play-1": ["lance-rider"], "moves": ["to attack", "attack lance-rider"], "points-2": [0, 0]}, "attackers", 1),
        (
            {"play-1": ["lance-rider", "razor-hound"], "moves": ["to attack", "attack lance-rider"]},
            "lance-rider.attacks",
            True,
        ),
        ({"cemetery-1": ["lance-rider", "sapper"]}, "cemetery.1", ("sapper", "lance-rider")),
        ({"cemetery-1": ["lance-rider"]}, "lance-rider.at", "1 cemetery"),
        ({"top-1": ["sapper"], "deck-1": FEW}, "library.1", 6),
        ({}, "library.1", 50),
        ({"coins-1": 7}, "coins.1", 7),
        ({"ether-2": 3}, "ether.2", 3),
        ({}, "ysolde.hp", 24),
        ({"hp-1": [9, 0]}, "hp.1", 9),
        ({"hp-1": [9, 0]}, "living.1", 1),
        ({"hp-1": [9, 0]}, "bram.points", 0),
        ({"levels-1": [1, 0]}, "ysolde.level", 2),
        ({"levels-1": [1, 0]}, "points.1", 3),
        ({"levels-1": [3, 0]}, "ysolde.level", 3),
        ({"tilted-1": [True, False], "points-1": [0, 1]}, "ysolde.tilted", True),
        ({"summoners-2": ["bram", "oss"]}, "bram@2.hp", 22),
        ({"empty-draws-1": 1}, "empty-draws.1", 1),
        ({"mulligans-1": 2}, "mulligans.1", 2),
        ({"moves": ["skill bram 1"], "hand-1": ["jester"], "deck-1": FEW}, "chain", 1),
        ({"moves": ["skill bram 1"], "hand-1": ["jester"], "deck-1": FEW}, "chain.cards", ("bram",)),
        ({}, "1 stock.at", "place"),
        ({}, "bram.at", "1 summoner"),
        ({}, "sapper.at", "hidden"),
        ({"seats": 3}, "library.3", 50),
    ],
)
def test_what_is_written_lies_on_the_table(words: dict[str, Any], name: str, value: object) -> None:
    assert GAME.fact(GAME.set_up(words), name) == value


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"hands": []}, "hands"),
        ({"hand-5": []}, "hand-5"),
        ({"hand-3": ["sapper"]}, "hand-3"),
        ({"hand-1": "sapper"}, "hand-1"),
        ({"hand-1": ["saper"]}, "hand-1[0]"),
        ({"hand-1": ["sapper"] * 3}, "deck-1"),
        ({"deck-1": "no-such-library"}, "deck-1"),
        ({"deck-1": {"saper": 1}}, "deck-1.saper"),
        ({"deck-1": {"sapper": -1}}, "deck-1.sapper"),
        ({"play-1": ["lance-rider!sleeping"]}, "play-1[0]"),
        ({"play-1": ["lance-rider!damage"]}, "play-1[0]"),
        ({"play-1": ["lance rider"]}, "play-1[0]"),
        ({"play-1": ["storm-bolt"]}, "play-1[0]"),
        ({"play-1": ["steel-harness"]}, "play-1[0]"),
        ({"play-1": ["steel-harness@sapper"]}, "play-1[0]"),
        ({"play-1": ["ring-of-keys!damage=1"]}, "play-1[0]"),
        ({"play-1": ["sapper!owner=3"]}, "play-1[0]"),
        ({"summoners-1": ["ysolde"]}, "summoners-1"),
        ({"summoners-1": ["ysolde", "ysolde"]}, "summoners-1"),
        ({"summoners-1": ["ysolde", "sapper"]}, "summoners-1"),
        ({"hp-1": [31, 22]}, "hp-1[0]"),
        ({"hp-1": [0, 0]}, "hp-1"),
        ({"points-1": [2, 1]}, "points-1[0]"),
        ({"hp-1": [0, 3], "points-1": [1, 1]}, "points-1[0]"),
        ({"levels-1": [-1, 0]}, "levels-1[0]"),
        ({"coins-1": 31}, "coins-1"),
        ({"ether-1": -1}, "ether-1"),
        ({"mulligans-1": 4}, "mulligans-1"),
        ({"turn": 0}, "turn"),
        ({"active": 3}, "active"),
        ({"seats": 5}, "seats"),
        ({"begin": "later"}, "begin"),
        ({"begin": "start", "deck-1": FEW}, "deck-1"),
        ({"begin": "start", "deck-1": "ysolde bram: 9 sapper"}, "options.deck-1"),
        ({"options": {"no_such": "x"}}, "options.no_such"),
        ({"moves": ["attack sapper"]}, "moves[0]"),
        ({"moves": ["to attack", "attack sapper"]}, "moves[1]"),
    ],
)
def test_what_cannot_lie_there_is_refused_by_its_word(words: dict[str, Any], path: str) -> None:
    with pytest.raises(BadPosition) as found:
        GAME.set_up(words)
    assert found.value.path == path
    assert found.value.expected


def test_a_move_that_the_rules_refuse_names_the_rule() -> None:
    with pytest.raises(BadPosition) as found:
        GAME.set_up({"play-1": ["lance-rider!new", "sapper"], "moves": ["to attack", "attack lance-rider"]})
    assert found.value.rule == "RISE-501"


@pytest.mark.parametrize("begin", ["start", "mulligans", "turn", "restoration", "invocation", "end", "answers"])
def test_a_written_position_is_a_position_of_the_game(begin: str) -> None:
    """All cards are there, it can be kept, and each seat imagines what fits what it sees."""
    words = {"hand-1": ["sapper"], "play-1": ["lance-rider"]} if begin != "start" else {}
    state = GAME.set_up({"begin": begin, **words})
    assert GAME.load(GAME.dump(state)) == state
    for seat in range(2):
        assert sum(cards_of(state, seat)) == 50
    assert GAME.all_open(state)
    assert not isinstance(GAME.node(state), Terminal)


def test_a_library_holds_what_lies_nowhere_else_and_its_list_names_all() -> None:
    state = GAME.set_up({"hand-1": ["sapper"], "play-1": ["sapper"], "levels-1": [2, 0], "cemetery-1": ["shepherd"]})
    side = state.sides[0]
    left = dict(zip(side.kinds, side.unseen, strict=True))
    assert (left["sapper"], left["level-up"], left["shepherd"]) == (0, 6, 1)
    assert "2 sapper" in state.options.decks[0]
    assert "8 level-up" in state.options.decks[0]


def test_a_hand_that_one_seat_knows_alone_is_not_open() -> None:
    assert not GAME.all_open(GAME.set_up({"closed-1": ["sapper"]}))


@pytest.mark.parametrize(
    "name",
    ["", "coins", "coins.3", "points.0", "no-such-card.at", "sapper.hp", "bram.attack", "3 stock.at", "1 lamp.at"],
)
def test_a_fact_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(BadPosition, match="fact"):
        GAME.fact(GAME.set_up({"hand-1": ["sapper"]}), name)


FULL = {
    "hand-1": ["razor-hound", "level-up", "storm-bolt"],
    "play-1": ["lance-rider", "steel-harness@lance-rider", "ring-of-keys", "iron-postern"],
    "coins-1": 4,
    "cemetery-1": ["sapper"],
    "play-2": ["jester"],
    "points-2": [0, 0],
}


@pytest.mark.parametrize("name", [*fact_names(GAME.book)])
def test_every_fact_that_is_named_can_be_asked_and_has_words_where_it_is_not_so(name: str) -> None:
    state = GAME.set_up(FULL)
    asked = name.replace("SEAT", "1").replace("SUMMONER", "bram").replace("CARD", "lance-rider")
    GAME.fact(state, asked)
    said = GAME.unmet(state, asked, "is", 99)
    assert said.endswith("."), said
    assert "none" not in said
    assert "lance-rider" not in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("invoke razor-hound with bram", "Bram is tilted and has 0 capacity points left. Razor Hound comes into play"),
        ("invoke storm-bolt with ysolde", "You also pay 2 coins. Storm Bolt waits on the chain"),
        ("level-up on bram", "Bram rises to level 2"),
        ("skill bram 1", "The skill: gain 1 coin."),
        ("skill ysolde 1", "The skill: open or close a Door."),
        ("action ring-of-keys", "Ring of Keys: Pay 1 coin"),
        ("to attack", "Attack phase"),
    ],
)
def test_what_an_action_means_is_said_of_this_position(text: str, words: str) -> None:
    state = GAME.set_up(FULL)
    assert words in GAME.meaning(state, GAME.read(state, text), "now")


def test_attacks_blocks_and_passes_have_words() -> None:
    state = GAME.set_up({**FULL, "points-2": [1, 0], "hand-2": ["jester"]})
    seen = []
    for text in ("to attack", "attack lance-rider", "pass", "wait", "block lance-rider with jester"):
        move = GAME.read(state, text)
        seen.append(GAME.meaning(state, move, "now"))
        state = GAME.act(state, move).state
    assert seen[1] == "Lance Rider attacks with 5, and is tilted for it."
    assert seen[2] == "You add nothing. The turn goes on when all have passed."
    assert "not asked again" in seen[3]
    assert seen[4] == "Jester blocks Lance Rider: defense 2 against attack 5."
    assert isinstance(GAME.node(state), Decision)
