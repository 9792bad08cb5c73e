"""What the game is made of: seats, zones, cards, traits (QS-101 to QS-121)."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from rising_tutor import catalogues
from rising_tutor.core.drive import play_out
from rising_tutor.errors import BadContent, BadOption
from rising_tutor.games import quickstrike
from rising_tutor.games.quickstrike.book import KEYWORDS, TRAITS, check_card, check_chamber, load_book
from rising_tutor.games.quickstrike.decks import fits
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from tests.testkit.quickstrike import GAME, Scene, Side

BOOK = load_book()


def card(word: str):
    return BOOK.card[BOOK.find(word)]


@pytest.mark.rule("QS-101")
@pytest.mark.parametrize("seats", [1, 3])
def test_a_game_is_for_two(seats: int) -> None:
    assert len(GAME.start(2).mats) == 2
    with pytest.raises(BadOption, match="QS-101"):
        GAME.start(seats)


@pytest.mark.rule("QS-102", "QS-909")
def test_the_third_point_wins_at_once() -> None:
    s = Scene(Side(deck="skewer"), Side(points=2, allies={"green": "momo"}), attack="opening", zone="red")
    s.do("discard")
    assert s.over is not None
    assert (s.over.payoffs, s.over.reason) == ((-1, 1), "QS-102")
    assert s.happened()[-2:] == ["PointScored", "GameWon"]
    s.refused("discard", "QS-102")


@pytest.mark.rule("QS-103", "QS-104")
def test_three_zones_in_their_order_have_four_spaces_each() -> None:
    assert COLOURS == ("green", "yellow", "red")
    mat = Scene().me
    assert [len(spaces) for spaces in (mat.allies, mat.flips[:3], mat.charged, mat.energies)] == [3, 3, 3, 3]
    assert mat.advantages == ()


@pytest.mark.rule("QS-105", "QS-701", "QS-303")
def test_a_zone_is_charged_by_its_charge_card() -> None:
    mat = GAME.start(2).mats[0]
    assert (mat.charged, mat.side) == ((False, False, False), 0)
    assert Scene(Side(charged="green red")).charged() == ("green", "red")


@pytest.mark.rule("QS-106")
def test_four_types_of_card_and_no_chamber_in_a_deck() -> None:
    assert {card.type for card in BOOK.cards} == {"strike", "advantage", "ally"}
    with pytest.raises(BadOption, match="QS-106"):
        GAME.start(2, {"deck-1": "ame176: 20 pummel, 1 ame177"})


@pytest.mark.rule("QS-107", "QS-108")
def test_values_and_sidebars_are_whole_numbers_from_nought() -> None:
    for one in (*BOOK.cards, *BOOK.moves):
        assert min(one.force, one.intercept, *one.cost) >= 0
    assert card("pummel").cost == (2, 0, 0)
    with pytest.raises(BadContent, match="QS-107"):
        check_card(replace(card("pummel"), force=-1), "cards.toml")


@pytest.mark.rule("QS-109")
def test_an_energy_has_the_colour_of_its_zone() -> None:
    s = Scene(Side(deck="skewer"), zone="yellow").do("focus")
    assert s.energies() == (3, 4, 3)


@pytest.mark.rule("QS-110", "QS-111", "QS-707")
def test_a_chamber_has_four_traits_and_two_moves() -> None:
    aang = BOOK.chamber["ame176"]
    groups = [group for trait in aang.traits for group, traits in TRAITS.items() if trait in traits]
    assert groups == ["strike", "advantage", "ally", "element"]
    front = BOOK.move[aang.front]
    assert (front.name, front.cost, front.force) == ("Penguin Sledding", (1, 0, 0), 7)
    assert BOOK.move[aang.back].name == "Taming the Unagi"
    with pytest.raises(BadContent, match="QS-111"):
        check_chamber(replace(aang, traits=("Fox", "Bull", "Light", "Air")), BOOK.move, "chambers.toml")


@pytest.mark.rule("QS-112")
def test_thirteen_traits_in_four_groups() -> None:
    assert sorted(len(traits) for traits in TRAITS.values()) == [3, 3, 3, 4]


@pytest.mark.rule("QS-113")
def test_a_trait_belongs_to_its_type_of_card() -> None:
    ally = card("momo")
    with pytest.raises(BadContent, match="QS-113"):
        check_card(replace(ally, traits=("Fox",)), "cards.toml")
    check_card(replace(ally, traits=("Water",)), "cards.toml")


@pytest.mark.rule("QS-114")
def test_a_card_without_traits_is_for_everybody() -> None:
    assert all(fits(card("skewer"), chamber) for chamber in BOOK.chambers)


@pytest.mark.rule("QS-115")
def test_the_rarity_of_a_card_changes_nothing_in_play() -> None:
    """A state holds cards by their ids, and no module of the rules asks for a rarity."""
    rules = Path(quickstrike.__file__).parent
    asking = [file.name for file in rules.glob("*.py") if "rarity" in file.read_text("utf-8")]
    assert asking == ["book.py"]


@pytest.mark.rule("QS-117", "QS-118")
@pytest.mark.parametrize(("rule", "word"), [("QS-117", "Fox"), ("QS-118", "Shadow")])
def test_what_traits_are_like_is_told_as_flavour(rule: str, word: str) -> None:
    text = catalogues.load("avatar-tcg").rule(rule).text
    assert word in text
    assert "lavour" in text


@pytest.mark.rule("QS-119")
def test_the_element_of_a_chamber_matters_to_decks_alone() -> None:
    deck = ": 20 pummel, 20 skewer"
    alike = ("ame176", "fpr003")  # Aang of air, and Aang of water, with other moves that nobody comes to play
    ends = []
    for chamber in alike:
        options = {"deck-1": chamber + deck, "deck-2": "ame206" + deck}
        ends.append(play_out(GAME, seats=2, seed=3, options=options).state)
    assert [mat.points for mat in ends[0].mats] == [mat.points for mat in ends[1].mats]
    assert [mat.discard for mat in ends[0].mats] == [mat.discard for mat in ends[1].mats]


@pytest.mark.rule("QS-813")
def test_five_keywords() -> None:
    assert set(KEYWORDS) == {"eliminate", "reflip", "pitch", "immediate", "exclusive"}
    assert any(one.reflip for one in BOOK.cards)
    assert any(one.immediate for one in BOOK.cards)
    assert any(one.exclusive for one in BOOK.cards)


@pytest.mark.rule("QS-811", "QS-812")
def test_immediate_is_for_advantages_and_an_exclusive_names_its_character() -> None:
    with pytest.raises(BadContent, match="QS-811"):
        check_card(replace(card("pummel"), immediate=True), "cards.toml")
    with pytest.raises(BadContent, match="QS-812"):
        check_card(replace(card("sokka"), exclusive=""), "cards.toml")


@pytest.mark.rule("QS-1015")
def test_the_set_has_as_many_cards_as_is_told() -> None:
    """175 deck cards and 60 Chambers are 235; eight promos of a chain, two of a DVD and three toys make 248."""
    numbers = Counter(one.id[:3] for one in (*BOOK.cards, *BOOK.chambers))
    assert numbers == {"ame": 235, "abk": 8, "apr": 2, "fpr": 3}
    rarities = Counter(one.rarity for one in BOOK.cards)
    assert [rarities[name] for name in ("common", "uncommon", "rare", "zenemental")] == [55, 55, 55, 10]
    assert "280" in catalogues.load("avatar-tcg").rule("QS-1015").text


@pytest.mark.rule("QS-1014")
def test_a_card_of_another_game_of_the_system_needs_the_same_fields() -> None:
    check_card(replace(card("pummel"), id="other", name="Other"), "other.toml")
    with pytest.raises(BadContent, match="other"):
        check_card(replace(card("pummel"), id="other", cost=(-1, 0, 0)), "other.toml")
