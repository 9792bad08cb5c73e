"""Records with gaps: the true table is always among the possible ones, and what is called certain is true."""

import gc
import json
import time
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rising_tutor.cli import main
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Line, Replay, Verified, possible, read, verify, write
from rising_tutor.replay.certain import COMPARED, Facts, certain
from rising_tutor.replay.one_way import one_way
from rising_tutor.replay.possible import TABLES, follow_gaps
from tests.replay.samples import TYPED
from tests.testkit.scene import rising
from tests.testkit.settings import RISING

REPLAYS = Path(__file__).parents[2] / "replays"
SAMPLES = sorted((REPLAYS / "fire-nation-rising").glob("*.replay"))
SHORT = [REPLAYS / title / f"lost-by-{why}.replay" for title in RISING[1:] for why in ("a-team", "casualties")]
"""Of each sister title a game that was lost early, and a longer one."""
HEAD = "replay: 1\ngame: fire-nation-rising\nseats: 2\noption teams: aang,toph\n\n"
DEAL = (
    "facing 1; side easy-1; first 1; card kanna; card roku; card piandao; card kyoshi; card combustion-man; card suki\n"
    "card ursa; card tho-and-due; card jeong-jeong\n"
)


def checked(text: str) -> Verified:
    return verify((HEAD + text).encode(), "a.replay")


def with_gaps(replay: Replay, rng: Random, share: float) -> Replay:
    """The same with some facts forgotten: a whole line, or a word of it."""

    def forget(line: Line) -> Line:
        if rng.random() >= share:
            return line
        words = line.move.split(" ")
        at = rng.randrange(len(words))
        partly = at > 0 and words[at] not in {">", "to", "with"} and not words[at].endswith(",")
        if words[0] == "rolled":
            partly = partly and at > 1 and not words[at - 1].endswith(",")
        move = " ".join((*words[:at], "?", *words[at + 1 :])) if partly and rng.random() < 0.7 else "?"
        return replace(line, move=move, marks=())

    return replace(replay, lines=tuple(map(forget, replay.lines)))


def open_at(verified: Verified, position: int) -> Facts:
    return certain(verified.game, verified.possible.states(position))


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@pytest.mark.parametrize("path", [*SAMPLES, *SHORT], ids=lambda path: f"{path.parent.name[:4]}-{path.stem}")
def test_the_true_table_is_always_possible_and_what_is_certain_is_true(path) -> None:
    replay, true = read(path), verify(path)
    gaps_of = ((0.1, 1), (0.02, 2)) if len(replay) < 400 else ((0.02, 2),)
    for share, seed in gaps_of:
        gaps = with_gaps(replay, Random(seed), share)
        verified = verify(write(gaps, "a.replay"), "a.replay")
        possible = verified.possible
        assert verified.ok
        assert possible is not None
        assert possible.fault is None
        assert bool(possible.stopped) != (possible.last == len(gaps))
        for position in range(possible.first, min(possible.last, len(true.moves)) + 1):
            state = true.state_at(position)
            after_all, at_once = set(possible.states(position)), set(possible.states(position, position))
            assert state in after_all
            assert state in at_once
            assert len(after_all) == possible.left(position) <= possible.known_at(position) == len(at_once)
        for position in range(possible.first, min(possible.last, len(true.moves)) + 1, 17):
            if possible.left(position) > 60:
                continue
            _check_facts(open_at(verified, position), true, position)
        if not possible.stopped and possible.left(possible.last) == 1:
            assert verified.result == true.result


def _check_facts(facts: Facts, true: Verified, position: int) -> None:
    """Each open fact leaves the true value open, and with them taken out nothing differs."""
    view = true.game.view(true.state_at(position), None)
    for fact in facts.open:
        value = view
        for part in fact.path:
            if isinstance(part, int):
                value = value[part]
            else:
                value = dict(value)[part] if isinstance(value, tuple) else getattr(value, part)
        if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
            said = [true.game.fact_value(fact.path, one) for one in value]
            assert (", ".join(said) or "nothing") in fact.values
            assert set(filter(None, fact.sure.split(", "))) <= set(said)
        if isinstance(value, bool):
            assert ("no", "yes")[value] in fact.values
        elif isinstance(value, int) and fact.path[-1] not in {"facing", "location", "base", "active"}:
            assert str(value) in fact.values


