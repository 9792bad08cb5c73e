"""What can be chosen at a table of Rise TCG, in words: what it is, what it does, what it costs."""

from collections.abc import Iterable
from typing import Any, Final

from rising_tutor.boards.decision import ActionText
from rising_tutor.boards.rise_tcg.cards import price, price_words
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.core.english import capital, counted, listed
from rising_tutor.core.node import Decision
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.abilities import says_whose
from rising_tutor.games.rise_tcg.book import Card
from rising_tutor.games.rise_tcg.clauses import (
    ATTACHED,
    ability_name,
    ability_outcome,
    base_sentence,
    sentences,
    skill_sentences,
)
from rising_tutor.games.rise_tcg.clauses import deed_words as deed_said
from rising_tutor.games.rise_tcg.handlers import YES
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.run import MOST
from rising_tutor.games.rise_tcg.standing import attack, defense, is_creature, is_door, level
from rising_tutor.games.rise_tcg.standing import price as deed_price
from rising_tutor.games.rise_tcg.vocabulary import Deed
from rising_tutor.games.rise_tcg.words import option_words
from rising_tutor.render.html import Child

MAIN: Final = (do.Pass, do.ToAttack, do.EndTurn, do.Done)
"""Choices that leave it at what is there: the main button of the tray."""


class Way(ActionText, frozen=True):
    """A legal action in words, as a button shows it.

    Attributes:
        main: it adds nothing and goes on.
    """

    main: bool = False


def ways(scene: Scene) -> tuple[Way, ...]:
    """Return the legal actions in words, in the order of the game."""
    return tuple(_way(scene, number, action) for number, action in enumerate(scene.look.actions))


def shown_order(found: Iterable[Way]) -> list[Way]:
    """Return the actions in the order of the tray: those that add nothing come last."""
    return sorted(found, key=lambda way: (way.main, isinstance(way.action, (do.Wait, do.Concede))))


def _way(scene: Scene, number: int, action: Any) -> Way:
    main = isinstance(action, MAIN)
    words = label(scene, action) if main else word(scene, action)
    return Way(number, action, words, does(scene, action), pays(scene, action), leaves(scene, action), main=main)


# What it is -----------------------------------------------------------------------------------------------------------


def word(scene: Scene, action: Any) -> str:  # noqa: C901  # one case for each kind of action
    """An action as the words of a button."""
    seat = scene.asked if scene.asked is not None else scene.near
    match action:
        case do.Keep():
            return "Keep this hand"
        case do.Mulligan():
            return f"Mulligan {scene.view.sides[seat].mulligans + 1} of 3"
        case do.Take(cards):
            return f"Take {counted(cards, 'card')} and {counted(3 - cards, 'coin')}"
        case do.Invoke(card, by):
            name = _card(scene, card).name
            return f"{name} with both" if by == do.BOTH else f"{name} with {scene.summoner_name(seat, by)}"
        case do.LevelUp(card, on):
            return f"{_card(scene, card).name} on {scene.summoner_name(seat, on)}"
        case do.UseSkill(by, index):
            return f"{scene.summoner_name(seat, by)}, skill {index + 1}"
        case do.UseAction(piece, index):
            return f"{scene.name(piece)}, {_nth_action(scene, piece, index)}"
        case do.StartAbility(piece, ability):
            return f"{scene.name(piece)}, {ability_name(ability)}"
        case do.Relaunch(piece, source, index):
            return f"{scene.name(piece)} repeats {_source(scene, source, index)}"
        case do.Stack(top, under):
            return f"{scene.name(top)} on {scene.name(under)}"
        case do.ToAttack():
            return "Go to the attack"
        case do.EndTurn():
            return "End the turn"
        case do.Wait():
            return "Wait until another player adds something"
        case do.Pass():
            return "Add nothing"
        case do.Attack(piece, target):
            more = f" against {scene.called(target)}" if len(scene.view.sides) > 2 else ""  # a third
            return f"Attack with {scene.name(piece)}{more}"
        case do.BlockWith(blocker, attacker):
            return f"Block {scene.name(attacker)} with {scene.name(blocker)}"
        case do.Done():
            return _done(scene)
        case do.Times(n):
            return "Once" if n == 1 else f"{n} times"
        case do.Choose(ref):
            return _stop(scene) if not ref else "Toss again" if _tosses(scene) else capital(scene.name(ref))
        case do.Select(option):
            return _selected(scene, option)
        case do.Concede():
            return "Give up"
    return type(action).__name__


