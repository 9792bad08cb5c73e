"""What tells one Rising title from another: numbers, words, switches, the order of a turn, citations.

Everything here comes from a title's `spec.toml`. The engine names no title; a rule is cited by what
it says (`cite.reach`), and the title gives the id.
"""

from typing import Annotated, Final, Literal

import msgspec

from rising_tutor.core.game import OptionInfo
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value

NOT_HERE: Final = RuleId("")
"""In place of a rule that a title does not have."""


class Citations(Value, frozen=True, kw_only=True):
    """Which rule of the title's catalogue says what. Each is cited by an event, a refusal or an answer about odds.

    `NOT_HERE` stands for what a title does not have.
    """

    # the table and the setup
    seats: RuleId
    solo: RuleId = NOT_HERE
    facing: RuleId
    side: RuleId = NOT_HERE
    take_team: RuleId
    team_card: RuleId
    starting_hero: RuleId
    ally: RuleId = NOT_HERE
    villains: RuleId
    deal: RuleId
    first_player: RuleId
    # the turn
    turn: RuleId
    steps: RuleId
    place_token: RuleId
    place_fixed: RuleId = NOT_HERE
    """The location cannot change later, where that is a rule of its own."""
    reach: RuleId
    other_teams: RuleId
    reveal: RuleId = NOT_HERE
    reshuffle: RuleId = NOT_HERE
    ruin: RuleId = NOT_HERE
    rotate: RuleId
    rotate_back: RuleId = NOT_HERE
    """Counterclockwise, where that is a rule of its own; `stays` and `again` are what comes with other faces."""
    stays: RuleId = NOT_HERE
    again: RuleId = NOT_HERE
    attack: RuleId
    attack_team: RuleId
    full_hero: RuleId
    villain_acts: RuleId
    villain_order: RuleId
    reaction: RuleId = NOT_HERE
    reaction_once: RuleId = NOT_HERE
    paid_damage: RuleId
    battle_acts: RuleId = NOT_HERE
    turn_figure: RuleId = NOT_HERE
    # step 3
    collect: RuleId
    colour_limit: RuleId
    lose_die: RuleId
    earned_die: RuleId = NOT_HERE
    roll: RuleId
    duty: RuleId
    discard: RuleId
    roll_again: RuleId
    stop: RuleId
    """Dice that are left are given up at once."""
    locked: RuleId
    colour_of_dice: RuleId
    match: RuleId
    double: RuleId
    surplus: RuleId = NOT_HERE
    recruit_target: RuleId
    villain_target: RuleId
    hero_ability: RuleId
    team_ability: RuleId
    once: RuleId
    own_heroes: RuleId
    free: RuleId
    part_paid: RuleId = NOT_HERE
    balance_target: RuleId = NOT_HERE
    balance_cost: RuleId = NOT_HERE
    balance_dice: RuleId = NOT_HERE
    balance_price: RuleId = NOT_HERE
    balance_blocked: RuleId = NOT_HERE
    battle_target: RuleId = NOT_HERE
    battle_beaten: RuleId = NOT_HERE
    battle_arrival: RuleId = NOT_HERE
    battle_here: RuleId = NOT_HERE
    swap: RuleId = NOT_HERE
    swapped: RuleId = NOT_HERE
    reroll: RuleId
    change_face: RuleId
    face_on_die: RuleId
    modify_first: RuleId
    """Dice are changed before one of the roll is assigned."""
    token_no_duty: RuleId
    end_of_rolling: RuleId
    # step 4
    resolve: RuleId
    recruit: RuleId
    recruit_end: RuleId = NOT_HERE
    recruit_order: RuleId = NOT_HERE
    villain_damage: RuleId
    reward: RuleId
    reward_moved: RuleId = NOT_HERE
    reward_ability: RuleId
    villain_full: RuleId
    balance_step: RuleId = NOT_HERE
    battle_damage: RuleId = NOT_HERE
    battle_full: RuleId = NOT_HERE
    battle_complete: RuleId = NOT_HERE
    battle_reward: RuleId = NOT_HERE
    aid: RuleId = NOT_HERE
    aid_test: RuleId = NOT_HERE
    # the Day of Black Sun
    black_sun: RuleId = NOT_HERE
    black_sun_balance: RuleId = NOT_HERE
    black_sun_later_villain: RuleId = NOT_HERE
    black_sun_ruin: RuleId = NOT_HERE
    black_sun_later_hero: RuleId = NOT_HERE
    tracks_leave: RuleId = NOT_HERE
    battles_enter: RuleId = NOT_HERE
    battle_place: RuleId = NOT_HERE
    # step 5
    dice_back: RuleId
    parked: RuleId = NOT_HERE
    token_back: RuleId = NOT_HERE
    villains_away: RuleId
    heroes_away: RuleId
    refill: RuleId
    deck_empty: RuleId
    next_player: RuleId
    # the end
    win: RuleId
    loss_heroes: RuleId
    loss_team: RuleId
    tie: RuleId
    judge: RuleId
    # cards and effects
    no_overflow: RuleId
    full_cannot_pay: RuleId
    heal: RuleId
    no_rearranging: RuleId = NOT_HERE
    extra_die: RuleId
    draw_ability: RuleId
    ability_first: RuleId = NOT_HERE
    adjacent: RuleId = NOT_HERE
    optional: RuleId
    targets: RuleId
    victims: RuleId
    most_damaged: RuleId
    block: RuleId
    tokens_held: RuleId
    tokens_window: RuleId
    token_used: RuleId
    token_recycle: RuleId
    token_none: RuleId
    token_symbol: RuleId
    token_die: RuleId
    token_reroll: RuleId = NOT_HERE
    token_ruin: RuleId = NOT_HERE
    token_reach: RuleId
    token_ruin_phase_2: RuleId = NOT_HERE
    balance_ability: RuleId = NOT_HERE
    # what other titles have
    starter: RuleId = NOT_HERE
    shared_side: RuleId = NOT_HERE
    stack: RuleId = NOT_HERE
    boss_in_deck: RuleId = NOT_HERE
    head_start: RuleId = NOT_HERE
    target: RuleId = NOT_HERE
    own_values: RuleId = NOT_HERE
    threat_die: RuleId = NOT_HERE
    second_die: RuleId = NOT_HERE
    second_roll: RuleId = NOT_HERE
    pressure: RuleId = NOT_HERE
    pressure_more: RuleId = NOT_HERE
    pressure_full: RuleId = NOT_HERE
    pressure_removed: RuleId = NOT_HERE
    pressure_reach: RuleId = NOT_HERE
    fall: RuleId = NOT_HERE
    fallen_for_good: RuleId = NOT_HERE
    penalty: RuleId = NOT_HERE
    all_act: RuleId = NOT_HERE
    no_heal: RuleId = NOT_HERE
    boss_shown: RuleId = NOT_HERE
    boss_hidden: RuleId = NOT_HERE
    boss_ceiling: RuleId = NOT_HERE
    boss_blocked: RuleId = NOT_HERE
    redeploy: RuleId = NOT_HERE
    redeploy_price: RuleId = NOT_HERE
    redeploy_once: RuleId = NOT_HERE
    redeployed: RuleId = NOT_HERE
    opening: RuleId = NOT_HERE
    opening_roll: RuleId = NOT_HERE
    opening_target: RuleId = NOT_HERE
    recruit_next_turn: RuleId = NOT_HERE
    free_once: RuleId = NOT_HERE
    team_once: RuleId = NOT_HERE
    boss_once: RuleId = NOT_HERE
    one_set: RuleId = NOT_HERE
    token_same_turn: RuleId = NOT_HERE
    token_on_ability: RuleId = NOT_HERE
    token_late: RuleId = NOT_HERE
    loss_fallen: RuleId = NOT_HERE
    loss_location: RuleId = NOT_HERE