@pytest.mark.parametrize("title", RISING)
def test_what_is_open_has_the_words_of_its_title(title: str) -> None:
    """Given a table whose every field is open, then its words are those of the title, with no gap left in them."""
    game = rising(title)
    words = game.book.spec.words
    own = {word: getattr(words, word) for word in ("hero", "villain", "deck", "location", "marker")}
    fields = type(game.view(game.start(2, {}), None)).__struct_fields__
    said = [game.fact_name((field,), ()) for field in fields]
    parts = ("places", 4), ("teams", 1, "row", 0, "damage"), ("teams", 1, "row")
    said += [game.fact_name(path, ()) for path in parts]
    text = "; ".join(said)
    assert "{" not in text
    assert all(word in text for word in own.values())
    others = {getattr(rising(other).book.spec.words, word) for other in RISING for word in ("hero", "villain")}
    assert not [word for word in others - set(own.values()) if word in text]


def test_later_lines_narrow_what_was_open() -> None:
    verified = checked(DEAL + "[turn 1] at 3; fire right-?; roll\n")
    possible = verified.possible
    assert verified.ok
    assert possible.known_at(14) == 3
    (fact,) = [fact for fact in open_at(verified, 14).open if fact.path == ("fire_card",)]
    assert (fact.name, fact.values) == ("Fire Nation card", ("right-0", "right-1", "right-2"))
    verified = checked(DEAL + "[turn 1] at 1; fire right-1; roll; rolled green ?, ?; green E > kanna; roll\n")
    assert verified.ok
    assert verified.possible.left(16) < verified.possible.known_at(16)
    assert verified.possible.reads(16) == (16, 17)
    for state in verified.possible.states(16):
        shown = verified.game.view(state, None).roll.shown
        assert "green:E" in shown


@pytest.mark.slow
def test_where_one_table_is_left_the_game_goes_on_as_certain_and_a_fault_is_told_in_full() -> None:
    text = DEAL + "[turn 1] at ?; fire right-1; roll; rolled green E, ?\n[turn 1] nonsense\n"
    verified = checked(DEAL + "[turn 1] at 3; fire right-1; roll; rolled ?\n[turn 1] green E > nobody\n")
    assert [problem.code for problem in verified.problems] == ["unreadable"] or not verified.ok or verified.remarks
    verified = checked("facing 1; side easy-?; first 1; card kanna; card roku; card kanna\n")
    (problem,) = verified.problems
    assert (problem.line, problem.code) == (6, "impossible")
    assert problem.message.startswith("none of the ")
    assert problem.rule
    assert checked(text).problems


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("facing ?", 3),
        ("?", 3),
        ("facing 1; side easy-?", 4),
        ("facing 1; side easy-1; first 1; card ?villain", 0),
        ("facing 1; side easy-1; first 1; card roku", None),
    ],
)
def test_partly_known_lines(text: str, n: int | None) -> None:
    possible = checked(text + "\n").possible
    if n is None:
        assert possible is None
        return
    states = possible.states(possible.last)
    assert len(states) == n or not n
    if not n:
        game = load_game("fire")
        cards = {game.view(state, None).places[0].card for state in states}
        assert cards == set(game.book.villain)


@pytest.mark.parametrize(
    ("text", "rolled", "fits"),
    [
        ("rolled ?", "rolled green E EE, blue W", True),
        ("rolled green ? E, blue W", "rolled green E EE, blue W", True),
        ("rolled green ? E, blue W", "rolled green E A A, blue W", True),
        ("rolled green ? E, blue W", "rolled green E, blue W", False),
        ("rolled green E, ?", "rolled green E EE, blue W", False),
        ("rolled green E EE, ?", "rolled green E EE, blue W", True),
        ("rolled g ee e, b ?", "rolled green E EE, blue W", True),
        ("rolled green ?", "rolled green E EE, blue W", False),
        ("rolled pink ?", "rolled green E EE, blue W", False),
    ],
)
def test_dice_fit_in_any_order(text: str, rolled: str, fits: bool) -> None:
    game = load_game("fire")
    state = game.start(2, {"teams": "aang,toph"})
    assert game.fits(state, text)(game.read(state, rolled)) is fits


