"""The worked examples: the one of the play mat as a recorded game, the running example from where its counts are given.

Each step is compared with the numbers that the example states: energies by zone, discard pile, zone, force.
"""

from pathlib import Path

import pytest

from rising_tutor.replay import inspect, verify
from tests.testkit.quickstrike import GAME, Scene, Side

REPLAYS = Path(__file__).parents[3] / "replays" / "avatar-tcg"
# After the n-th flip is decided: the seat, its energies, its discard pile.
MAT_EXAMPLE = {
    "send": (0, (4, 3, 3), 3),
    "counter tremor-trail": (0, (3, 1, 3), 6),
    "focus skewer": (1, (5, 3, 3), None),
    "counter knuckle-sandwich": (1, (3, 2, 3), 6),
    "play king-bumi": (0, (2, 2, 3), 7),
    "counter will-of-the-warrior": (0, (0, 1, 2), 11),
    "play closed-hand-form": (1, (4, 1, 3), 7),
    "focus earthbound": (1, (5, 1, 3), None),
    "focus downdraft": (1, (5, 2, 3), None),
    "focus canyon-crawler-clash": (1, (5, 2, 4), None),
}


def test_all_sample_replays_verify() -> None:
    files = sorted(REPLAYS.glob("*.replay"))
    assert len(files) == 10
    for file in files:
        checked = verify(file)
        assert not checked.problems, file.name
        assert not checked.remarks, file.name


@pytest.mark.rule("QS-601", "QS-603", "QS-903")
def test_the_example_of_the_play_mat_replays_with_all_its_counts() -> None:
    replay = inspect((REPLAYS / "worked-example.replay").read_bytes(), "worked-example.replay").replay
    assert replay is not None
    options = dict(replay.header.options)
    state, flipped, found = GAME.start(2, options), "", {}
    text = (REPLAYS / "worked-example.replay").read_text("utf-8")
    moves = [
        part.strip()
        for line in text.splitlines()
        if line and ":" not in line
        for part in line.split("]")[-1].split(";")
    ]
    asked = ""
    for move in filter(None, moves):
        action = GAME.read(state, move)
        chance = move.split()[0] in ("reveal", "flip", "paid")
        # What an action leads to is complete when the next card is flipped.
        if move.startswith("flip") and asked:
            found[asked] = state
        state = (GAME.resolve(state, action) if chance else GAME.act(state, action)).state  # type: ignore[arg-type]
        if move.startswith("flip"):
            flipped = move.split()[1]
        elif not chance:
            asked = f"{move} {flipped}".strip()
    found[asked] = state
    assert set(found) == set(MAT_EXAMPLE)
    for step, (seat, energies, n_discard) in MAT_EXAMPLE.items():
        mat = found[step].mats[seat]
        assert tuple(len(zone) for zone in mat.energies) == energies, step
        assert n_discard is None or len(mat.discard) == n_discard, step
    first, second = state.mats
    assert (first.points, second.points) == (1, 0)
    assert [len(zone) for zone in first.energies] == [1, 1, 2]
    assert (len(first.discard), len(second.discard)) == (10, 7)


@pytest.mark.rule("QS-905")
@pytest.mark.parametrize(("cleanup", "at_the_choice"), [("before_celebration", 11), ("last", 10)])
def test_the_celebration_of_the_mat_by_both_readings(cleanup: str, at_the_choice: int) -> None:
    """With the cleanup first, Will of the Warrior goes (12) before the energy comes (11); else 10 and then 11."""
    foe = Side(
        energies=(0, 1, 2),
        discard=" ".join(["evade"] * 11),
        allies={"green": "king-bumi"},
        flips={"green": "will-of-the-warrior"},
    )
    s = Scene(Side(deck="skewer"), foe, attack="green", zone="red", point_cleanup=cleanup).do("focus")
    assert s.energies(1) == (1, 1, 2)
    assert len(s.foe.discard) == at_the_choice
    s.do("receive")
    assert len(s.foe.discard) == 11


@pytest.mark.rule("QS-407", "QS-502", "QS-504")
def test_the_running_example_up_to_the_second_attack() -> None:
    she = Side(deck="whirling-debris skewer", energies=(3, 3, 3))
    s = Scene(she, Side(deck="evade snapped-off"), step="open", first=True, flipped=False)
    assert (s.energies(), len(s.me.discard)) == ((4, 3, 3), 3)
    assert "counter" in s.legal
    s.do("counter")
    assert s.seat == 2
    assert s.energies(1) == (4, 3, 3)
    s.do("focus")
    assert (s.energies(1), s.where) == ((5, 3, 3), "yellow")
    s.do("counter")
    assert (s.seat, s.happened("CleanedUp")) == (1, ["CleanedUp"] * 2)
    assert s.energies() == (5, 4, 2)


