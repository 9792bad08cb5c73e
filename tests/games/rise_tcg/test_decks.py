"""What the game is made of, and how a library is built (RISE-101 to 112, 201 to 208)."""

import warnings
from random import Random

import pytest
from msgspec.structs import replace

from rising_tutor import catalogues
from rising_tutor.decks.deck_file import inline, read_inline
from rising_tutor.errors import BadContent, BadOption
from rising_tutor.games.rise_tcg.book import Book, Card, SummonerCard, UnknownAbility, check_card, check_summoner
from rising_tutor.games.rise_tcg.decks import construction, preconstructed
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.standing import count
from rising_tutor.games.rise_tcg.vocabulary import Count
from tests.testkit.rise import BOOK, GAME, IDLE, Scene, Side


def faults(text: str) -> list[str]:
    return [fault.rule for fault in construction(GAME.book).check_list(read_inline(text))]


@pytest.mark.rule("RISE-101")
def test_two_to_four_players_are_accepted_and_one_is_refused() -> None:
    for seats in (2, 3, 4):
        assert len(GAME.start(seats).sides) == seats
    for seats in (0, 1, 5):
        with pytest.raises(BadOption) as refused:
            GAME.start(seats)
        assert "RISE-101" in str(refused.value)


@pytest.mark.rule("RISE-102", "RISE-103", "RISE-617", "RISE-1016")
def test_the_last_player_with_a_living_summoner_wins_at_once() -> None:
    s = Scene(Side(play="sting sting-2".replace("sting-2", "sting"), coins=9), Side(hp=(1, 0)), Side(hp=(2, 0)))
    s.play("action sting", "choose ysolde@2")
    assert s.over is None
    assert s.state.sides[1].out
    s.do("action sting-2", "choose ysolde@3").passes()
    assert s.over is not None
    assert (s.over.payoffs, s.over.reason) == ((1, -1, -1), "RISE-103")
    two = Scene(Side(play="sting"), Side(hp=(0, 2))).do("action sting", "choose bram@2").passes()
    assert two.over is not None
    assert two.over.payoffs == (1, -1)


@pytest.mark.rule("RISE-104", "RISE-105")
def test_every_place_of_the_table_is_there() -> None:
    side = GAME.start(2).sides[0]
    assert len(side.summoners) == 2
    for place in ("coins", "ether", "hand", "library", "cemetery", "exclusion"):
        assert hasattr(side, place)
    assert side.summoners[0].levels == ()
    assert len(side.library) == 50
    assert GAME.start(2).pieces == ()


@pytest.mark.rule("RISE-105", "RISE-201")
def test_what_is_missing_is_named() -> None:
    assert faults("ysolde: 50 vat-clone") == ["RISE-105"]
    text = 'id = "mine"\nname = "Mine"\nsummoners = "ysolde nobody"\n[cards]\nvat-clone = 50\n'
    _, found = construction(BOOK).check_file(text)
    assert [(fault.rule, fault.line) for fault in found] == [("RISE-201", 3)]
    assert "nobody" in found[0].what


@pytest.mark.rule("RISE-106")
def test_cemetery_and_graveyard_are_one_pile() -> None:
    s = Scene(Side(cemetery="bear mist fruit"))
    for what, n in (("creature", 1), ("incantation", 2)):
        for where in ("cemetery", "graveyard"):
            assert count(s.run, Count(what, where), 0) == n


@pytest.mark.rule("RISE-107")
def test_a_reanimated_creature_that_dies_again_is_out_of_the_game() -> None:
    s = Scene(Side(play="restless-squire!reanimated hammer"))
    s.play("action hammer", "choose restless-squire")
    assert (s.exclusion(), s.cemetery()) == (["restless-squire"], [])


@pytest.mark.rule("RISE-108")
def test_the_rarity_changes_nothing() -> None:
    rare = RiseGame(Book([replace(card, rarity="legendary") for card in BOOK.cards], BOOK.summoners, "rare"))
    assert rare.book.card["lance-rider"].rarity != BOOK.card["lance-rider"].rarity
    plain = RiseGame(BOOK)
    for seed in range(3):
        assert rare.playout(rare.start(2), Random(seed)) == plain.playout(plain.start(2), Random(seed))


@pytest.mark.rule("RISE-109")
def test_a_card_of_two_types_counts_as_both() -> None:
    s = Scene(Side(play="counting cub bear", coins=0))
    s.play("action counting 2")
    assert s.coins() == 2
    s.play("action counting 3")
    assert s.coins() == 3


@pytest.mark.rule("RISE-110", "RISE-823", "RISE-921")
def test_an_imminent_creature_stays_constant() -> None:
    cub = GAME.book.card["cub"]
    assert cub.constant
    assert cub.imminent
    assert not GAME.book.card["storm-bolt"].constant
    assert GAME.book.card["frost-gate"].constant


@pytest.mark.rule("RISE-112")
def test_who_gets_through_is_settled_when_nobody_adds_more() -> None:
    s = Scene(Side(play="toll bear"), Side(hand="recall-horn", play="mouse"))
    s.do("action toll", "choose mouse", "pass", "invoke recall-horn with ysolde@2".replace("@2", ""), "choose mouse")
    assert s.chain == ["toll", "recall-horn"]
    s.passes()
    assert s.hand(2) == ["mouse"]
    assert [event.card for event in s.told("ItemResolved")] == ["recall-horn", "toll"]


