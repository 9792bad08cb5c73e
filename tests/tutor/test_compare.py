"""The comparison of games at its controller and as HTML, without a browser."""

import re
from itertools import permutations
from typing import Any

import pytest

from rising_tutor.catalogues.family import load_all
from rising_tutor.tutor.compare import Comparison
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.compare import tables as parts

FIRE, DEATH, DARK = "fire-nation-rising", "death-eaters-rising", "dark-side-rising"
AVATAR, RISE = "avatar-tcg", "rise-tcg"
HOSTILE = '<script>alert("x")</script>'


@pytest.fixture
def controller() -> Comparison:
    return Comparison(load_all())


def press(controller: Comparison, do: str, arg: str = "", **fields: str) -> bool:
    return controller.handle(Message(do, arg, fields=fields))


def page(controller: Comparison) -> str:
    drawn = (parts.choices, parts.warnings, parts.words, parts.status, parts.rows)
    return parts.head() + "".join(part(controller) for part in drawn)


def shown(controller: Comparison) -> list[str]:
    return [line.row.id for line in controller.lines()]


class TestWhichGames:
    def test_at_first_all_stand_side_by_side_with_what_differs(self, controller: Comparison) -> None:
        assert controller.games == (FIRE, DEATH, DARK)
        assert controller.words() == {}
        assert {line.relation for line in controller.lines()} == {"differs", "one"}

    @pytest.mark.parametrize(("known", "learned"), list(permutations((FIRE, DEATH, DARK), 2)))
    def test_two_games_are_compared_alone(self, controller: Comparison, known: str, learned: str) -> None:
        press(controller, "games", known=known, learned=learned)
        assert controller.games == (known, learned)
        # What only the third game has is no row for these two.
        for line in controller.lines():
            assert controller.family.has(line.row, known) or controller.family.has(line.row, learned)
        assert [one.learned for one in controller.warnings()] == [learned]
        html = page(controller)
        third = next(game for game in controller.family.games if game not in controller.games)
        prefix = {FIRE: "FNR-", DEATH: "DER-", DARK: "DSR-"}[third]
        assert prefix not in html

    def test_what_two_games_share_is_no_difference_although_the_third_differs(self, controller: Comparison) -> None:
        assert "sets" in shown(controller)
        press(controller, "games", known=DEATH, learned=DARK)
        assert "sets" not in shown(controller)
        press(controller, "show", "all")
        assert {line.row.id: line.tag for line in controller.lines()}["sets"] == "same"

    def test_who_picks_one_game_twice_exchanges_the_two(self, controller: Comparison) -> None:
        press(controller, "games", known=FIRE, learned=DARK)
        press(controller, "games", known=DARK, learned=DARK)
        assert controller.games == (DARK, FIRE)
        press(controller, "games", known=DARK, learned=DARK)
        assert controller.games == (FIRE, DARK)
        press(controller, "games", known=FIRE, learned="")
        press(controller, "games", known=FIRE, learned=FIRE)
        assert controller.games == (DEATH, FIRE)

    def test_the_one_that_stands_apart_is_named(self, controller: Comparison) -> None:
        tags = {line.row.id: line.tag for line in controller.lines()}
        assert tags["sets"] == "Fire Nation differs"
        assert tags["all-act"] == "not Fire Nation"
        assert tags["redeploy"] == "only Death Eaters"
        assert tags["goal"] == "all differ"
        press(controller, "games", known=FIRE, learned=DARK)
        assert {line.row.id: line.tag for line in controller.lines()}["sets"] == "differs"

    def test_with_all_games_each_of_the_others_warns_of_a_few_things(self, controller: Comparison) -> None:
        press(controller, "games", known=DEATH, learned="")
        assert [(one.learned, len(one.mistakes)) for one in controller.warnings()] == [(FIRE, 3), (DARK, 3)]


