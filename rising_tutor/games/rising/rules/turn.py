"""The turn up to the dice: its beginning, step 1, step 2 and the way into step 3.

A title lists the steps of a turn in its spec; here and in `enemy_dice`, `resolving`, `black_sun` and `cleaning` is what
each does. A step that needs a choice or chance puts it on the agenda.
"""

from functools import cache

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_item
from rising_tutor.games.rising.cards.vocabulary import RisingEffect
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.card_effects import move_ruin
from rising_tutor.games.rising.rules.context import Run, Steps, step
from rising_tutor.games.rising.rules.damage import attack, turn_figure
from rising_tutor.games.rising.rules.options import own_values
from rising_tutor.games.rising.rules.state import NO_DUTY
from rising_tutor.games.rising.rules.tasks import (
    Acts,
    Apply,
    Do,
    PickLostDie,
    PickRedeploy,
    PickVillainOrder,
    PlaceTeamToken,
    SettleHits,
    Trigger,
    TurnOver,
    Window,
)

STEPS: Steps = {
    "place_token": lambda run: run.push(PlaceTeamToken()),
    "villains": lambda run: call_villains(run, run.t.facing),
    "dice": lambda run: run.push(Window()),  # cite.tokens_window, DER-419: in no step before
}


@cache
def _tasks(steps: tuple[str, ...]) -> tuple[Do, ...]:
    """The steps of a turn as the agenda holds them, the first one last."""
    return tuple(Do(name) for name in reversed(steps))


@step(STEPS, "shuffle")
def _shuffle(run: Run) -> None:
    """The decks are bags: shuffling them is to know nothing of their order. What the group agreed on is told before."""
    spec, options = run.book.spec, run.t.options
    for name in own_values(spec, options):
        value, usual = getattr(options, name), spec.limits.usual[name]
        run.say(ev.OwnValue, run.cite.own_values, option=name, value=value, usual=usual)


@step(STEPS, "hide_boss")
def _hide_boss(run: Run) -> None:
    """The last opponent goes into the middle of the deck; of an odd number the smaller half lies on top."""
    t = run.t
    cards = len(t.heroes_unseen) + t.villains_in_deck  # DER-214, DER-218
    t.above_boss = cards // 2
    boss = CardId(run.book.spec.switch.boss)
    run.say(foe.BossHidden, run.cite.boss_in_deck, card=boss, above=t.above_boss, below=cards - t.above_boss)


@step(STEPS, "begin")
def _begin(run: Run) -> None:
    """A new turn: everything of the last one is forgotten."""
    t = run.t
    t.turn += 1
    t.step = "turn"
    t.rolls = 0
    t.duty = NO_DUTY
    t.fresh = False
    t.lose = 0
    t.extra = (0,) * len(t.extra)
    t.used = t.hits = t.gone = ()
    t.no_tokens = t.tokens_gained = t.no_balance = False
    t.balance_symbols = t.balance_tokens = t.balance_dice = ()
    t.villain_hits = t.battle_hits = 0
    t.recruited = ()
    t.balance_moved = t.hero_ability = t.team_ability = t.could_complete = False
    t.ruin_topped = t.balance_topped = False
    run.say(ev.TurnBegan, run.cite.turn, turn=t.turn, team=run.team().card)
    t.threat = t.opening = t.turned = ()
    t.redeployed = t.no_heal = False
    t.location = -1
    if t.new_tokens:
        t.new_tokens = ((0,) * len(t.supply),) * len(t.teams)
    t.agenda += _tasks(run.book.steps)  # FNR-324, FNR-601, DER-405


@step(STEPS, "reveal")
def _reveal(run: Run) -> None:
    t = run.t
    if not any(t.fire_deck):
        run.say(foe.FireNationReshuffled, run.cite.reshuffle, n=sum(t.fire_discard))
        t.fire_deck, t.fire_discard = t.fire_discard, (0,) * len(t.fire_deck)
    run.push(TurnOver())