@pytest.mark.rule("RISE-201", "RISE-205")
def test_the_two_summoners_of_a_player_differ_and_two_players_may_have_the_same() -> None:
    assert faults("ysolde ysolde: 50 vat-clone") == ["RISE-201"]
    deck = "ysolde bram: 50 vat-clone"
    state = GAME.start(2, {"deck-1": deck, "deck-2": deck})
    assert [one.card for side in state.sides for one in side.summoners] == ["ysolde", "bram"] * 2


@pytest.mark.rule("RISE-202", "RISE-204")
@pytest.mark.parametrize(("n", "rules"), [(49, ["RISE-202"]), (50, []), (51, ["RISE-202"])])
def test_a_library_has_exactly_fifty_cards_of_any_infinite_rank(n: int, rules: list[str]) -> None:
    assert faults(f"ysolde bram: {n} vat-clone") == rules


@pytest.mark.rule("RISE-203")
def test_the_rank_is_the_most_copies() -> None:
    assert faults("ysolde bram: 3 lance-rider, 47 vat-clone") == ["RISE-203"]
    assert faults("ysolde bram: 2 lance-rider, 48 vat-clone") == []
    assert faults("ysolde bram: 1 lance-rider, 2 lance-rider, 47 vat-clone") == ["RISE-203"]


@pytest.mark.rule("RISE-206")
def test_stock_ether_and_summoners_are_no_part_of_a_library() -> None:
    for word in ("stock", "ether", "bram"):
        assert "RISE-206" in faults(f"ysolde bram: 1 {word}, 49 vat-clone")


@pytest.mark.rule("RISE-207")
def test_the_libraries_are_samples_of_our_own() -> None:
    assert sorted(preconstructed()) == ["gates", "plague"]
    assert {deck.origin for deck in preconstructed().values()} == {"illustrative"}
    assert {card.origin for card in (*BOOK.cards, *BOOK.summoners)} == {"illustrative"}
    rule = catalogues.load("rise-tcg").rule("RISE-207")
    assert "ten pre-built decks" in rule.text
    assert "only gives their number" in rule.check


@pytest.mark.rule("RISE-208")
def test_level_ups_are_cards_of_the_library() -> None:
    deck = preconstructed()["gates"]
    assert dict(deck.cards)["level-up"] == 8
    assert deck.n == 50
    assert faults(inline(deck)) == []


@pytest.mark.rule("RISE-1017")
def test_nothing_is_called_dungeon_mode_as_the_text_has_no_rule_for_it() -> None:
    rule = catalogues.load("rise-tcg").rule("RISE-1017")
    assert rule.status == "gap"
    assert "gives no rule for it" in rule.text
    info = GAME.info
    said = " ".join((info.title, info.stage, *(f"{one.name} {one.help}" for one in info.options)))
    assert "dungeon" not in said.casefold()


@pytest.mark.rule("RISE-1021")
def test_there_are_no_teams() -> None:
    with pytest.raises(BadOption):
        GAME.start(4, {"teams": "two"})
    assert not GAME.info.shared


@pytest.mark.rule("RISE-1011")
def test_an_unknown_ability_is_warned_of_and_does_nothing() -> None:
    card = GAME.book.card["odd"]
    with pytest.warns(UnknownAbility, match="juggling"):
        check_card(card, "own.toml")
    s = Scene(Side(play="odd"), IDLE).attacks("odd").passes()
    s.do("choose ysolde@2")
    assert s.hp(2) == (23, 22)


@pytest.mark.rule("RISE-822", "RISE-829")
@pytest.mark.parametrize(
    "card",
    [
        Card("a", "A", ("creature",), 1, attack="*", defense=1),
        Card("a", "A", ("incantation",), 1, attack=1),
        Card("a", "A", ("creature",), 1, attack=-1),
        Card("a", "A", ("creature",), 0),
        Card("a", "A", (), 1),
        Card("a", "A", ("incantation",), 1, abilities=("disease",)),
        Card("a", "A", ("imminent",), 1, action=BOOK.card["storm-bolt"].action * 2),
    ],
)
def test_a_card_that_cannot_be_is_refused(card: Card) -> None:
    with warnings.catch_warnings(), pytest.raises(BadContent):
        check_card(card, "own.toml")


@pytest.mark.rule("RISE-615")
def test_a_summoner_has_at_most_thirty_hp() -> None:
    with pytest.raises(BadContent):
        check_summoner(SummonerCard("a", "A", 31, BOOK.summoners[0].skill), "own.toml")
    with pytest.raises(BadContent):
        check_summoner(SummonerCard("a", "A", 20, ()), "own.toml")


def test_options_are_checked() -> None:
    for name, value in (("advantage", "always"), ("no", "yes"), ("deck-1", "no-such-deck"), ("deck-4", "x: 1 y")):
        with pytest.raises(BadOption):
            GAME.start(2, {name: value})