class Words(Value, frozen=True, kw_only=True):
    """The title's own words for what all Rising games have.

    Attributes:
        locations: names of the three, in their order clockwise; empty where they have numbers only.
        types: a longer name for a type of Hero, where there is one.
        team: what a player runs; "Team Toph" and "Team Hogwarts" begin with it.
        step: a part of a turn, as in "step 3".
        discard: what a player does with the die that is given up after a roll; its past ends in "ed".
        pressure: one counter of the enemy's clock; "" in a title whose clock is a track.
        carrier: what such counters lie on.
        falls: what becomes of a full carrier at the end of a turn, as in "Gringotts Bank is corrupted".
        won: how the game was won, as the end of a sentence.
        everyone: the result with which every Villain acts.
        steps: the steps of a turn as a player counts them.
        marker: what shows where the Team is; `team_card` and `battle` are what those cards are called.
        enemy_deck: the cards of step 2; "" where dice are rolled.
        lost: how a Hero is called that is out of the game; `beaten` is where beaten Villains lie.
        fallen: how a carrier is called that fell.
        at: the word before a location, as in "at your location".
        any_carrier: those that counters can be taken off, as in "from any Component".
    """

    hero: str
    villain: str
    figure: str
    token: str
    location: str
    symbols: dict[str, str]
    deck: str = "Character deck"
    locations: tuple[str, ...] = ()
    types: dict[str, str] = msgspec.field(default_factory=dict)
    team: str = "Team"
    step: str = "step"
    discard: str = "discard"
    pressure: str = ""
    carrier: str = ""
    everyone: str = ""
    falls: str = "falls"
    won: str
    steps: tuple[str, ...] = ("Step 1", "Step 2", "Roll and assign", "Resolve dice")
    marker: str = "Team token"
    team_card: str = "Team card"
    battle: str = "Final Battle"
    enemy_deck: str = ""
    lost: str = "defeated"
    beaten: str = "out of the game"
    fallen: str = "fallen"
    at: str = "at"
    any_carrier: str = ""

    @property
    def discarded(self) -> str:
        """What a die is that was given up after a roll."""
        return f"{self.discard}ed"


