"""What tells one Rising title from another: numbers, words, switches, the order of a turn, citations.

Everything here comes from a title's `spec.toml`. The engine names no title; a rule is cited by what
it says (`cite.reach`), and the title gives the id.
"""

from typing import Annotated

import msgspec

from rising_tutor.core.game import OptionInfo
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value


class Citations(Value, frozen=True):
    """Which rule of the title's catalogue says what. Each is cited by an event, a refusal or an answer about odds."""

    # the table and the setup
    seats: RuleId
    solo: RuleId
    facing: RuleId
    side: RuleId
    take_team: RuleId
    team_card: RuleId
    starting_hero: RuleId
    ally: RuleId
    villains: RuleId
    deal: RuleId
    first_player: RuleId
    one_game: RuleId
    # the turn
    turn: RuleId
    steps: RuleId
    place_token: RuleId
    reach: RuleId
    other_teams: RuleId
    reveal: RuleId
    reshuffle: RuleId
    ruin: RuleId
    ruin_phase_2: RuleId
    rotate: RuleId
    attack: RuleId
    attack_team: RuleId
    full_hero: RuleId
    villain_acts: RuleId
    villain_order: RuleId
    reaction: RuleId
    reaction_once: RuleId
    reaction_order: RuleId
    paid_damage: RuleId
    battle_acts: RuleId
    turn_figure: RuleId
    # step 3
    collect: RuleId
    colour_limit: RuleId
    late_die: RuleId
    lose_die: RuleId
    earned_die: RuleId
    roll: RuleId
    duty: RuleId
    discard: RuleId
    roll_again: RuleId
    locked: RuleId
    colour_of_dice: RuleId
    match: RuleId
    double: RuleId
    surplus: RuleId
    recruit_target: RuleId
    villain_target: RuleId
    hero_ability: RuleId
    team_ability: RuleId
    once: RuleId
    own_heroes: RuleId
    free: RuleId
    part_paid: RuleId
    balance_target: RuleId
    balance_cost: RuleId
    balance_dice: RuleId
    balance_price: RuleId
    balance_blocked: RuleId
    battle_target: RuleId
    battle_beaten: RuleId
    battle_arrival: RuleId
    battle_here: RuleId
    swap: RuleId
    swapped: RuleId
    reroll: RuleId
    change_face: RuleId
    face_on_die: RuleId
    token_no_duty: RuleId
    end_of_rolling: RuleId
    # step 4
    resolve: RuleId
    recruit: RuleId
    arrives_healthy: RuleId
    recruit_end: RuleId
    recruit_order: RuleId
    villain_damage: RuleId
    reward: RuleId
    reward_moved: RuleId
    reward_ability: RuleId
    villain_full: RuleId
    balance_step: RuleId
    balance_check: RuleId
    battle_damage: RuleId
    battle_full: RuleId
    battle_complete: RuleId
    battle_reward: RuleId
    aid: RuleId
    aid_test: RuleId
    # the Day of Black Sun
    black_sun: RuleId
    black_sun_balance: RuleId
    black_sun_later_villain: RuleId
    black_sun_ruin: RuleId
    black_sun_later_hero: RuleId
    black_sun_counts: RuleId
    black_sun_replace: RuleId
    tracks_leave: RuleId
    battles_enter: RuleId
    battle_place: RuleId
    # step 5
    conclude: RuleId
    dice_back: RuleId
    parked: RuleId
    refresh: RuleId
    token_back: RuleId
    villains_away: RuleId
    heroes_away: RuleId
    refill: RuleId
    refill_order: RuleId
    deck_empty: RuleId
    next_player: RuleId
    # the end
    win: RuleId
    loss_heroes: RuleId
    loss_team: RuleId
    tie: RuleId
    judge: RuleId
    # cards and effects
    capacity: RuleId
    no_overflow: RuleId
    full_cannot_pay: RuleId
    heal: RuleId
    no_rearranging: RuleId
    extra_die: RuleId
    draw_ability: RuleId
    ability_first: RuleId
    adjacent: RuleId
    optional: RuleId
    targets: RuleId
    victims: RuleId
    most_damaged: RuleId
    ties: RuleId
    block: RuleId
    tokens_held: RuleId
    tokens_window: RuleId
    token_used: RuleId
    token_recycle: RuleId
    token_none: RuleId
    token_symbol: RuleId
    token_die: RuleId
    token_heal_two: RuleId
    token_heal_one: RuleId
    token_reroll: RuleId
    token_ruin: RuleId
    token_reach: RuleId
    token_ruin_phase_2: RuleId
    tokens_balance: RuleId
    balance_ability: RuleId


class Words(Value, frozen=True):
    """The title's own words for what all Rising games have."""

    hero: str
    villain: str
    figure: str
    token: str
    location: str
    symbols: dict[str, str]


class Box(Value, frozen=True):
    """What must be in the box; a card file with other counts is refused.

    `counted` is the rule that lists it.
    """

    heroes: int
    villains: int
    teams: int
    battles: int
    fire_nation: int
    balance_cards: int
    balance_sides: int
    tokens: int
    token_kinds: int
    counters: int
    dice: dict[str, int]
    counted: RuleId


class Limits(Value, frozen=True):
    """Bounds of what players may choose before a game."""

    seats: tuple[int, int]
    solo_teams: tuple[int, int]
    villains: tuple[int, int]
    hero_loss_limit: tuple[int, int]
    battle_damage: tuple[int, int]
    allies_from: int


class Preset(Value, frozen=True):
    """Values of several options under one name."""

    id: str
    set: dict[str, str]


class Spec(Value, frozen=True):
    """A title: what `spec.toml` says.

    Attributes:
        turn: the steps of a turn in order, by the names in `turn.py`.
        places: face-up cards at each of the three locations.
    """

    id: str
    title: str
    rules_version: str
    symbols: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    types: tuple[str, ...]
    turn: tuple[str, ...]
    words: Words
    box: Box
    limits: Limits
    cite: Citations
    option: tuple[OptionInfo, ...]
    preset: tuple[Preset, ...] = ()
    places: int = 3
    locations: int = 3
