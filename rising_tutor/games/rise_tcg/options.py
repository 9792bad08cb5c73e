"""Options of a game: the libraries, and one switch for each gap of the rules that has another sensible reading."""

from collections.abc import Mapping, Sequence
from typing import Final

from rising_tutor.core.game import OptionInfo
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption

TRUE_FALSE: Final = ("true", "false")
FALSE_TRUE: Final = ("false", "true")


class Options(Value, frozen=True, omit_defaults=True):
    """How a game is played; `decks` are lists in one line, one for each seat."""

    decks: tuple[str, ...]
    starter_first_coins: bool = False
    tilted_may_block: bool = False
    blockers_per_attacker: str = "1"
    summoner_chooser: str = "defender"
    advantage: str = "forced_block"
    damage_accumulates: bool = True
    early_skills: bool = True
    ether_when: str = "all_deaths"
    chain_priority: str = "adder"
    answer_constants: bool = True
    answer_triggers: bool = False
    return_to: str = "controller"
    trauma_hits: str = "caster"
    schizophrenia_scope: str = "actions"
    dementia_attack: bool = True
    parasite_turns: str = "every_turn"
    dodge_disease: str = "on_success"
    windows: str = "public"
    concede: bool = False


SWITCHES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...], str]]] = {
    "starter_first_coins": (FALSE_TRUE, ("RISE-304",), "Two coins for the starter in the first Restoration."),
    "tilted_may_block": (FALSE_TRUE, ("RISE-512",), "Whether tilted creatures and Doors may block."),
    "blockers_per_attacker": (("1", "any"), ("RISE-515", "RISE-609"), "How many may block one attacker."),
    "summoner_chooser": (("defender", "attacker"), ("RISE-517",), "Who chooses the Summoner that is hit."),
    "advantage": (("forced_block", "may_decline", "any_target"), ("RISE-611",), "What Advantage chooses."),
    "damage_accumulates": (TRUE_FALSE, ("RISE-605",), "Whether damage on creatures adds up within a turn."),
    "early_skills": (TRUE_FALSE, ("RISE-707",), "Skills and actions before the draw of a turn."),
    "ether_when": (("all_deaths", "not_sacrifice"), ("RISE-808",), "What counts as destroyed for Ether."),
    "chain_priority": (("adder", "next_player"), ("RISE-903", "RISE-834"), "Who is asked first after an addition."),
    "answer_constants": (TRUE_FALSE, ("RISE-922", "RISE-923"), "Whether Constant cards and Level Ups are answered."),
    "answer_triggers": (FALSE_TRUE, ("RISE-924",), "Whether effects that work by themselves are answered."),
    "return_to": (("controller", "owner"), ("RISE-1009",), "Into whose hand Return puts a card."),
    "trauma_hits": (("caster", "creature_controller"), ("RISE-1024",), "Whom Trauma hurts."),
    "schizophrenia_scope": (("actions", "actions_and_attack"), ("RISE-1007",), "What Schizophrenia takes over."),
    "dementia_attack": (TRUE_FALSE, ("RISE-1007",), "Whether Dementia and Amok forbid attacking as well."),
    "parasite_turns": (("every_turn", "controllers_turns"), ("RISE-1007",), "Which turns Parasite counts."),
    "dodge_disease": (("on_success", "always"), ("RISE-1023",), "When Dodge passes a Disease on."),
    "windows": (("public", "all"), ("RISE-903",), "Whether a seat is asked that everybody sees cannot act."),
    "concede": (FALSE_TRUE, ("RISE-1020",), "Whether giving up is offered at every choice."),
}
MOST_SEATS: Final = 4
DECKS: Final = tuple(f"deck-{seat + 1}" for seat in range(MOST_SEATS))
_SEATS: Final = ("first", "second", "third", "fourth")


def infos(decks: Sequence[str]) -> tuple[OptionInfo, ...]:
    """What the game says of its options.

    Args:
        decks: ids of the libraries that are played when nothing is said.
    """
    return (
        *(
            OptionInfo(
                name,
                usual,
                "id of a library, or a list in one line",
                f"Library and Summoners of the {seat} seat.",
                (RuleId("RISE-202"),),
            )
            for name, usual, seat in zip(DECKS, decks, _SEATS, strict=True)
        ),
        *(
            OptionInfo(name, values[0], " or ".join(values), said, tuple(map(RuleId, cited)))
            for name, (values, cited, said) in SWITCHES.items()
        ),
    )


def read_switches(given: Mapping[str, str]) -> dict[str, str | bool]:
    """The switches of `given`. Raises `BadOption` for a value that is none."""
    read: dict[str, str | bool] = {}
    for name, value in given.items():
        if name in DECKS:
            continue
        if name not in SWITCHES:
            raise BadOption(name, value, f"one of {', '.join((*DECKS, *SWITCHES))}")
        values, cited, _ = SWITCHES[name]
        if value not in values:
            raise BadOption(name, value, " or ".join(values), cited[0])
        read[name] = value == "true" if "true" in values else value
    return read
