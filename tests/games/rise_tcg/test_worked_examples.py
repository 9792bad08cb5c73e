"""The worked examples of the catalogue (WE-RISE-01 to 09), step by step with their numbers."""

from pathlib import Path

import pytest

from rising_tutor.core.node import Chance
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.replay import verify
from tests.testkit.rise import BOOK, IDLE, Scene, Side

REPLAYS = Path(__file__).parents[3] / "replays" / "rise-tcg"
REAL = RiseGame(BOOK)
STILL = {"tilted": (True, True), "cp": (0, 0)}


def test_all_sample_replays_verify() -> None:
    files = sorted(REPLAYS.glob("*.replay"))
    assert len(files) >= 4
    for file in files:
        checked = verify(file)
        assert not checked.problems, file.name
        assert not checked.remarks, file.name


@pytest.mark.rule("RISE-301", "RISE-302", "RISE-305", "RISE-404", "RISE-410", "RISE-414", "RISE-415")
def test_we_01_the_first_two_turns() -> None:
    state = REAL.start(2, {"deck-2": "gates"})

    def do(text: str) -> None:
        nonlocal state
        move = REAL.read(state, text)
        chance = isinstance(REAL.node(state), Chance)
        state = (REAL.resolve if chance else REAL.act)(state, move).state  # type: ignore[arg-type]

    def draw(*cards: str) -> None:
        for card in cards:
            do(f"draw {card}")

    do("roll 5")
    do("roll 2")
    draw("razor-hound", "level-up", "lance-rider", "frost-gate", "storm-bolt", "sapper")
    draw("level-up", "level-up", "level-up", "level-up")
    assert [(len(side.hand), side.coins) for side in state.sides] == [(6, 2), (4, 1)]
    do("keep")
    do("mulligan")
    draw("razor-hound", "net-archer", "sapper", "shepherd")
    do("keep")
    assert (len(state.sides[1].hand), state.sides[1].mulligans) == (4, 1)
    while state.phase != "invocation":
        do("wait")
    assert (len(state.sides[0].hand), state.sides[0].coins) == (6, 2)
    do("level-up on ysolde")
    while "pass" in (REAL.write(state, action) for action in REAL.node(state).actions):  # type: ignore[union-attr]
        do("pass")
    do("invoke razor-hound with ysolde")
    while state.chain:
        do("pass")
    ysolde, bram = state.sides[0].summoners
    assert (len(ysolde.levels), ysolde.tilted, ysolde.cp) == (1, True, 1)
    assert state.pieces[0].since == state.turn
    do("to attack")
    while state.phase != "end":
        do("pass")
    do("end turn")
    while state.turn == 1:
        do("pass")
    ysolde, bram = state.sides[0].summoners
    assert (ysolde.cp, bram.cp, bram.tilted) == (0, 1, False)
    while state.phase != "restoration":
        do("pass")
    do("cards 2")
    draw("level-up", "tide-frog")
    assert (len(state.sides[1].hand), state.sides[1].coins) == (6, 2)


@pytest.mark.rule("RISE-509", "RISE-518", "RISE-602")
def test_we_02_combat_with_a_double_death() -> None:
    s = Scene(Side(play="bear"), Side(play="bear")).do("to attack", "attack bear").passes().do("block bear with bear-2")
    assert "pass" in s.legal
    s.passes()
    assert [event.seat for event in s.told("DamageTaken")] == [0, 1]
    assert [event.seat for event in s.told("LeftPlay")] == [1, 0]


@pytest.mark.rule("RISE-901", "RISE-902", "RISE-904", "RISE-905")
def test_we_03_a_chain() -> None:
    s = Scene(Side(play="toll", hand="spark"), Side(play="mouse", hand="recall-horn"))
    s.do("action toll", "pass", "invoke recall-horn with bram", "choose mouse")
    assert s.chain == ["toll", "recall-horn"]
    if s.seat == 2:
        s.do("pass")
    s.do("invoke spark with bram").passes()
    assert [event.card for event in s.told("ItemResolved")] == ["spark", "recall-horn", "toll"]
    assert (s.coins(), s.hand(2)) == (5 - 2 + 1, ["mouse"])
    assert [event.card for event in s.told("ItemFailed")] == ["toll"]


@pytest.mark.rule("RISE-710", "RISE-711", "RISE-713")
def test_we_04_an_empty_library() -> None:
    s = Scene(Side(library="bear", more=0), IDLE, step="turn").passes().do("cards 2")
    assert (s.hand(), s.state.sides[0].empty_draws) == (["bear"], 1)
    later = Scene(Side(more=0, empty_draws=1), IDLE, step="turn").passes().do("cards 1")
    assert later.legal == ["choose ysolde", "choose bram"]
    later.do("choose ysolde")
    assert later.hp() == (0, 22)


