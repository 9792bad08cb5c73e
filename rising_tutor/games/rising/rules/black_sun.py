"""The Day of Black Sun: what leaves the game when it comes, and the change to phase 2."""

from collections.abc import Mapping

from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules.context import Run, Steps, step
from rising_tutor.games.rising.rules.state import Team
from rising_tutor.games.rising.rules.tasks import (
    DealBattles,
)

STEPS: Steps = {}


@step(STEPS, "black_sun")
def _black_sun(run: Run) -> None:
    t, cite = run.t, run.cite
    if t.phase != 1:  # FNR-702, FNR-712
        return
    ruin = t.ruin == run.book.ruin_top if t.options.ruin_checked_at_end else t.ruin_topped
    if not (t.balance_topped or ruin):  # cite.black_sun, FNR-513, FNR-713
        return
    t.black_sun = "balance" if t.balance_topped else "ruin"
    run.lay_aside(t.balance_dice + t.balance_symbols)
    t.black_sun_turn = t.turn
    rule = cite.black_sun_balance if t.balance_topped else cite.black_sun_ruin
    run.say(foe.BlackSunCame, rule, track=t.black_sun, both=t.balance_topped and ruin)
    if t.balance_topped:  # FNR-721
        _remove_villains(run)
    else:
        _remove_heroes(run)
    t.phase = 2
    t.side = ""
    t.ruin = t.balance = 0
    t.ruin_topped = t.balance_topped = t.no_balance = t.balance_moved = False
    t.balance_symbols = t.balance_tokens = t.balance_dice = ()
    run.say(foe.TracksLeft, cite.tracks_leave)
    run.push(DealBattles())  # cite.battles_enter


def _remove_villains(run: Run) -> None:
    run.t.villains_out += _leave(run, run.book.villain, run.cite.black_sun_balance)


def _leave(run: Run, kind: Mapping[str, object], rule: RuleId) -> tuple[CardId, ...]:
    """Face-up cards of a kind with the icon leave the board."""
    left: tuple[CardId, ...] = ()
    for at, spot in enumerate(run.t.places):
        if spot is not None and spot.card in kind and spot.card in run.book.icon:
            left += (spot.card,)
            run.lay_aside(spot.dice)
            run.set_place(at, None)
            run.say(foe.CardRemoved, rule, card=spot.card)
    return left


def _remove_heroes(run: Run) -> None:
    t, book = run.t, run.book
    t.defeated += _leave(run, book.hero, run.cite.black_sun_ruin)
    for at, team in enumerate(t.teams):
        leaving = [member for member in team.row if member.card in book.icon]
        lost = tuple(member.card for member in leaving)
        if lost:
            for member in leaving:
                run.lay_aside(member.dice + ((member.parked,) if member.parked >= 0 else ()))
            row = tuple(member for member in team.row if member.card not in lost)
            run.set_team(at, Team(team.card, row, team.tokens, team.dice))
            t.defeated += lost  # FNR-707, FNR-806
            for card in lost:
                run.say(foe.CardRemoved, run.cite.black_sun_ruin, card=card)
