"""`evaluator`: the same file and the same report however many processes, and every wrong call in a sentence."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.games.rising.fire_nation import TITLE
from rising_tutor.games.rising.valuing.model import FILE

SHIPPED = Path(str(files(TITLE).joinpath(FILE)))
FIT = ("evaluator", "fit", "fire", "--games", "3", "--seed", "j")


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