@pytest.mark.rule("RISE-607", "RISE-806")
def test_we_05_infinite_rank() -> None:
    s = Scene(Side(play="mouse", **STILL), Side(play="swarm", **STILL)).attacks("mouse").do("block mouse with swarm")
    assert (s.exclusion(2), s.cemetery(2), s.ether(2)) == (["swarm"], [], 1)


@pytest.mark.rule("RISE-605", "RISE-703", "RISE-825")
def test_we_06_damage_and_healing_of_creatures() -> None:
    me = Side(play="mouse burial-priest!minus=0", **STILL)
    s = Scene(me, Side(play="plain-door", **STILL)).attacks("mouse", "burial-priest")
    s.do("block mouse with plain-door", "block burial-priest with plain-door")
    assert s.values("plain-door") == (1, 1)
    assert (s.piece("mouse").damage, s.piece("burial-priest").damage) == (1, 1)
    s.do("end turn")
    assert (s.values("plain-door"), s.values("mouse"), s.values("burial-priest")) == ((1, 4), (2, 2), (1, 3))


@pytest.mark.rule("RISE-510", "RISE-517", "RISE-518", "RISE-612", "RISE-613", "RISE-825", "RISE-828")
def test_we_07_four_attackers_and_two_blockers() -> None:
    me = Side(play="razor-hound lance-rider sky-courier wall-walker", hand="cub", cp=(1, 0), tilted=(False, True))
    foe = Side(play="iron-postern shield-sergeant", hp=(20, 22), summoners="vell oss", **STILL)
    s = Scene(me, foe).attacks("razor-hound", "lance-rider", "sky-courier", "wall-walker")
    assert s.legal == [
        "block razor-hound with iron-postern",
        "block razor-hound with shield-sergeant",
        "block lance-rider with iron-postern",
        "block lance-rider with shield-sergeant",
        "block wall-walker with shield-sergeant",
        "done",
    ]
    s.do("block razor-hound with iron-postern", "block lance-rider with shield-sergeant")
    assert s.seat == 1, "all may respond before damage"
    s.passes().do("choose vell", "choose vell")
    assert s.hp(2) == (15, 22)
    hits = {(event.card, event.n, event.left) for event in s.told("DamageTaken")}
    assert hits == {
        ("iron-postern", 2, 3),
        ("razor-hound", 1, 1),
        ("shield-sergeant", 4, 0),
        ("lance-rider", 4, 0),
    }
    assert [event.card for event in s.told("LeftPlay")] == ["shield-sergeant", "lance-rider"]
    assert not s.told("CountersPut")
    s.do("end turn").passes()
    assert (s.values("iron-postern"), s.values("razor-hound"), s.hp(2)) == ((1, 5), (2, 2), (15, 22))
    assert s.piece("razor-hound").tilted


@pytest.mark.rule("RISE-832", "RISE-903", "RISE-904", "RISE-905", "RISE-912", "RISE-920", "RISE-927")
def test_we_08_multi_target_two_items_and_one_target_gone() -> None:
    me = Side(hand="storm-bolt cub", coins=5)
    foe = Side(play="ember-imp plague-rat", hand="recall-horn", summoners="vell oss", hp=(22, 26))
    s = Scene(me, foe).do("invoke storm-bolt with bram", "times 2", "choose ember-imp", "choose plague-rat")
    assert (s.coins(), s.cp(), s.chain) == (1, (1, 0), ["storm-bolt"])
    assert s.seat == 1
    s.do("pass", "invoke recall-horn with vell", "choose ember-imp")
    assert s.chain == ["storm-bolt", "recall-horn"]
    s.passes()
    assert (s.hand(2), s.cemetery(2)) == (["ember-imp"], ["recall-horn", "plague-rat"])
    assert (s.coins(), s.cemetery(1)) == (1, ["storm-bolt"])


@pytest.mark.rule("RISE-404", "RISE-407", "RISE-1001", "RISE-1003", "RISE-1005", "RISE-1007", "RISE-1024")
def test_we_09_the_start_of_a_turn_with_diseases() -> None:
    a = Side(play="cold@seat-2 dementia@jester parasite@bodysnatcher", **STILL)
    b = Side(play="jester bodysnatcher", coins=1, summoners="vell oss", hp=(22, 26), **STILL)
    s = Scene(a, b, step="turn", active=2)
    assert s.coins(2) == 0
    assert "cold" in s.in_play(1)
    s.passes().do("cards 2")
    assert (len(s.hand(2)), s.coins(2)) == (2, 1)
    assert (s.seat, s.legal) == (2, ["select dementia", "select parasite"])
    s.do("select dementia", "toss heads")
    assert s.told("CoinTossed")[0].seat == 1
    assert (s.cemetery(2), s.cemetery(1)) == (["jester"], ["dementia"])
    assert s.values("bodysnatcher") == (1, 3)
    second = Scene(
        Side(play="parasite@bodysnatcher!turns=2", **STILL), Side(play="bodysnatcher!minus=1", **STILL), step="turn"
    )
    second.passes().do("cards 1")
    assert second.values("bodysnatcher") == (0, 2)
