"""The chain: items are announced and paid, answered, and worked off, the newest first (C1 to C3 of the catalogue)."""

from msgspec.structs import replace

from rising_tutor.games.rise_tcg import abilities, tasks
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import battlefield as field
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.offers import action_word, most_times, payer_of, price_of, repeats
from rising_tutor.games.rise_tcg.pieces import Owned
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import level
from rising_tutor.games.rise_tcg.state import summoner_at, summoner_ref
from rising_tutor.games.rise_tcg.targets import still_lies_on, wanted, works_on
from rising_tutor.games.rise_tcg.tasks import Item

# C1: announcing ------------------------------------------------------------------------------------------------------


def start(run: Run, seat: int, action: do.RiseAction) -> None:
    """Something is announced: points are spent and the Summoner tilted at once, coins when all is chosen (RISE-904)."""
    match action:
        case do.Invoke(card, by):
            run.push(tasks.Announce(_invoke(run, seat, card, by)))
        case do.LevelUp(card, on):
            owned, known = run.from_hand(seat, card)
            run.t.sides[seat].levelled = True
            names = (run.t.sides[seat].summoners[on].card,)
            facts = {"owner": owned.owner, "known": known, "by": (on,), "names": names, "points": 0}
            run.say(ev.Invoked, "RISE-809", seat, card=card, **facts)
            item = Item("card", seat, card, owner=owned.owner, kind=owned.kind, targets=(summoner_ref(seat, on),))
            add(run, item)
        case do.UseSkill(by, index):
            run.push(tasks.Announce(_use_skill(run, seat, by, index)))
        case do.UseAction(piece_id, index):
            piece = run.piece(piece_id)
            assert piece is not None
            run.change(piece_id, used=(*piece.used, action_word(index)), told=(*piece.told, index))
            item = Item("action", seat, piece.card, piece.id, index, payer=payer_of(piece), copy=piece.copy)
            _say_action(run, "RISE-909", item, again=False)
            run.push(tasks.Announce(item))
        case do.Relaunch(parrot_id, source, index):
            run.push(tasks.Announce(_relaunch(run, seat, parrot_id, source, index)))
        case do.StartAbility(piece_id, ability):
            piece = run.piece(piece_id)
            assert piece is not None
            run.change(piece_id, used=(*piece.used, ability))
            run.say_of(ev.AbilityStarted, "RISE-928", piece, ability=ability)
            run.push(tasks.Announce(Item("ability", seat, piece.card, piece.id, ability=ability, copy=piece.copy)))


def _invoke(run: Run, seat: int, card_id: str, by: int) -> Item:
    """A card leaves the hand, its Summoner is tilted and spends its points (RISE-411, RISE-425, RISE-819)."""
    card = run.book.card[card_id]
    owned, known = run.from_hand(seat, card_id)
    paying = (0, 1) if by == do.BOTH else (by,)
    points = 1 if by == do.BOTH else card.cost
    for at in paying:
        run.change_summoner(seat, at, cp=run.t.sides[seat].summoners[at].cp - points, tilted=True)
    names = tuple(run.t.sides[seat].summoners[at].card for at in paying)
    facts = {"owner": owned.owner, "known": known, "by": paying, "names": names, "points": points}
    run.say(ev.Invoked, "RISE-819" if by == do.BOTH else "RISE-411", seat, card=card_id, **facts)
    return Item("card", seat, card_id, owner=owned.owner, kind=owned.kind, payer=seat)


def _use_skill(run: Run, seat: int, by: int, index: int) -> Item:
    """A skill tilts its Summoner and costs a point (RISE-411, RISE-412)."""
    summoner = run.t.sides[seat].summoners[by]
    once = run.summoner_card(summoner).skill[index].limit == "game"
    spent = (*summoner.spent, index) if once else summoner.spent
    used = (*summoner.used, index)
    run.change_summoner(seat, by, cp=summoner.cp - 1, tilted=True, used=used, spent=spent)
    run.say(ev.SkillUsed, "RISE-411", seat, card=summoner.card, at=by, index=index, once=once)
    return Item("skill", seat, summoner.card, summoner_ref(seat, by), index)


