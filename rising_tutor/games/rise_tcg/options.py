"""Options of a game: the libraries, and one switch for each gap of the rules that has another sensible reading."""

from collections.abc import Mapping
from typing import Any, Final

from rising_tutor.core.game import OLDER
from rising_tutor.core.values import Value
from rising_tutor.decks.closed import CLOSED
from rising_tutor.decks.options import FALSE_TRUE, TRUE_FALSE, OptionTable, Switch
from rising_tutor.errors import BadOption

RULES_VERSION: Final = "2"
OLDER_RULES: Final = ("1",)
"""Versions whose recorded games are still played as they were."""


class Options(Value, frozen=True, omit_defaults=True):
    """Settings of a game; `decks` are lists in one line, one for each seat.

    Attributes:
        older: the older version of the rules that a recorded game is played by; "" for the present ones. By version 1,
            Copycat repeats an action of a card that can no longer act, and an action under Schizophrenia costs what it
            would cost the seat that decides.
    """

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
    cloning_uses: str = "once"
    copycat_copies: str = "used"
    cold_price: str = "once"
    control_sickness: bool = True
    door_creature: str = "enabled"
    windows: str = "public"
    lists: str = "open"
    concede: bool = False
    older: str = ""


SWITCHES: Final[Mapping[str, Switch]] = {
    "starter_first_coins": Switch(
        FALSE_TRUE,
        ("RISE-304",),
        "Two coins for the starter in the first Restoration.",
        label="Coins for the starter in the first Restoration",
    ),
    "tilted_may_block": Switch(
        FALSE_TRUE,
        ("RISE-512",),
        "Whether tilted creatures and Doors may block.",
        label="Tilted creatures and Doors may block",
    ),
    "blockers_per_attacker": Switch(
        ("1", "any"),
        ("RISE-515", "RISE-609"),
        "How many may block one attacker.",
        ("one", "as many as they like"),
        label="Blockers in front of one attacker",
    ),
    "summoner_chooser": Switch(
        ("defender", "attacker"),
        ("RISE-517",),
        "Who chooses the Summoner that is hit.",
        ("the defender", "the attacker"),
        label="Who chooses the Summoner that is hit",
    ),
    "advantage": Switch(
        ("forced_block", "may_decline", "any_target"),
        ("RISE-611",),
        "What Advantage chooses.",
        ("one blocker, which has to block", "one blocker, or none", "any blocker or Summoner"),
        label="What Advantage chooses",
    ),
    "damage_accumulates": Switch(
        TRUE_FALSE,
        ("RISE-605",),
        "Whether damage on creatures adds up within a turn.",
        label="Damage on creatures adds up",
    ),
    "early_skills": Switch(
        TRUE_FALSE,
        ("RISE-707",),
        "Skills and actions before the draw of a turn.",
        label="Skills and actions before the draw",
    ),
    "ether_when": Switch(
        ("all_deaths", "not_sacrifice"),
        ("RISE-808",),
        "What counts as destroyed for Ether.",
        ("every death", "every death but a sacrifice"),
        label="What counts as destroyed for Ether",
    ),
    "chain_priority": Switch(
        ("adder", "next_player"),
        ("RISE-903", "RISE-834"),
        "Who is asked first after an addition.",
        ("whoever added something", "the next player"),
        label="Asked first after an addition",
    ),
    "answer_constants": Switch(
        TRUE_FALSE,
        ("RISE-922", "RISE-923"),
        "Whether Constant cards and Level Ups are answered.",
        label="Constant cards and Level Ups can be answered",
    ),
    "answer_triggers": Switch(
        FALSE_TRUE,
        ("RISE-924",),
        "Whether effects that work by themselves are answered.",
        label="Effects that work by themselves can be answered",
    ),
    "return_to": Switch(
        ("controller", "owner"),
        ("RISE-1009",),
        "Into whose hand Return puts a card.",
        ("of whoever controls it", "of its owner"),
        label="The hand that Return puts a card into",
    ),
    "trauma_hits": Switch(
        ("caster", "creature_controller"),
        ("RISE-1024",),
        "Whom Trauma hurts.",
        ("whoever plays it", "whoever controls the creature"),
        label="Whom Trauma hurts",
    ),
    "schizophrenia_scope": Switch(
        ("actions", "actions_and_attack"),
        ("RISE-1007",),
        "What Schizophrenia takes over.",
        ("actions", "actions and attacks"),
        label="What Schizophrenia takes over",
    ),
    "dementia_attack": Switch(
        TRUE_FALSE,
        ("RISE-1007",),
        "Whether Dementia and Amok forbid attacking as well.",
        label="Dementia and Amok forbid attacking as well",
    ),
    "parasite_turns": Switch(
        ("every_turn", "controllers_turns"),
        ("RISE-1007",),
        "Which turns Parasite counts.",
        ("every turn", "turns of its controller"),
        label="Which turns Parasite counts",
    ),
    "dodge_disease": Switch(
        ("on_success", "always"),
        ("RISE-1023",),
        "When Dodge passes a Disease on.",
        ("when Dodge succeeds", "always"),
        label="When Dodge passes a Disease on",
    ),
    "cloning_uses": Switch(
        ("once", "any"),
        ("RISE-928",),
        "How often a clone may use Cloning in a turn.",
        ("once a turn", "as often as its controller likes"),
        label="Uses of Cloning in a turn",
    ),
    "copycat_copies": Switch(
        ("used", "any"),
        ("RISE-928",),
        "Which actions Copycat may perform.",
        ("actions used this turn", "every action of your cards in play"),
        label="Actions that Copycat may perform",
    ),
    "cold_price": Switch(
        ("once", "each"),
        ("RISE-1006",),
        "What several Colds on one player cost.",
        ("one coin together", "one coin each"),
        label="Price of several Colds",
    ),
    "control_sickness": Switch(
        TRUE_FALSE,
        ("RISE-502",),
        "Invocation sickness of a creature that has come under another player's control.",
        label="Invocation sickness after a change of control",
    ),
    "door_creature": Switch(
        ("enabled", "attacking"),
        ("RISE-520",),
        "When a Door that may attack becomes a creature.",
        ("as soon as it may attack", "when it is declared as an attacker"),
        label="When a Door becomes a creature",
    ),
    "windows": Switch(
        ("public", "all"),
        ("RISE-903",),
        "Whether a seat is asked that everybody sees cannot act.",
        ("where it can be seen to be able to act", "always"),
        label="When a seat is asked",
    ),
    "lists": Switch(
        ("open", CLOSED),
        ("RISE-1019",),
        "Whether the lists of the libraries are known to all.",
        ("known to all", "known to its owner alone"),
        label="Lists of the libraries",
    ),
    "concede": Switch(
        FALSE_TRUE, ("RISE-1020",), "Whether giving up is offered at every choice.", label="Giving up is offered"
    ),
}
OPTIONS: Final = OptionTable(
    ("gates", "plague", "gates", "plague"), "library", "Library and Summoners", "RISE-202", SWITCHES
)


def read_switches(given: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of `Options` beside the decks. Raises `BadOption`."""
    version = given.get(OLDER, RULES_VERSION)
    if version not in (RULES_VERSION, *OLDER_RULES):
        raise BadOption(OLDER, version, " or ".join((RULES_VERSION, *OLDER_RULES)))
    found: dict[str, Any] = {**OPTIONS.read({name: value for name, value in given.items() if name != OLDER})}
    return found | ({"older": version} if version != RULES_VERSION else {})
