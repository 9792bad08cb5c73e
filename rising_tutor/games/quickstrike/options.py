"""What players can choose before a game: the two decks, and a reading for each gap of the rules that has two.

The values of a switch stand in the order of the catalogue: the first is the default.
"""

from collections.abc import Mapping
from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.decks.closed import CLOSED
from rising_tutor.decks.options import FALSE_TRUE, TRUE_FALSE, Number, OptionTable, Switch


class Options(Value, frozen=True):
    """The options of a game; decks are lists of card and number, as they are written in a record."""

    decks: tuple[str, str]
    sufficient_intercept: str = "at_least"
    first_attack: str = "winner_chooses"
    force_tie: str = "one_more_card"
    opening_attack_force: str = "fixed"
    later_opening_signature: str = "allowed"
    ally_scope: str = "strike_in_zone"
    unpaid_ally_occupied: str = "discard"
    overpay_powers: bool = True
    energy_paid: str = "newest"
    chamber_after_back: str = "alternate"
    cleanup_order: str = "fixed"
    point_cleanup: str = "before_celebration"
    deck_refresh: str = "when_empty"
    discard_refill: str = "when_needed"
    trigger_order: str = "fixed"
    multi_trait: str = "one_match"
    casual_exclusive: str = "warning"
    lists: str = "open"
    flip_guard: int = 200
    turn_limit: int = 0
    concede: bool = False


SWITCHES: Final[Mapping[str, Switch]] = {
    "sufficient_intercept": Switch(
        ("at_least", "higher"),
        ("QS-502",),
        "Whether equal intercept stops an attack.",
        ("as much as the force", "more than the force"),
        label="What stops an attack",
    ),
    "first_attack": Switch(
        ("winner_chooses", "winner_sends"),
        ("QS-306", "QS-312"),
        "Who sends the first opening attack.",
        ("the winner chooses who sends it", "the winner sends it"),
        label="The first opening attack",
    ),
    "force_tie": Switch(
        ("one_more_card", "coin"),
        ("QS-307",),
        "What happens when the force totals are equal.",
        ("one more card each", "a coin decides"),
        label="Equal force totals",
    ),
    "opening_attack_force": Switch(
        ("fixed", "modified"),
        ("QS-415", "QS-413"),
        "Whether own cards change the opening attack.",
        ("always 4", "cards may change it"),
        label="Force of the opening attack",
    ),
    "later_opening_signature": Switch(
        ("allowed", "skipped"),
        ("QS-419",),
        "A signature move against a later opening attack.",
        ("allowed", "not allowed"),
        label="Signature move in later rounds",
    ),
    "ally_scope": Switch(
        ("strike_in_zone", "owner_defending"),
        ("QS-531", "QS-519"),
        "How long an ally works.",
        ("until the strike in its zone is cleaned up", "only while its owner defends there"),
        label="How long an ally works",
    ),
    "unpaid_ally_occupied": Switch(
        ("discard", "discard_or_focus"),
        ("QS-522",),
        "An unpaid ally where another lies.",
        ("is discarded", "is discarded or focused"),
        label="Unpaid ally where another lies",
    ),
    "overpay_powers": Switch(
        TRUE_FALSE, ("QS-608",), "Whether powers and Reflip may be overpaid.", label="Overpay for powers and Reflip"
    ),
    "energy_paid": Switch(
        ("newest", "owner_chooses"),
        ("QS-609",),
        "Which energy of a zone is paid.",
        ("the newest one", "its owner chooses"),
        label="Which energy of a zone is paid",
    ),
    "chamber_after_back": Switch(
        ("alternate", "stay_back"),
        ("QS-716",),
        "The Chamber after its back move.",
        ("turns to its front again", "stays on its back"),
        label="The Chamber after its back move",
    ),
    "cleanup_order": Switch(
        ("fixed", "ask"),
        ("QS-406", "QS-403"),
        "Order in which cleaned-up cards reach the discard pile.",
        ("the order is fixed", "the player is asked"),
        label="Order of the cleanup",
    ),
    "point_cleanup": Switch(
        ("before_celebration", "last"),
        ("QS-905", "QS-902"),
        "When both clean up at a point.",
        ("before the celebration", "after the celebration"),
        label="Cleanup at a point",
    ),
    "deck_refresh": Switch(
        ("when_empty", "when_needed"),
        ("QS-1005", "QS-1001"),
        "When an empty deck is refreshed.",
        ("as soon as it is empty", "when a card is needed from it"),
        label="Refresh of an empty deck",
    ),
    "discard_refill": Switch(
        ("when_needed", "when_empty"),
        ("QS-1008", "QS-1007"),
        "When an empty discard pile is refilled.",
        ("when a card is needed from it", "as soon as it is empty"),
        label="Refill of an empty discard pile",
    ),
    "trigger_order": Switch(
        ("fixed", "ask"),
        ("QS-815",),
        "Whether a player orders own abilities that work at once.",
        ("the order is fixed", "the player is asked"),
        label="Own abilities that work at once",
    ),
    "multi_trait": Switch(
        ("one_match", "every_group"),
        ("QS-205",),
        "How a card with several traits fits a Chamber in formal play.",
        ("one shared trait is enough", "every trait must be shared"),
        label="Cards with several traits",
    ),
    "casual_exclusive": Switch(
        ("warning", "binding"),
        ("QS-208",),
        "Exclusive cards of another character in a casual deck.",
        ("are allowed with a warning", "are refused"),
        label="Exclusive cards in casual play",
    ),
    "lists": Switch(
        ("open", CLOSED),
        ("QS-1012",),
        "Whether the lists of the decks are known to all.",
        ("known to all", "known to its owner alone"),
        label="Lists of the decks",
    ),
    "concede": Switch(
        FALSE_TRUE, ("QS-911",), "Whether giving up is offered at every choice.", label="Giving up is offered"
    ),
}
NUMBERS: Final[Mapping[str, Number]] = {
    "flip_guard": Number(
        200,
        10_000,
        ("QS-530",),
        "Flips of one zone and turn after which it is lost; 0 for no end.",
        "Most flips of a zone in a turn",
    ),
    "turn_limit": Number(
        0, 10_000, ("QS-911",), "Turns after which a game stops unfinished; 0 for no end.", "Most turns of a game"
    ),
}
OPTIONS: Final = OptionTable(("aang", "zuko"), "deck", "The deck", "QS-206", SWITCHES, NUMBERS)
