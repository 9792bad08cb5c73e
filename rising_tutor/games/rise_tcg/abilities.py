"""Abilities that work by themselves or by a coin: what dies, Diseases at the beginning of a turn, what a player starts.

`FIRES` says what an ability does when its moment comes, `TOSSED` what a coin means for it, `ASKS` what a choice that it
asks for does. Abilities of combat stand in `combat`.
"""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.values import without
from rising_tutor.games.rise_tcg import battlefield as field
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.keywords import PARASITE_HIT, PARASITE_TURNS, TRAUMA_HIT, ZOMBIE_COUNTERS
from rising_tutor.games.rise_tcg.pieces import TOKEN, Owned, Piece
from rising_tutor.games.rise_tcg.run import Run, spot_of
from rising_tutor.games.rise_tcg.standing import attack, defense, is_creature, suffers
from rising_tutor.games.rise_tcg.state import summoner_at, summoner_ref
from rising_tutor.games.rise_tcg.targets import dealt, has_targets
from rising_tutor.games.rise_tcg.tasks import Fire, Pick, Toss

TURN_DISEASES: Final = ("dementia", "amok", "trauma", "paralysis", "schizophrenia", "paranoia")
"""Diseases that toss a coin at the beginning of their creature's turn (RISE-1007)."""
ZOMBIE: Final = "Zombie"


# what works by itself -------------------------------------------------------------------------------------------------


def fire(run: Run, task: Fire) -> None:
    """An effect works (RISE-924)."""
    FIRES.get(task.name, _toss_of_disease)(run, task)


def _base(run: Run, task: Fire) -> None:
    """A base effect, from top to bottom (RISE-908); its controller may leave one that says so."""
    base = run.book.card[task.piece.card].base[task.index]
    if base.when == "restoration" and run.piece(task.piece.id) is None:
        return
    if base.may:
        run.push(tasks.Offer(task))
    else:
        apply_base(run, task)


def apply_base(run: Run, task: Fire) -> None:
    """The effects of a base effect come, one after the other."""
    base = run.book.card[task.piece.card].base[task.index]
    run.say_of(ev.EffectStarted, "RISE-907", task.piece)
    run.push(
        *(tasks.Apply(effect, task.seat, task.piece.card, task.piece.id, about=task.about) for effect in base.effect)
    )


def can_offer(run: Run, task: Fire) -> bool:
    """Whether there is anything that a base effect with a choice could do."""
    base = run.book.card[task.piece.card].base[task.index]
    if base.when == "struck" and run.piece(task.about) is None:
        return False
    return has_targets(run, task.seat, base.effect, task.about)


def _toss_for(run: Run, task: Fire) -> None:
    run.push(Toss(task.seat, task.name, task.piece))


def _toss_of_disease(run: Run, task: Fire) -> None:
    """The player whose turn it is tosses for a Disease (RISE-1024), while it lies on a creature that it works on."""
    disease = run.piece(task.piece.id)
    host = run.piece(disease.on) if disease is not None else None
    if disease is not None and host is not None and suffers(run, host):
        run.push(Toss(run.t.active, task.name, disease))


def _parasite(run: Run, task: Fire) -> None:
    """A counter of Parasite; what it did is seen after the check of deaths."""
    disease = run.piece(task.piece.id)
    host = run.piece(disease.on) if disease is not None else None
    if disease is None or host is None:
        return
    run.change(disease.id, turns=disease.turns - 1)
    run.say_of(ev.ParasiteWorked, "RISE-1007", disease, host=spot_of(host), n=disease.turns - 1)
    if suffers(run, host):
        field.put_counters(run, host.id, -1)
    run.push(tasks.ParasiteCounts(disease.id, host.id, host.owner))


def parasite_counts(run: Run, task: tasks.ParasiteCounts) -> None:
    """Did the counter kill, one Summoner of the owner takes 3; after three turns the Disease is gone."""
    disease = run.piece(task.disease)
    if run.piece(task.host) is None:
        run.push(Pick(task.owner, "parasite", "RISE-1024", victim=task.owner, n=PARASITE_HIT))
    elif disease is not None and disease.turns <= 0:
        field.destroy_attached(run, disease, "RISE-1005")


FIRES: Final[dict[str, Callable[[Run, Fire], None]]] = {
    "base": _base,
    "reanimation": _toss_for,
    "inhume": _toss_for,
    "parasite": _parasite,
}


