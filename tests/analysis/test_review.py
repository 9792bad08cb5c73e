"""The review: accounts, mistakes and their reasons, luck by source, the last chance, and how far a file is sound."""

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import LUCK, SKILL, Ledger, LedgerLine
from rising_tutor.analysis.ledger.document import file_json, review_json
from rising_tutor.analysis.review import FAULTY, FINISHED, UNFINISHED, UNKNOWN, Review, names_of, review_of
from rising_tutor.analysis.review.findings import (
    LOST,
    REAL_CHANCE,
    REST,
    WON,
    TurningPoint,
    accounts_of,
    luckiest,
    mistakes_of,
    reasons_of,
    turning_point,
    unluckiest,
)
from rising_tutor.analysis.review.words import interval_words, mistake_words, reason_words, sum_rows, turning_words
from rising_tutor.core.band import Band
from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.valuation import Choice, Part, ValueLabel
from rising_tutor.errors import UnreadableReplay
from rising_tutor.replay import Verified, verify
from tests.testkit.written_value import WrittenValue

LOST_GAME = Path("replays/fire-nation-rising/lost-by-a-team.replay")
WON_GAME = Path("replays/fire-nation-rising/won.replay")
EXAMPLE = Path("replays/fire-nation-rising/worked-example.replay")
LABEL = ValueLabel("counted by hand", "one line", "", 0, "1", "none")


def review(verified: Verified, **more: Any) -> Review:
    return review_of(verified, valuation=WrittenValue(verified.game), **more)


@cache
def sample(path: Path) -> Review:
    return review(verify(path))


def points(number: int) -> Fraction:
    return Fraction(number, 100)


def line(number: int, before: int, after: int, *, seat: int | None = None, **more: Any) -> LedgerLine:
    """A line with values in hundredths; of chance unless somebody sits there."""
    values: dict[str, Any] = {
        "kind": LUCK if seat is None else SKILL,
        "source": "dice" if seat is None else "",
        "best": "" if seat is None else "the best",
    }
    return LedgerLine(
        line=number,
        turn=1,
        where=f"place {number}",
        move=f"move {number}",
        rule=RuleId("X-1"),
        seat=None if seat is None else Seat(seat),
        before=points(before),
        after=points(after),
        horizon=points(0),
        **(values | more),
    )


def ledger(*lines: LedgerLine, finished: bool = True, start: int = 50) -> Ledger:
    result = lines[-1].after if lines else points(start)
    return Ledger("x", LABEL, 2, points(start), result, finished, lines, (("dice", "Dice"), ("deck", "Deck")))


# The last chance.


def test_a_lost_game_was_open_up_to_the_last_line_of_a_real_chance() -> None:
    lines = (line(1, 50, 20, seat=0), line(2, 20, 4), line(3, 4, 6), line(4, 6, 2, seat=1), line(5, 2, 0))
    found = turning_point(ledger(*lines))
    assert found == TurningPoint(LOST, lines[3], points(6), points(2), REAL_CHANCE, real=True)
    assert turning_words(found) == (
        "Yes, up to line 4 (place 4): V was 6.0 % with best play. The choice there: move 4. One line later V was 2.0 %."
    )
    at_ten = turning_point(ledger(*lines), points(10))
    assert at_ten is not None
    assert (at_ten.line.line, at_ten.chance, at_ten.then) == (2, points(20), points(4))
    assert "Chance there: move 2." in turning_words(at_ten)


def test_a_chance_of_exactly_the_threshold_is_real() -> None:
    found = turning_point(ledger(line(1, 5, 3), line(2, 3, 0)))
    assert found is not None
    assert (found.line.line, found.real) == (1, True)


def test_a_game_that_never_had_a_real_chance_says_so() -> None:
    found = turning_point(ledger(line(1, 3, 2), line(2, 4, 1), line(3, 1, 0), start=3))
    assert found is not None
    assert (found.line.line, found.chance, found.real) == (2, points(4), False)
    assert turning_words(found).startswith("At no line was V 5 % or more. It was highest at line 2 (place 2): 4.0 %")


def test_a_won_game_has_its_closest_call() -> None:
    lines = (line(1, 50, 60), line(2, 60, 12, seat=0), line(3, 14, 80), line(4, 80, 100))
    found = turning_point(ledger(*lines))
    assert found == TurningPoint(WON, lines[1], points(12), points(14), REAL_CHANCE, real=True)
    assert turning_words(found) == (
        "V was lowest after line 2 (place 2): 12.0 %. The choice there: move 2. One line later V was 14.0 %."
    )
    safe = turning_point(ledger(line(1, 97, 96), line(2, 96, 100)))
    assert safe is not None
    assert not safe.real
    assert "Losing never had a chance of 5 % or more." in turning_words(safe)


