"""What each effect does. A handler never asks and never draws: targets were chosen before, cards come by tasks."""

from typing import Any, Final

from rising_tutor.decks.slots import EVERYBODY
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rise_tcg import battlefield as field
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg import vocabulary as say
from rising_tutor.games.rise_tcg.pieces import Owned
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import count, level
from rising_tutor.games.rise_tcg.state import summoner_at
from rising_tutor.games.rise_tcg.targets import in_cemetery
from rising_tutor.games.rise_tcg.tasks import Apply

YES: Final = "yes"
NO: Final = "no"
does: ByType[None] = ByType("does")
"""Effect -> what it does, given the run, the effect and its task."""


@does.of(say.Damage)
def _damage(run: Run, effect: say.Damage, task: Apply) -> None:
    field.hit(run, task.targets[0], effect.n, "RISE-818" if task.targets[0] < 0 else "RISE-601")


@does.of(say.Heal)
def _heal(run: Run, effect: say.Heal, task: Apply) -> None:
    found = summoner_at(task.targets[0])
    assert found is not None
    run.heal(*found, effect.n)


@does.of(say.Destroy)
def _destroy(run: Run, effect: say.Destroy, task: Apply) -> None:
    """A Constant card, a Summoner, or the newest Level Up of one (RISE-812, RISE-813)."""
    found = summoner_at(task.targets[0])
    if found is None:
        piece = run.piece(task.targets[0])
        assert piece is not None
        field.destroy(run, piece)
        return
    seat, at = found
    summoner = run.t.sides[seat].summoners[at]
    if effect.target.kind != "level up":
        run.change_summoner(seat, at, hp=0)
        return
    run.change_summoner(seat, at, levels=summoner.levels[:-1])
    now = run.t.sides[seat].summoners[at]
    run.change_summoner(seat, at, cp=min(now.cp, level(run, now)))
    now = run.t.sides[seat].summoners[at]
    run.say(ev.LevelLost, "RISE-812", seat, card=summoner.card, n=level(run, now), points=now.cp)
    field.lose_level_card(run, summoner.levels[-1], "RISE-812")


@does.of(say.TurnDoor)
def _turn_door(run: Run, _effect: say.TurnDoor, task: Apply) -> None:
    piece = run.piece(task.targets[0])
    assert piece is not None
    piece = run.change(piece.id, open=not piece.open)
    assert piece is not None
    run.say_of(ev.DoorTurned, "RISE-426", piece, open=piece.open)


@does.of(say.Unlock)
def _unlock(run: Run, _effect: say.Unlock, task: Apply) -> None:
    """A Lock is opened once; a Door with one is opened too. A Chained creature is freed."""
    piece = run.piece(task.targets[0])
    assert piece is not None
    lock = run.has(piece, "lock")
    door = "door" in run.book.card[piece.card].type
    piece = run.change(piece.id, free=True, open=piece.open or (lock and door))
    assert piece is not None
    run.say_of(ev.LockOpened, "RISE-1014", piece, lock=lock, open=piece.open)
    run.push(*field.base_effects(run, piece, "opened" if lock else "freed", piece.controller))


@does.of(say.Strengthen)
def _strengthen(run: Run, effect: say.Strengthen, task: Apply) -> None:
    piece = run.piece(task.targets[0])
    assert piece is not None
    run.change(piece.id, attack=piece.attack + effect.attack, defense=piece.defense + effect.defense)
    run.say_of(ev.Strengthened, "RISE-703", piece, attack=effect.attack, defense=effect.defense)


@does.of(say.Counters)
def _counters(run: Run, effect: say.Counters, task: Apply) -> None:
    field.put_counters(run, task.targets[0] if effect.target is not None else task.source, effect.n)


@does.of(say.Untilt)
def _untilt(run: Run, _effect: say.Untilt, task: Apply) -> None:
    piece = run.change(task.targets[0], tilted=False)
    assert piece is not None
    run.say_of(ev.Untilted, "RISE-907", piece)