class TestWhichFamily:
    def test_the_card_games_stand_side_by_side_and_the_rest_of_the_page_with_them(self, controller: Comparison) -> None:
        press(controller, "show", "all")
        press(controller, "find", topic="tokens", text="reward")
        assert press(controller, "family", "cards")
        assert controller.games == (AVATAR, RISE)
        # What was searched among other rows is gone, what kind of rows was asked for is not.
        assert (controller.topic, controller.text, controller.show) == ("", "", "all")
        assert len(controller.lines()) == len(controller.family.rows)
        html = page(controller)
        assert "QS-502" in html
        assert "RISE-601" in html
        assert not re.search(r"FNR-|DER-|DSR-|Pai Sho", html)
        assert "In Rise TCG" in html
        assert press(controller, "family", "rising")
        assert controller.games == (FIRE, DEATH, DARK)

    def test_the_family_that_is_shown_or_not_there_changes_nothing(self, controller: Comparison) -> None:
        press(controller, "games", known=DARK, learned=FIRE)
        press(controller, "find", topic="tokens", text="x")
        before = controller.words()
        for word in ("rising", "", "chess", HOSTILE):
            assert press(controller, "family", word)
            assert controller.words() == before

    def test_of_two_games_one_is_always_to_be_learned(self, controller: Comparison) -> None:
        press(controller, "family", "cards")
        assert controller.words() == {"from": AVATAR, "to": RISE}
        # All that goes wrong first, as of any two games.
        assert controller.warnings()[0].mistakes == controller.family.first_mistakes(AVATAR, RISE)
        assert "All, side by side" not in parts.choices(controller)
        press(controller, "games", known=RISE, learned=RISE)
        assert controller.games == (RISE, AVATAR)
        press(controller, "games", known=RISE, learned=RISE)
        assert controller.games == (AVATAR, RISE)
        press(controller, "games", known=RISE, learned="")
        assert controller.words() == {"from": RISE, "to": AVATAR}
        press(controller, "games", known=FIRE, learned=DARK)
        assert controller.games == (RISE, AVATAR)

    def test_rows_say_which_game_has_what_the_other_has_not(self, controller: Comparison) -> None:
        controller.restore({"to": RISE, "show": "all"})
        tags = {line.row.id: line.tag for line in controller.lines()}
        assert (tags["mulligan"], tags["after-point"]) == ("only Rise TCG", "only Avatar TCG")
        assert (tags["equal"], tags["conceding"]) == ("differs", "same")


class TestWhichRows:
    def test_differences_and_the_rest_make_all(self, controller: Comparison) -> None:
        every, differ = controller.counts()
        assert (len(controller.lines()), controller.hidden()) == (differ, every - differ)
        press(controller, "show", "all")
        assert (len(controller.lines()), controller.hidden()) == (every, 0)
        assert every == len(controller.family.rows)

    def test_one_topic(self, controller: Comparison) -> None:
        press(controller, "find", topic="tokens", text="")
        assert {line.row.topic for line in controller.lines()} == {"tokens"}
        assert [topic.id for topic, _ in controller.parts()] == ["tokens"]

    @pytest.mark.parametrize(("text", "row"), [("DSR-605", "sets"), ("azkaban", "boss-damage"), ("  CONSOL", "")])
    def test_a_search_looks_at_questions_answers_and_rules(self, controller: Comparison, text: str, row: str) -> None:
        press(controller, "find", topic="", text=text)
        assert (row in shown(controller)) if row else not shown(controller)

    def test_a_search_looks_only_at_the_games_on_the_page(self, controller: Comparison) -> None:
        press(controller, "games", known=FIRE, learned=DARK)
        press(controller, "find", topic="", text="azkaban")
        assert shown(controller) == []

    def test_where_only_equal_rows_fit_the_way_to_them_is_shown(self, controller: Comparison) -> None:
        press(controller, "find", topic="", text="locked")
        html = parts.rows(controller)
        assert "No difference fits" in html
        assert "Show 1 row that is the same" in html
        press(controller, "show", "all")
        assert shown(controller) == ["locked"]

    def test_where_nothing_fits_all_rows_are_a_press_away(self, controller: Comparison) -> None:
        press(controller, "find", topic="dice", text="zebra")
        assert "zebra" in parts.rows(controller)
        press(controller, "clear")
        assert len(controller.lines()) == len(controller.family.rows)

    @pytest.mark.parametrize("row_id", ["sets", "locked", "opening"])
    def test_a_row_that_is_asked_for_is_shown_whatever_was_searched(self, controller: Comparison, row_id: str) -> None:
        press(controller, "find", topic="end", text="zebra")
        assert controller.reveal(row_id)
        assert row_id in shown(controller)
        assert not controller.reveal("nowhere")

    def test_what_goes_wrong_first_leads_to_a_row_that_is_among_the_differences(self, controller: Comparison) -> None:
        pairs = [pair for family in controller.families for pair in permutations(family.games, 2)]
        for known, learned in pairs:
            controller.restore({"from": known, "to": learned})
            for one in controller.warnings()[0].mistakes:
                assert one.row in shown(controller)


