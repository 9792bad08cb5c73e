"""The worked examples of the sister titles that belong to step 2, played through."""

import pytest

from tests.testkit.scene import DarkScene, DeathScene
from tests.testkit.titles import calm


def at_eadu() -> DarkScene:
    """Ben of Tatooine is about to deploy; Vader faces Eadu with three cards; an AT-ACT lies in the next sector."""
    s = DarkScene().at(1, "sabine-wren", "baze-malbus", "stormtrooper-a").at(2, "han-solo", "at-act", "slicer")
    s.at(3, "mechanic", "field-medic", "r2-d2").turn("tatooine", facing=1)
    s.events.clear()
    return s


@pytest.mark.rule("DSR-302", "DSR-303", "DSR-304", "DSR-305")
def test_ben_deploys_where_vader_looks() -> None:
    """DSR-EX-1."""
    s = at_eadu()
    assert s.book.spec.words.locations[0] == "Eadu"
    assert "at 1" in s.legal()
    s.do("at 1")
    assert s.state.location == s.state.facing == 0
    s.chance("threat blue", "threat clockwise").do("roll").chance("rolled red T S I L")
    takers = {text.partition(" > ")[2] for text in s.legal() if " > " in text}
    assert takers == {"sabine-wren", "baze-malbus", "stormtrooper-a"}
    s.refused("red I > han-solo", "DSR-304")
    s = at_eadu().tokens("tatooine", "heal-one").do("at 1").chance("threat blue", "threat counterclockwise")
    s.row("tatooine", "luke-skywalker 1").do("token heal-one")
    assert set(s.legal()) == {"choose luke-skywalker", "choose sabine-wren", "choose baze-malbus", "done"}


@pytest.mark.rule("DSR-401", "DSR-403", "DSR-408", "DSR-414", "DSR-417", "DSR-418", "DSR-421", "DSR-808")
def test_ben_rolls_the_dark_side_dice() -> None:
    """DSR-EX-2, step by step."""
    s = at_eadu().do("at 1")
    s.chance("threat blue")
    assert s.view().carriers[0].counters == 1
    assert s.state.facing == 0
    s.chance("threat clockwise")
    assert s.state.facing == 1
    assert (s.damage("han-solo"), s.damage("slicer"), s.damage("at-act")) == (1, 1, 0)
    assert {s.damage(card) for card in ("sabine-wren", "baze-malbus", "stormtrooper-a", "mechanic")} == {0}
    assert s.damage("luke-skywalker") == 1
    assert s.order("ThreatFaceRolled", "PressureAdded", "FigureTurned", "LocationAttacked", "EffectUsed") == [
        *("ThreatFaceRolled", "PressureAdded", "ThreatFaceRolled", "FigureTurned", "LocationAttacked", "EffectUsed"),
    ]
    # Luke was hurt by the AT-ACT and not by the attack, which came to another sector.
    hurt = s.happened("DamageTaken", card="luke-skywalker")
    assert [event.rule for event in hurt] == ["DSR-417"]
    assert s.happened("LocationAttacked", location=1, team_there=False)


@pytest.mark.rule("DSR-404", "DSR-406", "DSR-411", "DSR-412")
@pytest.mark.parametrize("saved", [False, True])
def test_a_component_completed_and_rolled_again_in_one_turn(saved: bool) -> None:
    """DSR-EX-8."""
    s = calm(DarkScene()).pressure(component_blue=4).tokens("tatooine", "remove-operation-counter")
    s.turn("tatooine", facing=2).do("at 1")
    s.events.clear()
    s.chance("threat blue")
    assert s.view().carriers[0].counters == 5
    s.chance("threat death-star", "threat blue")
    assert [event.n for event in s.happened("PressureAdded")] == [1, 0]
    assert not s.happened("EffectUsed")
    assert s.happened("FigureTurned", before=1, after=1)
    assert s.happened("LocationAttacked", location=1)
    assert s.view().carriers[0].fallen == 0
    if saved:
        s.do("token remove-operation-counter", "choose component-blue")
        assert s.view().carriers[0].counters == 4
    s.next_turn()
    assert s.view().carriers[0].fallen == (0 if saved else 1)
    assert s.view().carriers[0].counters == (4 if saved else 0)


@pytest.mark.rule("DER-404", "DER-405", "DER-411", "DER-412", "DER-414", "DER-416", "DER-904")
@pytest.mark.parametrize("saved", [False, True])
def test_a_complete_dark_mark_turn(saved: bool) -> None:
    """DER-EX-4: W is Severus Snape, P Lucius Malfoy, Q Bellatrix Lestrange; A has 1 Damage and B none."""
    s = calm(DeathScene()).at(2, "severus-snape", "lucius-malfoy", "-").at(3, "bellatrix-lestrange", "-", "-")
    s.stack(2, "gringotts-bank", "ollivanders-wand-shop").pressure(gringotts_bank=3).fallen("department-of-mysteries")
    s.row("hogwarts", "mrs-norris 1", "tower-ghost").tokens("hogwarts", "remove-corruption")
    s.turn("hogwarts", facing=2).do("at 1")
    s.events.clear()
    s.chance("threat dark-mark")
    assert s.state.facing == 1
    assert s.damage("severus-snape") == 1
    corrupted = [(event.card, event.after, event.rule) for event in s.happened("PressureAdded")]
    assert corrupted == [("gringotts-bank", 4, "DER-411"), ("gringotts-bank", 5, "DER-913")]
    hurt = [(event.card, event.damage) for event in s.happened("DamageTaken")]
    assert hurt == [("severus-snape", 1), ("mrs-norris", 2), ("tower-ghost", 1), ("mrs-norris", 3)]
    used = [event.card for event in s.happened("EffectUsed")]
    assert used == ["lucius-malfoy", "bellatrix-lestrange", "department-of-mysteries"]
    assert s.order("LocationAttacked", "PressureAdded", "EffectUsed") == [
        *("LocationAttacked", "PressureAdded", "EffectUsed", "PressureAdded", "EffectUsed", "EffectUsed"),
    ]
    if saved:
        s.do("token remove-corruption", "choose gringotts-bank")
    s.next_turn()
    fell = [event.card for event in s.happened("CarrierFell")]
    assert fell == ([] if saved else ["gringotts-bank"])
