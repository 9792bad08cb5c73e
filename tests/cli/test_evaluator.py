"""`evaluator`: the same file and the same report however many processes, and every wrong call in a sentence."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.cli.evaluator.found import HEAD, WRITTEN, parts_of
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import entry
from rising_tutor.games.rising.titles.fire_nation import TITLE
from rising_tutor.games.rising.valuing.model import FILE

SHIPPED = Path(str(files(TITLE).joinpath(FILE)))
PAGE = Path(__file__).parents[2] / "docs" / "evaluator.md"
FIT = ("evaluator", "fit", "fire", "--games", "3", "--seed", "j")


@pytest.mark.wide
def test_fit_writes_the_same_file_on_any_number_of_processes(command: Any, tmp_path: Path) -> None:
    before = SHIPPED.read_bytes()
    documents = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.toml"
        answer = command(*FIT, "--jobs", jobs, "--out", out, "--json")
        assert answer.code == 0
        assert answer.err == ""
        assert answer.document.pop("file") == str(out)
        documents.append({name: value for name, value in answer.document.items() if name != "file"})
    assert (tmp_path / "1.toml").read_bytes() == (tmp_path / "2.toml").read_bytes()
    assert documents[0] == documents[1]
    assert documents[0]["games"] == 3
    assert documents[0]["positions"] > 5
    text = (tmp_path / "1.toml").read_text(encoding="utf-8")
    assert 'command = "rising-tutor evaluator fit fire-nation-rising --games 3 --seed j"' in text
    assert sorted(file.name for file in tmp_path.iterdir()) == ["1.toml", "2.toml"]
    assert SHIPPED.read_bytes() == before


def test_report_says_the_same_in_three_forms_and_keeps_its_bands(command: Any, tmp_path: Path) -> None:
    model, page = tmp_path / "model.toml", tmp_path / "page.md"
    model.write_bytes(SHIPPED.read_bytes().partition(b"[[band]]")[0].rstrip() + b"\n")
    asked = ("evaluator", "report", "fire", "--games", "3", "--positions", "3", "--playouts", "2", "--seed", "j")
    answer = command(*asked, "--jobs", "1", "--model", model, "--out", page, "--keep", "--json")
    assert answer.code == 0
    document = answer.document
    assert document["games"] == 3
    assert document["fits_content"] is True
    assert document["source"]["games"] >= 1000
    assert 0 < document["brier"]["said"] < 1
    assert document["playouts"]["differences"][0]["positions"] == 3
    assert sum(group["positions"] for group in document["deciles"]) == document["positions"]
    assert [band["upto"] for band in document["bands"]][-1] == 1
    assert model.read_text(encoding="utf-8").count("[[band]]") == len(document["bands"])
    text = page.read_text(encoding="utf-8")
    assert f"Brier score {document['brier']['said']:.4f}" in text
    assert "| `tokens` |" in text
    assert str(tmp_path) not in text
    again = command(*asked, "--jobs", "2")
    assert again.code == 0
    assert f"Brier score {document['brier']['said']:.4f}" in again.out


@pytest.mark.parametrize(
    "argv",
    [
        ("fit", "coin", "--games", "2"),
        ("fit", "fire"),
        ("fit", "fire", "--games", "0"),
        ("fit", "fire", "--games", "2", "--out", "/no/such/folder/model.toml"),
        ("report", "coin"),
        ("report", "fire", "--playouts", "1"),
        ("report", "fire", "--model", "/no/such/file.toml"),
        ("report", "fire", "--out", "/no/such/folder/page.md"),
        ("report", "nothing"),
        (),
    ],
)
def test_wrong_calls_are_told_and_play_nothing(command: Any, argv: tuple[str, ...]) -> None:
    answer = command("evaluator", *argv)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err
    assert "Traceback" not in answer.err


def test_a_file_that_cannot_be_used_is_found_wrong(command: Any, tmp_path: Path) -> None:
    older = tmp_path / "older.toml"
    older.write_text(SHIPPED.read_text(encoding="utf-8").replace("format = 1", "format = 0"), encoding="utf-8")
    answer = command("evaluator", "report", "fire", "--model", older)
    assert answer.code == 1
    assert "format" in answer.err
    assert "fit it again" in answer.err


class TestPage:
    """`docs/evaluator.md` has a section for each title; a report writes its own and leaves the rest alone."""

    ASKED = ("evaluator", "report", "fire", "--games", "3", "--positions", "3", "--playouts", "2", "--jobs", "1")

    def test_the_page_of_the_project_is_of_this_shape(self) -> None:
        text = PAGE.read_text(encoding="utf-8")
        assert text.startswith(HEAD)
        sections = parts_of(text)
        assert "Fire Nation Rising" in sections
        for parts in sections.values():
            assert parts[""].startswith("    rising-tutor evaluator report ")
            for written in WRITTEN:
                assert sum(name.startswith(written) for name in parts) == 1
        listed = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
        assert listed == ["How to read a section", *sections], "nothing but sections of titles, each once"

    @pytest.mark.wide
    def test_a_report_keeps_other_titles_and_what_was_added_to_its_own(self, command: Any, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        title = entry(GameId("dark-side-rising")).title
        other = f"## {title}\n\n    a command\n\n### What it counts\n\nOf that title."
        added = "### Games that greedy played\n\nBy hand.\n\n| a | b |\n|---|---|\n| 1 | 2 |"
        page.write_text(
            "# The evaluator\n\nAn old head.\n\n## Fire Nation Rising\n\nold\n\n"
            f"### Against playouts of 7 positions\n\nOld.\n\n{added}\n\n{other}\n",
            encoding="utf-8",
        )
        assert command(*self.ASKED, "--seed", "p", "--out", page).code == 0
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"{HEAD}\n## Fire Nation Rising\n\n    rising-tutor evaluator report fire-nation-")
        assert text.endswith(f"\n\n{added}\n\n{other}\n")
        assert "of 7 positions" not in text
        assert "old head" not in text
        assert text.count("### Against playouts of 3 positions") == 1
        fresh = tmp_path / "fresh.md"
        assert command(*self.ASKED, "--seed", "p", "--out", fresh).code == 0
        assert text == fresh.read_text(encoding="utf-8").rstrip("\n") + f"\n\n{added}\n\n{other}\n"
        before = page.read_bytes()
        assert command(*self.ASKED, "--seed", "p", "--out", page).code == 0
        assert page.read_bytes() == before, "writing it again changes nothing"
