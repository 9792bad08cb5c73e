"""The comparison of games at its desk and as HTML, without a browser."""

import re
from itertools import permutations
from typing import Any

import pytest

from rising_tutor.catalogues.family import load
from rising_tutor.tutor.compare import Comparison, short_name
from rising_tutor.ui.compare import tables as parts

FIRE, DEATH, DARK = "fire-nation-rising", "death-eaters-rising", "dark-side-rising"
HOSTILE = '<script>alert("x")</script>'


@pytest.fixture
def desk() -> Comparison:
    return Comparison(load("rising"))


def press(desk: Comparison, do: str, arg: str = "", **fields: str) -> bool:
    return desk.take({"do": do, "arg": arg, "at": -1, "fields": fields})


def page(desk: Comparison) -> str:
    drawn = (parts.choices, parts.warnings, parts.words, parts.status, parts.rows)
    return parts.head() + "".join(part(desk) for part in drawn)


def shown(desk: Comparison) -> list[str]:
    return [line.row.id for line in desk.lines()]


class TestWhichGames:
    def test_at_first_all_stand_side_by_side_with_what_differs(self, desk: Comparison) -> None:
        assert desk.games == (FIRE, DEATH, DARK)
        assert desk.words() == {}
        assert {line.relation for line in desk.lines()} == {"differs", "one"}

    @pytest.mark.parametrize(("known", "learned"), list(permutations((FIRE, DEATH, DARK), 2)))
    def test_two_games_are_compared_alone(self, desk: Comparison, known: str, learned: str) -> None:
        press(desk, "games", known=known, learned=learned)
        assert desk.games == (known, learned)
        # What only the third game has is no row for these two.
        for line in desk.lines():
            assert desk.family.has(line.row, known) or desk.family.has(line.row, learned)
        assert [one.learned for one in desk.warnings()] == [learned]
        html = page(desk)
        third = next(game for game in desk.family.games if game not in desk.games)
        prefix = {FIRE: "FNR-", DEATH: "DER-", DARK: "DSR-"}[third]
        assert prefix not in html

    def test_what_two_games_share_is_no_difference_although_the_third_differs(self, desk: Comparison) -> None:
        assert "sets" in shown(desk)
        press(desk, "games", known=DEATH, learned=DARK)
        assert "sets" not in shown(desk)
        press(desk, "show", "all")
        assert {line.row.id: line.tag for line in desk.lines()}["sets"] == "same"

    def test_who_picks_one_game_twice_exchanges_the_two(self, desk: Comparison) -> None:
        press(desk, "games", known=FIRE, learned=DARK)
        press(desk, "games", known=DARK, learned=DARK)
        assert desk.games == (DARK, FIRE)
        press(desk, "games", known=DARK, learned=DARK)
        assert desk.games == (FIRE, DARK)
        press(desk, "games", known=FIRE, learned="")
        press(desk, "games", known=FIRE, learned=FIRE)
        assert desk.games == (DEATH, FIRE)

    def test_the_one_that_stands_apart_is_named(self, desk: Comparison) -> None:
        tags = {line.row.id: line.tag for line in desk.lines()}
        assert tags["sets"] == "Fire Nation differs"
        assert tags["all-act"] == "not Fire Nation"
        assert tags["redeploy"] == "only Death Eaters"
        assert tags["goal"] == "all differ"
        press(desk, "games", known=FIRE, learned=DARK)
        assert {line.row.id: line.tag for line in desk.lines()}["sets"] == "differs"

    def test_with_all_games_each_of_the_others_warns_of_a_few_things(self, desk: Comparison) -> None:
        press(desk, "games", known=DEATH, learned="")
        assert [(one.learned, len(one.mistakes)) for one in desk.warnings()] == [(FIRE, 3), (DARK, 3)]
        assert short_name(DEATH) == "Death Eaters"


