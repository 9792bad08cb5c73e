"""Positions as they are written in lessons: what lies where, what cannot, and what can be asked about a table."""

from typing import Any

import pytest

from rising_tutor.core.node import Decision, Terminal
from rising_tutor.errors import BadPosition
from rising_tutor.games.quickstrike.run import cards_of
from rising_tutor.games.quickstrike.scene.facts import fact_names
from rising_tutor.games.quickstrike.scene.words import KNOWN
from tests.testkit.quickstrike import GAME

FEW = {"skewer": 3, "pummel": 2}


def laid(**words: Any) -> Any:
    """The position of these words; `_` stands for the sign before the number of a seat."""
    return GAME.set_up({name.replace("_", "-"): value for name, value in words.items()})


def fact(state: Any, name: str) -> Any:
    return GAME.fact(state, name)


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ({"top-1": ["pummel"]}, "card", "pummel"),
        ({"top-1": ["pummel"]}, "intercept", 4),
        ({"top-1": ["pummel"]}, "force", 4),
        ({"top-1": ["pummel"]}, "attack", 4),
        ({"top-1": ["pummel"]}, "attack.kind", "opening"),
        ({"top-1": ["skewer"]}, "missing", 1),
        ({"top-1": ["pummel", "skewer"]}, "top.1", "skewer"),
        ({"top-1": ["pummel"]}, "top.1", "hidden"),
        ({"top-1": ["pummel"], "zone": "red"}, "zone", "red"),
        ({"top-1": ["pummel"], "attack": "yellow knuckle-sandwich"}, "attack.zone", "yellow"),
        ({"top-1": ["pummel"], "attack": "yellow knuckle-sandwich"}, "attack.card", "knuckle-sandwich"),
        ({"top-1": ["pummel"], "attack": "yellow knuckle-sandwich"}, "strike.2.yellow", "knuckle-sandwich"),
        ({"attack": "signature", "top-1": ["pummel"]}, "attack.card", "meltdown"),
        ({"deck-1": FEW, "energies-1": [4, 2, "momo ?"]}, "energies.1", 8),
        ({"deck-1": FEW, "energies-1": [4, 2, "momo ?"]}, "deck.1", 4),
        ({"deck-1": FEW}, "discard.1", ("downdraft",) * 4),
        ({"allies-1": {"green": "katara"}}, "ally.1.green", "katara"),
        ({"allies-1": {"green": "katara"}}, "katara.at", "1 green ally"),
        ({"charged-2": ["red", "green"]}, "charged.2", 2),
        ({"charged-2": ["red"]}, "charged.2.red", True),
        ({"advantages-1": ["open-hand-form"]}, "advantages.1", ("open-hand-form",)),
        ({"side-1": "back"}, "side.1", "back"),
        ({"points-1": 2}, "points.1", 2),
        ({"begin": "round", "round": 4, "turn": 9, "top-1": ["pummel"]}, "round", 4),
        ({"begin": "round", "round": 4, "turn": 9, "top-1": ["pummel"]}, "turn", 9),
        ({"begin": "turn", "attack": "red skewer", "deck-2": FEW, "top-1": ["pummel"]}, "energies.1", 12),
        ({"begin": "signature", "charged-1": ["green", "yellow", "red"]}, "card", "arctic-sheath"),
        ({"begin": "point", "points-2": 1}, "points.2", 2),
        ({"begin": "point", "points-2": 2}, "won", 2),
        ({"deck-1": FEW, "top-1": ["pummel"], "top-2": ["skewer"], "moves": ["counter"]}, "defender", 2),
        ({"top-1": ["pummel"]}, "1 green.at", "place"),
        ({"begin": "start"}, "fits.1.aang", True),
        ({"begin": "start"}, "fits.2.aang", False),
        ({"begin": "start"}, "fits.1.sokka", True),
        ({"begin": "start"}, "fits.2.sokka", False),
        ({"begin": "start"}, "fits.2.pummel", True),
    ],
)
def test_what_is_written_lies_on_the_table(words: dict[str, Any], name: str, value: object) -> None:
    assert fact(GAME.set_up(words), name) == value


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"tops": []}, "tops"),
        ({"top-3": []}, "top-3"),
        ({"top-1": ["pumel"]}, "top-1[0]"),
        ({"top-1": "pummel"}, "top-1"),
        ({"top-1": ["momo", "momo"]}, "deck-1"),
        ({"deck-1": "no-such-deck"}, "deck-1"),
        ({"deck-1": {"pumel": 1}}, "deck-1.pumel"),
        ({"deck-1": {"pummel": -1}}, "deck-1.pummel"),
        ({"deck-2": {"pummel": 0}}, "deck-2"),
        ({"deck-1": {"pummel": 1}, "energies-1": ["? ?", 0, 0]}, "energies-1"),
        ({"energies-1": [1, 2]}, "energies-1"),
        ({"energies-1": [1, 2, -3]}, "energies-1[2]"),
        ({"energies-2": ["what", 0, 0]}, "energies-2[0]"),
        ({"allies-1": {"green": "pummel"}}, "allies-1.green"),
        ({"allies-1": {"blue": "katara"}}, "allies-1"),
        ({"strikes-1": {"red": "katara"}}, "strikes-1.red"),
        ({"advantages-1": ["pummel"]}, "advantages-1[0]"),
        ({"charged-1": ["blue"]}, "charged-1"),
        ({"chamber-1": "ame001"}, "chamber-1"),
        ({"side-1": "left"}, "side-1"),
        ({"points-2": 3}, "points-2"),
        ({"zone": "blue"}, "zone"),
        ({"defender": 3}, "defender"),
        ({"turn": 0}, "turn"),
        ({"begin": "later"}, "begin"),
        ({"attack": "green"}, "attack"),
        ({"attack": "green katara"}, "attack"),
        ({"attack": "green pummel", "strikes-2": {"green": "skewer"}}, "attack"),
        ({"attack": "green pummel", "begin": "round"}, "attack"),
        ({"begin": "turn"}, "attack"),
        ({"begin": "start", "deck-1": {"pummel": 9}}, "deck-1"),
        ({"begin": "start", "deck-1": "ame182: 1 pummel"}, "options.deck-1"),
        ({"options": {"no_such": "x"}}, "options.no_such"),
        ({"moves": ["counter"]}, "moves[0]"),
        ({"top-1": ["skewer"], "moves": ["counter"]}, "moves[0]"),
    ],
)
def test_what_cannot_lie_there_is_refused_by_its_word(words: dict[str, Any], path: str) -> None:
    with pytest.raises(BadPosition) as found:
        GAME.set_up(words)
    assert found.value.path == path
    assert found.value.expected


