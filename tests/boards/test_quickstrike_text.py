"""The table of the Avatar card game as text."""

import pytest

from rising_tutor.boards import board_for
from tests.testkit.quickstrike import GAME, Scene, Side


def text(s: Scene, viewer: int | None) -> list[str]:
    return board_for(GAME).text(GAME.view(s.state, viewer)).splitlines()  # type: ignore[arg-type]


ME = Side(deck="knuckle-sandwich", advantages="open-hand-form", allies={"green": "momo"}, charged="green")


@pytest.mark.rule("QS-120")
def test_a_zone_is_written_from_ally_to_energies_and_advantages_stand_above_green() -> None:
    lines = text(Scene(ME), 0)
    green = next(n for n, line in enumerate(lines) if "Momo" in line)
    assert lines[green - 1].startswith("  advantages")
    order = [lines[green].index(word) for word in ("Momo", "Knuckle Sandwich", "3 energies")]
    assert order == sorted(order)


@pytest.mark.rule("QS-116")
def test_every_open_card_is_named_with_its_type_in_words() -> None:
    written = "\n".join(text(Scene(ME), 1))
    for named in ("Open-Hand Form (advantage)", "Momo, hungry lemur (ally)", "Knuckle Sandwich (strike)"):
        assert named in written


def test_values_are_those_of_the_moment_and_the_own_side_stands_below() -> None:
    lines = text(Scene(ME, Side(flips={"yellow": "skewer"}), attack="yellow"), 0)
    assert lines[0] == "Round 1. Player 2 attacks with Skewer from yellow, force 6."
    assert "force 4, intercept 7, costs 2 green and 1 yellow" in "\n".join(lines)
    assert [line[:8] for line in lines if line.startswith("Player")] == ["Player 1", "Player 2", "Player 1"]


def test_what_open_cards_say_stands_below_each_once() -> None:
    me = Side(deck="pummel", flips={"yellow": "pummel"}, allies={"green": "aang"}, advantages="closed-hand-form")
    lines = text(Scene(me), 0)
    said = lines[lines.index("What they say:") + 1 :]
    assert [line.partition(":")[0].strip() for line in said] == [
        "Penguin Sledding",
        "Aang, the last airbender",
        "Pummel",
        "Closed-Hand Form",
    ]
    assert said[2] == "  Pummel: Pay 1 green: this strike gets +1 intercept. Use this power only once."
    # Skewer lies in the discard pile and says nothing here.
    assert "Skewer" not in "".join(said)


def test_what_one_seat_saw_in_its_deck_is_written_for_it_alone() -> None:
    me = Side(deck="contemplate", more=0, unseen="pummel skewer evade evade evade")
    s = Scene(me).do("play", "look pummel", "look skewer")
    known = "as far as it is known: Pummel, Skewer"
    assert [any(known in line for line in text(s, viewer)) for viewer in (0, 1, None)] == [True, False, False]


def test_between_two_rounds_nobody_attacks() -> None:
    s = Scene(Side(deck="skewer"), Side(flips={"green": "tremor-trail"}), attack="green", zone="red").do("discard")
    assert s.seat == 1
    assert text(s, 0)[0] == "Nobody attacks now."
