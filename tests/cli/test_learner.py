"""`learner`: what it says of a file, of a class, what it writes, and every fault in a sentence."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis.review import review_of
from rising_tutor.cli import analyze
from rising_tutor.lessons.learner import load_learner
from rising_tutor.lessons.learner.facts import Attempt, Fact, Header, Mistake, Outcome, Setting, stamp
from rising_tutor.lessons.learner.knowledge import estimates
from rising_tutor.lessons.learner.text import write_learner
from rising_tutor.probability.unit import Unit
from tests.testkit.wandering import Wandering

GAME = "fire-nation-rising"
LONG_AGO = datetime(2020, 11, 21, 18, 0, 0, tzinfo=UTC)
TORN = b'{"fact":"att'
BAD = b'{"fact":"attempt","at":"2020-11-21T18:00:00Z","item":"play","rules":["FNR-414"],"outcome":"great"}\n'


def tried(rule: str, outcome: Outcome, day: float = 0, answer: str = "") -> Attempt:
    return Attempt(stamp(LONG_AGO + timedelta(days=day)), f"spot:{rule}", (rule,), outcome, answer)


@pytest.fixture
def put(tmp_path: Path) -> Any:
    """Writes a learner file and gives its path."""

    def write(name: str, *facts: Fact, tail: bytes = b"", game: str = GAME) -> str:
        path = tmp_path / f"{name}.learner.jsonl"
        path.write_bytes(write_learner(Header(name, game, stamp(LONG_AGO)), facts) + tail)
        return str(path)

    return write


FACTS: tuple[Fact, ...] = (
    tried("FNR-414", "wrong", 0, "one die on two cards"),
    *(tried("FNR-402", "best", day) for day in range(3)),
    Mistake("m1", stamp(LONG_AGO), "refused", "{}", "assign EE", "FNR-414"),
)


def test_show_says_what_is_known_what_is_due_and_why(command: Any, put: Any) -> None:
    answer = command("learner", "show", put("Anna", *FACTS))
    assert (answer.code, answer.err) == (0, "")
    assert "1 of 2 practised rules are mastered" in answer.out
    rows = [line.split() for line in answer.out.splitlines()]
    assert ["FNR-414", "0.18", "1", "of", "1", "2020-11-21"] in [row[:6] for row in rows]
    said = " ".join(answer.out.split())
    assert "FNR-414: due because you missed FNR-414 on 21 November 2020 and it was not practised since" in said
    assert "Own mistakes to practise: 1." in said


def test_show_as_a_document_has_the_numbers_of_the_model(command: Any, put: Any) -> None:
    document = command("learner", "show", put("Anna", *FACTS), "--json").document
    assert document["ok"] is True
    assert [(one["rule"], one["known"]) for one in document["rules"]] == [
        (one.rule, one.known) for one in estimates(FACTS)
    ]
    assert [one["mastered"] for one in document["rules"]] == [False, True]
    assert [one["rule"] for one in document["review"]["due"]] == ["FNR-414", "FNR-402"]
    assert document["mistakes"][0]["id"] == "m1"


def test_show_respects_that_the_review_is_off(command: Any, put: Any) -> None:
    file = put("Anna", *FACTS, Setting(stamp(LONG_AGO), "review", False))
    assert "The review list is switched off." in command("learner", "show", file).out
    assert command("learner", "show", file, "--json").document["review"]["due"] == []


def test_show_of_a_new_file_says_so(command: Any, put: Any) -> None:
    assert "No rule was practised yet." in command("learner", "show", put("Anna")).out


def test_show_of_a_damaged_file_shows_what_can_be_read(command: Any, put: Any) -> None:
    answer = command("learner", "show", put("Anna", *FACTS, tail=BAD))
    assert answer.code == 1
    assert "FNR-414" in answer.out
    assert ":7:" in answer.err
    assert "best, equal, good" in answer.err
    assert command("learner", "show", put("Ben", *FACTS, tail=TORN)).code == 0


def test_check_finds_every_fault_with_line_and_column(command: Any, put: Any) -> None:
    good, bad = put("good", *FACTS), put("bad", *FACTS, tail=BAD + TORN)
    assert command("learner", "check", good).code == 0
    answer = command("learner", "check", good, bad)
    assert answer.code == 1
    column = BAD.decode().index('"great"') + 1
    assert f"{bad}:7:{column}: value: outcome cannot be 'great'" in answer.out
    assert f"{bad}:8:1: torn:" in answer.out
    document = command("learner", "check", good, bad, "--json").document
    assert [(one["ok"], len(one["problems"])) for one in document["files"]] == [(True, 0), (False, 2)]
    assert document["files"][1]["problems"][0]["line"] == 7


def test_class_prints_what_to_teach_again_and_writes_a_table(command: Any, put: Any, tmp_path: Path) -> None:
    for name in ("Anna", "Ben", "Cem"):
        put(name, *FACTS)
    put("Dana", tried("FNR-402", "wrong"))
    table = tmp_path / "class.csv"
    answer = command("learner", "class", str(tmp_path), "--csv", str(table))
    assert answer.code == 0
    said = " ".join(answer.out.split())
    assert "4 learners, 2 rules practised" in said
    assert (
        "1. FNR-414 Double faces may overpay but not be shared: 3 of 3 learners missed it, 3 of 3 answers were wrong; "
        'most often "one die on two cards" (3 times).'
    ) in said
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert [(row["place"], row["rule"]) for row in rows] == [("1", "FNR-414"), ("2", "FNR-402")]
    document = command("learner", "class", str(tmp_path), "--json").document
    assert document["again"][0]["rule"] == "FNR-414"
    assert document["rules"][0]["error_rate"] == 0.1
    assert document["learners"] == ["Anna", "Ben", "Cem", "Dana"]


def test_class_counts_the_others_where_a_file_cannot_be_read(command: Any, put: Any, tmp_path: Path) -> None:
    put("Anna", *FACTS)
    put("Ben", *FACTS, tail=BAD)
    answer = command("learner", "class", str(tmp_path))
    assert answer.code == 1
    assert "1 learner, 2 rules practised" in answer.out
    assert "Ben.learner.jsonl:7:" in answer.err
    assert "not counted" in answer.err


def test_class_of_two_games_asks_for_one(command: Any, put: Any, tmp_path: Path) -> None:
    put("Anna", *FACTS)
    put("Ben", tried("CH-3", "wrong"), game="coin-and-hand")
    assert command("learner", "class", str(tmp_path)).code == 2
    answer = command("learner", "class", str(tmp_path), "--game", "coin", "--json")
    assert answer.document["learners"] == ["Ben"]
    assert answer.code == 1


def test_class_of_an_empty_folder(command: Any, tmp_path: Path) -> None:
    answer = command("learner", "class", str(tmp_path))
    assert (answer.code, answer.out.strip()) == (0, "0 learners, 0 rules practised")


def test_aid_writes_one_page(command: Any, put: Any, tmp_path: Path) -> None:
    page = tmp_path / "aid.html"
    answer = command("learner", "aid", put("Anna", *FACTS), "--out", str(page))
    assert (answer.code, answer.out) == (0, "")
    assert "FNR-414, page 7" in page.read_text(encoding="utf-8")
    document = command("learner", "aid", put("Ben"), "--out", str(tmp_path / "b.html"), "--json").document
    assert document["entries"] == []
    assert "No rule was practised yet" in document["empty"]


def test_merge_joins_and_check_finds_it_sound(command: Any, put: Any, tmp_path: Path) -> None:
    out = tmp_path / "both.learner.jsonl"
    extra = tried("FNR-406", "best", -1)
    answer = command("learner", "merge", str(out), put("Anna", *FACTS), put("Ann", *FACTS, extra, tail=TORN))
    assert answer.code == 0
    assert "its name, 'Ann', is not kept" in answer.err
    assert "torn" in answer.err
    reading = load_learner(out)
    assert reading.facts[0] == extra
    assert (len(reading.facts), reading.problems) == (len(FACTS) + 1, ())
    assert command("learner", "check", str(out)).code == 0


def test_nothing_that_is_there_is_overwritten_without_force(command: Any, put: Any, tmp_path: Path) -> None:
    file = put("Anna", *FACTS)
    for words, name in (
        (("aid", file, "--out"), "a.html"),
        (("class", str(tmp_path), "--csv"), "a.csv"),
        (("merge",), "a.jsonl"),
    ):
        target = tmp_path / "out" / name
        target.parent.mkdir(exist_ok=True)
        target.write_text("mine")
        rest = (file,) if words == ("merge",) else ()
        answer = command("learner", *words, str(target), *rest)
        assert answer.code == 2
        assert "--force" in answer.err
        assert target.read_text() == "mine"
        assert command("learner", *words, str(target), *rest, "--force").code == 0
        assert target.read_text(encoding="utf-8") != "mine"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("show", "no-such-file"), 2, "no-such-file"),
        (("check", "no-such-file"), 2, "no-such-file"),
        (("class", "no-such-folder"), 2, "no-such-folder"),
        (("class", ".", "--game", "chess"), 2, "chess"),
        (("class", ".", "--csv", "class.xls"), 2, ".csv"),
        (("aid", "no-such-file", "--out", "x.html"), 2, "no-such-file"),
        (("aid", "no-such-file", "--out", "x.pdf"), 2, ".html"),
        (("aid", "no-such-file"), 2, "--out"),
        (("merge", "out.jsonl"), 2, "FILE"),
        (("merge", "no/such/folder/out.jsonl", "x"), 2, "folder"),
        ((), 2, "COMMAND"),
    ],
)
def test_faults_are_told_in_a_sentence(command: Any, words: tuple[str, ...], code: int, told: str) -> None:
    answer = command("learner", *words)
    assert (answer.code, answer.out) == (code, "")
    assert told in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize("what", ["aid", "merge"])
def test_a_damaged_file_is_a_finding(command: Any, put: Any, tmp_path: Path, what: str) -> None:
    bad = put("bad", *FACTS, tail=BAD)
    target = str(tmp_path / ("x.html" if what == "aid" else "x.jsonl"))
    words = (bad, "--out", target) if what == "aid" else (target, bad)
    answer = command("learner", what, *words)
    assert answer.code == 1
    assert "bad.learner.jsonl:7:" in answer.out
    assert not Path(target).exists()
    assert json.loads(command("learner", what, *words, "--json").out)["ok"] is False


def test_files_of_two_games_are_not_joined(command: Any, put: Any, tmp_path: Path) -> None:
    answer = command("learner", "merge", str(tmp_path / "x.jsonl"), put("Anna"), put("Ben", game="coin-and-hand"))
    assert (answer.code, answer.out) == (1, "")
    assert "coin-and-hand" in answer.err


def test_names_cannot_steer_the_terminal(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "evil.learner.jsonl"
    path.write_bytes(b'{"format":"\x1b[2J"}\n' + "\u202e".encode() + b"\n")
    answer = command("learner", "check", str(path))
    assert answer.code == 1
    assert "\x1b" not in answer.out + answer.err
    assert "\u202e" not in answer.out + answer.err


SAMPLES = Path(__file__).parents[2] / "replays" / "fire-nation-rising"
WORKED, LOST = str(SAMPLES / "worked-example.replay"), str(SAMPLES / "lost-by-a-team.replay")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """V that wanders, so that a whole game takes a moment."""

    def review(verified: Any, *, progress: Any = None, **_: Any) -> Any:
        return review_of(verified, valuation=Wandering(verified.game), progress=progress)

    monkeypatch.setattr(analyze, "review_of", review)
    monkeypatch.setattr(analyze, "n_processors", lambda: 1)


@pytest.mark.usefixtures("quick")
def test_mistakes_of_games_come_into_the_file_once(command: Any, put: Any) -> None:
    file = put("Anna")
    answer = command("learner", "mistakes", WORKED, LOST, "--learner", file)
    assert answer.code == 0
    rows = answer.out.splitlines()
    of_game = next(row for row in rows if row.startswith(LOST))
    kept = [fact for fact in load_learner(file).facts if isinstance(fact, Mistake)]
    assert "lost 2 points of the chance to win or more" in of_game
    assert any("points of the chance to win; the best had" in row for row in rows if row.startswith("  FNR-"))
    assert f"{len(kept)} mistakes added" in answer.err
    assert len(kept) > 3
    assert {(one.kind, one.source, one.unit) for one in kept} == {("loss", "replay", Unit.CHANCE_TO_WIN)}
    again = command("learner", "mistakes", LOST, WORKED, "--learner", file, "--json")
    assert again.code == 0
    assert (again.document["measure"], again.document["unit"]) == ("win", "chance to win")
    assert [one["added"] for one in again.document["files"]] == [0, 0]
    assert len(load_learner(file).facts) == len(kept)


@pytest.mark.usefixtures("quick")
def test_mistakes_of_one_seat_as_a_document(command: Any, put: Any) -> None:
    words = ("learner", "mistakes", LOST, "--json", "--learner")
    documents = [command(*words, put(f"s{seat}"), "--seat", str(seat)).document["files"][0] for seat in (1, 2)]
    everybody = command(*words, put("all")).document["files"][0]
    ids = [{one["id"] for one in document["mistakes"]} for document in (*documents, everybody)]
    assert ids[0] | ids[1] == ids[2]
    assert not ids[0] & ids[1]
    assert sum(one["kept"] for one in everybody["mistakes"]) == min(20, len(ids[2]))
    assert everybody["judged"] == documents[0]["judged"] + documents[1]["judged"]


@pytest.mark.usefixtures("bare_coin_and_hand")
def test_a_game_without_a_value_function_is_said_to_have_none(command: Any, put: Any, tmp_path: Path) -> None:
    coin = tmp_path / "c.replay"
    coin.write_text("replay: 1\ngame: coin-and-hand\nseats: 2\noption points: 2\n\ndraw sun; draw fox\n")
    answer = command("learner", "mistakes", str(coin), "--learner", put("Ben", game="coin-and-hand"), "--json")
    assert answer.code == 0
    assert "has no value function" in answer.err
    assert answer.document["files"][0]["judged"] == 0


@pytest.mark.usefixtures("quick")
def test_mistakes_of_a_faulty_game_are_those_before_its_fault(command: Any, put: Any, tmp_path: Path) -> None:
    rows = Path(WORKED).read_text(encoding="utf-8").splitlines()
    bad = tmp_path / "bad.replay"
    bad.write_text("\n".join([*rows[:-1], "nonsense"]), encoding="utf-8")
    answer = command("learner", "mistakes", str(bad), "--learner", put("Anna"), "--json")
    assert answer.code == 1
    assert "nonsense" in answer.err
    assert answer.document["ok"] is False
    assert answer.document["files"][0]["judged"] > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((WORKED,), "--learner"),
        ((WORKED, "--learner", "no-such-file"), "no-such-file"),
        (("no-such-file", "--learner", "FILE"), "no-such-file"),
        ((WORKED, "--learner", "FILE", "--seat", "3"), "--seat 3"),
        ((WORKED, "--learner", "FILE", "--seat", "0"), "whole number"),
        ((WORKED, "--learner", "FILE", "--jobs", "0"), "whole number"),
        ((WORKED, "--learner", "COIN"), "coin-and-hand"),
    ],
)
def test_a_wrong_call_for_mistakes_is_told(command: Any, put: Any, words: tuple[str, ...], told: str) -> None:
    files = {"FILE": put("Anna"), "COIN": put("Ben", game="coin-and-hand")}
    answer = command("learner", "mistakes", *(files.get(word, word) for word in words))
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert "Traceback" not in answer.err
    assert load_learner(files["FILE"]).facts == ()