@pytest.mark.parametrize(
    "game", [ledger(line(1, 50, 20), finished=False), ledger(line(1, 40, 50)), ledger()], ids=["open", "drawn", "empty"]
)
def test_without_a_winner_there_is_no_last_chance(game: Ledger) -> None:
    assert turning_point(game) is None


def test_the_last_chance_of_a_sample_is_the_last_line_that_was_open() -> None:
    found = sample(LOST_GAME)
    assert found.turning is not None
    assert found.turning.kind == LOST
    lines, at = found.ledger.lines, found.turning.line.line
    assert lines[at - 1].before >= REAL_CHANCE
    assert all(line.before < REAL_CHANCE for line in lines[at:])
    high = turning_point(sample(LOST_GAME).ledger, points(100))
    assert high is not None
    assert not high.real
    assert high.chance == max(line.before for line in lines)
    won = sample(WON_GAME)
    assert won.turning is not None
    assert won.turning.kind == WON
    assert won.turning.chance == min(line.after for line in won.ledger.lines)


# What each seat chose.


def test_an_account_counts_what_was_a_choice_and_what_it_cost() -> None:
    game = ledger(
        line(1, 50, 48, seat=0),
        line(2, 48, 41, seat=0),
        line(3, 41, 41, seat=0, forced=True),
        line(4, 41, 41, seat=1),
        line(5, 41, 60),
        line(6, 60, 35, seat=0),
        line(7, 35, 34, seat=0),
        line(8, 34, 0),
    )
    ann, ben = accounts_of(game, ("Ann", "Ben"), most=2)
    assert (ann.name, ann.counted, ann.forced, ann.lost, ann.mean) == ("Ann", 4, 1, points(35), points(35) / 4)
    assert ann.classes == (("slip", 1), ("inaccuracy", 1), ("mistake", 0), ("blunder", 1))
    assert [found.line for found in ann.costliest] == [6, 2]
    assert ann.worst == game.lines[5]
    assert (ben.counted, ben.forced, ben.lost, ben.mean, ben.worst) == (1, 0, 0, 0, None)
    assert [mistake.fault for mistake in mistakes_of(game, ("Ann", "Ben"))] == ["slip", "inaccuracy", "blunder"]


def test_a_forced_line_is_no_mistake_whatever_it_cost() -> None:
    game = ledger(line(1, 50, 10, seat=0, forced=True), line(2, 10, 0))
    account = accounts_of(game, ("Ann", "Ben"))[0]
    assert mistakes_of(game, ("Ann", "Ben")) == ()
    assert (account.counted, account.forced, account.lost) == (0, 1, 0)


def test_the_accounts_of_a_sample_add_up_to_its_skill() -> None:
    found = sample(WON_GAME)
    assert sum(account.lost for account in found.accounts) == -found.ledger.skill
    choices = [line for line in found.ledger.lines if line.kind == SKILL]
    assert sum(account.counted + account.forced for account in found.accounts) == len(choices)
    assert sum(n for account in found.accounts for _, n in account.classes) == len(found.mistakes) > 10
    assert len({account.counted for account in found.accounts}) == 2


# Why, and what was luck.


def test_reasons_add_up_to_the_loss_and_what_no_part_tells_stands_alone() -> None:
    parts = (Part("Kanna", RuleId("X-2"), points(-3)), Part("Azula", RuleId("X-3"), points(9)))
    found = line(1, 50, 42, seat=0, parts=parts)
    reasons = reasons_of(found)
    assert [(reason.name, reason.amount) for reason in reasons] == [
        ("Azula", points(9)),
        ("Kanna", points(-3)),
        (REST, points(2)),
    ]
    assert sum(reason.amount for reason in reasons) == found.loss
    assert reason_words(reasons[1]) == "Kanna: 3.0 points, in favour of what was played (X-2)"
    assert len(reasons_of(line(1, 50, 44, seat=0, parts=parts))) == 2