@step(STEPS, "fire_nation")
def _fire_nation(run: Run) -> None:
    """The card that was turned over: 2a and 2b; then it goes to its discard."""
    t = run.t
    at = run.book.fire_index[CardId(t.fire_card)]
    card = run.book.fire[at]
    if t.phase == 1:  # FNR-311, FNR-308
        move_ruin(run, card.ruin)
    t.step = run.book.at_step["rotate"]
    turn_figure(run, card.direction, run.cite.rotate)
    t.fire_discard = with_item(t.fire_discard, at, t.fire_discard[at] + 1)


@step(STEPS, "attack")
def _attack(run: Run) -> None:
    attack(run, run.cite.attack, run.cite.attack_team)
    run.push(SettleHits())


def call_villains(run: Run, location: int) -> None:
    """The Villains of a location act, in the order of their places or as the active player chooses."""
    t, book = run.t, run.book
    first = location * book.spec.places  # FNR-328: where the figure looks now, DSR-802
    everyone = any(book.threat_face[face].everyone for face in t.threat)
    cards = tuple(
        spot.card
        for spot in t.places[first : first + book.spec.places]
        if spot is not None and spot.card in book.villain and (everyone or not book.villain[spot.card].only_with_all)
    )
    if t.options.villain_order == "chosen" and len(cards) > 1:  # cite.villain_order
        run.push(PickVillainOrder(cards))
    else:
        run.push(*(Acts(card) for card in cards))


@step(STEPS, "battle_acts")
def _battle_acts(run: Run) -> None:
    t = run.t
    battle = t.battles[t.facing]
    if battle is not None and run.book.battle[battle.card].effect is not None:  # FNR-718
        run.push(Acts(battle.card))


def acts(run: Run, task: Acts) -> None:
    """A Villain, a battle or a fallen carrier uses its effect; then the reactions to its Damage."""
    book = run.book
    effect: RisingEffect | None
    if task.card in book.villain:
        run.say(ev.EffectUsed, run.cite.villain_acts, card=task.card, what="villain")
        effect = book.villain[task.card].effect
    elif task.card in book.carrier:
        run.say(ev.EffectUsed, run.cite.penalty, card=task.card, what="penalty")
        effect = book.carrier[task.card].penalty
    else:
        run.say(ev.EffectUsed, run.cite.battle_acts, card=task.card, what="battle")
        effect = book.battle[task.card].effect
    if effect is not None:
        run.push(Apply(effect, task.card), SettleHits())  # FNR-324, FNR-326


@step(STEPS, "collect")
def _collect(run: Run) -> None:
    """Team dice, as far as the stock has them, and what step 2 earned; then what Villains take."""
    t, book = run.t, run.book
    own = book.team_dice[run.team().card]
    # DER-502, DER-504, DER-1014, DSR-502
    unrolled = [min(have, n + more) for have, n, more in zip(t.stock, own, t.extra, strict=True)]
    t.unrolled = tuple(unrolled)
    t.stock = tuple([have - n for have, n in zip(t.stock, unrolled, strict=True)])
    t.extra = (0,) * len(t.extra)
    if run.log is not None:
        blanks = tuple(book.blank(at) for at, n in enumerate(unrolled) for _ in range(n))
        run.say(ev.DiceCollected, run.cite.collect, dice=run.names(blanks))
    if t.lose:
        run.push(*(PickLostDie() for _ in range(t.lose)))
    if book.gives_dice:
        run.push(Trigger("on_collect"))


@step(STEPS, "redeploy")
def _redeploy(run: Run) -> None:
    """Once the last opponent is revealed, the Team may go to it for a die of the pool."""
    t = run.t
    there = t.battles[t.facing]
    if there is not None and t.location != t.facing:  # cite.redeploy_once, DER-1015, DER-1018
        run.push(PickRedeploy())