@pytest.mark.rule("QS-502", "QS-603", "QS-606", "QS-613", "QS-618", "QS-708", "QS-711", "QS-713")
def test_the_running_example_from_its_reset_to_the_first_point() -> None:
    she = Side(
        deck="pummel skewer",
        energies=(2, 2, 2),
        charged="green yellow",
        advantages="open-hand-form",
        allies={"red": "katara"},
    )
    he = Side(deck="snapped-off earthbound kyoshi-pride skewer", flips={"yellow": "tremor-trail"}, energies=(3, 3, 3))
    s = Scene(she, he, attack="yellow", zone="red")
    assert (s.force, s.values("red").intercept) == (6, 5)  # 16
    assert "counter" not in s.legal
    s.do("power")  # 17
    assert (s.energies(), s.values("red").intercept) == ((1, 2, 2), 6)
    assert "counter" in s.legal
    s.do("power katara")  # 18
    assert s.energies() == (1, 1, 2)
    s.do("counter")  # 19, 20
    assert (s.energies(), s.charged()) == ((0, 0, 2), ("green", "yellow", "red"))
    assert (s.seat, s.force, s.energies(1)) == (2, 4, (4, 4, 4))  # 21
    s.do("counter")  # 22
    assert s.seat == 1
    assert (s.me.advantages, s.ally("red")) == ((), "katara")  # 23
    assert s.energies() == (1, 0, 2)  # 24
    assert s.legal == ["signature", "decline"]
    s.do("signature")  # 25
    assert (s.energies(), s.charged(), s.force) == ((0, 0, 2), (), 7)
    assert s.seat == 2  # 26
    assert s.energies(1) == (3, 3, 3)
    s.do("focus")  # 27
    assert (s.force, s.where) == (6, "yellow")
    s.do("focus")  # 28
    assert (s.force, s.where) == (5, "red")
    s.do("discard")  # 29, 30
    assert (s.me.points, s.energies()) == (1, (0, 0, 3))
    assert s.seat == 2  # 31
    s.do("send")
    assert s.me.side == 1  # 32


RUNNING_EXAMPLE = (
    # The move, then the energies of seat 2 and of seat 1 where the text tells them.
    ("send", (4, 3, 3), (3, 3, 3)),
    ("focus skewer", None, (5, 3, 3)),
    ("flip pummel", (2, 2, 2), None),
    ("power pummel", (1, 2, 2), None),
    ("power katara", (1, 1, 2), None),
    ("counter pummel", (0, 0, 2), None),
    ("counter snapped-off", (1, 0, 2), None),
    ("signature", (0, 0, 2), None),
    ("discard skewer", (0, 0, 3), None),
)


@pytest.mark.rule("QS-603", "QS-618", "QS-703", "QS-717", "QS-903")
def test_the_running_example_is_a_record_with_the_counts_of_the_text_from_its_reset_on() -> None:
    """Two cards before it are ours: the counts of the text before its reset cannot be rebuilt (WE-QS-01, G-QS-04)."""
    checked = verify(REPLAYS / "running-example.replay")
    assert checked.problems == ()
    told, flipped, named = [], "", ""
    moves = iter(checked.moves)
    for moved in moves:
        text = GAME.write(moved.state, moved.move)
        word, _, rest = text.partition(" ")
        if word == "flip":
            flipped = rest
        if word == "paid":
            # What is paid belongs to the choice before it.
            told[-1] = (named, moved.step.state)
            continue
        named = text if word in ("flip", "send", "signature") or rest else f"{word} {flipped}"
        told.append((named, moved.step.state))
    states = dict(reversed(told))
    for name, hers, his in RUNNING_EXAMPLE:
        for seat, counts in ((1, hers), (0, his)):
            found = tuple(len(zone) for zone in states[name].mats[seat].energies)
            assert counts is None or found == counts, (name, seat, found)
    assert states["flip pummel"].mats[1].charged == (True, True, False)
    assert states["counter pummel"].mats[1].charged == (True, True, True)
    assert states["signature"].mats[1].charged == (False, False, False)
    assert [mat.points for mat in checked.state.mats] == [0, 1]
    assert checked.state.mats[1].side == 1, "the back of the Chamber is up now"
