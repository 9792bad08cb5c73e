"""The simple program: a written order of preferences, from what its seat sees.

It develops its Summoners, invokes creatures, attacks with what survives or is not blocked, blocks what it can kill or
survive, and puts what harms on the other side. It answers nothing, and waits. How strong the programs are
stands here too.
"""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Final

from rising_tutor.core.game import Look
from rising_tutor.core.node import Decision
from rising_tutor.core.opponents import Opponent, read_opponents
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import combat, tasks
from rising_tutor.games.rise_tcg.book import Book, Card
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import attack, defense, is_creature, is_door
from rising_tutor.games.rise_tcg.state import Fight, player_at, summoner_at
from rising_tutor.games.rise_tcg.view import RiseView, imagine

FEW_CARDS: Final = 4
"""With so few cards in hand it takes two cards."""
KIND: Final = frozenset({"heal", "untilt", "strengthen", "revive", "unlock"})
"""Effects that are for the own side; the others are for the opponent's."""


def greedy(book: Book) -> Any:
    """The policy "greedy"."""

    def choose(decision: Decision[Any], look: Look[RiseView], rng: Random) -> Any:
        run = Run(imagine(look(), Random(0), book), book)  # type: ignore[arg-type]  # a frozen state is read as a table
        return preferred(run, decision.seat, decision.actions, rng)

    return choose


def preferred(run: Run, seat: int, actions: Sequence[Any], rng: Random) -> Any:
    """What "greedy" chooses among the legal actions of a seat: one rule for each kind of question."""
    task = run.t.agenda[-1]
    match task:
        case tasks.Keep():
            return _keep(run, seat, actions)
        case tasks.TakeStep():
            return do.Take(2) if run.n_hand(seat) < FEW_CARDS else do.Take(1)
        case tasks.Main(attacked):
            return _in_main(run, seat, actions, attacked=attacked)
        case tasks.Window() | tasks.Answer():
            return do.Wait()
        case tasks.Attackers():
            return _attack(run, seat, actions)
        case tasks.Blocks():
            return _block(run, actions)
        case tasks.Announce(item):
            return _aim(run, seat, actions, kind=_is_kind(run, item))
        case tasks.Apply(effect):
            kind = type(effect).__struct_config__.tag in KIND or isinstance(actions[0], do.Select)
            return _aim(run, seat, actions, kind=kind)
        case tasks.Pick(_, why):
            return _pick(run, seat, why, actions)
        case tasks.PutAway():
            return do.Select("no")
    others = [action for action in actions if not isinstance(action, do.Concede)]
    return others[int(rng.random() * len(others))]


def _keep(run: Run, seat: int, actions: Sequence[Any]) -> Any:
    """A hand without a creature goes back, as often as that is allowed."""
    if do.Mulligan() not in actions:
        return do.Keep()
    cards = [run.book.card[card] for card in run.in_hand(seat)]
    return do.Keep() if any("creature" in card.type for card in cards) else do.Mulligan()


def _in_main(run: Run, seat: int, actions: Sequence[Any], *, attacked: bool) -> Any:
    """Level Ups first, on the Summoner with the fewest; then the strongest cards; then what is free."""
    ends: Any = do.EndTurn() if attacked else do.ToAttack()
    levels = [one for one in actions if isinstance(one, do.LevelUp)]
    if levels:
        summoners = run.t.sides[seat].summoners
        return min(levels, key=lambda one: (len(summoners[one.on].levels), summoners[one.on].tilted))
    invoked = [one for one in actions if isinstance(one, do.Invoke) and _is_worth(run, seat, run.book.card[one.card])]
    if invoked:
        return max(invoked, key=lambda one: _worth(run.book.card[one.card]))
    for action in actions:
        if isinstance(action, do.UseAction) and _deed_is_worth(run, seat, action):
            return action
        if isinstance(action, do.UseSkill) and not _card_left(run, seat) and _skill_is_worth(run, seat, action):
            return action
    return ends


def _is_worth(run: Run, seat: int, card: Card) -> bool:
    """Whether a card does any good now: what harms needs somebody to be harmed."""
    if card.attaches is not None and "disease" in card.abilities:
        return card.attaches.kind == "player" or bool(_creatures(run, seat, own=False))
    if card.imminent and not card.constant:
        return bool(_creatures(run, seat, own=False))
    return "morpher" not in card.abilities or any(is_creature(run, piece) for piece in run.t.pieces)


def _worth(card: Card) -> int:
    """Creatures by their strength, before other cards."""
    numbers = [value for value in (card.attack, card.defense) if isinstance(value, int)]
    return sum(numbers) + 2 * len(card.abilities) + 4 * ("creature" in card.type)


def _card_left(run: Run, seat: int) -> bool:
    """Whether the hand has a creature for which a point could be kept."""
    return any("creature" in run.book.card[card].type for card in run.in_hand(seat))


def _deed_is_worth(run: Run, seat: int, action: do.UseAction) -> bool:
    piece = run.piece(action.piece)
    assert piece is not None
    effects = run.book.card[piece.card].action[action.index].effect
    return _does_good(run, seat, effects)