def label(scene: Scene, action: Any) -> str:
    """The words of the main button: what it leads to, read from the table after it."""
    if isinstance(action, do.Pass):
        return f"Add nothing: {_after_pass(scene)}"
    return word(scene, action)


def _after_pass(scene: Scene) -> str:
    before = scene.state
    after = scene.game.act(before, do.Pass()).state
    node = scene.game.node(after)
    if len(after.chain) == len(before.chain) and isinstance(node, Decision) and node.seat != scene.asked:
        task = after.agenda[-1]
        if isinstance(task, (tasks.Window, tasks.Answer)) and after.phase == before.phase:
            return f"{scene.called(node.seat)} {'are' if scene.called(node.seat) == 'you' else 'is'} asked"
    if before.chain:
        return "the chain happens"
    if before.fights and after.phase != before.phase:
        return "the fights are fought out"
    return "the turn goes on"


def _done(scene: Scene) -> str:
    if isinstance(scene.task, tasks.Attackers):
        return "No more attackers: attack" if scene.view.fights else "Do not attack"
    mine = [block for block in scene.view.blocks if _seat_of(scene, block.blocker) == scene.asked]
    return "No more blocks" if mine else "Do not block"


def _seat_of(scene: Scene, piece_id: int) -> int | None:
    piece = scene.run.piece(piece_id)
    return piece.controller if piece is not None else None


def _selected(scene: Scene, option: str) -> str:
    """Return what a word stands for: an effect of several, "yes" and "no" to what is asked, a card."""
    task = scene.task
    if isinstance(task, tasks.Order) and (fire := fire_of(scene, option)) is not None:
        return f"First {fire_name(scene, fire)}"
    if isinstance(task, tasks.PutAway):
        return "Put it into the cemetery" if option == YES else "Leave it on the library"
    if isinstance(task, tasks.Offer):
        return "Use it" if option == YES else "Do not use it"
    return capital(option_words(scene.game.book, option))


def fire_of(scene: Scene, option: str) -> tasks.Fire | None:
    """Return the effect that a word of `tasks.Order` stands for."""
    fires = scene.task.fires if isinstance(scene.task, tasks.Order) else ()
    return next((one for word_, one in zip(says_whose(scene.run, fires), fires, strict=True) if word_ == option), None)


def fire_name(scene: Scene, fire: tasks.Fire) -> str:
    """Return the name of an effect that works by itself: "Amok on Razor Hound", "Jester, Dodge"."""
    name = scene.piece_name(fire.piece)
    if fire.piece.on > 0:
        return f"{name} on {scene.name(fire.piece.on)}"
    return name if fire.name in ("base", fire.piece.card) else f"{name}, {ability_name(fire.name)}"


def _stop(scene: Scene) -> str:
    return "Stop here" if _tosses(scene) else "Nothing"


def _tosses(scene: Scene) -> bool:
    """Return True if the choice is to toss again, or to stop (Rage)."""
    return isinstance(scene.task, tasks.Pick) and scene.task.why == "rage"


def _source(scene: Scene, source: int, index: int) -> str:
    """What Copycat performs again: the action of a card in play, or of an Imminent card on the chain."""
    if source > 0:
        return f"{scene.name(source)}, {_nth_action(scene, source, index)}"
    return str(_card(scene, scene.view.chain[-1 - source].card).name)


def _nth_action(scene: Scene, piece_id: int, index: int) -> str:
    piece = scene.run.piece(piece_id)
    several = piece is not None and len(_card(scene, piece.card).action) > 1
    return f"action {index + 1}" if several else "action"


def _card(scene: Scene, card_id: str) -> Card:
    found: Card = scene.game.book.card[card_id]
    return found


# What it does, and what it costs --------------------------------------------------------------------------------------


