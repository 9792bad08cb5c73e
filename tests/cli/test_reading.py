"""`games`, `rules` and `content check`: what they list, in both forms."""

from pathlib import Path
from typing import Any

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game
from rising_tutor.lab.unit_file import units
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import kit_of

FIVE = {"fire-nation-rising", "death-eaters-rising", "dark-side-rising", "avatar-tcg", "rise-tcg"}


def test_games_lists_all_five_with_their_stage(command: Any) -> None:
    games = {game["id"]: game for game in command("games", "--json").document}
    assert set(games) >= FIVE
    for game in games.values():
        assert set(game) == {"id", "title", "family", "seats", "rules_version", "stage"}
        low, high = game["seats"]
        assert 1 <= low <= high
    text = command("games").out
    assert all(game in text for game in games)


def test_rules_are_complete(command: Any) -> None:
    document = command("rules", "fire", "--json").document
    catalogue = catalogues.load("fire-nation-rising")
    assert document["game"] == "fire-nation-rising"
    assert [rule["id"] for rule in document["rules"]] == [rule.id for rule in catalogue.rules]
    for rule in document["rules"]:
        assert rule["title"]
        assert rule["text"]
        assert rule["page"] >= 1
        assert rule["phase"]
        assert rule["status"] in ("stated", "inferred", "gap")
        assert isinstance(rule["lessons"], list)
        assert isinstance(rule["events"], list)


def test_a_rule_names_the_lessons_units_and_scenarios_that_are_about_it_and_no_other(command: Any) -> None:
    lessons = {rule["id"]: rule["lessons"] for rule in command("rules", "fire", "--json").document["rules"]}
    game = dice_game(load_game("fire"))
    assert game is not None
    cited: dict[str, set[str]] = {}
    for unit in units(kit_of(game)):
        for rule in {*unit.rules, *(rule for step in unit.step for rule in step.rules)}:
            cited.setdefault(rule, set()).add(f"unit:{unit.id}")
    course = load_course(GameId("fire-nation-rising"))
    for lesson in (*course.lessons, *course.scenarios):
        for number, step in reversed(list(enumerate(lesson.step, 1))):
            for rule in step.rules:
                # A lesson is named once for a rule, with the first of its steps that is about it.
                name = f"{lesson.kind}:{lesson.id}"
                cited[rule] = {one for one in cited.get(rule, set()) if one.partition("#")[0] != name}
                cited[rule].add(name if lesson.kind == "scenario" else f"{name}#{number}")
    assert {rule: set(found) for rule, found in lessons.items() if found} == cited
    assert all(len(found) == len(set(found)) for found in lessons.values())
    assert "unit:keep-or-discard" in {one for found in lessons.values() for one in found}


def test_one_rule_in_any_case(command: Any) -> None:
    answer = command("rules", "fire-nation-rising", "fnr-313")
    assert answer.code == 0
    assert answer.out.startswith("FNR-313  ")
    assert "page " in answer.out
    assert answer.out.count("FNR-313") == 1
    assert [rule["id"] for rule in command("rules", "FIRE", "FNR-313", "--json").document["rules"]] == ["FNR-313"]


def test_search_narrows(command: Any) -> None:
    answer = command("rules", "fire", "--search", "JUNE", "--json")
    found = [rule["id"] for rule in answer.document["rules"]]
    assert found == [rule.id for rule in catalogues.load("fire-nation-rising").search("june")]
    assert "rules contain" in answer.err
    nothing = command("rules", "fire", "--search", "\x1b[2J no such words")
    assert (nothing.code, nothing.out) == (0, "")
    assert "\x1b" not in nothing.err


class TestComparing:
    def test_two_games_row_by_row(self, command: Any) -> None:
        document = command("rules", "fire", "--compare", "dark", "--json").document
        games = ["fire-nation-rising", "dark-side-rising"]
        assert document["games"] == games
        assert document["mistakes"][0]["row"] == "sets"
        rows = {row["id"]: row for row in document["rows"]}
        assert {row["relation"] for row in rows.values()} == {"same", "differs", "one"}
        assert rows["sets"]["cells"]["dark-side-rising"]["rules"] == ["DSR-605", "DSR-1016"]
        assert rows["row"]["cells"]["dark-side-rising"]["here"] is False
        # What only the third game has is in no row.
        assert "redeploy" not in rows
        said = {word["id"]: word["in"] for word in document["words"]}
        assert [said["token"][game] for game in games] == ["Pai Sho token", "Alliance token"]

    def test_for_people_what_differs_stands_in_full_and_the_rest_by_title(self, command: Any) -> None:
        out = command("rules", "death", "--compare", "dark").out
        assert out.startswith("What somebody who knows death-eaters-rising gets wrong first in dark-side-rising\n")
        assert "== Tokens" in out
        assert "(DSR-1004)" in out
        assert "The same: " in out
        assert "FNR-" not in out

    def test_a_rule_shows_its_rows_in_full_and_a_search_narrows(self, command: Any) -> None:
        out = command("rules", "fire", "der-721", "--compare", "death").out
        assert "DER-721" in out
        assert "FNR-507" in out
        assert "What somebody" not in out
        found = command("rules", "fire", "--compare", "death", "--search", "Azkaban", "--json").document["rows"]
        assert {row["id"] for row in found} == {"beaten-enemies", "boss-attacked", "boss-damage"}
        assert command("rules", "fire", "--compare", "death", "--search", "\x1b no such").out == ""

    def test_the_card_games_row_by_row(self, command: Any) -> None:
        document = command("rules", "rise", "--compare", "avatar", "--json").document
        rows = {row["id"]: row for row in document["rows"]}
        assert document["games"] == ["rise-tcg", "avatar-tcg"]
        assert {one["row"] for one in document["mistakes"]} <= set(rows)
        assert rows["equal"]["cells"]["rise-tcg"]["rules"] == ["RISE-601", "RISE-604"]
        out = command("rules", "avatar", "--compare", "rise").out
        assert out.startswith("What somebody who knows avatar-tcg gets wrong first in rise-tcg\n")
        assert "The same: The same character on both sides." in out
        assert "QS-502" in command("rules", "avatar", "rise-601", "--compare", "rise").out

    def test_what_cannot_be_compared_is_said(self, command: Any) -> None:
        for other in ("fire", "rise"):
            answer = command("rules", "fire", "--compare", other)
            assert answer.code == 2
            assert "can be compared with death-eaters-rising, dark-side-rising, not with" in answer.err
        assert "rise-tcg can be compared with avatar-tcg, not with" in command("rules", "rise", "--compare", "fire").err
        for wrong in (("fire", "XYZ-1", "--compare", "dark"), ("fire", "--compare", "chess")):
            assert command("rules", *wrong).code != 0


class TestContent:
    def test_faults_are_told_with_file_path_and_value(self, command: Any, tmp_path: Path) -> None:
        (tmp_path / "mine.toml").write_text('[[hero]]\nid = "toph"\nnmae = "x\x7f"\n', encoding="utf-8")
        answer = command("content", "check", "fire", str(tmp_path))
        assert answer.code == 1
        assert "mine.toml" in answer.out
        problem = command("content", "check", "fire", str(tmp_path), "--json").document["problems"][0]
        assert problem["file"] == "mine.toml"
        assert problem["expected"]

    def test_folder_that_is_none(self, command: Any, tmp_path: Path) -> None:
        assert command("content", "check", "fire", str(tmp_path / "none")).code == 1
        assert command("content", "check", "fire", str(tmp_path)).code == 1