def _relaunch(run: Run, seat: int, parrot_id: int, source: int, index: int) -> Item:
    """Copycat performs an action again, for its price; that does not use up the card's own use."""
    parrot = run.piece(parrot_id)
    assert parrot is not None
    run.change(parrot_id, used=(*parrot.used, "copycat"))
    run.say_of(ev.AbilityStarted, "RISE-928", parrot, ability="copycat")
    if source > 0:
        piece = run.piece(source)
        assert piece is not None
        card = piece.card
    else:
        card = run.t.chain[-1 - source].card
    item = Item("action", seat, card, max(0, source), index, payer=seat, copy=run.copy_of(source))
    _say_action(run, "RISE-928", item, again=True)
    return item


def _say_action(run: Run, rule: str, item: Item, *, again: bool) -> None:
    facts = {"card": item.card, "piece": item.source, "copy": item.copy}
    run.say(ev.ActionUsed, rule, item.seat, **facts, index=item.index, payer=item.payer, again=again)


def _fails(run: Run, item: Item, rule: str) -> None:
    run.say_of_item(ev.ItemFailed, rule, item)


def times_open(run: Run, item: Item) -> int:
    """How often an announced action can be done, if that is still to be chosen; 0 if it is not."""
    priced = item.what == "action" or (item.what == "card" and bool(run.book.card[item.card].action))
    if item.times or not priced or not repeats(run, item.card, item.index):
        return 0
    if item.what == "card" and run.book.card[item.card].constant:
        return 0
    return most_times(run, item)


def complete(run: Run, item: Item) -> None:
    """All is chosen: the price is paid, and the item lies on the chain (RISE-904, RISE-910)."""
    card = run.book.card.get(item.card)
    is_deed = item.what == "action" or (item.what == "card" and card is not None and not card.constant)
    if is_deed and card is not None and card.action:
        coins, ether = price_of(run, item.source, card.id, item.index, item.seat)
        n = max(1, item.times)
        if coins or ether:
            facts = {"card": item.card, "piece": max(0, item.source), "copy": item.copy}
            run.say(ev.PricePaid, "RISE-910", item.payer, coins=n * coins, ether=n * ether, **facts)
        if coins:
            run.add_coins(item.payer, -n * coins, "RISE-802")
        if ether:
            run.add_ether(item.payer, -n * ether, "RISE-807")
    fires: list[tasks.AnyTask] = []
    if item.ability == "explosive":
        piece = run.piece(item.source)
        assert piece is not None
        fires = field.in_order(run, field.die(run, piece, sacrificed=True))
    add(run, item)
    run.push(*fires)


def add(run: Run, item: Item) -> None:
    """The item lies on the chain, and asking starts anew (RISE-903)."""
    t = run.t
    t.chain = (*t.chain, item)
    run.say_of_item(ev.ItemAdded, "RISE-904", item)
    t.quiet &= 1 << item.seat
    top = t.agenda[-1] if t.agenda else None
    if isinstance(top, tasks.Answer):
        t.agenda = (*t.agenda[:-1], tasks.Answer(asking_order(run, item.seat)))
        return
    if isinstance(top, tasks.Window):
        t.agenda = (*t.agenda[:-1], replace(top, left=top.everybody))
    answers = () if _enters_at_once(run, item) else (tasks.Answer(asking_order(run, item.seat)),)
    run.push(*answers, tasks.Resolve())


def _enters_at_once(run: Run, item: Item) -> bool:
    """By a reading Constant cards and Level Ups cannot be answered (RISE-922, RISE-923)."""
    if run.t.options.answer_constants or item.what != "card":
        return False
    card = run.book.card[item.card]
    return card.constant or "level up" in card.type


def asking_order(run: Run, adder: int) -> tuple[int, ...]:
    """The adder first, who may add in a row (RISE-834), then the others in turn order; by a reading those first."""
    first, *others = run.in_turn_order(adder)
    return (first, *others) if run.t.options.chain_priority == "adder" else (*others, first)


def add_trigger(run: Run, fire: tasks.Fire) -> None:
    """By a reading effects that work by themselves wait on the chain as well (RISE-924)."""
    t = run.t
    item = Item("trigger", fire.seat, fire.piece.card, fire=fire, copy=fire.piece.copy)
    t.chain = (*t.chain, item)
    run.say_of_item(ev.ItemAdded, "RISE-924", item, about=fire.about)
    run.push(tasks.Answer(tuple(run.in_turn_order(t.active))), tasks.Resolve())


