"""Players and options for random games of each Rising title: together they reach every option that changes a rule."""

from tests.testkit.scene import rising

RISING = ("fire-nation-rising", "death-eaters-rising", "dark-side-rising")
"""The titles of the family."""

Setting = tuple[int, dict[str, str]]

SETTINGS: dict[str, tuple[Setting, ...]] = {
    "fire-nation-rising": (
        (1, {}),
        (2, {"preset": "harder"}),
        (3, {"teams": "katara,zuko,toph", "villain_order": "chosen", "reactions_to_paid_damage": "true"}),
        (3, {"difficulty": "medium", "hero_loss_limit": "9"}),
        (4, {"preset": "easier", "surplus_within_card": "false", "swapped_card_loses_dice": "true"}),
        (5, {"villains": "13", "token_heal_any_team": "true", "late_icon_heroes_count": "false"}),
        (1, {"solo_teams": "5", "ruin_checked_at_end": "true", "hero_loss_limit": "40"}),
        (2, {"unused_free_ability_blocks_aid": "true", "team_ability_blocks_aid": "true", "villains": "0"}),
    ),
    "death-eaters-rising": (
        (2, {}),
        (3, {"preset": "easier", "villain_order": "chosen"}),
        (4, {"hero_loss_limit": "33", "fallen_limit": "6", "tie": "loss"}),
        (2, {"token_window_end_turn": "true", "hero_loss_limit": "33"}),
        (3, {"token_same_turn": "false", "target": "10"}),
        (4, {"preset": "harder", "teams": "army,army,order,hogwarts"}),
    ),
    "dark-side-rising": (
        (2, {}),
        (3, {"preset": "expert", "villain_order": "chosen"}),
        (4, {"hero_loss_limit": "40", "head_start": "1"}),
        (2, {"opening_anywhere": "true", "opening_counts_turned": "true", "hero_loss_limit": "40"}),
        (3, {"symbol_tokens_pay_abilities": "true", "target": "1"}),
        (4, {"teams": "yavin-4,lothal,alderaan,tatooine", "fallen_limit": "1"}),
    ),
}

LONG: dict[str, tuple[Setting, ...]] = {
    "fire-nation-rising": tuple(
        (1 + at % 5, {"villains": "13", "hero_loss_limit": "40", "battle_damage": "1", "difficulty": difficulty})
        for at, difficulty in enumerate(("easy", "medium", "hard") * 5)
    ),
    "death-eaters-rising": tuple(
        (seats, {"hero_loss_limit": "33", "fallen_limit": "6", "target": target, "token_window_end_turn": late})
        for seats, target, late in ((2, "4", "true"), (3, "4", "false"), (4, "5", "true"))
    ),
    "dark-side-rising": tuple(
        (seats, {"hero_loss_limit": "40", "target": "11", "opening_anywhere": anywhere})
        for seats, anywhere in ((2, "true"), (3, "false"), (4, "true"))
    ),
}
"""Settings under which games last, so that few of them reach every card."""


def every_option(title: str) -> set[str]:
    """The options that some setting of a title sets."""
    return {name for setting in (*SETTINGS[title], *LONG[title]) for name in setting[1]}


def options_of(title: str) -> set[str]:
    """All options of a title."""
    return {option.name for option in rising(title).book.spec.option}
