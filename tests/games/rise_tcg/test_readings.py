"""The readings: each other way that the catalogue names is an option under its rule, with the catalogue's default."""

from random import Random

import pytest

from rising_tutor import catalogues
from rising_tutor.games.rise_tcg.options import OPTIONS as TABLE
from rising_tutor.games.rise_tcg.options import SWITCHES
from tests.testkit.rise import GAME, IDLE, Scene

CATALOGUE = catalogues.load("rise-tcg")
OPTIONS = {one.name: one for one in GAME.info.options}
OURS = {"windows", "lists", "concede"}
"""Options that the catalogue does not name."""


def test_every_variant_of_the_catalogue_is_an_option_with_its_default_and_rules() -> None:
    variants = {one.id: one for one in CATALOGUE.variants}
    assert set(variants) == set(SWITCHES) - OURS
    for name, variant in variants.items():
        assert OPTIONS[name].default == variant.default, name
        assert set(variant.rules) <= set(OPTIONS[name].rules), name


def test_every_option_has_a_rule_of_the_catalogue_and_a_sentence() -> None:
    assert set(OPTIONS) == {*TABLE.deck_names, *SWITCHES}
    for one in OPTIONS.values():
        assert one.help.endswith(".")
        for rule in one.rules:
            assert CATALOGUE.rule(rule)


@pytest.mark.rule("RISE-304")
def test_the_starter_may_have_coins_in_the_first_restoration_by_the_other_reading() -> None:
    def first_turn(**options: bool) -> int:
        return Scene(IDLE, IDLE, step="turn", turn=1, **options).passes().coins()

    assert first_turn(starter_first_coins=True) == first_turn() + 2


@pytest.mark.slow
@pytest.mark.parametrize("name", SWITCHES)
def test_a_game_can_be_played_with_each_reading(name: str) -> None:
    for value in SWITCHES[name][0]:
        state = GAME.start(2, {name: value})
        winner, decisions, _ = GAME.playout(state, Random(3))
        assert decisions > 10 or name == "concede"
        assert winner in (-1, 0, 1)
