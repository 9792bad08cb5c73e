"""The reader of cards in a cell."""

import re
from html import unescape

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadArgument
from rising_tutor.games.quickstrike.clauses import sentences
from rising_tutor.tutor.messages import Message
from rising_tutor.widgets import CardReader

BOOK = load_game("avatar-tcg").book  # type: ignore[attr-defined]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


def test_a_card_is_read_with_all_that_it_says_and_where_that_comes_from() -> None:
    shown = words(CardReader("pummel", game="avatar").view.parts["card"])
    card = BOOK.card["ame075"]
    for said in (card.name, *sentences(card), "public facts, read from photographs", "AME075"):
        assert said in shown, said


def test_cards_are_found_by_name_type_and_what_they_say() -> None:
    view = CardReader(game="avatar").view
    assert len(view.found()) == len(BOOK.cards) + len(BOOK.moves)
    for query, wanted in (
        ("pummel", "ame075"),
        ("ally waterbender", "ame121"),
        ("signature penguin", "penguin-sledding"),
    ):
        view.handle(Message("find", fields={"query": query}))
        assert wanted in [one.id for one in view.found()]
        assert len(view.found()) < 60
    view.handle(Message("find", fields={"query": "no card says this"}))
    assert view.found() == ()
    assert "0 cards" in words(view.parts["find"])


def test_every_card_can_be_opened() -> None:
    view = CardReader(game="avatar").view
    for one in view.found():
        assert view.read(one.id), one
        assert one.name.partition(",")[0] in words(view.parts["card"])


def test_what_is_no_card_and_a_game_without_cards_are_told() -> None:
    with pytest.raises(BadArgument, match="did you mean 'Pummel'"):
        CardReader("Pumel", game="avatar")
    with pytest.raises(BadArgument, match="cards can be read one by one"):
        CardReader(game="fire")
