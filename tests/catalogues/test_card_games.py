"""The card games beside each other: what a cell says is what the game is played with."""

from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.catalogues.family import Family, load
from rising_tutor.core.registry import load_game
from rising_tutor.games.quickstrike import decks as avatar_decks
from rising_tutor.games.quickstrike import standing as avatar_standing
from rising_tutor.games.quickstrike import steps as avatar_steps
from rising_tutor.games.rise_tcg import book as rise_book
from rising_tutor.games.rise_tcg import decks as rise_decks
from rising_tutor.games.rise_tcg import run as rise_run
from rising_tutor.games.rise_tcg import steps as rise_steps

AVATAR, RISE = "avatar-tcg", "rise-tcg"


@pytest.fixture(scope="module")
def family() -> Family:
    return load("cards")


def seats(game: str) -> tuple[int, int]:
    info = load_game(game).info
    return info.min_seats, info.max_seats


#: (row, game) -> what its cell must say, from the numbers of the engine.
TOLD: dict[tuple[str, str], str] = {
    ("deck", AVATAR): f"At least {avatar_decks.FORMAL_SIZE} in formal play. In casual play any number, here from "
    f"{avatar_decks.SMALLEST} on",
    ("deck", RISE): f"Exactly {rise_decks.SIZE}.",
    ("copies", AVATAR): f"At most {avatar_decks.FORMAL_COPIES} of",
    ("leader", RISE): f"{ {2: 'Two'}[rise_decks.SUMMONERS] } different Summoners",
    ("seats", AVATAR): f"{seats(AVATAR)[0]} players",
    ("seats", RISE): f"{seats(RISE)[0]} to {seats(RISE)[1]} players",
    (
        "set-up",
        AVATAR,
    ): f"{3 * avatar_steps.ENERGIES} unseen energies, { ({3: 'three'}[avatar_steps.ENERGIES]) } in each "
    f"zone, and {avatar_steps.DISCARDS} cards",
    ("set-up", RISE): f"{rise_steps.STARTER[0]} cards and gets {rise_steps.STARTER[1]} coins, everybody else "
    f"{rise_steps.OTHERS[0]} cards and {rise_steps.OTHERS[1]} coin.",
    ("first", AVATAR): f"after { {5: 'five'}[avatar_steps.TIES] } such rounds",
    ("mulligan", RISE): f"up to {rise_steps.MULLIGANS} times",
    ("attackers", AVATAR): f"with force {avatar_standing.OPENING_FORCE}.",
    ("limits", RISE): f"0 to {rise_run.MOST} coins and 0 to {rise_run.MOST} Ether",
    ("damage", RISE): f"at most {rise_book.HP_MAX} HP",
    ("empty-deck", AVATAR): f"{avatar_steps.DISCARDS} cards open the discard pile",
    ("goal", AVATAR): f"score {avatar_steps.POINTS} points",
}


@pytest.mark.parametrize(("row_id", "game"), TOLD)
def test_a_cell_says_the_numbers_of_the_game(family: Family, row_id: str, game: str) -> None:
    assert TOLD[row_id, game] in family.row(row_id).cell[game].text


#: What a cell says is one of several readings: row, game, option, the reading that the cell tells.
READINGS = [
    ("first", AVATAR, "first_attack", "winner_chooses"),
    ("unplayed", AVATAR, "unpaid_ally_occupied", "discard"),
    ("when", AVATAR, "ally_scope", "strike_in_zone"),
    ("short", AVATAR, "overpay_powers", "true"),
    ("attackers", AVATAR, "opening_attack_force", "fixed"),
    ("defence", AVATAR, "sufficient_intercept", "at_least"),
    ("equal", AVATAR, "sufficient_intercept", "at_least"),
    ("growing", AVATAR, "chamber_after_back", "alternate"),
    ("after-point", AVATAR, "point_cleanup", "before_celebration"),
    ("first-turn", RISE, "starter_first_coins", "false"),
    ("defence", RISE, "tilted_may_block", "false"),
    ("blockers", RISE, "blockers_per_attacker", "1"),
    ("through", RISE, "summoner_chooser", "defender"),
    ("damage", RISE, "damage_accumulates", "true"),
    ("others-turn", RISE, "early_skills", "true"),
    ("answers", RISE, "answer_constants", "true"),
    ("at-once", RISE, "answer_triggers", "false"),
    ("from-cards", RISE, "ether_when", "all_deaths"),
]


@pytest.mark.parametrize(("row_id", "game", "name", "reading"), READINGS)
def test_a_cell_tells_the_reading_that_is_played_and_names_its_rule(
    family: Family, row_id: str, game: str, name: str, reading: str
) -> None:
    option: Any = next(one for one in load_game(game).info.options if one.name == name)
    assert option.default == reading
    assert set(option.rules) & set(family.row(row_id).cell[game].rules)


def test_words_are_those_of_the_terms_and_titles_of_each_catalogue(family: Family) -> None:
    for game in family.games:
        catalogue = catalogues.load(game)
        entries = [entry.casefold() for entry in (*catalogue.terms, *(rule.title for rule in catalogue.rules))]
        for word in family.words:
            said = word.said[game].casefold()
            assert not said or any(entry.startswith(said) for entry in entries), (game, word.id)


def test_only_rows_of_the_very_same_rule_are_marked_the_same(family: Family) -> None:
    # A letter more makes mastery of one game count in the other: read both rules first.
    same = {
        row.id: [row.cell[game].rules for game in family.games] for row in family.rows if family.relation(row) == "same"
    }
    assert same == {
        "same-character": [("QS-211",), ("RISE-205",)],
        "order": [("QS-1012",), ("RISE-1019",)],
        "conceding": [("QS-911",), ("RISE-1020",)],
    }


def test_what_goes_wrong_first_is_equal_numbers_in_the_one_and_passing_in_the_other(family: Family) -> None:
    assert family.first_mistakes(AVATAR, RISE)[0].row == "equal"
    assert family.first_mistakes(RISE, AVATAR)[0].row == "pass"