def test_a_move_that_the_rules_refuse_names_the_rule() -> None:
    with pytest.raises(BadPosition) as found:
        laid(top_1=["skewer"], moves=["counter"])
    assert found.value.rule == "QS-502"


@pytest.mark.parametrize("begin", ["round", "turn", "signature", "flip", "point", "start"])
def test_a_written_position_is_a_position_of_the_game(begin: str) -> None:
    """All cards are there, it can be kept, and each seat imagines what fits what it sees."""
    attack = {"attack": "green knuckle-sandwich"} if begin in ("turn", "signature", "flip", "point") else {}
    state = GAME.set_up({"begin": begin, **attack})
    assert GAME.load(GAME.dump(state)) == state
    for seat, mat in enumerate(state.mats):
        assert sum(cards_of(mat, seat, state.mats)) == 30
    assert GAME.all_open(state)
    assert not isinstance(GAME.node(state), Terminal)


def test_a_deck_holds_what_lies_nowhere_else() -> None:
    state = laid(
        top_1=["pummel"], allies_1={"red": "katara"}, discard_1=["pummel", "skewer"], energies_1=["pummel ?", 2, 0]
    )
    word = {GAME.book.word[kind]: n for kind, n in zip(state.mats[0].kinds, state.mats[0].unseen, strict=True)}
    assert (word["pummel"], word["katara"], word["skewer"]) == (1, 0, 1)


@pytest.mark.parametrize(
    "name", ["", "point.1", "points", "points.3", "energies.1.blue", "no-such-card.at", "3 green.at"]
)
def test_a_fact_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(BadPosition, match="fact"):
        fact(laid(top_1=["pummel"]), name)