def at_turn_begin(run: Run) -> list[Fire]:
    """Everything automatic in Restoration: the cards of the player of the turn, and Diseases (RISE-406, RISE-407)."""
    t = run.t
    fires: list[Fire] = []
    for piece in t.pieces:
        if piece.controller == t.active:
            fires += field.base_effects(run, piece, "restoration", t.active)
    tossed: set[tuple[int, str]] = set()
    for disease in t.pieces:
        host = run.piece(disease.on) if disease.on > 0 else None
        if host is None:
            continue
        for name in TURN_DISEASES:
            # A second copy of one Disease on a creature is tossed once (RISE-1006).
            due = run.has(disease, name) and host.controller == t.active and (host.id, name) not in tossed
            if due and suffers(run, host):
                tossed.add((host.id, name))
                fires.append(Fire(t.active, name, disease))
        own_turn = host.controller == t.active or t.options.parasite_turns == "every_turn"
        if run.has(disease, "parasite") and disease.turns > 0 and own_turn:
            fires.append(Fire(host.controller, "parasite", disease))
    return fires


# coins ----------------------------------------------------------------------------------------------------------------


def tossed(run: Run, task: Toss, *, heads: bool) -> None:
    """A coin has fallen: heads is success (RISE-914)."""
    piece = task.piece
    card = piece.card if piece is not None else task.item.card if task.item is not None else ""
    run.say(
        ev.CoinTossed,
        "RISE-1024" if piece is not None else "RISE-1015",
        task.seat,
        card=card,
        piece=piece.id if piece is not None else 0,
        copy=piece.copy if piece is not None else 1,
        heads=heads,
        why=task.why,
    )
    TOSSED[task.why](run, task, heads)


