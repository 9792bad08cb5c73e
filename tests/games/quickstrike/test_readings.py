"""The other readings of the rules: orders that the owner chooses, decks, conceding; and the default beside each."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from rising_tutor.cli.program import main
from rising_tutor.errors import BadOption
from rising_tutor.games.quickstrike.book import Book, Card, load_book
from rising_tutor.games.quickstrike.game import AvatarGame
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from tests.testkit.quickstrike import GAME, Scene, Side

BOOK = load_book()
WORKS = ("Charged", "EnergyAdded")
FOE = Side(flips={"green": "downdraft"})
CLEANED = Side(flips={"green": "skewer"}, advantages="open-hand-form crystal-rampart crystal-rampart", deck="pummel")


def cleaning(side: Side = CLEANED, **options: str) -> Scene:
    """The cleanup at the beginning of my turn."""
    return Scene(side, FOE, attack="green", step="turn", **options)


@pytest.mark.rule("QS-406")
def test_a_cleanup_asks_nothing_by_default_and_leaves_the_strike_on_top() -> None:
    s = cleaning()
    assert s.happened("Chosen") == []
    assert s.words([s.me.energies[0][-1].card]) == ["skewer"]  # the top card became the replenished energy


@pytest.mark.rule("QS-406")
def test_the_owner_may_choose_the_order_of_a_cleanup() -> None:
    s = cleaning(cleanup_order="ask")
    assert (s.seat, s.legal) == (1, ["choose open-hand-form", "choose crystal-rampart", "choose skewer"])
    s.do("choose skewer")
    assert s.legal == ["choose open-hand-form", "choose crystal-rampart"]
    assert s.flip("green") == "skewer"  # nothing is discarded before the order is complete
    s.refused("choose skewer", "QS-814", "not offered")
    s.do("choose open-hand-form")  # of two equal cards there is no order to choose
    [cleaned] = [event for event in s.events if type(event).__name__ == "CleanedUp"]
    assert [BOOK.word[card] for card in cleaned.cards] == [  # type: ignore[attr-defined]
        "skewer",
        "open-hand-form",
        "crystal-rampart",
        "crystal-rampart",
    ]
    assert [event.rule for event in s.events if type(event).__name__ == "Chosen"] == ["QS-406", "QS-406"]
    assert s.discard()[-3:] == ["skewer", "open-hand-form", "crystal-rampart"]
    assert s.words([s.me.energies[0][-1].card]) == ["crystal-rampart"]


@pytest.mark.rule("QS-406", "QS-902")
def test_at_a_point_each_owner_is_asked_for_the_order_the_scorer_first() -> None:
    foe = Side(flips={"green": "downdraft"}, advantages="crystal-rampart")
    s = Scene(
        Side(deck="skewer", advantages="stand-firm open-hand-form"),
        foe,
        attack="green",
        zone="red",
        cleanup_order="ask",
    ).do("discard")
    assert (s.seat, s.legal) == (2, ["choose crystal-rampart", "choose downdraft"])
    s.do("choose downdraft")
    assert (s.seat, s.legal) == (1, ["choose stand-firm", "choose open-hand-form"])
    s.do("choose open-hand-form")
    assert s.discard()[-2:] == ["open-hand-form", "stand-firm"]
    assert s.discard(1)[-1] == "crystal-rampart"


@pytest.mark.rule("QS-815")
@pytest.mark.parametrize(
    ("strike", "actions", "happens"),
    [
        ("sea-sphere", ("counter",), ["Charged green", "EnergyAdded green", "EnergyAdded green", "EnergyAdded yellow"]),
        (
            "wall-of-water",
            ("power", "counter"),
            ["EnergyAdded yellow", "EnergyAdded green", "EnergyAdded green", "EnergyAdded yellow"],
        ),
    ],
)
def test_by_default_strike_and_waiting_power_work_before_the_ally_and_this_before_advantages(
    strike: str, actions: tuple[str, ...], happens: list[str]
) -> None:
    """Momo adds a green energy to each player, Dust Storm a yellow one to me."""
    charged = "" if strike == "sea-sphere" else "green"
    me = Side(deck=strike, allies={"green": "momo"}, advantages="dust-storm", charged=charged)
    events = Scene(me, Side(deck="skewer")).do(*actions).events
    kinds = [type(event).__name__ for event in events]
    after = events[kinds.index("Countered") :]
    told = [f"{type(event).__name__} {COLOURS[event.zone]}" for event in after if type(event).__name__ in WORKS]  # type: ignore[attr-defined]
    assert told[: len(happens)] == happens


def two_traits() -> AvatarGame:
    """The game in which Pummel has a trait that Aang has and one that Aang has not."""

    def changed(card: Card) -> Card:
        return replace(card, traits=("Fox", "Fire")) if card.name == "Pummel" else card

    return AvatarGame(Book([changed(card) for card in BOOK.cards], BOOK.chambers, BOOK.moves, "changed"))


FORMAL = 'id = "x"\nname = "X"\nchamber = "ame176"\n[cards]\n{cards}\n'


def formal(*more: str) -> bytes:
    """A formal deck of generic cards with one copy of these."""
    fill = [card.id for card in BOOK.cards if not card.traits and not card.exclusive and card.name != "Pummel"][:15]
    lines = [f"{card} = 4" for card in fill] + [f"{card} = 1" for card in more]
    return FORMAL.format(cards="\n".join(lines)).encode()


@pytest.mark.rule("QS-205")
def test_by_the_other_reading_every_trait_of_a_card_must_be_shared() -> None:
    game = two_traits()
    assert game.check_deck(formal("pummel"))[1] == ()
    assert [fault.rule for fault in game.check_deck(formal("pummel"), {"multi_trait": "every_group"})[1]] == ["QS-205"]


@pytest.mark.rule("QS-205")
def test_a_formal_deck_of_the_game_is_refused_where_a_trait_is_not_shared() -> None:
    game = two_traits()
    game.start(2, {"deck-1": "aang"})
    aang = {card for card, _ in game.decks()[0].cards}
    assert {"pummel", BOOK.find("pummel")} & aang
    with pytest.raises(BadOption, match="QS-205"):
        game.start(2, {"deck-1": "aang", "multi_trait": "every_group"})


@pytest.mark.rule("QS-208")
def test_a_casual_deck_with_an_exclusive_of_another_is_refused_where_that_is_binding() -> None:
    sokka = {"deck-1": "ame176: 20 sokka"}
    GAME.start(2, sokka)
    with pytest.raises(BadOption, match="QS-208"):
        GAME.start(2, sokka | {"casual_exclusive": "binding"})
    GAME.start(2, {"deck-1": "ame182: 20 sokka", "casual_exclusive": "binding"})


@pytest.mark.rule("QS-208")
def test_a_deck_file_is_checked_under_the_options_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'id = "x"\nname = "X"\nchamber = "ame176"\nplay = "casual"\n[cards]\nsokka = 20\n', encoding="utf-8"
    )
    call = ["simulate", "avatar", "--games", "1", "--seed", "1", "--set", f"deck-1={file}"]
    assert main(call) == 0
    assert main([*call, "--set", "casual_exclusive=binding"]) != 0
    assert "QS-208" in capsys.readouterr().err


@pytest.mark.rule("QS-911")
def test_conceding_is_refused_by_default_and_allowed_at_any_decision_by_the_option() -> None:
    assert "option concede=true" in Scene(Side(deck="skewer")).refused("concede", "QS-911")
    for scene in (
        Scene(Side(deck="skewer"), concede=True),
        Scene(Side(charged="green yellow red", deck="pummel"), FOE, attack="green", step="turn", concede=True),
        cleaning(cleanup_order="ask", concede=True),  # type: ignore[arg-type]
    ):
        assert scene.legal[-1] == "concede"
        over = scene.do("concede").over
        assert over is not None
        assert over.payoffs == (-1, 1)
