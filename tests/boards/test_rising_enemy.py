"""What the sister titles have beside Fire Nation Rising is drawn: as HTML with words, as text, and over time."""

import re

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.charts import series_for
from rising_tutor.boards.ports import Board, Look
from rising_tutor.core.ids import CardId
from rising_tutor.games.rising.cards.vocabulary import RemovePressure
from tests.testkit.scene import DarkScene, DeathScene, Scene


def drawn(s: Scene, **look: object) -> tuple[str, str]:
    """The whole page of a position, and its text."""
    view, board = s.view(), board_for(s.game)
    given = Look(actions=tuple(s.game.node(s.state).actions), **look)  # type: ignore[arg-type, union-attr]
    return "".join(board.parts(view, given).values()), board.text(view)


def plain(html: str) -> str:
    """What can be read, without what is only for machines."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def part(html: str, mark: str) -> str:
    """The spoken words of the element with this mark."""
    found = re.search(rf"<[^>]*{re.escape(mark)}[^>]*>", html)
    assert found, mark
    label = re.search(r'aria-label="([^"]*)"', found[0])
    return label[1] if label else ""


class TestPlaces:
    def scene(self) -> Scene:
        s = DeathScene().stack(1, "the-atrium", "department-of-mysteries").stack(2, "gringotts-bank")
        return s.pressure(the_atrium=3).fallen("ollivanders-wand-shop").turn("hogwarts", facing=2)

    def test_the_exposed_one_is_a_cell_of_its_location_with_what_lies_under_it(self) -> None:
        html, text = drawn(self.scene())
        said = part(html, 'data-key="card:the-atrium"')
        assert said.startswith("The Atrium, Place, Corruption 3 of 5, then Department of Mysteries, Base of the")
        assert "Place: The Atrium  Corruption 3/5  under it: Department of Mysteries" in text

    def test_what_is_under_another_one_takes_no_press(self) -> None:
        html, _ = drawn(self.scene())
        assert 'data-key="card:department-of-mysteries"' not in html

    def test_the_fallen_ones_are_counted_and_say_what_they_do(self) -> None:
        html, text = drawn(self.scene())
        assert 'aria-label="Places corrupted 1 of 4"' in html
        assert re.search(r"Ollivander&#x27;s Wand Shop\s+Before the first roll", plain(html))
        assert "Ollivander's Wand Shop is corrupted." in text
        assert "Places corrupted 1 of 4" in text

    def test_a_choice_of_a_place_is_made_on_the_board(self) -> None:
        s = self.scene().effect(RemovePressure(n=1, where="any"), "hogwarts-corruption")
        html, _ = drawn(s)
        assert part(html, 'data-key="card:the-atrium"').endswith(", fits")
        assert "choose the Place that loses 1 Corruption" in plain(html)


class TestComponents:
    def test_six_parts_with_colour_word_and_counters(self) -> None:
        s = DarkScene().pressure(component_blue=4).fallen("component-red").turn("tatooine", facing=2)
        html, text = drawn(s)
        rows = re.findall(r"<li[^>]*>(?:(?!</li>).)*</li>", html[html.index("rt-ladder--parts") :])[:6]
        assert [len(re.findall(r"rt-die--[gbryop]\b", row)) for row in rows] == [1] * 6
        assert "Sensor Array , blue" in plain(rows[0])
        assert 'aria-label="Operation counter 4 of 5"' in rows[0]
        assert "operational" in rows[1]
        assert "Components operational 1 of 6" in text
        assert "Sensor Array 4/5" in text
        assert "Main Battery is operational." in text

    def test_nearly_full_ones_are_named_by_the_coach(self) -> None:
        s = DarkScene().pressure(component_green=4).turn("tatooine")
        html, _ = drawn(s, help="goal")
        assert "One from full: Shield Grid." in plain(html)


@pytest.mark.parametrize(
    ("scene", "faces", "words"),
    [
        (DeathScene, ("dark-mark",), ("Dark Mark", "Voldemort die")),
        (DarkScene, ("orange", "death-star", "blue"), ("orange", "Death Star symbol", "blue", "Darth Vader die")),
    ],
)
def test_the_dice_of_the_enemy_are_named(scene: type[Scene], faces: tuple[str, ...], words: tuple[str, ...]) -> None:
    s = scene()
    s.turn(s.usual_teams[0]).set(threat=tuple(CardId(face) for face in faces))
    html, text = drawn(s)
    shown = plain(html[html.index("rt-foedice") :])
    for word in words:
        assert word in shown
        assert word in text


class TestTheGoal:
    def test_beaten_imperials_count_towards_the_target(self) -> None:
        s = DarkScene(target="9").turn("tatooine")
        s.set(villains_out=tuple(CardId(card) for card in list(s.book.villain)[:2]))
        html, text = drawn(s)
        assert 'aria-label="Imperials set aside 2 of 9"' in html
        assert "Imperials set aside 2 of 9" in text
        assert (
            board_for(s.game).summary(s.view()).endswith("Imperials set aside 2 of 9, Components operational 0 of 6.")
        )

    def test_the_last_opponent_waits_in_the_deck(self) -> None:
        html, text = drawn(DeathScene().boss(above=3).turn("hogwarts"))
        assert "In the deck, under 3 cards. No more than 0 now: 0 Death Eaters in Azkaban." in plain(html)
        assert "In the deck, under 3 cards." in text

    def test_the_last_opponent_stands_where_the_figure_looks(self) -> None:
        s = DeathScene().turn("hogwarts", facing=2)
        s.set(villains_out=tuple(CardId(card) for card in list(s.book.villain)[:3])).boss(damage=1)
        html, text = drawn(s)
        assert part(html, 'data-key="card:lord-voldemort"').startswith("Lord Voldemort, Dark Lord, damage 1 of 5")
        assert "no more than 3 Damage now: 3 Death Eaters in Azkaban" in plain(html)
        assert "Lord Voldemort" in text.split("Diagon Alley")[1].split("Hogsmeade")[0]


class TestTheTurn:
    def test_each_paid_ability_of_a_team_card_is_a_card_of_its_own(self) -> None:
        html, _ = drawn(DeathScene().step_3("hogwarts", location=1, shown="blue K, blue L"))
        said = part(html, 'data-key="card:hogwarts-corruption"')
        assert said.startswith("Remove a Corruption, Headquarters, cost Knowledge")
        assert part(html, 'data-key="card:hogwarts-token"').startswith("Owl post, Headquarters, cost Loyalty")

    def test_blocked_healing_and_tokens_are_said(self) -> None:
        html, text = drawn(DarkScene().turn("tatooine").set(no_heal=True, no_tokens=True))
        assert "no healing this turn" in html
        assert "no Alliance token this turn" in html
        assert "No healing this turn." in text
        assert "No Alliance token this turn." in text

    def test_a_token_drawn_this_turn_waits(self) -> None:
        s = DarkScene().turn("tatooine")
        kind = s.book.token_ids[0]
        s.tokens("tatooine", kind, kind)
        held = tuple(1 if at == 0 else 0 for at in range(len(s.book.token_ids)))
        s.set(new_tokens=(held, (0,) * len(held)))
        html, text = drawn(s)
        name = s.book.name(kind)
        assert f"{name}, 2 of them, 1 from the next turn on" in plain(html)
        assert f"From the next turn on: 1 {name}" in text

    def test_the_first_roll_counts_towards_the_ability_of_the_team(self) -> None:
        s = DarkScene().step_3("tatooine", location=1, shown="red TT T I S")
        s.set(opening=s.state.shown)
        html, _ = drawn(s)
        assert "3 of 6 Tactical on the first roll" in part(html, 'data-key="card:team-tatooine"')
        assert "3/6 rolled" in plain(html)

    def test_no_ends_where_a_team_is_no_row(self) -> None:
        html, _ = drawn(DarkScene().turn("tatooine"))
        assert "rt-joinend" not in html
        assert "Order counts" not in html

    @pytest.mark.parametrize(("scene", "n"), [(Scene, 5), (DeathScene, 4), (DarkScene, 4)])
    def test_the_rail_has_the_steps_of_the_title(self, scene: type[Scene], n: int) -> None:
        s = scene()
        board: Board = board_for(s.game)
        rail = board.parts(s.turn(s.usual_teams[0]).view(), Look())["rail"]
        assert [word for word in s.book.spec.words.steps if f"<span>{word}" in rail] == list(s.book.spec.words.steps)
        assert rail.count("<li") == n


@pytest.mark.parametrize(
    ("scene", "names"),
    [
        (Scene, {"Ruin", "Balance", "Character deck", "Fire Nation deck", "Pai Sho supply", "Heroes defeated"}),
        (DeathScene, {"Places corrupted", "Corruption", "Damage on Lord Voldemort", "Wizards in the Infirmary"}),
        (DarkScene, {"Components operational", "Imperials set aside", "Asset deck", "Rebels discarded"}),
    ],
)
def test_the_numbers_over_time_are_those_of_the_title(scene: type[Scene], names: set[str]) -> None:
    s = scene()
    series = series_for(s.game)
    assert series is not None
    charts = series.charts([s.view(), s.view()])
    shown = {curve.name for chart in charts for curve in chart.curves}
    assert names <= shown
    if scene is not Scene:
        assert not shown & {"Ruin", "Balance", "Fire Nation deck", "Pai Sho supply"}


@pytest.mark.rule("DER-807")
@pytest.mark.parametrize("left", [0, 1])
def test_a_token_for_a_die_that_the_box_does_not_have_is_marked_before_it_is_used(left: int) -> None:
    s = DeathScene().row("hogwarts", "albus-dumbledore").tokens("hogwarts", "red-die").step_3("hogwarts")
    s.set(stock=tuple(left if colour == "red" else 1 for colour in s.book.colours))
    html, _ = drawn(s)
    assert ("No red die is left, so none is added." in plain(html)) is (not left)
