"""The form about draws: what it suggests can be asked, in the words of the game."""

import pytest

from rising_tutor.core.registry import load_game, playable_ids
from rising_tutor.decks.facts import facts_game
from rising_tutor.tutor.odds.draws import DrawsLab

WITH_DRAWS = [game_id for game_id in playable_ids() if facts_game(load_game(game_id)) is not None]


@pytest.mark.parametrize("game_id", WITH_DRAWS)
def test_what_the_form_suggests_is_answered(game_id: str) -> None:
    lab = DrawsLab(load_game(game_id))
    asked = [(lab.deck_like, "", lab.wanted_like), (lab.decks[0].id, lab.known_like, lab.wanted_like)]
    for words, _ in lab.how_to:
        see, want = (words, lab.wanted_like) if words.startswith("top") else ("", words)
        asked.append((lab.decks[0].id, see, want))
    assert len(asked) > 5
    for one in asked:
        lab.try_to_ask(*one)
        assert (lab.notice, lab.answer is not None) == (None, True), one


def test_more_cards_than_the_deck_has_are_refused_beside_what_was_typed() -> None:
    lab = DrawsLab(load_game("avatar-tcg"))
    lab.try_to_ask("8 level up, 42 other", "", "1 level up in 51")
    assert lab.answer is None
    assert lab.fields["want"] == "1 level up in 51"
    assert lab.notice is not None
    assert "expected 1 to 50 in place of 51" in lab.notice.text
