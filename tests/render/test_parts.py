"""Small parts say with words what they show."""

import re

from rising_tutor import catalogues
from rising_tutor.render.dice import die, spoken
from rising_tutor.render.parts import button, cite, empty_state, rule_card
from rising_tutor.render.symbols import glyph, sprite
from tests.testkit.sources import sources


def test_every_sign_that_is_used_is_in_the_sprite() -> None:
    used: set[str] = set()
    for path in sources("render", "boards", "tutor", "ui", "report"):
        used |= set(re.findall(r'"(i-[a-z]+)"', path.read_text()))
    assert used
    there = set(re.findall(r'<symbol id="([^"]+)"', sprite()))
    assert used <= there
    assert {"g-avatar", "g-water", "g-earth", "g-fire", "b-g", "b-b", "b-r", "b-y"} <= there


def test_a_sign_without_a_label_is_hidden() -> None:
    assert 'aria-hidden="true"' in glyph("g-avatar")
    assert 'aria-label="Avatar"' in glyph("g-avatar", "Avatar")


def test_dice_have_a_band_and_a_letter_beside_their_colour() -> None:
    html = die("red", ("F", "F"), label=spoken("red", ("Fire", "Fire")))
    assert 'aria-label="red die, double Fire"' in html
    assert "#b-r" in html
    assert ">R<" in html
    assert "is-blank" in die("blue", ())
    assert html.startswith("<span")
    assert die("red", ("F",), data_do="press").startswith("<button")


def test_a_chip_of_a_gap_says_so() -> None:
    assert "rt-cite--gap" in cite("FNR-317", "gap")
    assert "our resolution of a gap" in cite("FNR-317", "gap")
    assert "rt-cite--gap" not in cite("FNR-313")


def test_a_disabled_button_can_be_focused() -> None:
    html = button("Stop", "stop", disabled=True)
    assert 'aria-disabled="true"' in html
    assert " disabled" not in html


def test_the_reader_shows_page_status_and_neighbours() -> None:
    rule = catalogues.load("fire-nation-rising").rule("FNR-313")
    html = rule_card(rule, "Step 2c", "FNR-312", "FNR-314")
    for words in (
        "FNR-313",
        f"page {rule.page}",
        rule.title,
        "Step 2c",
        "Previous rule, FNR-312",
        "Next rule, FNR-314",
    ):
        assert words in html


def test_an_empty_state_has_a_way_on() -> None:
    assert 'data-do="go"' in empty_state("Nothing", "", ("go", "#home", "Home"))
