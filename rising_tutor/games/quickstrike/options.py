"""What players can choose before a game: the two decks, and a reading for each gap of the rules that has two.

The values of a switch stand in the order of the catalogue: the first is the default.
"""

from collections.abc import Mapping
from typing import Final

from rising_tutor.core.game import OptionInfo
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption


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
    point_cleanup: str = "before_celebration"
    deck_refresh: str = "when_empty"
    discard_refill: str = "when_needed"
    trigger_order: str = "fixed"
    flip_guard: int = 200
    turn_limit: int = 0
    concede: bool = False


SWITCHES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...], str]]] = {
    "sufficient_intercept": (("at_least", "higher"), ("QS-502",), "Whether equal intercept stops an attack."),
    "first_attack": (("winner_chooses", "winner_sends"), ("QS-306", "QS-312"), "Who sends the first opening attack."),
    "force_tie": (("one_more_card", "coin"), ("QS-307",), "What happens when the force totals are equal."),
    "opening_attack_force": (("fixed", "modified"), ("QS-415",), "Whether own cards change the opening attack."),
    "later_opening_signature": (
        ("allowed", "skipped"),
        ("QS-419",),
        "A signature move against a later opening attack.",
    ),
    "ally_scope": (("strike_in_zone", "owner_defending"), ("QS-531", "QS-519"), "How long an ally works."),
    "unpaid_ally_occupied": (("discard", "discard_or_focus"), ("QS-522",), "An unpaid ally where another lies."),
    "overpay_powers": (("true", "false"), ("QS-608",), "Whether powers and Reflip may be overpaid."),
    "energy_paid": (("newest", "owner_chooses"), ("QS-609",), "Which energy of a zone is paid."),
    "chamber_after_back": (("alternate", "stay_back"), ("QS-716",), "The Chamber after its back move."),
    "point_cleanup": (("before_celebration", "last"), ("QS-905", "QS-902"), "When both clean up at a point."),
    "deck_refresh": (("when_empty", "when_needed"), ("QS-1005", "QS-1001"), "When an empty deck is refreshed."),
    "discard_refill": (
        ("when_needed", "when_empty"),
        ("QS-1008", "QS-1007"),
        "When an empty discard pile is refilled.",
    ),
    "trigger_order": (("fixed", "ask"), ("QS-815",), "Whether a player orders own abilities that work at once."),
    "concede": (("false", "true"), ("QS-911",), "Whether giving up is offered at every choice."),
}
NUMBERS: Final[Mapping[str, tuple[int, int, tuple[str, ...], str]]] = {
    "flip_guard": (200, 10_000, ("QS-530",), "Flips of one zone and turn after which it is lost; 0 for no end."),
    "turn_limit": (0, 10_000, ("QS-911",), "Turns after which a game stops unfinished; 0 for no end."),
}
DECKS: Final = ("deck-1", "deck-2")


def infos(decks: tuple[str, str]) -> tuple[OptionInfo, ...]:
    """What the game says of its options.

    Args:
        decks: ids of the decks that are played when nothing is said.
    """
    seats = zip(DECKS, decks, ("first", "second"), strict=True)
    return (
        *(
            OptionInfo(
                name, default, "id of a deck, or a list in one line", f"The deck of the {seat} seat.", rules("QS-206")
            )
            for name, default, seat in seats
        ),
        *(
            OptionInfo(name, values[0], " or ".join(values), said, rules(*cited))
            for name, (values, cited, said) in SWITCHES.items()
        ),
        *(
            OptionInfo(name, str(default), f"0 to {most}", said, rules(*cited))
            for name, (default, most, cited, said) in NUMBERS.items()
        ),
    )


def rules(*ids: str) -> tuple[RuleId, ...]:
    """Ids as rule ids."""
    return tuple(map(RuleId, ids))


def read_switches(given: Mapping[str, str]) -> dict[str, str | bool | int]:
    """The switches and numbers of `given`. Raises `BadOption` for a value that is none."""
    read: dict[str, str | bool | int] = {}
    for name, value in given.items():
        if name in SWITCHES:
            values, cited, _ = SWITCHES[name]
            if value not in values:
                raise BadOption(name, value, " or ".join(values), cited[0])
            read[name] = value == "true" if "true" in values else value
        elif name in NUMBERS:
            _, most, cited, _ = NUMBERS[name]
            if not (value.isascii() and value.isdigit() and len(value) < 6 and int(value) <= most):
                raise BadOption(name, value, f"a number from 0 to {most}", cited[0])
            read[name] = int(value)
        elif name not in DECKS:
            raise BadOption(name, value, f"one of {', '.join((*DECKS, *SWITCHES, *NUMBERS))}")
    return read
