"""The odds lab without a browser: a turn played through, and its tree."""

import re

import pytest

from rising_tutor.analysis.tree import CHANCE, DECISION, MOST_NODES
from rising_tutor.errors import BadProblem
from rising_tutor.tutor.odds.tree import OddsTree
from rising_tutor.tutor.odds.turn import Turn
from rising_tutor.ui.odds.tree import drawn
from tests.tutor.odds import KIT, lab, solved

# The turn -------------------------------------------------------------------------------------------------------------


def played(seed: str, words: dict[str, str] | None = None) -> Turn:
    made = solved(words)
    made.roll(seed)
    assert made.turn is not None
    turn = made.turn
    for _ in range(20):
        if turn.over:
            break
        if turn.shown:
            turn.choose(turn.choices()[0].key)
        else:
            turn.roll()
    return turn


def test_the_same_seed_rolls_the_same_turn() -> None:
    one, other, third = played("class 7b"), played("class 7b"), played("class 7c", {"pool": "3g1b", "need": "WWE"})
    assert [done.shown for done in one.done] == [done.shown for done in other.done]
    assert third.done[0].shown != one.done[0].shown


def test_best_play_to_the_end_loses_nothing() -> None:
    for seed in ("a", "b", "c"):
        turn = played(seed)
        assert turn.over
        assert all(done.loss is not None and done.loss.decimal == 0 for done in turn.done)


def test_the_best_choice_is_worth_what_the_roll_is_worth_on_average() -> None:
    made = solved({"pool": "1g1b", "need": "WE"})
    assert made.answer is not None
    grown = OddsTree(KIT, made.answer.solved)
    every = grown.children("r")
    mean = sum(node.chance * (node.value.fraction or 0) for node in every)
    assert sum(node.chance for node in every) == 1
    assert mean == made.answer.solved.value.fraction


def test_a_choice_made_while_values_are_hidden_does_nothing() -> None:
    made = lab()
    made.accept(made.work())
    made.roll("a")
    turn = made.turn
    assert turn is not None
    turn.choose(turn.unranked()[0].key)
    assert turn.done == ()


def test_faces_that_the_pool_cannot_show_are_refused() -> None:
    made = solved()
    made.set_by_hand()
    turn = made.turn
    assert turn is not None
    with pytest.raises(BadProblem, match="2 green, 1 blue"):
        turn.set_faces((("green", "E"), ("blue", "W")))
    with pytest.raises(BadProblem, match="a face of the green die"):
        turn.set_faces((("green", "WW"), ("green", "E"), ("blue", "W")))
    turn.turn_face(0)
    assert turn.shown[0] == ("green", "EE")


@pytest.mark.parametrize(
    ("card", "kind"), [("red-die", "joins"), ("reroll", "again"), ("toph-ability", "turn green Earth to")]
)
def test_a_help_is_used_within_a_roll_and_is_gone_then(card: str, kind: str) -> None:
    made = solved({"pool": "2g1b", "need": "AFF", "use": card})
    made.set_by_hand()
    turn = made.turn
    assert turn is not None
    turn.set_faces((("green", "E"), ("green", "E"), ("blue", "W")))
    helping = [choice for choice in turn.choices() if choice.option.help >= 0]
    assert all(kind in choice.says for choice in helping)
    expected = helping[0].value
    turn.choose(helping[0].key)
    assert turn.position.helps == ()
    if card == "red-die":
        assert turn.position.pool == (2, 1, 1, 0)
        assert max(choice.value.decimal for choice in turn.choices()) == pytest.approx(expected.decimal, abs=1e-12)
    if card == "toph-ability":
        assert turn.choices()[0].value == expected
    turn.choose(turn.choices()[0].key)
    assert not turn.waiting


def test_a_symbol_token_is_put_on_a_need_that_lacks_it() -> None:
    made = solved({"pool": "2g", "need": "E", "use": "extra-earth.extra-water"})
    made.set_by_hand()
    turn = made.turn
    assert turn is not None
    [(place, need, words)] = turn.symbols_to_put()
    assert words == "Extra Earth on Earth"
    turn.put_symbol(place, need)
    assert turn.position.lacks == ("",)
    assert turn.symbols_to_put() == ()


# The tree -------------------------------------------------------------------------------------------------------------


def test_the_tree_tells_chance_from_choice_and_marks_the_best() -> None:
    made = solved()
    assert made.answer is not None
    grown = OddsTree(KIT, made.answer.solved)
    for seen in grown.seen():
        assert seen.node.kind == (DECISION if seen.node.depth % 2 else CHANCE) or seen.node.kind == "end"
    picture = drawn(grown, chance=True)
    assert picture.count("<circle") > 1
    assert "rt-treeitems" in picture
    first = grown.children("r.0")
    assert first[0].best
    assert not all(node.best for node in first) or len({node.value for node in first}) == 1


@pytest.mark.slow
def test_no_more_nodes_are_shown_than_allowed_and_the_reason_is_said() -> None:
    made = solved({"pool": "2g2b1r", "need": "WWE.AF"})
    assert made.answer is not None
    grown = OddsTree(KIT, made.answer.solved)
    for _ in range(200):
        grown.open("r")
        for seen in grown.seen():
            if not seen.is_open:
                grown.open(seen.node.key)
        if grown.full:
            break
    assert grown.full
    assert MOST_NODES - 6 <= len(grown.seen()) <= MOST_NODES
    assert "At most 200 nodes" in drawn(grown, chance=False)
    grown.close("r.0")
    assert not grown.full


def test_the_picture_and_the_list_show_the_same_nodes() -> None:
    made = solved()
    assert made.answer is not None
    grown = OddsTree(KIT, made.answer.solved)
    whole = drawn(grown, chance=True)
    picture, _, listed = whole.partition("rt-tree__list")
    n = len(grown.seen())
    assert len(re.findall(r'class="node[^"]*"[^>]*>(?:<circle|<rect)', picture)) == n
    assert listed.count('rt-treeline"') == n