def does(scene: Scene, action: Any) -> str:  # noqa: C901  # as above
    """What comes of a choice, as far as it follows from what lies open."""
    seat = scene.asked if scene.asked is not None else scene.near
    match action:
        case do.Keep():
            return f"play with these {counted(scene.view.sides[seat].n_hand, 'card')}"
        case do.Mulligan():
            return "shuffle the hand into the library and draw as many again"
        case do.Take(cards):
            return f"{counted(min(MOST, scene.view.sides[seat].coins + 3 - cards), 'coin')} in all"
        case do.Invoke(card, _):
            return _of_card(_card(scene, card))
        case do.LevelUp(_, on):
            summoner = scene.run.t.sides[seat].summoners[on]
            most = len(scene.run.summoner_card(summoner).skill)
            now = level(scene.run, summoner)
            return f"level {now} to {now + 1}" if now < most else f"stays at level {now}, its highest"
        case do.UseSkill(by, index):
            return of_skill(scene, seat, by, index)
        case do.UseAction() | do.Relaunch():
            used = _deed_of(scene, action)
            return deed_said(used[1]) if used is not None else ""
        case do.StartAbility(_, ability):
            return ability_outcome(ability)
        case do.Wait():
            return "not asked again this turn before that, except to block"
        case do.Attack(piece_id, _):
            piece = scene.run.piece(piece_id)
            return f"attack {attack(scene.run, piece)}" if piece is not None else ""
        case do.BlockWith(blocker_id, attacker_id):
            return of_block(scene, blocker_id, attacker_id)
        case do.Times(n):
            found = _announced(scene)
            return price_words(found[0], found[1] * n, found[2] * n) if found is not None else ""
        case do.Choose(ref):
            return _of_target(scene, ref)
        case do.Select(option):
            fire = fire_of(scene, option)
            return of_fire(scene, fire).rstrip(".") if fire is not None else ""
    return ""


def of_fire(scene: Scene, fire: tasks.Fire) -> str:
    """Return what an effect does that works by itself."""
    if fire.name == "base":
        return base_sentence(scene.game.book.card[fire.piece.card].base[fire.index])
    return ability_outcome(fire.name)


def pays(scene: Scene, action: Any) -> str:
    """Return what is paid, in words; "" if nothing is."""
    seat = scene.asked if scene.asked is not None else scene.near
    points = coins = ether = 0
    match action:
        case do.Invoke(card_id, by):
            card = _card(scene, card_id)
            deed = card.action[0] if card.action and not card.constant else None
            coins, ether = deed_price(scene.run, seat, card_id, deed) if deed is not None else (0, 0)
            points = 2 if by == do.BOTH else card.cost
        case do.UseSkill():
            points = 1
        case do.UseAction() | do.Relaunch():
            used = _deed_of(scene, action)
            coins, ether = deed_price(scene.run, seat, used[0].id, used[1]) if used is not None else (0, 0)
    paid = [text for n, text in ((points, counted(points, "point")), (coins, counted(coins, "coin"))) if n]
    return listed([*paid, f"{ether} Ether"] if ether else paid)


def _of_card(card: Card) -> str:
    """A card in short: its numbers where it fights, else the first thing that it says."""
    said = [text for text in sentences(card)[int(bool(card.abilities)) :] if not text.startswith(("Costs ", ATTACHED))]
    numbers = f"{card.attack}/{card.defense}" if not {"creature", "door"}.isdisjoint(card.type) else ""
    first = said[0].rstrip(".") if said else ""
    return ", ".join(part for part in (numbers, first[:1].lower() + first[1:]) if part)


def of_skill(scene: Scene, seat: int, by: int, index: int) -> str:
    """What a skill does."""
    card = scene.run.summoner_card(scene.run.t.sides[seat].summoners[by])
    return skill_sentences(card)[index].partition(": ")[2].rstrip(".")


def of_block(scene: Scene, blocker_id: int, attacker_id: int) -> str:
    """Attack and defense of both, as they are now."""
    blocker, attacker = scene.run.piece(blocker_id), scene.run.piece(attacker_id)
    if blocker is None or attacker is None:
        return ""
    mine, theirs = numbers_of(scene, blocker), numbers_of(scene, attacker)
    return f"{mine} against {theirs}"


