"""The set-up and the opening attack (QS-301 to QS-312, QS-412 to QS-415, QS-425)."""

from typing import Any

import pytest

from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.node import Chance, Decision
from tests.testkit.quickstrike import GAME, Scene, Side

STRIKES = {"pummel": 4, "skewer": 6, "will-of-the-warrior": 7, "downdraft": 3, "momo": 0}


def dealt(first: str, second: str, **options: str) -> tuple[Any, list[Any]]:
    """A game after the set-up with these cards on the discard piles; decks have enough of each."""
    deck = "ame176: " + ", ".join(f"10 {word}" for word in STRIKES)
    state = GAME.start(2, {"deck-1": deck, "deck-2": deck, **options})
    events = []
    for word in (*first.split()[:4], *second.split()[:4]):
        step = GAME.resolve(state, GAME.read(state, f"reveal {word}"))
        state, events = step.state, [*events, *step.events]
    for one, other in zip(first.split()[4:], second.split()[4:], strict=True):
        for word in (one, other):
            step = GAME.resolve(state, GAME.read(state, f"reveal {word}"))
            state, events = step.state, [*events, *step.events]
    return state, events


THIRTEEN, NINE, TEN = "skewer pummel downdraft momo", "skewer downdraft momo momo", "pummel downdraft downdraft momo"


@pytest.mark.rule("QS-301")
def test_there_are_two_advantage_areas() -> None:
    assert [mat.advantages for mat in GAME.start(2).mats] == [(), ()]


@pytest.mark.rule("QS-302")
def test_a_seed_fixes_the_order_of_the_decks_and_no_chamber_is_in_them() -> None:
    state = GAME.start(2)
    outcomes = GAME.node(state).outcomes
    drawn = [ChanceStreams(GAME, "a seed").draw(state, outcomes, 0) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len({ChanceStreams(GAME, seed).draw(state, outcomes, 0) for seed in range(20)}) > 5
    assert not {card for card, _ in outcomes} & set(GAME.book.chamber)


@pytest.mark.rule("QS-304", "QS-305", "QS-308")
def test_nine_energies_lie_unseen_and_four_cards_are_open() -> None:
    start = GAME.start(2)
    assert [len(zone) for zone in start.mats[0].energies] == [3, 3, 3]
    assert len(start.mats[0].deck) == 51
    for viewer in (0, 1, None):
        view = GAME.view(start, viewer)
        assert {slot.card for mat in view.mats for zone in mat.remembered for slot in zone} == {-1}
    state, _ = dealt(THIRTEEN, NINE)
    assert [(len(mat.deck), len(mat.discard), mat.charged) for mat in state.mats] == [(37, 4, (False,) * 3)] * 2


@pytest.mark.rule("QS-306", "QS-312")
def test_the_higher_total_sends_the_opening_attack_or_says_who_does() -> None:
    sent, events = dealt(THIRTEEN, NINE, first_attack="winner_sends")
    assert sent.defender == 1
    assert [event.rule for event in events if type(event).__name__ == "DefenderChosen"] == ["QS-306"]
    asked, _ = dealt(THIRTEEN, NINE)
    node = GAME.node(asked)
    assert isinstance(node, Decision)
    assert (node.seat, [GAME.write(asked, action) for action in node.actions]) == (0, ["send", "receive"])
    after = GAME.act(asked, GAME.read(asked, "receive")).state
    assert after.defender == 0
    assert [len(zone) for zone in after.mats[0].energies] == [4, 3, 3]


@pytest.mark.rule("QS-307")
def test_equal_totals_are_broken_by_one_more_card_or_a_coin() -> None:
    state, _ = dealt(f"{TEN} skewer", f"{TEN} momo", first_attack="winner_sends")
    assert state.defender == 1
    assert [len(mat.discard) for mat in state.mats] == [5, 4]  # the defender's top card became a green energy
    tied, _ = dealt(TEN, TEN, force_tie="coin", first_attack="winner_sends")
    node = GAME.node(tied)
    assert isinstance(node, Chance)
    assert [(GAME.write(tied, one), n) for one, n in node.outcomes] == [("coin 1", 1), ("coin 2", 1)]
    assert GAME.resolve(tied, GAME.read(tied, "coin 2")).state.defender == 0


@pytest.mark.rule("QS-307")
def test_after_five_ties_a_coin_decides() -> None:
    more = " ".join(["momo"] * 5)
    state, _ = dealt(f"{TEN} {more}", f"{TEN} {more}", first_attack="winner_sends")
    assert GAME.write(state, next(iter(GAME.node(state).outcomes))[0]) == "coin 1"


@pytest.mark.rule("QS-309")
def test_nobody_has_a_hand() -> None:
    view = GAME.view(GAME.start(2), 0)
    assert not [
        name for name in (*type(view).__struct_fields__, *type(view.mats[0]).__struct_fields__) if "hand" in name
    ]


@pytest.mark.rule("QS-412", "QS-425", "QS-404")
def test_the_first_defender_gets_a_green_energy_and_nothing_else() -> None:
    s = Scene(Side(deck="skewer"), step="open", first=True, flipped=False)
    assert (s.energies(), len(s.me.discard)) == ((4, 3, 3), 3)
    assert s.happened() == ["OpeningSent", "EnergyAdded", "ZoneEntered", "Flipped"]
    charged = Side(deck="skewer", charged="green yellow red")
    assert Scene(charged, step="open", first=True, flipped=False).legal == ["discard", "focus"]


@pytest.mark.rule("QS-413")
def test_the_opening_attack_has_force_four_and_no_card() -> None:
    s = Scene(Side(deck="downdraft skewer"))
    assert s.force == 4
    assert s.foe.flips == (None,) * 4
    assert "counter" in s.legal
    assert "counter" not in s.do("focus").legal
    s.refused("counter", "QS-502", "intercept 3", "force 4")


@pytest.mark.rule("QS-414", "QS-907", "QS-910")
def test_after_a_point_comes_an_opening_attack_whose_defender_gets_the_green_energy() -> None:
    s = Scene(Side(deck="skewer pummel"), zone="red").do("discard")
    assert (s.seat, s.legal) == (1, ["receive", "send"])
    s.do("receive")
    assert (s.state.attack, s.force, s.state.round) == ("opening", 4, 2)
    assert s.energies() == (4, 3, 3)
    assert [event.rule for event in s.events if type(event).__name__ == "EnergyAdded"] == ["QS-907"]


@pytest.mark.rule("QS-415")
def test_own_cards_change_the_opening_attack_only_by_the_other_reading() -> None:
    foe = Side(advantages="closed-hand-form")
    assert Scene(foe=foe).force == 4
    assert Scene(foe=foe, opening_attack_force="modified").force == 5