def test_every_name_of_a_fact_can_be_asked_and_says_what_is_not_so() -> None:
    state = laid(top_1=["pummel"], attack="green knuckle-sandwich", allies_1={"green": "katara"})
    for form in fact_names(GAME.book):
        name = form.replace("SEAT", "1").replace("ZONE", "green").replace("CARD", "katara")
        value = fact(state, name)
        said = GAME.unmet(state, name, "is", 99 if isinstance(value, int) else "skewer")
        assert said.endswith("."), name
        assert said[:1].isupper(), name


def test_the_words_of_a_position_are_those_that_are_told() -> None:
    with pytest.raises(BadPosition) as found:
        GAME.set_up({"x": 1})
    assert all(word in found.value.expected for word in KNOWN)


@pytest.mark.parametrize(
    ("words", "text", "means"),
    [
        ({"top-1": ["pummel"]}, "counter", "You pay 2 green. Pummel stops force 4 and attacks with force 4."),
        ({"top-1": ["skewer"]}, "focus", "Skewer becomes a green energy. You lose green to this attack"),
        ({"top-1": ["skewer"]}, "discard", "Skewer goes to the discard pile. You lose green to this attack"),
        ({"top-1": ["skewer"], "zone": "red"}, "focus", "Your last zone is lost, and the opponent scores a point."),
        ({"top-1": ["skewer"], "zone": "red", "points-2": 2}, "focus", "Your last zone is lost, and with it the game."),
        ({"top-1": ["katara"]}, "play", "Katara, waterbender in training is your ally in green."),
        ({"top-1": ["momo"], "allies-1": {"green": "katara"}}, "play", "Katara, waterbender in training is discarded."),
        ({"top-1": ["momo"], "allies-1": {"green": "katara"}}, "discard", "You flip again in green."),
        ({"top-1": ["open-hand-form"]}, "play", "Open-Hand Form is played, green is charged"),
        ({"top-1": ["open-hand-form"], "charged-1": ["green"]}, "play", "green stays charged"),
        ({"top-1": ["pummel"], "attack": "green earthbound"}, "power", "Pummel is then strong enough to stop"),
        ({"top-1": ["pummel"], "attack": "green skewer"}, "power", "Pummel then lacks 1 intercept."),
        ({"top-1": ["mischievous-downpour"]}, "reflip", "you flip again in green."),
        ({"deck-1": FEW, "top-1": ["kindle"]}, "power", "its power works, and green is lost."),
        ({"begin": "point"}, "send", "the opponent defends."),
        ({"begin": "point"}, "receive", "get 1 green energy for it."),
        (
            {"begin": "signature", "charged-1": ["green", "yellow", "red"]},
            "signature",
            "Arctic Sheath stops force 4 and attacks with force 4.",
        ),
    ],
)
def test_what_an_action_means_is_read_off_the_table(words: dict[str, Any], text: str, means: str) -> None:
    state = GAME.set_up(words)
    action: Any = GAME.read(state, text)
    assert means in GAME.meaning(state, action, "now")


def test_what_a_focused_strike_is_said_to_lead_to_is_where_the_game_goes() -> None:
    """Green is skipped by Hurricane Vault, so yellow is lost and red comes next."""
    state = laid(begin="turn", attack="green hurricane-vault", deck_2=FEW, top_1=["skewer", "skewer"])
    said = GAME.meaning(state, GAME.read(state, "focus"), "now")  # type: ignore[arg-type]  # an action
    after = GAME.act(state, GAME.read(state, "focus")).state  # type: ignore[arg-type]
    assert "You lose yellow to this attack, and defend in red next." in said
    assert fact(after, "zone") == "red"


def test_chance_of_one_kind_is_no_chance_of_another() -> None:
    """A flip that a lesson forces is never taken for the card that is paid before it."""
    state = laid(top_1=["pummel"])
    state = GAME.act(state, GAME.read(state, "counter")).state  # type: ignore[arg-type]
    assert not isinstance(GAME.node(state), Decision)
    with pytest.raises(Exception, match="paid and the name of a card"):
        GAME.read(state, "flip pummel")