def _reanimation(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001  # a coin has two sides
    """Success brings it back once with a +1/+1 counter, under its controller at death, sick (RISE-1025)."""
    piece = task.piece
    assert piece is not None
    owned = Owned(piece.owner, piece.kind)
    side = run.t.sides[piece.owner]
    infinite = run.card_of(owned).infinite
    if not heads:
        if infinite:
            run.add_ether(piece.owner, 1, "RISE-607")
        return
    if infinite:
        side.exclusion = without(side.exclusion, piece.kind)
    else:
        side.cemetery = without(side.cemetery, piece.kind)
    holder = piece.controller if not run.t.sides[piece.controller].out else piece.owner
    card, origin = run.card_of(owned).id, "exclusion" if infinite else "cemetery"
    field.enter(run, owned, card, holder, "RISE-1025", origin=origin, plus=1, reanimated=True)


def _inhume(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """As it reaches the cemetery: not if it came back from there."""
    piece = task.piece
    assert piece is not None
    if heads and piece.kind in run.t.sides[piece.owner].cemetery:
        run.push(Pick(piece.controller, "inhume", "RISE-1024"))


def _limit(run: Run, disease: Piece, *what: str) -> None:
    host = run.piece(disease.on)
    if host is None:
        return
    host = run.change(host.id, limits=tuple(dict.fromkeys((*host.limits, *what))))
    assert host is not None
    run.say_of(ev.Limited, "RISE-1007", host, what=what)


def _can_do_nothing(run: Run, disease: Piece) -> None:
    attacks = ("attack",) if run.t.options.dementia_attack else ()
    _limit(run, disease, *attacks, "act", "start")


def _dementia(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """It hits itself with its attack, and can do nothing else this turn."""
    assert task.piece is not None
    host = run.piece(task.piece.on)
    if heads and host is not None:
        _can_do_nothing(run, task.piece)
        field.hit(run, host.id, attack(run, host), "RISE-601")


def _amok(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """It hits another creature of its side, and can do nothing else this turn."""
    assert task.piece is not None
    host = run.piece(task.piece.on)
    if heads and host is not None:
        _can_do_nothing(run, task.piece)
        run.push(tasks.Hit(host.controller, host))


def amok_victims(run: Run, piece: Piece) -> list[int]:
    """Other creatures under the same controller, each equally likely."""
    return [
        one.id
        for one in run.t.pieces
        if one.controller == piece.controller and one.id != piece.id and is_creature(run, one)
    ]


def amok_hits(run: Run, task: tasks.Hit, victim: int) -> None:
    """The damage is its attack; nothing hits back."""
    host = run.piece(task.piece.id)
    if host is not None:
        field.hit(run, victim, attack(run, host), "RISE-601")


def _trauma(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """It dies, and a Summoner of the caster takes 2, by a reading one of its controller."""
    disease = task.piece
    assert disease is not None
    host = run.piece(disease.on)
    if not heads or host is None:
        return
    hurt = host.controller if run.t.options.trauma_hits == "creature_controller" else disease.caster
    fires = field.in_order(run, field.die(run, host))
    after = () if run.t.sides[hurt].out else (Pick(hurt, "trauma", "RISE-1024", victim=hurt, n=TRAUMA_HIT),)
    run.push(*fires, *after)


def _paralysis(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """No attack and no actions this turn; abilities that a player starts stay allowed."""
    assert task.piece is not None
    if heads:
        _limit(run, task.piece, "attack", "act")


def _schizophrenia(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """Whoever controls the Disease decides on the creature's actions this turn."""
    assert task.piece is not None
    host = run.piece(task.piece.on)
    if heads and host is not None:
        host = run.change(host.id, ruler=task.piece.controller)
        assert host is not None
        run.say(ev.ActionsTaken, "RISE-1007", task.piece.controller, card=host.card, piece=host.id, copy=host.copy)


def _paranoia(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """The next hit is doubled."""
    assert task.piece is not None
    host = run.piece(task.piece.on)
    if heads and host is not None:
        run.change(host.id, paranoid=True)
        run.say_of(ev.Marked, "RISE-1007", host)


def _rage(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """Each success gives a counter until the end of the turn and a further toss; a failure ends it."""
    assert task.piece is not None
    piece = run.piece(task.piece.id)
    if heads and piece is not None:
        run.change(piece.id, rage=piece.rage + 1)
        run.say_of(ev.CountersPut, "RISE-1001", piece, n=1, rage=True)
        run.push(Pick(task.seat, "rage", "RISE-928", subject=piece.id))


def _cloning(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """Success makes a copy, whatever the rank (RISE-1012, RISE-1013); failure destroys the clone."""
    assert task.piece is not None
    piece = run.piece(task.piece.id)
    if piece is None:
        return
    if heads:
        owned, holder = Owned(piece.controller, TOKEN), piece.controller
        field.enter(run, owned, piece.card, holder, "RISE-1013", origin="copy", morph=piece.morph)
    else:
        run.push(*field.in_order(run, field.die(run, piece, "RISE-1012")))


def _diversion(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """Success: a chosen opposing creature cannot defend this turn."""
    if heads:
        run.push(Pick(task.seat, "diversion", "RISE-928"))


def _caught(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """Parasite as it is played: on its target, or upon a failure on the caster's own weakest creature."""
    item = task.item
    assert item is not None
    if heads:
        infect(run, item, item.targets[0])
        return
    run.push(Pick(item.seat, "weakest", "RISE-1024", item=item))


def infect(run: Run, item: tasks.Item, ref: int) -> None:
    """A Disease lies on its target."""
    turns = PARASITE_TURNS if "parasite" in run.book.abilities[item.card] else 0
    field.enter(run, Owned(item.owner, item.kind), item.card, item.seat, on=ref, turns=turns)


def _acted(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """An action with a coin: what it does upon success or failure (RISE-913)."""
    item = task.item
    assert item is not None
    perform_deed(run, item, success=heads)


def perform_deed(run: Run, item: tasks.Item, *, success: bool) -> None:
    """What an action with a coin or a die does; a failure without a text does nothing (RISE-913)."""
    if success:
        run.push(*applied(run, item))
        return
    deed = run.book.card[item.card].action[item.index]
    run.push(*(tasks.Apply(effect, item.seat, item.card, item.source) for effect in deed.failure))


def applied(run: Run, item: tasks.Item) -> list[tasks.AnyTask]:
    """The effects of an item with the targets that were chosen."""
    return [
        tasks.Apply(effect, item.seat, item.card, item.source, targets, ready=True)
        for effect, targets in dealt(run, item)
    ]


TOSSED: Final[dict[str, Callable[[Run, Toss, bool], None]]] = {
    "reanimation": _reanimation,
    "inhume": _inhume,
    "dementia": _dementia,
    "amok": _amok,
    "trauma": _trauma,
    "paralysis": _paralysis,
    "schizophrenia": _schizophrenia,
    "paranoia": _paranoia,
    "rage": _rage,
    "cloning": _cloning,
    "diversion": _diversion,
    "parasite": _caught,
    "action": _acted,
}
"""What a coin means, by what it is tossed for; those of combat are added there."""


# choices --------------------------------------------------------------------------------------------------------------


class Asks:
    """A choice of a place on the table: what can be chosen, what it does, and what happens where there is nothing."""

    def __init__(
        self,
        options: Callable[[Run, Pick], list[int]],
        take: Callable[[Run, Pick, int], None],
        nothing: Callable[[Run, Pick], Any] | None = None,
        *,
        forced: bool = True,
    ) -> None:
        self.options = options
        self.take = take
        self.nothing = nothing
        self.forced = forced
        """A single option is taken without a question."""


def own_summoners(run: Run, task: Pick) -> list[int]:
    """The living Summoners of the seat that is hurt."""
    return [summoner_ref(task.victim, at) for at in run.living(task.victim)]


def hurt_summoner(run: Run, task: Pick, ref: int) -> None:
    """The damage of an effect."""
    run.hit_summoner(ref, task.n, "RISE-614")


def _own_creatures(run: Run, task: Pick) -> list[int]:
    return [piece.id for piece in run.t.pieces if piece.controller == task.seat and is_creature(run, piece)]


def _fed(run: Run, _task: Pick, ref: int) -> None:
    piece = run.piece(ref)
    assert piece is not None
    field.put_counters(run, ref, ZOMBIE_COUNTERS if ZOMBIE in run.book.card[piece.card].subtype else 1)


def _opposing_creatures(run: Run, task: Pick) -> list[int]:
    return [piece.id for piece in run.t.pieces if piece.controller != task.seat and is_creature(run, piece)]


def _diverted(run: Run, _task: Pick, ref: int) -> None:
    piece = run.piece(ref)
    assert piece is not None
    piece = run.change(ref, limits=tuple(dict.fromkeys((*piece.limits, "block"))))
    assert piece is not None
    run.say_of(ev.Limited, "RISE-928", piece, what=("block",))


def _models(run: Run, task: Pick) -> list[int]:
    """Other creatures that a Morpher can copy; a Door that is a creature this turn is none."""
    return [
        piece.id
        for piece in run.t.pieces
        if piece.id != task.subject
        and "creature" in run.book.card[piece.card].type
        and ("morpher" not in run.book.abilities[piece.card] or piece.morph)
    ]


def _morphed(run: Run, task: Pick, ref: int) -> None:
    piece, model = run.piece(task.subject), run.piece(ref)
    assert model is not None
    if piece is not None:
        field.become_copy(run, piece, model)


def _no_model(run: Run, task: Pick) -> None:
    """A Morpher dies if there is nothing to copy."""
    piece = run.piece(task.subject)
    if piece is not None:
        run.push(*field.in_order(run, field.die(run, piece)))


def _weakest(run: Run, task: Pick) -> list[int]:
    """The caster's creatures with the lowest defense left, then the lowest attack, that can be diseased."""
    found = [
        piece
        for piece in run.t.pieces
        if piece.controller == task.seat and is_creature(run, piece) and suffers(run, piece)
    ]
    values = {piece.id: (defense(run, piece), attack(run, piece)) for piece in found}
    return [piece.id for piece in found if values[piece.id] == min(values.values())]


def _infected(run: Run, task: Pick, ref: int) -> None:
    assert task.item is not None
    infect(run, task.item, ref)


def _nobody_infected(run: Run, task: Pick) -> None:
    assert task.item is not None
    field.discard_used(run, task.item)


def _tosses_again(_run: Run, task: Pick) -> list[int]:
    """A further free toss, or an end: its own number, and 0."""
    return [task.subject, 0]


def _tossed_again(run: Run, task: Pick, ref: int) -> None:
    piece = run.piece(ref) if ref else None
    subject = run.spot(task.subject)
    facts = {"card": subject.card, "piece": subject.ref, "copy": subject.copy, "again": piece is not None}
    run.say(ev.TossedAgain, "RISE-928", task.seat, **facts)
    if piece is not None:
        run.push(Toss(task.seat, "rage", piece))


def _sacrificed(run: Run, task: Pick, ref: int) -> None:
    """An empty library costs a Summoner (RISE-711, RISE-712)."""
    found = summoner_at(ref)
    assert found is not None
    seat, at = found
    run.say(ev.SummonerSacrificed, task.rule, seat, card=run.t.sides[seat].summoners[at].card)
    run.change_summoner(seat, at, hp=0)


ASKS: Final[dict[str, Asks]] = {
    "parasite": Asks(own_summoners, hurt_summoner),
    "trauma": Asks(own_summoners, hurt_summoner),
    "sacrifice": Asks(own_summoners, _sacrificed),
    "inhume": Asks(_own_creatures, _fed),
    "diversion": Asks(_opposing_creatures, _diverted),
    "morpher": Asks(_models, _morphed, _no_model),
    "weakest": Asks(_weakest, _infected, _nobody_infected),
    "rage": Asks(_tosses_again, _tossed_again, forced=False),
}
"""Choices by what they are for; those of combat are added there."""


def says_whose(run: Run, fires: tuple[Fire, ...]) -> list[str]:
    """A word for each effect that waits: its card, and the ability that is not the card's own name."""
    names = []
    for one in fires:
        called = run.called(one.piece)
        plain = one.name in ("base", one.piece.card)
        names.append(called if plain else f"{one.name} of {called}")
    return [name if names.count(name) == 1 else f"{name} #{at + 1}" for at, name in enumerate(names)]


def differ(fires: tuple[Fire, ...]) -> bool:
    """Whether it can matter which comes first."""
    return len({(one.name, one.piece.card, one.piece.on) for one in fires}) > 1