def numbers_of(scene: Scene, piece: Piece) -> str:
    """Attack and defense now: "4/3"; empty for what does not fight."""
    if not (is_creature(scene.run, piece) or is_door(scene.run, piece)):
        return ""
    return f"{attack(scene.run, piece)}/{defense(scene.run, piece)}"


def _of_target(scene: Scene, ref: int) -> str:
    if ref > 0:
        piece = scene.run.piece(ref)
        if piece is None:
            return ""
        whose = scene.held_by(piece.controller)
        return ", ".join(part for part in (whose, numbers_of(scene, piece)) if part)
    if ref <= -100 or not ref:
        return ""
    hp = f"{scene.run.summoner(ref).hp} HP"
    seat = scene.run.seat_of(ref)
    return hp if scene.name(ref).startswith(scene.whose(seat)) else f"{scene.held_by(seat)}, {hp}"


def _deed_of(scene: Scene, action: Any) -> tuple[Card, Deed] | None:
    """The action of a card that is used or repeated, with the card."""
    source = action.piece if isinstance(action, do.UseAction) else action.source
    piece = scene.run.piece(source) if source > 0 else None
    card_id = piece.card if piece is not None else scene.view.chain[-1 - source].card if source < 0 else ""
    card = _card(scene, card_id) if card_id else None
    return (card, card.action[action.index]) if card is not None and action.index < len(card.action) else None


def announces_times(scene: Scene) -> bool:
    """Whether it is asked how often an action is done (RISE-920)."""
    return any(isinstance(action, do.Times) for action in scene.look.actions)


def _announced(scene: Scene) -> tuple[Deed, int, int] | None:
    """The action that is announced, with its price in coins and Ether for once."""
    task = scene.task
    if not isinstance(task, tasks.Announce):
        return None
    card = _card(scene, task.item.card)
    if task.item.index >= len(card.action):
        return None
    deed = card.action[task.item.index]
    return (deed, *deed_price(scene.run, task.item.seat, card.id, deed))


def leaves(scene: Scene, action: Any) -> str:
    """Return what is left of what pays: the points of a Summoner, coins and Ether; "" if nothing is paid."""
    seat = scene.asked if scene.asked is not None else scene.near
    side = scene.run.t.sides[seat]
    match action:
        case do.Invoke(card_id, by):
            each = 1 if by == do.BOTH else _card(scene, card_id).cost
            paying = (0, 1) if by == do.BOTH else (by,)
        case do.UseSkill(by, _):
            each, paying = 1, (by,)
        case do.UseAction() | do.Relaunch() if used := _deed_of(scene, action):
            coins, ether = deed_price(scene.run, seat, used[0].id, used[1])
            left = [counted(side.coins - coins, "coin")] * bool(coins) + [f"{side.ether - ether} Ether"] * bool(ether)
            return listed(left)
        case _:
            return ""
    left = [counted(side.summoners[at].cp - each, "point") for at in paying]
    return left[0] if len(left) == 1 else listed(f"{scene.summoner_name(seat, at)} {left[at]}" for at in paying)


def cost(scene: Scene, action: Any) -> Child:
    """What is paid: capacity points of a Summoner, coins, Ether."""
    seat = scene.asked if scene.asked is not None else scene.near
    match action:
        case do.Invoke(card_id, by):
            card = _card(scene, card_id)
            deed = card.action[0] if card.action and not card.constant else None
            coins, ether = deed_price(scene.run, seat, card_id, deed) if deed is not None else (0, 0)
            return price(coins, ether, 2 if by == do.BOTH else card.cost)
        case do.UseSkill():
            return price(cost=1)
        case do.UseAction() | do.Relaunch():
            used = _deed_of(scene, action)
            return None if used is None else price(*deed_price(scene.run, seat, used[0].id, used[1])) or "free"
        case do.LevelUp():
            return "free"
        case do.Times(n):
            found = _announced(scene)
            return price(found[1] * n, found[2] * n) if found is not None else None
    return None