class Box(Value, frozen=True):
    """What must be in the box; a card file with other counts is refused.

    Attributes:
        counted: the rule that lists it.
        age, minutes: what the box says of the youngest players and of the length of a game, 0 for nothing.
    """

    heroes: int
    villains: int
    teams: int
    tokens: int
    token_kinds: int
    counters: int
    dice: dict[str, int]
    counted: RuleId
    battles: int = 0
    fire_nation: int = 0
    balance_cards: int = 0
    balance_sides: int = 0
    threat_dice: int = 0
    carriers: int = 0
    age: int = 0
    minutes: int = 0


class Limits(Value, frozen=True):
    """Bounds of what players may choose before a game.

    Attributes:
        teams_dealt: Teams may be dealt at random.
    """

    seats: tuple[int, int]
    villains: tuple[int, int]
    hero_loss_limit: tuple[int, int]
    solo_teams: tuple[int, int] = (0, 0)
    battle_damage: tuple[int, int] = (0, 0)
    target: tuple[int, int] = (0, 0)
    allies_from: int = 99
    teams_dealt: bool = False
    hero_losses: tuple[int, ...] = ()
    """The limit for the fewest seats, one more, and so on, where it depends on them."""
    fallen: tuple[int, int] = (0, 0)
    usual: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """What the rulebook itself plays with, by option, where players may agree on more."""


class Preset(Value, frozen=True):
    """Values of several options under one name."""

    id: str
    set: dict[str, str]


class Level(Value, frozen=True):
    """Values of options that make the game one step harder than the level before."""

    set: dict[str, str]


class TurnStep(Value, frozen=True):
    """One step of a turn: what is done (a name in `rules/turn.py` and beside it) and its phase in the catalogue."""

    do: str
    at: str


class Switches(Value, frozen=True, kw_only=True):
    """Where the titles of the family answer one question in different ways.

    Attributes:
        row: a Team is a row; recruits join at an end, and neighbours matter.
        sets_per_villain: complete sets of dice that one Villain takes in a turn; 0 for as many as it has free spaces.
        refill_from: empty places are filled clockwise from the location of the Team or of the figure.
        goal: the game is won by completing the final battles, or by a number of beaten Villains.
        boss: the final opponent that waits in mid-deck and then stands where the figure looks; "" if there is none.
        recruits_act_at_once: triggered abilities of a recruit work in the turn in which it joined.
        usual_turns: how many turns of all Teams together a game takes, about; programs that play look so far ahead.
    """

    row: bool
    sets_per_villain: int
    refill_from: Literal["team", "figure"]
    goal: Literal["battles", "villains"]
    boss: str = ""
    recruits_act_at_once: bool
    usual_turns: int


class Spec(Value, frozen=True):
    """A title: what `spec.toml` says.

    Attributes:
        turn: the steps of a turn in order.
        types: what Heroes are told apart by; `kinds` is a second such list, where there is one, and `villain_kinds`
            what Villains are told apart by.
        within: the phase of what happens inside a step, by name.
        older_rules: versions of the rules whose recorded games are still played as they were (`Options.older`).
        level: how hard the game can be made, from the easiest on, as `docs/difficulty.md` measured it.
        fixed: options that this title does not offer, with the value that holds.
        places: face-up cards at each of the three locations.
    """

    id: str
    title: str
    rules_version: str
    symbols: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    types: tuple[str, ...]
    turn: tuple[TurnStep, ...]
    switch: Switches
    words: Words
    box: Box
    limits: Limits
    cite: Citations
    option: tuple[OptionInfo, ...]
    preset: tuple[Preset, ...] = ()
    level: tuple[Level, ...] = ()
    within: dict[str, str] = msgspec.field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    villain_kinds: tuple[str, ...] = ()
    fixed: dict[str, str] = msgspec.field(default_factory=dict)
    older_rules: tuple[str, ...] = ()
    places: int = 3
    locations: int = 3