class TestAddress:
    @pytest.mark.parametrize(
        "words",
        [
            {},
            {"from": FIRE, "to": DARK},
            {"from": DARK},
            {"from": DEATH, "to": FIRE, "topic": "dice", "show": "all", "find": "double"},
            {"from": AVATAR, "to": RISE},
            {"from": RISE, "to": AVATAR, "topic": "attack", "show": "all", "find": "stop"},
        ],
    )
    def test_an_address_leads_back(self, controller: Comparison, words: dict[str, str]) -> None:
        controller.restore(words)
        assert controller.words() == words

    def test_only_what_to_learn(self, controller: Comparison) -> None:
        controller.restore({"to": FIRE})
        assert controller.games == (DEATH, FIRE)

    @pytest.mark.parametrize(("words", "games"), [({"to": RISE}, (AVATAR, RISE)), ({"from": RISE}, (RISE, AVATAR))])
    def test_a_game_names_its_family(
        self, controller: Comparison, words: dict[str, str], games: tuple[str, str]
    ) -> None:
        controller.restore(words)
        assert controller.words() == {"from": games[0], "to": games[1]}
        # An address that names none leads to the first family again.
        controller.restore({})
        assert controller.games == (FIRE, DEATH, DARK)

    def test_of_games_of_two_families_the_known_one_says_which(self, controller: Comparison) -> None:
        controller.restore({"from": RISE, "to": FIRE})
        assert controller.games == (RISE, AVATAR)

    @pytest.mark.parametrize(
        "words",
        [
            {"from": "chess"},
            {"to": HOSTILE},
            {"topic": "x"},
            {"show": "x"},
            {"from": FIRE, "to": FIRE},
            {"to": "coin-and-hand"},
        ],
    )
    def test_words_that_fit_nothing_are_passed_over(self, controller: Comparison, words: dict[str, str]) -> None:
        controller.restore(words)
        assert controller.words() == {}

    def test_a_message_of_others_is_left_alone(self, controller: Comparison) -> None:
        before = controller.words()
        assert not press(controller, "rule", "FNR-101")
        assert press(controller, "show", "nothing")
        assert press(controller, "games", known="chess", learned=HOSTILE)
        assert controller.words() == before


class TestPage:
    @pytest.mark.parametrize("family", ["rising", "cards"])
    def test_every_shown_rule_opens_in_the_reader(self, controller: Comparison, family: str) -> None:
        press(controller, "family", family)
        press(controller, "show", "all")
        html = parts.rows(controller)
        cited = {rule for row in controller.family.rows for cell in row.cell.values() for rule in cell.rules}
        assert set(re.findall(r'data-do="rule" data-arg="([A-Z]+-\d+)"', html)) == cited
        assert all(f'href="#rules?rule={rule}"' in html for rule in cited)

    def test_a_rule_that_is_our_resolution_is_marked_in_every_game(self, controller: Comparison) -> None:
        controller.restore({"topic": "threat", "show": "all", "find": "in the order of their places"})
        assert parts.rows(controller).count("rt-cite--gap") == 3

    def test_what_is_typed_is_never_html(self, controller: Comparison) -> None:
        press(controller, "find", topic="", text=HOSTILE)
        assert "<script" not in page(controller)

    def test_a_table_has_a_cell_for_each_game_and_its_name_for_a_phone(self, controller: Comparison) -> None:
        html: Any = parts.rows(controller)
        assert html.count('role="cell"') == 3 * len(controller.lines())
        assert html.count("rt-compare__game") == 3 * len(controller.lines())

    def test_words_are_those_of_the_games_on_the_page(self, controller: Comparison) -> None:
        press(controller, "games", known=DEATH, learned=DARK)
        html = parts.words(controller)
        assert "Wizard / Rebel" in html
        assert "Pai Sho" not in html
