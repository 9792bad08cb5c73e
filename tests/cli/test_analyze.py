"""`analyze` of one game: the text, the document of the contract, the report, and every fault in a sentence."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis.review import review_of
from rising_tutor.analysis.review.words import plus_minus
from rising_tutor.cli import analyze
from rising_tutor.cli.analyze.text import BARS, spark
from tests.cli.conftest import Command
from tests.testkit.wandering import Wandering
from tests.testkit.written_value import WrittenValue

SAMPLES = Path("replays/fire-nation-rising")
LOST_GAME, EXAMPLE, WON_GAME = (SAMPLES / f"{n}.replay" for n in ("lost-by-a-team", "worked-example", "won"))
SMALL = "replay: 1\ngame: fire-nation-rising\nseats: 2\nseat 1: Ann\noption teams: aang,toph\n\nfacing 1\n"
COIN = "replay: 1\ngame: coin-and-hand\nseats: 2\noption points: 2\n\ndraw sun; draw fox\n"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """V made from words, so that a whole game takes a moment."""

    def review(verified: Any, *, valuation: Any = None, progress: Any = None, **_: Any) -> Any:
        return review_of(verified, valuation=valuation or WrittenValue(verified.game), progress=progress)

    monkeypatch.setattr(analyze, "review_of", review)
    monkeypatch.setattr(analyze, "n_processors", lambda: 1)


def exact(amount: dict[str, Any]) -> Fraction:
    return Fraction(int(amount["num"]), int(amount["den"]))


def test_the_document_of_one_game_is_that_of_the_contract(command: Command) -> None:
    """With the value function of the game itself."""
    answer = command("analyze", EXAMPLE, "--json")
    document = answer.document
    assert answer.code == 0
    assert set(document) >= {"value", "start", "result", "luck", "skill", "horizon", "remainder", "lines", "mistakes"}
    assert (document["file"], document["ok"], document["problems"]) == (str(EXAMPLE), True, [])
    assert exact(document["remainder"]) == 0
    sums = exact(document["luck"]["total"]) + exact(document["skill"]["total"]) + exact(document["horizon"])
    assert exact(document["result"]) - exact(document["start"]) == sums
    assert document["names"] == ["Anna", "Ben"]
    assert len(document["lines"]) == 31
    assert exact(document["skill"]["total"]) <= 0
    together = exact(document["skill"]["total"]) + exact(document["horizon"])
    assert document["value"]["policy"] == "greedy"
    assert exact(document["against_reference"]) == together
    assert "not known in full" in answer.err
    assert document["value"]["method"]


@pytest.mark.usefixtures("quick")
def test_the_text_tells_the_whole_account(command: Command) -> None:
    answer = command("analyze", LOST_GAME, "--top", 2)
    assert answer.code == 0
    assert answer.err == ""
    document = command("analyze", LOST_GAME, "--json").document
    for title in ("V after each line", "Ledger", "Choices", "Mistakes", "Luck by source", "What nobody could have"):
        assert f"\n{title}" in answer.out
    assert "Could we still have won?" in answer.out
    assert document["turning"]["text"].split(". ")[0] in " ".join(answer.out.split())
    assert "V is the chance to win: made from words." in answer.out
    assert "summed up they leave nothing" in answer.out
    costliest = sorted(document["mistakes"], key=lambda mistake: -exact(mistake["loss"]))[:2]
    told = [
        int(number) for number in re.findall(r"^  line (\d+), .*: (?:slip|inacc|mist|blun)", answer.out, re.MULTILINE)
    ]
    assert told == sorted(mistake["line"] for mistake in costliest)
    n = len(document["mistakes"])
    assert f"All with --top {n}." in answer.out
    whole = command("analyze", LOST_GAME, "--top", n).out
    assert "all of them, in the order of the game" in whole
    assert "--top" not in whole


@pytest.mark.usefixtures("quick")
def test_the_ledger_in_the_text_adds_up_as_far_as_it_is_rounded(command: Command) -> None:
    out = command("analyze", LOST_GAME).out
    rows = out[out.index("Ledger, in points") : out.index("Fractions stand")].splitlines()[1:-1]
    numbers = [float(re.search(r"([-+]?\d+\.\d|0)(?: %)?$", row.rstrip())[1]) for row in rows]  # type: ignore[index]
    start, *between, result = numbers
    assert len(between) == 5 + 2 + 1
    assert result - start == pytest.approx(sum(between), abs=0.05 * len(numbers))


def test_skill_and_horizon_together_stand_below_the_ledger_where_v_has_a_policy(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyze, "n_processors", lambda: 1)
    for valuation, n in ((Wandering, 1), (WrittenValue, 0)):
        monkeypatch.setattr(
            analyze,
            "review_of",
            lambda verified, made=valuation, **_: review_of(verified, valuation=made(verified.game)),
        )
        together = command("analyze", LOST_GAME, "--json").document["against_reference"]
        out = " ".join(command("analyze", LOST_GAME).out.split())
        told = out.partition("Skill and horizon together: how the side did against the reference player nobody: ")[2]
        assert out.count("Skill and horizon together: ") == n
        assert out.count("Skill and horizon together measure against nobody") == n
        assert (together is None) == (not n)
        assert not n or told.startswith(f"{plus_minus(exact(together))}. ")


@pytest.mark.usefixtures("quick")
def test_a_won_game_tells_its_closest_call_and_an_open_one_neither(command: Command, tmp_path: Path) -> None:
    assert "\nThe closest call\n" in command("analyze", WON_GAME).out
    (tmp_path / "new.replay").write_text(SMALL)
    out = command("analyze", tmp_path / "new.replay").out
    assert "closest call" not in out
    assert "still have won" not in out
    assert "V at the end" in out
    assert "not finished" in out


@pytest.mark.usefixtures("quick")
def test_a_fault_is_printed_and_what_is_sound_is_reviewed(command: Command, tmp_path: Path) -> None:
    text = LOST_GAME.read_text(encoding="utf-8")
    at = text.index("[turn 3]")
    file = tmp_path / "broken.replay"
    file.write_text(f"{text[:at]}[turn 3] nonsense 99\n{text[at:]}", encoding="utf-8")
    answer = command("analyze", file)
    assert answer.code == 1
    assert f"{file}:" in answer.err
    assert "nonsense 99" in answer.err
    assert "up to the first fault" in answer.out
    answer = command("analyze", file, "--json")
    assert answer.code == 1
    assert answer.document["ok"] is False
    assert answer.document["state"] == "faulty"
    assert answer.document["problems"][0]["code"] == "unreadable"
    assert len(answer.document["lines"]) > 20
    assert exact(answer.document["remainder"]) == 0


@pytest.mark.parametrize(
    "text", ["", "\0\0", "replay: 1\ngame: tiddlywinks\nseats: 2\n", "replay: 1\ngame: fire-nation"]
)
def test_a_file_in_which_no_game_begins_is_found_wrong(command: Command, tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.replay"
    file.write_text(text)
    answer = command("analyze", file)
    assert answer.code == 1
    assert "no game begins in this file" in answer.out
    assert str(file) in answer.err
    document = command("analyze", file, "--json").document
    assert document["problems"]
    assert document["value"] is None


@pytest.mark.usefixtures("quick")
def test_names_cannot_steer_the_terminal(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2Jb.replay"
    file.write_text(SMALL)
    assert "\x1b" not in command("analyze", file).out


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (("--out", "report.txt"), "ends in .html"),
        (("--out", "no/such/folder/report.html"), "a folder that there is"),
        (("--table", "lines.xls"), "csv"),
        (("--top", "-1"), "whole number"),
        (("--jobs", "0"), "whole number"),
        (("--seed", ""), "1 to 64"),
    ],
)
def test_a_wrong_call_is_said_before_any_work(
    command: Command, monkeypatch: pytest.MonkeyPatch, more: tuple[str, str], expected: str
) -> None:
    monkeypatch.setattr(analyze, "review_of", None)
    answer = command("analyze", EXAMPLE, *more)
    assert answer.code == 2
    assert expected in answer.err
    assert answer.out == ""


def test_a_missing_file_is_a_wrong_call(command: Command) -> None:
    answer = command("analyze", "no-such.replay")
    assert (answer.code, answer.out) == (2, "")
    assert "no-such.replay" in answer.err


def test_an_interruption_leaves_no_half_document(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(analyze, "review_of", interrupted)
    monkeypatch.setattr(analyze, "ledger_with_jobs", interrupted)
    answer = command("analyze", EXAMPLE, "--json")
    assert (answer.code, answer.out) == (130, "")
    assert "interrupted" in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.usefixtures("quick")
def test_the_report_is_written_from_the_same_review(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written: list[Any] = []

    def write_report(review: Any, verified: Any, target: Path) -> None:
        written.append((review, verified))
        target.write_text("<!doctype html>")

    monkeypatch.setattr("rising_tutor.report.write_report", write_report)
    target = tmp_path / "report.html"
    answer = command("analyze", LOST_GAME, "--out", target, "--json")
    assert answer.code == 0
    assert target.read_text() == "<!doctype html>"
    assert str(target) in answer.err
    ((review, verified),) = written
    assert len(review.ledger.lines) == len(answer.document["lines"]) == len(verified.moves)


def test_several_games_a_table_a_folder_and_a_pattern_go_to_the_table_of_many(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("rising_tutor.cli.analyze.many.run", lambda args: asked.append(args) or 0)
    calls = [
        (EXAMPLE, WON_GAME),
        (EXAMPLE, "--table", tmp_path / "lines.csv"),
        (SAMPLES,),
        (SAMPLES / "*.replay",),
        (EXAMPLE, "--scheduler", "tcp://127.0.0.1:1"),
    ]
    for call in calls:
        assert command("analyze", *call).code == 0
    assert len(asked) == len(calls)
    assert asked[1].table.name == "lines.csv"
    assert asked[4].scheduler == "tcp://127.0.0.1:1"


@pytest.mark.usefixtures("quick")
def test_a_file_whose_name_looks_like_a_pattern_is_a_file(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "evening[1].replay"
    file.write_text(SMALL)
    assert command("analyze", file, "--json").document["names"] == ["Ann", "Player 2"]


@pytest.mark.usefixtures("bare_coin_and_hand")
def test_a_seed_makes_playouts_repeatable(command: Command, tmp_path: Path) -> None:
    """A game without a value function of its own is played on by program."""
    file = tmp_path / "coin.replay"
    file.write_text(COIN)
    first, again, other = (command("analyze", file, "--seed", seed, "--json").out for seed in ("a", "a", "b"))
    assert first == again != other
    assert "no value function of its own" in " ".join(json.loads(first)["notes"])
    out = command("analyze", file, "--seed", "a").out
    assert "V counts for seat 1" in out


@pytest.mark.usefixtures("quick")
def test_own_cards_are_used_and_wrong_ones_are_named(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "new.replay"
    file.write_text(SMALL)
    answer = command("analyze", file, "--content", tmp_path / "none")
    assert answer.code in (1, 2)
    assert "none" in answer.err
    assert answer.out == ""


def test_the_graph_keeps_the_last_value_of_each_share() -> None:
    assert spark([0, 1], 10) == BARS[0] + BARS[-1]
    assert spark([0, 0, 1, 1, 0, 0.5], 3) == f"{BARS[0]}{BARS[-1]}{BARS[4]}"
    assert len(spark([0.5] * 700, 60)) == 60
    assert spark([1.0] * 699 + [0.0], 60)[-1] == BARS[0]