# C3: working off ------------------------------------------------------------------------------------------------------


def resolve(run: Run) -> None:
    """The newest item is worked off, without additions in between (RISE-902)."""
    t = run.t
    if not t.chain:
        return
    item = t.chain[-1]
    t.chain = t.chain[:-1]
    run.push(tasks.Resolve())
    run.say_of_item(ev.ItemResolved, "RISE-902", item)
    match item.what:
        case "card":
            _resolve_card(run, item)
        case "skill":
            _resolve_effects(run, item)
        case "action":
            _resolve_action(run, item)
        case "ability":
            _resolve_ability(run, item)
        case _:
            assert item.fire is not None
            abilities.fire(run, item.fire)


def _resolve_card(run: Run, item: Item) -> None:
    card = run.book.card[item.card]
    owned = Owned(item.owner, item.kind)
    if "level up" in card.type:
        _resolve_level_up(run, item, owned)
    elif card.attaches is not None:
        if not still_lies_on(run, card, item.seat, item.targets[0]):
            _fails(run, item, "RISE-905")
            field.discard_used(run, item)
        elif "parasite" in card.abilities:
            run.push(tasks.Toss(item.seat, "parasite", item=item))
        else:
            field.enter(run, owned, card.id, item.seat, on=item.targets[0])
    elif card.constant:
        field.enter(run, owned, card.id, item.seat)
    else:
        run.push(tasks.Finish(item))
        _resolve_effects(run, item)


def _resolve_level_up(run: Run, item: Item, owned: Owned) -> None:
    """One level more, and one point more if the Summoner is untilted (RISE-409, RISE-410, RISE-810, RISE-811)."""
    seat = item.seat
    found = summoner_at(item.targets[0])
    assert found is not None
    at = found[1]
    summoner = run.t.sides[seat].summoners[at]
    if summoner.hp <= 0:
        _fails(run, item, "RISE-905")
        field.discard_used(run, item)
        return
    before = level(run, summoner)
    run.change_summoner(seat, at, levels=(*summoner.levels, owned))
    now = run.t.sides[seat].summoners[at]
    gained = level(run, now) - before
    if gained and not now.tilted:
        run.change_summoner(seat, at, cp=now.cp + gained)
    points = run.t.sides[seat].summoners[at].cp
    rule = "RISE-810" if gained else "RISE-811"
    run.say(ev.LevelGained, rule, seat, card=now.card, n=level(run, now), points=points)


def _resolve_effects(run: Run, item: Item) -> None:
    """The effects with their targets; an item all of whose targets are gone does nothing (RISE-905)."""
    found = abilities.applied(run, item)
    works = [
        isinstance(one, tasks.Apply) and works_on(run, item.seat, one.effect, one.targets, one.about) for one in found
    ]
    if found and item.targets and not any(works):
        _fails(run, item, "RISE-905")
        return
    run.push(*found)


def _resolve_action(run: Run, item: Item) -> None:
    """The card must still be there (RISE-911); coin and die fall now (RISE-929)."""
    if item.source and run.piece(item.source) is None:
        _fails(run, item, "RISE-911")
        return
    deed = run.book.card[item.card].action[item.index]
    if item.targets and any(True for _ in wanted(run, item)):
        alive = [
            isinstance(one, tasks.Apply) and works_on(run, item.seat, one.effect, one.targets)
            for one in abilities.applied(run, item)
        ]
        if not any(alive):
            _fails(run, item, "RISE-905")
            return
    if deed.toss:
        run.push(tasks.Toss(item.seat, "action", item=item))
    elif deed.roll:
        run.push(tasks.RollDie(item.seat, item))
    else:
        run.push(*abilities.applied(run, item))


def _resolve_ability(run: Run, item: Item) -> None:
    """No toss is made for a card that is gone (RISE-928)."""
    if item.ability == "explosive":
        victim = run.piece(item.targets[0])
        if victim is None:
            _fails(run, item, "RISE-905")
        else:
            run.push(*field.in_order(run, field.die(run, victim)))
        return
    piece = run.piece(item.source)
    if piece is None:
        _fails(run, item, "RISE-911")
        return
    run.push(tasks.Toss(item.seat, item.ability, piece))