def test_a_result_of_the_header_filters_at_the_end() -> None:
    path = next(path for path in SAMPLES if path.stem == "lost-by-a-team")
    replay = read(path)
    lines = (*replay.lines[:-1], replace(replay.lines[-1], move="?"))
    open_end = verify(write(replace(replay, lines=lines, result=""), "a.replay"), "a.replay").possible
    closed = verify(write(replace(replay, lines=lines), "a.replay"), "a.replay").possible
    assert closed.left(closed.last) <= open_end.left(open_end.last)
    won = verify(write(replace(replay, lines=lines, result="win"), "a.replay"), "a.replay")
    assert won.possible.fault is not None
    assert won.possible.fault.why == "result"
    assert won.ok, "a bare ? may stand for more than one action"
    assert "win" in won.remarks[0]


def test_beyond_its_limit_the_set_is_given_up_in_words() -> None:
    lines = tuple(Line("?") for _ in range(40))
    game = load_game("fire")
    possible = follow_gaps(game, game.start(2), lines, first=0)
    assert possible.last < 40
    assert f"{TABLES.most:,} {TABLES.what}" in possible.stopped
    assert "worked out up to action" in possible.stopped


@pytest.mark.slow
def test_time_is_bounded() -> None:
    path = next(path for path in SAMPLES if path.stem == "solo")
    data = write(with_gaps(read(path), Random(0), 0.1), "a.replay")
    verify(path)
    begun = time.process_time()
    possible = verify(data, "a.replay").possible
    assert time.process_time() - begun < 4, "2 s on a machine of its own"
    assert possible.stopped


def test_garbage_is_collected_again_whatever_came_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("fire")
    follow_gaps(game, game.start(2), (Line("?"),), first=0)
    assert gc.isenabled()

    def fails(*_args: object) -> None:
        assert not gc.isenabled(), "a fifth of the time goes into it"
        raise ZeroDivisionError

    monkeypatch.setattr(possible._Walk, "next", fails)
    with pytest.raises(ZeroDivisionError):
        follow_gaps(game, game.start(2), (Line("?"),), first=0)
    assert gc.isenabled()


def test_one_way_is_a_game_that_can_be_stepped_through() -> None:
    verified = checked(DEAL + "[turn 1] at ?; fire right-?; roll; rolled ?\n")
    shown = one_way(verified)
    assert len(verified.moves) == 12
    assert len(shown.moves) == 16
    for moved, position in zip(shown.moves[12:], range(12, 16), strict=True):
        assert moved.state in verified.possible.states(position)
    assert shown.moves[-1].place.line == 8
    assert one_way(shown).moves == shown.moves


def test_too_many_tables_are_not_compared() -> None:
    game = load_game("fire")
    start = game.start(2)
    with pytest.raises(Exception, match=str(COMPARED.most)):
        certain(game, [start] * (COMPARED.most + 1))
    with pytest.raises(ValueError, match="no table"):
        certain(game, [])


def test_a_game_without_words_of_its_own_for_gaps_is_read_by_the_words_of_its_moves() -> None:
    verified = verify(TYPED.replace(b"lay fox", b"?; draw ?"), "a.replay")
    assert verified.ok
    assert verified.possible.left(9) > 1
    names = {fact.name for fact in certain(verified.game, verified.possible.states(9)).open}
    assert names == {"discards", "points"}


def test_the_commands_say_how_many_tables_are_possible_and_what_is_open(tmp_path, capsys) -> None:
    file = tmp_path / "gap.replay"
    file.write_text(HEAD + DEAL + "[turn 1] at 1; fire right-?; roll  # nobody looked\n")
    assert main(["replay", "check", str(file)]) == 0
    said = capsys.readouterr().out
    assert "15 actions and outcomes, 1 line is not known in full; 3 tables are possible at the end" in said
    assert main(["replay", "show", str(file), "--at", "14"]) == 0
    out = capsys.readouterr().out
    assert "3 tables are possible here" in out
    assert "  Fire Nation card: right-0 or right-1 or right-2\n" in out
    assert "one of the possible tables, as an example:" in out
    assert main(["replay", "show", str(file), "--at", "14", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["view"] is None
    assert shown["possible"]["tables"] == 3
    assert shown["possible"]["example"]["fire_card"].startswith("right-")
    assert main(["replay", "show", str(file), "--at", "12", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["view"]["turn"] == 1
    assert shown["possible"]["open"] == []
    assert main(["replay", "check", str(file), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["files"]
    assert found["possible"]["lines"][-1] == {"at": 15, "tables": 3, "tables_then": 3}
    assert main(["replay", "show", str(file), "--at", "16"]) == 2
