"""What a seat could start now: cards from hand, skills, actions, abilities. The one list of what is legal there."""

from collections.abc import Iterator
from typing import Literal

from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.book import Card
from rising_tutor.games.rise_tcg.pieces import NOBODY, Piece
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import is_creature, level, may_act, may_start, price
from rising_tutor.games.rise_tcg.targets import bomb_targets, has_host, has_targets, imminent_effects
from rising_tutor.games.rise_tcg.tasks import Item

Moment = Literal["main", "end", "speed", "early"]
"""The main moment before the attack, that after it, a window or an answer, and a window before the draw."""
STARTED = ("rage", "explosive", "cloning", "diversion")
"""Abilities that a player starts, beside Copycat and Assimilation (RISE-928)."""


def offers(run: Run, seat: int, moment: Moment) -> list[do.RiseAction]:
    """Everything that a seat could add or do now."""
    found: list[do.RiseAction] = []
    if moment != "early":
        found += from_hand(run, seat, moment)
    found += skills(run, seat)
    found += in_play(run, seat, moment)
    return found


def from_hand(run: Run, seat: int, moment: Moment) -> Iterator[do.RiseAction]:
    """Cards that can be invoked now (RISE-411, RISE-423, RISE-831), and Level Ups (RISE-408, RISE-427)."""
    main = moment in ("main", "end")
    for card_id in run.in_hand(seat, named=run.named):
        card = run.book.card[card_id]
        if "level up" in card.type:
            if main and not run.t.sides[seat].levelled:  # RISE-709, RISE-814
                for at in run.living(seat):
                    yield do.LevelUp(card_id, at)
        elif (main or card.imminent) and can_be_invoked(run, seat, card):
            for by in payers(run, seat, card):
                yield do.Invoke(card_id, by)


def payers(run: Run, seat: int, card: Card) -> list[int]:
    """Which Summoner can pay for a card: one alone its whole cost (RISE-425), or both for Together (RISE-819)."""
    summoners = run.t.sides[seat].summoners
    if "together" in card.abilities:
        return [do.BOTH] if all(one.hp > 0 and one.cp > 0 for one in summoners) else []  # RISE-820
    return [at for at, one in enumerate(summoners) if one.hp > 0 and one.cp >= card.cost]


def can_be_invoked(run: Run, seat: int, card: Card) -> bool:
    """Whether a card has what it can lie on, its targets, and the price of its action (RISE-904, RISE-927)."""
    if card.attaches is not None and not has_host(run, card, seat):
        return False
    effects = imminent_effects(card)
    if not effects:
        return True
    if card.action and not payable(run, 0, card.id, 0, seat, payer=seat):
        return False
    return has_targets(run, seat, effects)


def price_of(run: Run, source: int, card_id: str, index: int, seat: int) -> tuple[int, int]:
    """Return the coins and Ether that an action costs now.

    Effects on prices are those of the seat that controls the card, whoever decides on its actions or pays for them.

    Args:
        source: the card in play; 0 for a card from the hand of `seat`.
        seat: the seat that uses the action.
    """
    piece = run.piece(source) if source > 0 and not run.t.options.older else None
    of = seat if piece is None else piece.controller
    return price(run, of, card_id, run.book.card[card_id].action[index])


def payable(run: Run, source: int, card_id: str, index: int, seat: int, *, payer: int) -> bool:
    """Return True if the Stock and the Ether of `payer` have the price of an action (RISE-804, RISE-926)."""
    coins, ether = price_of(run, source, card_id, index, seat)
    side = run.t.sides[payer]
    return side.coins >= coins and side.ether >= ether