def test_every_mistake_of_a_sample_says_what_was_better_and_why() -> None:
    found = sample(WON_GAME)
    verified = verify(WON_GAME)
    for mistake in found.mistakes:
        state = verified.moves[mistake.line.line - 1].state
        better = verified.game.read(state, mistake.better)
        assert Choice(better, mistake.line.before) in mistake.line.options
        assert sum(reason.amount for reason in mistake.reasons) == mistake.loss >= points(2)
        assert mistake.name in found.names
        said = mistake_words(mistake)
        assert said.startswith(f"{mistake.name} played {mistake.line.move}; better {mistake.better}.")


def test_luck_is_told_by_source_and_its_ends_by_line() -> None:
    game = ledger(
        line(1, 50, 60),
        line(2, 60, 40, source="deck"),
        line(3, 40, 35),
        line(4, 35, 50),
        line(5, 50, 50),
        line(6, 50, 0),
    )
    assert [found.line for found in luckiest(game.lines)] == [4, 1]
    assert [found.line for found in unluckiest(game.lines, 2)] == [6, 2]
    found = sample(LOST_GAME)
    assert {source.source: source.total for source in found.sources} == found.ledger.luck_by_source()
    assert all(source.good + source.bad == source.total for source in found.sources)
    assert all(source.good >= 0 >= source.bad for source in found.sources)
    assert sum(source.n for source in found.sources) == sum(line.kind == LUCK for line in found.ledger.lines)


def test_the_sum_is_the_ledger() -> None:
    rows = list(sum_rows(sample(WON_GAME)))
    (_, start, _), *between, (name, result, _) = rows
    assert name == "Result"
    assert result - start == sum(amount for _, amount, is_value in between if not is_value)
    assert all(not is_value for _, _, is_value in between)


def test_an_interval_stands_beside_what_is_estimated_only() -> None:
    label = replace(LABEL, bands=(Band(0.5, -0.1, 0.2), Band(1.0, -0.3, 0.05)))
    assert interval_words(label, points(25)) == "(95 %: 15 to 45 %)"
    assert interval_words(label, points(100)) == ""
    assert interval_words(LABEL, points(40)) == ""


# Names.


def test_swapping_two_names_swaps_their_lines_and_nothing_else() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    swapped = text.replace("Anna", "\0").replace("Ben", "Anna").replace("\0", "Ben")
    assert swapped != text
    first, second = (review(verify(one.encode(), "game.replay")) for one in (text, swapped))
    assert first.names == second.names[::-1] == ("Anna", "Ben")
    assert first.ledger == second.ledger
    for one, other in zip(first.accounts, second.accounts, strict=True):
        assert one.name != other.name
        assert replace(one, name="") == replace(other, name="")
    assert [replace(one, name="") for one in first.mistakes] == [replace(one, name="") for one in second.mistakes]
    rest = {"names": (), "accounts": (), "mistakes": ()}
    assert replace(first, **rest) == replace(second, **rest)


def test_swapping_the_seats_of_every_line_swaps_the_accounts_and_nothing_else() -> None:
    game = sample(WON_GAME).ledger
    lines = tuple(one if one.seat is None else replace(one, seat=Seat(1 - one.seat)) for one in game.lines)
    swapped = replace(game, lines=lines)
    first, second = accounts_of(game, ("Ann", "Ben"))
    for one, other in zip((second, first), accounts_of(swapped, ("Ben", "Ann")), strict=True):
        plain = {"seat": 0, "costliest": ()}
        assert replace(one, **plain) == replace(other, **plain)
        assert [line.line for line in one.costliest] == [line.line for line in other.costliest]
    assert swapped.luck_by_source() == game.luck_by_source()
    assert swapped.skill_by_turn() == game.skill_by_turn()
    assert turning_point(replace(swapped, lines=game.lines)) == turning_point(game)


def test_a_seat_without_a_name_is_numbered() -> None:
    text = b"replay: 1\ngame: fire-nation-rising\nseats: 3\nseat 2: Bo\n"
    assert names_of(verify(text, "new.replay")) == ("Player 1", "Bo", "Player 3")


# How far a file is sound.


def test_a_finished_game_needs_no_note() -> None:
    found = sample(WON_GAME)
    assert (found.state, found.notes, found.result_name) == (FINISHED, (), "Result")


def test_a_game_that_is_not_over_has_v_in_place_of_a_result() -> None:
    rows = LOST_GAME.read_text(encoding="utf-8").splitlines()
    cut = "\n".join(row for row in rows[:16] if not row.startswith("result")) + "\n"
    found = review(verify(cut.encode(), "cut.replay"))
    assert found.state == UNFINISHED
    assert found.result_name == "V at the end"
    assert found.notes == ("The game is not over.", "In place of a result stands V of the last position.")
    assert 0 < found.ledger.result < 1
    assert found.turning is None
    whole = sample(LOST_GAME).ledger.lines
    assert found.ledger.lines == whole[: len(found.ledger.lines)]