@does.of(say.MoveEquipment, say.MoveDisease)
def _move(run: Run, _effect: say.MoveEquipment | say.MoveDisease, task: Apply) -> None:
    piece = run.piece(task.targets[0])
    assert piece is not None
    field.move_to(run, piece, task.targets[1] if len(task.targets) > 1 else task.about)


@does.of(say.ReturnCard)
def _return(run: Run, _effect: say.ReturnCard, task: Apply) -> None:
    piece = run.piece(task.targets[0])
    assert piece is not None
    field.return_to_hand(run, piece)


@does.of(say.LetAttack)
def _let_attack(run: Run, _effect: say.LetAttack, task: Apply) -> None:
    piece = run.change(task.targets[0], fighting=True)
    assert piece is not None
    run.say_of(ev.DoorLetLoose, "RISE-520", piece)


@does.of(say.Coins)
def _coins(run: Run, effect: say.Coins, task: Apply) -> None:
    """What is stolen is what was there (RISE-802)."""
    n = effect.n * (count(run, effect.per, task.seat) if effect.per is not None else 1)
    whose = [task.seat] if effect.who == "own" else run.opponents(task.seat)
    for seat in whose:
        if effect.reset:
            run.add_coins(seat, -run.t.sides[seat].coins, "RISE-803")
            continue
        moved = run.add_coins(seat, n, "RISE-802")
        if effect.steal:
            run.add_coins(task.seat, -moved, "RISE-802")


@does.of(say.Ether)
def _ether(run: Run, effect: say.Ether, task: Apply) -> None:
    for seat in [task.seat] if effect.who == "own" else run.opponents(task.seat):
        run.add_ether(seat, effect.n, "RISE-807")


@does.of(say.DrawCards)
def _draw(run: Run, effect: say.DrawCards, task: Apply) -> None:
    run.push(tasks.DrawCard(task.seat, effect.n, "RISE-907"))


@does.of(say.FromCemetery)
def _from_cemetery(run: Run, _effect: say.FromCemetery, task: Apply, option: str = "") -> None:
    """The card goes to the hand in sight of all."""
    if not option:
        return
    side = run.t.sides[task.seat]
    kind = next(kind for kind in side.cemetery if side.kinds[kind] == option)
    at = side.cemetery.index(kind)
    side.cemetery = side.cemetery[:at] + side.cemetery[at + 1 :]
    run.to_hand(task.seat, Owned(task.seat, kind), EVERYBODY)
    run.say(ev.FromCemetery, "RISE-907", task.seat, card=option)


@does.of(say.LookAtTop)
def _look(run: Run, _effect: say.LookAtTop, task: Apply) -> None:
    if len(run.t.sides[task.seat].library):
        run.push(tasks.Look(task.seat, task.card))


@does.of(say.Revive)
def _revive(run: Run, effect: say.Revive, task: Apply) -> None:
    """It starts at level 1, untilted, with the HP that the card names (RISE-618)."""
    found = summoner_at(task.targets[0])
    assert found is not None
    seat, at = found
    run.change_summoner(seat, at, hp=effect.hp, cp=1, tilted=False, used=(), levels=(), fallen=False)
    run.say(ev.SummonerRevived, "RISE-618", seat, card=run.t.sides[seat].summoners[at].card, n=effect.hp)


@does.of(say.Bonus, say.StaysTilted, say.KeepsEmpty, say.MustAttack, say.Unblockable, say.Prices)
def _standing(_run: Run, _effect: Any, _task: Apply) -> None:
    """Nothing is done once: it holds while the card lies there (`standing`)."""


def words_to_choose(run: Run, task: Apply) -> tuple[str, ...]:
    """What an effect asks in words: which card of the cemetery; nothing where it does not."""
    if isinstance(task.effect, say.FromCemetery):
        return tuple(in_cemetery(run, task.seat, task.effect))
    return ()
