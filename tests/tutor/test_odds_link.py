"""A link of the odds lab brings back all of it: dice, needs, helps, the roll, what was done, the pick."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import EXACT, Amount
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import Kit, dice_kit
from rising_tutor.probability.dice_turn.options import grouped, ranked
from rising_tutor.probability.dice_turn.problem import Position, Problem, Reroll
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.turn import Turn
from rising_tutor.tutor.odds.turn_address import key_of
from rising_tutor.ui.frame.host import address, place
from rising_tutor.ui.odds import turn as turns
from tests.tutor.odds import SMALL, lab

KITS = [dice_kit(load_game(title)) for title in game_ids() if dice_game(load_game(title)) is not None]
IDS = [kit.title for kit in KITS]
MANY = 120
FEW_DICE = 4


class Unvalued:
    """A problem in which everything is worth the same: for listing what can be done."""

    method = EXACT
    value = Amount.exact(Fraction(0))

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def value_at(self, _position: Position) -> Amount:
        return self.value


def link(made: OddsLab) -> dict[str, str]:
    """What another page reads from the address that this one shows."""
    page, words = place(address("odds", made.words()))
    assert page == "odds"
    return words


def opened(kit: Kit, words: dict[str, str]) -> OddsLab:
    made = OddsLab(kit)
    made.open(words)
    return made


def somewhere(turn: Turn | None) -> Any:
    """All that is seen of a turn, apart from what things are worth."""
    if turn is None:
        return None
    done = [(one.shown, one.says) for one in turn.done]
    return turn.position, turn.shown, turn.waiting, done, turn.picked, turn.steps, turn.hidden


def a_question(kit: Kit, rng: Random) -> OddsLab:
    """A question as somebody may put it together."""
    made = OddsLab(kit)
    for _ in range(rng.randint(1, FEW_DICE)):
        made.add_die(rng.choice(kit.colours))
    for _ in range(rng.randint(1, 3)):
        if rng.random() < 0.5:
            made.add_card(rng.choice(kit.wanted_cards).id)
        else:
            made.open_need()
            for _ in range(rng.randint(1, 3)):
                made.add_symbol(rng.choice(list(kit.symbols)))
    for _ in range(rng.randint(0, 3)):
        made.toggle_use(rng.choice(kit.helping_cards).id)
    if made.asked.n_sets > 1:
        made.set_value(rng.choice(("sum", "all", "at-least-1", "weights")))
    if made.asked.weights:
        made.set_weight(0, rng.randint(0, 9))
    return made


def play(made: OddsLab, rng: Random) -> None:
    """Some steps of a turn: rolls, faces turned by hand, choices, helps, and now and then a pick."""
    made.roll("class" if rng.random() < 0.3 else "")
    turn = made.turn
    assert turn is not None
    for _ in range(rng.randint(0, 4)):
        if not turn.shown:
            joining, putting = turn.before_roll(), turn.symbols_to_put()
            if joining and rng.random() < 0.5:
                turn.add_die(*rng.choice(joining)[:2])
            elif putting and rng.random() < 0.5:
                turn.put_symbol(*rng.choice(putting)[:2])
            else:
                made.roll()
            if not turn.shown:
                continue
        if rng.random() < 0.2:
            turn.turn_face(0)
        # Extra symbols make an assignment possible that the dice alone do not pay.
        listed = ranked(Unvalued(turn.problem), turn.shown, turn.position, joined=True)
        groups = grouped(turn.problem, listed, turn.position)
        option = rng.choice(groups).options[0]
        if rng.random() < 0.2:
            turn.repick(option)
            return
        turn.retake(option)


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("kit", KITS, ids=IDS)
def test_whatever_was_asked_rolled_done_and_picked_is_opened_again(kit: Kit) -> None:
    rng = Random(kit.title)
    seen = dict.fromkeys(("roll", "pick", "done", "waiting", "reroll"), 0)
    for _ in range(MANY):
        made = a_question(kit, rng)
        if made.asked.complete:
            play(made, rng)
        other = opened(kit, link(made))
        assert (other.asked, other.words()) == (made.asked, made.words())
        assert somewhere(other.turn) == somewhere(made.turn)
        turn = made.turn
        if turn is None:
            continue
        seen["roll"] += bool(turn.shown)
        seen["pick"] += bool(turn.picked)
        seen["done"] += bool(turn.done)
        seen["waiting"] += bool(turn.waiting)
        rerolls = {at for at, help_ in enumerate(turn.problem.helps) if isinstance(help_, Reroll)}
        seen["reroll"] += any(step.startswith(tuple(f"help_{at}_" for at in rerolls)) for step in turn.steps)
    assert all(seen.values()), seen


def test_a_seeded_turn_goes_on_as_it_would_have() -> None:
    made = lab()
    made.reveal()
    made.accept(made.work())
    made.roll("class 7b")
    assert made.turn is not None
    made.turn.reveal()
    made.turn.choose(made.turn.choices()[0].key)
    other = lab(link(made))
    assert other.turn is not None
    for one in (made, other):
        one.roll()
    assert other.turn.shown == made.turn.shown


def test_what_was_picked_is_valued_and_marked_and_scored_only_by_whoever_picked_it() -> None:
    made = lab()
    made.set_by_hand()
    made.accept(made.work())
    assert made.turn is not None
    made.turn.set_faces((("green", "A"), ("green", "A"), ("blue", "E")))
    assert made.turn.choices()
    made.pick("discard:blue")
    assert len(made.record.picks) == 1
    mine = OddsLab(made.kit, record=made.record)
    theirs = OddsLab(made.kit)
    for one, said in ((mine, "Your pick costs"), (theirs, "The pick of the link costs")):
        one.open(link(made))
        assert one.waiting
        one.accept(one.work())
        assert one.turn is not None
        assert one.turn.choices()
        assert said in str(turns.roll(one))
        assert one.turn.picked == "discard:blue"
    assert mine.record == made.record
    assert theirs.record.picks == ()


def test_a_pick_that_is_one_of_several_ways_to_the_same_result_is_marked_all_the_same() -> None:
    made = lab({"pool": "2g", "need": "E", "roll": "g-E.g-EE"}, guess_first=False)
    made.accept(made.work())
    assert made.turn is not None
    several = next(choice for choice in made.turn.choices() if len(choice.group.options) > 1)
    for option in several.group.options:
        other = lab(SMALL | {"pool": "2g", "need": "E", "roll": "g-E.g-EE", "pick": key_of(option).replace(":", "_")})
        other.accept(other.work())
        assert other.turn is not None
        assert other.turn.choices()
        assert other.turn.picked == several.key


@pytest.mark.parametrize(
    ("roll", "pick"),
    [
        ("g-A", ""),
        ("g-A.g-A.b-Q", ""),
        ("x-A.g-A.b-E", ""),
        ("nonsense", ""),
        ("g-A.g-A.b-E", "discard_red"),
        ("g-A.g-A.b-E", "assign_green-A-0"),
        ("g-A.g-A.b-E", "assign_blue-E-9"),
        ("g-A.g-A.b-E", "assign_blue-E-0.blue-E-0"),
        ("g-A.g-A.b-E", "assign_blue-E-x"),
        ("g-A.g-A.b-E", "help_0_green-A_"),
        ("g-A.g-A.b-E", "help_0"),
        ("g-A.g-A.b-E", "<script>"),
        ("discard_green", ""),
        ("g-A.g-A.b-E~discard_green~die_0_green", ""),
        ("g-A.g-A.b-E~symbol__", ""),
        ("g-A.g-A.b-E~symbol_0_0", ""),
        ("g-A.g-A.b-E~discard_green~g-A.g-A.b-E", ""),
        ("~".join(["g-A.g-A.b-E"] * 100), ""),
    ],
)
def test_a_turn_that_cannot_be_is_refused_and_the_question_stays(roll: str, pick: str) -> None:
    made = lab({"pool": "1g", "need": "E"})
    before = made.words()
    with pytest.raises(BadProblem):
        made.open(SMALL | {"roll": roll, "pick": pick})
    assert made.words() == before