class TestWhichRows:
    def test_differences_and_the_rest_make_all(self, desk: Comparison) -> None:
        every, differ = desk.counts()
        assert (len(desk.lines()), desk.hidden()) == (differ, every - differ)
        press(desk, "show", "all")
        assert (len(desk.lines()), desk.hidden()) == (every, 0)
        assert every == len(desk.family.rows)

    def test_one_topic(self, desk: Comparison) -> None:
        press(desk, "find", topic="tokens", text="")
        assert {line.row.topic for line in desk.lines()} == {"tokens"}
        assert [topic.id for topic, _ in desk.parts()] == ["tokens"]

    @pytest.mark.parametrize(("text", "row"), [("DSR-605", "sets"), ("azkaban", "boss-damage"), ("  CONSOL", "")])
    def test_a_search_looks_at_questions_answers_and_rules(self, desk: Comparison, text: str, row: str) -> None:
        press(desk, "find", topic="", text=text)
        assert (row in shown(desk)) if row else not shown(desk)

    def test_a_search_looks_only_at_the_games_on_the_page(self, desk: Comparison) -> None:
        press(desk, "games", known=FIRE, learned=DARK)
        press(desk, "find", topic="", text="azkaban")
        assert shown(desk) == []

    def test_where_only_equal_rows_fit_the_way_to_them_is_shown(self, desk: Comparison) -> None:
        press(desk, "find", topic="", text="locked")
        html = parts.rows(desk)
        assert "No difference fits" in html
        assert "Show 1 row that is the same" in html
        press(desk, "show", "all")
        assert shown(desk) == ["locked"]

    def test_where_nothing_fits_all_rows_are_a_press_away(self, desk: Comparison) -> None:
        press(desk, "find", topic="dice", text="zebra")
        assert "zebra" in parts.rows(desk)
        press(desk, "clear")
        assert len(desk.lines()) == len(desk.family.rows)

    @pytest.mark.parametrize("row_id", ["sets", "locked", "opening"])
    def test_a_row_that_is_asked_for_is_shown_whatever_was_searched(self, desk: Comparison, row_id: str) -> None:
        press(desk, "find", topic="end", text="zebra")
        assert desk.reveal(row_id)
        assert row_id in shown(desk)
        assert not desk.reveal("nowhere")

    def test_what_goes_wrong_first_leads_to_a_row_that_is_among_the_differences(self, desk: Comparison) -> None:
        for known, learned in permutations(desk.family.games, 2):
            desk.restore({"from": known, "to": learned})
            for one in desk.warnings()[0].mistakes:
                assert one.row in shown(desk)


class TestAddress:
    @pytest.mark.parametrize(
        "words",
        [
            {},
            {"from": FIRE, "to": DARK},
            {"from": DARK},
            {"from": DEATH, "to": FIRE, "topic": "dice", "show": "all", "find": "double"},
        ],
    )
    def test_an_address_leads_back(self, desk: Comparison, words: dict[str, str]) -> None:
        desk.restore(words)
        assert desk.words() == words

    def test_only_what_to_learn(self, desk: Comparison) -> None:
        desk.restore({"to": FIRE})
        assert desk.games == (DEATH, FIRE)

    @pytest.mark.parametrize(
        "words", [{"from": "chess"}, {"to": HOSTILE}, {"topic": "x"}, {"show": "x"}, {"from": FIRE, "to": FIRE}]
    )
    def test_words_that_fit_nothing_are_passed_over(self, desk: Comparison, words: dict[str, str]) -> None:
        desk.restore(words)
        assert desk.words() == {}

    def test_a_message_of_others_is_left_alone(self, desk: Comparison) -> None:
        before = desk.words()
        assert not press(desk, "rule", "FNR-101")
        assert press(desk, "show", "nothing")
        assert press(desk, "games", known="chess", learned=HOSTILE)
        assert desk.words() == before


class TestPage:
    def test_every_shown_rule_opens_in_the_reader(self, desk: Comparison) -> None:
        press(desk, "show", "all")
        html = parts.rows(desk)
        cited = {rule for row in desk.family.rows for cell in row.cell.values() for rule in cell.rules}
        assert set(re.findall(r'data-do="rule" data-arg="([A-Z]+-\d+)"', html)) == cited
        assert all(f'href="#rules?rule={rule}"' in html for rule in cited)

    def test_a_rule_that_is_our_resolution_is_marked_in_every_game(self, desk: Comparison) -> None:
        desk.restore({"topic": "threat", "show": "all", "find": "in the order of their places"})
        assert parts.rows(desk).count("rt-cite--gap") == 3

    def test_what_is_typed_is_never_html(self, desk: Comparison) -> None:
        press(desk, "find", topic="", text=HOSTILE)
        assert "<script" not in page(desk)

    def test_a_table_has_a_cell_for_each_game_and_its_name_for_a_phone(self, desk: Comparison) -> None:
        html: Any = parts.rows(desk)
        assert html.count('role="cell"') == 3 * len(desk.lines())
        assert html.count("rt-compare__game") == 3 * len(desk.lines())

    def test_words_are_those_of_the_games_on_the_page(self, desk: Comparison) -> None:
        press(desk, "games", known=DEATH, learned=DARK)
        html = parts.words(desk)
        assert "Wizard / Rebel" in html
        assert "Pai Sho" not in html