def _skill_is_worth(run: Run, seat: int, action: do.UseSkill) -> bool:
    card = run.summoner_card(run.t.sides[seat].summoners[action.by])
    return _does_good(run, seat, card.skill[action.index].effect)


def _does_good(run: Run, seat: int, effects: Sequence[Any]) -> bool:
    words = {type(effect).__struct_config__.tag for effect in effects}
    if words & {"coins", "from_cemetery", "revive", "heal", "unlock"}:
        return True
    return "damage" in words and bool(_creatures(run, seat, own=False))


def _creatures(run: Run, seat: int, *, own: bool) -> list[Piece]:
    """Creatures of the own side, or of the others."""
    return [piece for piece in run.t.pieces if (piece.controller == seat) == own and is_creature(run, piece)]


def _attack(run: Run, seat: int, actions: Sequence[Any]) -> Any:
    """It attacks where nothing that could block would gain by it, and the opponent with the fewest HP."""
    best = []
    for action in actions:
        piece = run.piece(action.piece) if isinstance(action, do.Attack) else None
        if piece is None:
            continue
        power, left = attack(run, piece), defense(run, piece)
        if not power:
            continue
        fight = Fight(piece.id, action.target)
        blockers = [
            one for one in run.t.pieces if one.controller == action.target and not combat.why_not_block(run, one, fight)
        ]
        if (
            not any(combat.blocking_attack(run, one) >= left for one in blockers)
            or (len(blockers) == 1 and power >= defense(run, blockers[0]))
            or len(_creatures(run, seat, own=True)) > 1 + len(blockers)
        ):
            hp = sum(one.hp for one in run.t.sides[action.target].summoners)
            best.append((hp, -power, action.piece, action))
    if best:
        return min(best, key=lambda one: one[:3])[3]
    return do.Done() if do.Done() in actions else actions[0]


def _block(run: Run, actions: Sequence[Any]) -> Any:
    """It blocks where the attacker dies, or the blocker lives; the strongest attacker first."""
    best = []
    for action in actions:
        if not isinstance(action, do.BlockWith):
            continue
        blocker, attacker = run.piece(action.blocker), run.piece(action.attacker)
        assert blocker is not None
        assert attacker is not None
        power = attack(run, attacker)
        kills = combat.blocking_attack(run, blocker) >= defense(run, attacker)
        lives = power < defense(run, blocker)
        if (lives and power) or (kills and not is_door(run, blocker)):
            best.append((-power, not lives, action.blocker, action.attacker, action))
    return min(best, key=lambda one: one[:4])[4] if best else do.Done()


def _is_kind(run: Run, item: tasks.Item) -> bool:
    """Whether an item is for the own side."""
    card = run.book.card.get(item.card)
    if item.what == "card" and card is not None and card.attaches is not None:
        return "disease" not in card.abilities
    effects = run.book.summoner[item.card].skill[item.index].effect if item.what == "skill" else ()
    if item.what == "action" and card is not None:
        effects = card.action[item.index].effect
    return any(type(effect).__struct_config__.tag in KIND for effect in effects)


def _aim(run: Run, seat: int, actions: Sequence[Any], *, kind: bool) -> Any:
    """What helps goes to the own side, what harms to the others: the strongest creature, the weakest Summoner."""
    times = [one for one in actions if isinstance(one, do.Times)]
    if times:
        return times[-1]
    refs = [one for one in actions if isinstance(one, do.Choose)]
    if not refs:
        return actions[0]
    return max(refs, key=lambda one: _value(run, seat, one.ref, kind=kind))


def _value(run: Run, seat: int, ref: int, *, kind: bool) -> tuple[bool, int, int]:
    """How good it is to choose this."""
    own = run.seat_of(ref) == seat
    if ref > 0:
        piece = run.piece(ref)
        strength = attack(run, piece) + defense(run, piece) if piece is not None and is_creature(run, piece) else 0
        return own == kind, strength, -ref
    if summoner_at(ref) is not None:
        return own == kind, -run.summoner(ref).hp, ref
    return own == kind, -(player_at(ref) or 0), ref


def _pick(run: Run, seat: int, why: str, actions: Sequence[Any]) -> Any:
    """Who is hit: the own Summoner with the most HP, another's with the fewest; the strongest creature."""
    refs = [one for one in actions if isinstance(one, do.Choose)]
    if why == "rage":
        return refs[0]
    own_loss = {"unblocked", "pierce", "trauma", "parasite"}

    def good(one: do.Choose) -> tuple[bool, int, int]:
        if one.ref < 0 and run.seat_of(one.ref) == seat:
            hp = run.summoner(one.ref).hp
            return False, hp if why in own_loss else -hp, one.ref
        return _value(run, seat, one.ref, kind=why in {"inhume", "morpher"})

    return max(refs, key=good)


@cache
def measured() -> tuple[Opponent, ...]:
    """The programs that people can play against, with their strength as it was measured."""
    file = "opponents.toml"
    return read_opponents(resources.files("rising_tutor.games.rise_tcg").joinpath(file).read_bytes(), file)
