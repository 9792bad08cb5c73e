"""Step 5: everything back in its place, then the end of the game or the next player."""

from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.core.values import with_count, with_item
from rising_tutor.games.rising.cards.book import Codes
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.context import Run, Steps, step
from rising_tutor.games.rising.rules.state import Member, Spot, Team
from rising_tutor.games.rising.rules.tasks import (
    Do,
    Fill,
)

STEPS: Steps = {}


@step(STEPS, "return_dice")
def _return_dice(run: Run) -> None:
    """Everything back to the stock but parked dice; abilities are fresh again."""
    t = run.t
    for at, spot in enumerate(t.places):
        if spot is not None and spot.dice:
            run.set_place(at, Spot(spot.card, spot.damage))
    for at, battle in enumerate(t.battles):
        if battle is not None and battle.dice:
            t.battles = with_item(t.battles, at, Spot(battle.card, battle.damage))
    team = run.team()
    row = team.row
    for at, member in enumerate(row):
        if member.dice:
            row = with_item(row, at, Member(member.card, member.damage, (), member.parked))
    if row is not team.row or any(team.dice):
        run.set_team(t.active, Team(team.card, row, team.tokens, ((),) * len(team.dice)))
    parked = _restock(run)
    t.gone = t.shown = t.balance_dice = t.balance_symbols = t.balance_tokens = ()
    t.unrolled = (0,) * len(t.unrolled)
    t.used = ()  # FNR-604
    if run.log is not None:
        run.say(ev.DiceReturned, run.cite.dice_back, parked=run.names(parked))


@step(STEPS, "return_token")
def _return_token(run: Run) -> None:
    run.t.location = -1
    run.say(ev.TeamTokenReturned, run.cite.token_back, team=run.team().card)


@step(STEPS, "clear_villains")
def _clear_villains(run: Run) -> None:
    t, book = run.t, run.book
    out: list[CardId] = []
    for at, spot in enumerate(t.places):
        # DER-420, DER-723, DER-1009, DSR-423, DSR-805
        if spot is not None and spot.card in book.villain and spot.damage >= book.capacity[spot.card]:
            t.villains_out += (spot.card,)  # DER-616, DER-708, DSR-616, DSR-806
            run.set_place(at, None)
            out.append(spot.card)
    for at, battle in enumerate(t.battles):
        if battle is not None and battle.card in t.battles_done:
            t.battles = with_item(t.battles, at, None)
            out.append(battle.card)
    run.say(ev.CardsCleared, run.cite.villains_away, cards=tuple(out))


@step(STEPS, "clear_heroes")
def _clear_heroes(run: Run) -> None:
    """Full Heroes of every Team and at every location are defeated; rows close up."""
    t, book = run.t, run.book
    capacity = book.capacity
    out: list[CardId] = []
    for at, spot in enumerate(t.places):
        # FNR-608, DER-707, DSR-706
        if spot is not None and spot.card in book.hero and spot.damage >= capacity[spot.card]:
            run.set_place(at, None)
            out.append(spot.card)
    for at, team in enumerate(t.teams):
        # FNR-609, FNR-901, DER-420, DER-705, DER-706, DSR-423, DSR-705
        full = [member.card for member in team.row if member.damage >= capacity[member.card]]
        if full:
            row = tuple(member for member in team.row if member.card not in full)  # FNR-108
            run.set_team(at, Team(team.card, row, team.tokens, team.dice))
            out += full
    t.defeated += tuple(out)  # DER-616, DER-707, DSR-616, DSR-706
    _restock(run)  # a die parked on a Hero that left is back
    run.say(ev.HeroesCleared, run.cite.heroes_away, cards=tuple(out), defeated=len(t.defeated))


def _restock(run: Run) -> Codes:
    """All dice but the parked ones are in the stock; gives the parked ones."""
    parked = tuple([member.parked for team in run.t.teams for member in team.row if member.parked >= 0])
    stock = run.book.dice_total
    for code in parked:
        stock = with_count(stock, run.book.colour_of[code], -1)
    run.t.stock = stock
    return parked


_REFILLED = Do("refilled")


@step(STEPS, "refill")
def _refill(run: Run) -> None:
    """Empty places, clockwise from the first place of the location where the title begins."""
    t = run.t
    start = t.base if run.book.spec.switch.refill_from == "team" else t.facing
    n, first = len(t.places), start * run.book.spec.places
    order = (*range(first, n), *range(first))  # FNR-613, DER-610, DSR-610
    run.push(*[Fill(at) for at in order if t.places[at] is None], _REFILLED)


@step(STEPS, "refilled")
def _refilled(run: Run) -> None:
    empty = run.t.places.count(None)
    rule = run.cite.deck_empty if empty else run.cite.refill
    run.say(ev.BoardRefilled, rule, empty=empty)


_BEGIN = Do("begin")


@step(STEPS, "judge")
def _judge(run: Run) -> None:
    """First the win, then the losses; else the next player."""
    t, cite, book = run.t, run.cite, run.book
    if book.spec.switch.goal == "battles":  # cite.judge; FNR-101, DER-101, DSR-101: one result for all
        won = len(t.battles_done) == len(book.battle)  # FNR-112, FNR-720, FNR-1012, DER-104
    else:
        won = len(t.villains_out) >= t.options.target  # cite.target, DSR-104, DSR-812
    losses: list[RuleId] = []  # FNR-807, DER-105, DSR-105: no other way to lose
    if len(t.defeated) >= t.options.hero_loss_limit:
        losses.append(cite.loss_heroes)
    if () in [team.row for team in t.teams]:  # FNR-806, DER-1107
        losses.append(cite.loss_team)
    ground = [card for card in t.fallen if book.carrier[card].ground]
    if t.options.fallen_limit and len(t.fallen) - len(ground) >= t.options.fallen_limit:  # DER-1108, DSR-908
        losses.append(cite.loss_fallen)
    if ground:
        losses.append(cite.loss_location)
    if won or losses:
        both = bool(won and losses)
        won = won and not (both and t.options.tie == "loss")
        t.result = "win" if won else "loss"
        reasons = (*([cite.tie] if both else []), *([cite.win] if won else []), *losses)
        t.reasons = reasons
        run.say(ev.GameEnded, reasons[0], result=t.result, reasons=t.reasons)
        t.agenda = ()
        return
    t.active = (t.active + 1) % len(t.teams)
    run.say(ev.TurnPassed, cite.next_player, team=run.team().card)
    run.push(_BEGIN)
