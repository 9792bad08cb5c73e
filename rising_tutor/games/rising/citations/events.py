"""Which rules the events of a Rising game can cite: for the rule reader, "where is this used?".

A rule is named as in `spec.Citations`; a title has those of them that its rulebook knows. A test plays games of every
title and holds this table complete.
"""

from collections.abc import Mapping

from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising.cards.spec import NOT_HERE, Citations
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev

EVENT_RULES: dict[type[ev.RisingEvent], tuple[str, ...]] = {
    ev.TeamTaken: ("take_team", "starting_hero", "ally"),
    ev.StarterTaken: ("starter",),
    foe.CarriersStacked: ("stack",),
    foe.BossHidden: ("boss_in_deck",),
    foe.BossRevealed: ("boss_shown",),
    ev.OwnValue: ("own_values",),
    foe.FigureSet: ("facing",),
    ev.SideChosen: ("side",),
    ev.FirstChosen: ("first_player",),
    ev.CardRevealed: ("deal", "refill"),
    foe.CardDiscarded: ("black_sun_later_villain", "black_sun_later_hero"),
    ev.TurnBegan: ("turn",),
    ev.TeamTokenPlaced: ("place_token",),
    foe.ThreatFaceRolled: ("threat_die", "second_die", "second_roll"),
    foe.PressureAdded: ("pressure", "pressure_more", "pressure_full", "penalty"),
    foe.PressureRemoved: ("pressure_removed",),
    foe.CarrierFell: ("fall",),
    foe.AllVillainsAct: ("all_act",),
    foe.FireNationTurned: ("reveal",),
    foe.FireNationReshuffled: ("reshuffle",),
    foe.RuinMoved: ("ruin", "token_ruin"),
    foe.FigureTurned: ("rotate", "rotate_back", "stays", "again", "turn_figure"),
    foe.LocationAttacked: ("attack", "turn_figure"),
    ev.DamageTaken: ("attack", "attack_team", "villain_acts", "penalty", "turn_figure"),
    ev.DamageBlocked: ("full_hero",),
    ev.EffectUsed: (
        "villain_acts",
        "battle_acts",
        "penalty",
        "reaction",
        "balance_ability",
        "ability_first",
        "hero_ability",
        "team_ability",
        "opening",
        "extra_die",
        "free",
        "battle_reward",
    ),
    ev.NothingToDo: ("targets", "victims", "token_ruin_phase_2", "token_reroll"),
    ev.Declined: ("optional",),
    foe.TokensBlocked: ("block",),
    foe.HealingBlocked: ("no_heal",),
    foe.NotHealed: ("no_heal",),
    foe.BalanceBlocked: ("villain_acts",),
    ev.DiceCollected: ("collect",),
    ev.DieAdded: ("extra_die", "token_die"),
    ev.DieNotAdded: ("colour_limit",),
    ev.DieEarned: ("earned_die",),
    ev.DiceToBeLost: ("lose_die",),
    ev.DieLost: ("lose_die",),
    foe.TeamRedeployed: ("redeploy",),
    ev.DiceTakenUp: ("roll_again",),
    ev.DiceRolled: ("roll", "reroll", "token_reroll"),
    ev.FaceChanged: ("change_face",),
    ev.DiePlaced: (
        "recruit_target",
        "villain_target",
        "hero_ability",
        "team_ability",
        "balance_target",
        "battle_target",
    ),
    ev.CostCovered: ("recruit_target", "villain_target"),
    ev.DieDiscarded: ("discard",),
    ev.DieRemoved: ("balance_dice",),
    ev.DieParked: ("parked",),
    ev.ParkedDieTaken: ("parked",),
    ev.DiceForfeited: ("stop",),
    ev.TokenUsed: ("token_used",),
    ev.TokenGiven: ("balance_price",),
    ev.TokenDropped: ("victims",),
    ev.TokenDrawn: ("tokens_held",),
    ev.NoToken: ("block", "token_none"),
    ev.TokensRecycled: ("token_recycle",),
    ev.Healed: ("heal", "villain_acts", "penalty"),
    ev.DamagePaid: ("paid_damage",),
    ev.DamageMoved: ("reward_moved",),
    ev.CardsSwapped: ("swapped",),
    ev.RowReordered: ("no_rearranging",),
    ev.RollingEnded: ("end_of_rolling",),
    ev.ResolvingBegan: ("resolve",),
    ev.HeroRecruited: ("recruit",),
    ev.VillainDamaged: ("villain_damage", "reward_ability", "reward_moved", "battle_damage"),
    ev.SetsWasted: ("villain_full", "battle_full", "boss_ceiling"),
    ev.BalanceMoved: ("balance_step",),
    foe.BattleCompleted: ("battle_complete",),
    ev.AidTaken: ("aid",),
    foe.BlackSunCame: ("black_sun_balance", "black_sun_ruin"),
    foe.CardRemoved: ("black_sun_balance", "black_sun_ruin"),
    foe.TracksLeft: ("tracks_leave",),
    foe.BattlesPlaced: ("battle_place",),
    ev.DiceReturned: ("dice_back",),
    ev.TeamTokenReturned: ("token_back",),
    ev.CardsCleared: ("villains_away",),
    ev.HeroesCleared: ("heroes_away",),
    ev.BoardRefilled: ("refill", "deck_empty"),
    ev.TurnPassed: ("next_player",),
    ev.GameEnded: ("win", "tie", "loss_heroes", "loss_team", "loss_fallen", "loss_location"),
}


def events_by_rule(cite: Citations) -> Mapping[RuleId, tuple[str, ...]]:
    """Rule id -> the names of events that can cite it."""
    out: dict[RuleId, tuple[str, ...]] = {}
    for event, fields in EVENT_RULES.items():
        for field in fields:
            rule: RuleId = getattr(cite, field)
            if rule != NOT_HERE and event.__name__ not in out.get(rule, ()):
                out[rule] = (*out.get(rule, ()), event.__name__)
    return out