def most_times(run: Run, item: Item) -> int:
    """Return how often an announced Multi-Target action can be paid (RISE-920)."""
    coins, ether = price_of(run, item.source, item.card, item.index, item.seat)
    side = run.t.sides[item.payer]
    limits = [have // cost for have, cost in ((side.coins, coins), (side.ether, ether)) if cost]
    return min(limits, default=1)


def repeats(run: Run, card_id: str, index: int) -> bool:
    """Whether an action may be done several times: a direct purchase with Multi-Target (RISE-920)."""
    card = run.book.card[card_id]
    if "multi-target" not in card.abilities or index >= len(card.action):
        return False
    deed = card.action[index]
    return not deed.toss and not deed.roll and bool(deed.coins or deed.ether)


def skills(run: Run, seat: int) -> Iterator[do.RiseAction]:
    """Skills that can be used now (RISE-412, RISE-417, RISE-815, RISE-817)."""
    side = run.t.sides[seat]
    if not side.began:
        return
    for at, summoner in enumerate(side.summoners):
        if summoner.hp <= 0 or summoner.cp < 1:
            continue
        known = run.summoner_card(summoner).skill
        for index in range(level(run, summoner)):
            if index in summoner.used or (known[index].limit == "game" and index in summoner.spent):
                continue
            if has_targets(run, seat, known[index].effect):
                yield do.UseSkill(at, index)


def in_play(run: Run, seat: int, moment: Moment) -> Iterator[do.RiseAction]:
    """Actions and abilities of cards in play; all of it is public."""
    book = run.book
    acting = book.acting
    for piece in run.t.pieces:
        if piece.card not in acting or seat not in (piece.controller, piece.ruler):
            continue
        if decides(piece) == seat and book.card[piece.card].action:
            yield from deeds(run, seat, piece)
        if piece.controller == seat:
            abilities = book.abilities[piece.card]
            if not abilities.isdisjoint(STARTED):
                for ability in STARTED:
                    if ability in abilities and can_start(run, seat, piece, ability, moment):
                        yield do.StartAbility(piece.id, ability)
            if "copycat" in abilities:
                yield from relaunches(run, seat, piece)
            if moment == "main" and "assimilation" in abilities and may_start(run, piece):
                yield from (do.Stack(piece.id, under.id) for under in stackable(run, piece))


def decides(piece: Piece) -> int:
    """Who decides on the actions of a card: its controller, or whoever infected it with Schizophrenia."""
    return piece.controller if piece.ruler == NOBODY else piece.ruler


def payer_of(piece: Piece) -> int:
    """Whose Stock pays for an action of a card; under Schizophrenia its owner's."""
    return piece.controller if piece.ruler == NOBODY else piece.owner


def deeds(run: Run, seat: int, piece: Piece) -> Iterator[do.RiseAction]:
    """The actions of a card that can be used now: each once a turn (RISE-910, RISE-915, RISE-916)."""
    if not may_act(run, piece):
        return
    for index, deed in enumerate(run.book.card[piece.card].action):
        if (
            action_word(index) not in piece.used
            and payable(run, piece.id, piece.card, index, piece.controller, payer=payer_of(piece))
            and has_targets(run, seat, (*deed.effect, *deed.failure))
        ):
            yield do.UseAction(piece.id, index)


def action_word(index: int) -> str:
    """An action among what a card has used."""
    return f"action {index}"


def can_start(run: Run, seat: int, piece: Piece, ability: str, moment: Moment) -> bool:
    """Whether a player can start an ability now (RISE-928)."""
    again = ability == "cloning" and run.t.options.cloning_uses == "any"
    if (ability in piece.used and not again) or not may_start(run, piece):
        return False
    main = moment in ("main", "end")
    t = run.t
    match ability:
        case "rage":
            return True
        case "explosive":
            own_attack = t.active == seat and t.phase == "attack"
            armed = own_attack and any(run.has(bomb, "bomb") for bomb in run.on(piece.id))
            return armed and bool(bomb_targets(run, seat, piece.id))
        case "cloning":
            return main and not (piece.kind < 0 and piece.since == t.turn)
        case "diversion":
            return moment == "main" and any(one.controller != seat and is_creature(run, one) for one in t.pieces)
    return False


def relaunches(run: Run, seat: int, parrot: Piece) -> Iterator[do.RiseAction]:
    """Yield the actions of own cards that Copycat can perform again: those put on a chain this turn.

    A card that can no longer act is left out, even if it acted before. By option `copycat_copies` an action need not
    have been used.
    """
    if "copycat" in parrot.used or not may_start(run, parrot):
        return
    every = run.t.options.copycat_copies == "any"
    for piece in run.t.pieces:
        if piece.controller == seat and (may_act(run, piece) or run.t.options.older):
            for index in range(len(run.book.card[piece.card].action)) if every else piece.told:
                if _can_relaunch(run, seat, piece.id, piece.card, index):
                    yield do.Relaunch(parrot.id, piece.id, index)
    for at, item in enumerate(run.t.chain):
        card = run.book.card.get(item.card)
        if item.seat != seat or item.what != "card" or card is None or card.constant or not card.imminent:
            continue
        if card.action and _can_relaunch(run, seat, 0, card.id, 0):
            yield do.Relaunch(parrot.id, -1 - at, 0)


def _can_relaunch(run: Run, seat: int, source: int, card_id: str, index: int) -> bool:
    deed = run.book.card[card_id].action[index]
    return payable(run, source, card_id, index, seat, payer=seat) and has_targets(
        run, seat, (*deed.effect, *deed.failure)
    )


def stackable(run: Run, top: Piece) -> list[Piece]:
    """Own creatures that can lie under another (Assimilation)."""
    return [
        piece
        for piece in run.t.pieces
        if piece.controller == top.controller
        and piece.id != top.id
        and run.has(piece, "assimilation")
        and may_start(run, piece)
    ]