def test_a_file_with_a_fault_is_reviewed_up_to_it() -> None:
    text = LOST_GAME.read_text(encoding="utf-8")
    at = text.index("[turn 4]")
    broken = f"{text[:at]}[turn 4] nonsense 99\n{text[at:]}".encode()
    verified = verify(broken, "broken.replay")
    found = review(verified)
    assert found.state == FAULTY
    row = verified.problems[0].line
    assert f"on row {row}, column" in found.notes[0]
    assert f"up to the first fault: {len(found.ledger.lines)} lines of it" in found.notes[1]
    assert found.ledger.lines == sample(LOST_GAME).ledger.lines[: len(found.ledger.lines)]
    assert len(found.ledger.lines) > 30
    assert found.ledger.remainder == 0


def test_a_file_with_a_gap_is_reviewed_up_to_it() -> None:
    found = sample(EXAMPLE)
    assert found.state == UNKNOWN
    told = "Line 32 of the game has a fact that is not known. The game is reviewed up to there: 31 lines"
    assert told in found.notes[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"replay: 1\ngame: fire-nation-rising\nseats: ?\n", "how many people played is not known"),
        (b"replay: 1\ngame: tiddlywinks\nseats: 2\n", "there is no game"),
        (b"\xff\xfe\x00", "cannot|not"),
    ],
)
def test_a_file_in_which_no_game_begins_is_refused(text: bytes, expected: str) -> None:
    verified = verify(text, "odd.replay")
    with pytest.raises(UnreadableReplay, match=expected):
        review_of(verified)
    document = file_json("odd.replay", verified, None)
    assert document["value"] is None
    assert document["lines"] == []


@pytest.mark.usefixtures("bare_coin_and_hand")
def test_a_game_without_a_value_function_gets_the_plain_one() -> None:
    text = b"replay: 1\ngame: coin-and-hand\nseats: 2\noption points: 2\n\ndraw sun; draw fox\n"
    found = review_of(verify(text, "coin.replay"))
    assert found.label.method.startswith("solved where at most")
    assert "no value function of its own" in " ".join(found.notes)
    assert found.ledger.remainder == 0
    assert found.sources[0].n == 2


# The document.


def exact(amount: dict[str, Any]) -> Fraction:
    assert set(amount) == {"num", "den", "decimal"}
    assert isinstance(amount["num"], str)
    fraction = Fraction(int(amount["num"]), int(amount["den"]))
    assert amount["decimal"] == pytest.approx(float(fraction))
    return fraction


def test_the_document_holds_the_ledger_exactly() -> None:
    found = sample(LOST_GAME)
    document = review_json(found)
    contract = {"value", "start", "result", "luck", "skill", "horizon", "remainder", "lines"}
    assert contract <= set(document)
    assert {"method", "horizon", "policy", "samples", "rules_version"} <= set(document["value"])
    luck, skill = exact(document["luck"]["total"]), exact(document["skill"]["total"])
    start, result = exact(document["start"]), exact(document["result"])
    assert exact(document["remainder"]) == 0
    assert result - start == luck + skill + exact(document["horizon"])
    assert sum(map(exact, document["luck"]["by_source"].values())) == luck
    for by in ("by_seat", "by_turn", "by_rule"):
        assert sum(map(exact, document["skill"][by].values())) == skill
    assert list(document["skill"]["by_seat"]) == ["1", "2"]
    assert exact(document["luck_adjusted"]) == result - luck
    last = start
    for row, known in zip(document["lines"], found.ledger.lines, strict=True):
        assert exact(row["before"]) - last == exact(row["horizon"])
        assert exact(row["after"]) - exact(row["before"]) == exact(row["amount"])
        assert (row["seat"] is None) == (row["kind"] == "luck") == (row["source"] is not None)
        assert row["move"] == known.move
        last = exact(row["after"])
    assert last == result
    for mistake in document["mistakes"]:
        assert sum(exact(reason["amount"]) for reason in mistake["reasons"]) == exact(mistake["loss"])
        assert exact(mistake["better_value"]) - exact(mistake["value"]) == exact(mistake["loss"])
        assert mistake["class"] == document["lines"][mistake["line"] - 1]["class"]
    assert document["turning"]["kind"] == LOST
