"""What a person may want to try at a QuickStrike table, legal or not. Whether it is, and why not, `Game.check` says."""

from collections.abc import Iterator
from typing import Any

from rising_tutor.boards.ports import Attempt
from rising_tutor.boards.quickstrike import ways
from rising_tutor.boards.quickstrike.scene import Scene
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import choices, notation
from rising_tutor.games.quickstrike.costs import power_payments


def tries(scene: Scene) -> tuple[Attempt, ...]:
    """Counterattack or play, powers, Reflip, focus, discard, the signature move: each once."""
    if scene.view.reason or scene.asked is None:
        return ()
    legal = choices.choice(scene.run)
    actions = [*(legal[1] if legal is not None else ()), *_wanted(scene)]
    return tuple(Attempt(ways.word(scene, one), "", one) for one in dict.fromkeys(actions))


def not_now(scene: Scene) -> tuple[Attempt, ...]:
    """What may be wanted and is not legal, each kind once."""
    legal = set(scene.look.actions)
    kinds = {(type(one), getattr(one, "source", ""), getattr(one, "index", 0)) for one in legal}
    found = []
    for action in dict.fromkeys(_wanted(scene)):
        kind = (type(action), getattr(action, "source", ""), getattr(action, "index", 0))
        if action not in legal and kind not in kinds:
            found.append(Attempt(ways.label(scene, action), "", action))
    return tuple(found)


def _wanted(scene: Scene) -> Iterator[Any]:
    run = scene.run
    card = scene.flipped()
    if card is None:
        return
    if scene.deciding:
        kind = do.CounterAttack if card.type == "strike" else do.Play
        yield kind(notation.usual_payment(run, kind))
    for offer in notation.open_offers(run):
        pays = power_payments(run, scene.view.defender, offer.cost) or [offer.cost.energies]
        yield do.Power(offer.word, offer.index, pays[0], _target(scene, offer))
    if scene.deciding:
        if card.reflip is not None:
            pays = power_payments(run, scene.view.defender, card.reflip) or [card.reflip.energies]
            yield do.Reflip("card", pays[0])
        yield do.Focus()
        yield do.Discard()
    yield do.Signature(notation.usual_payment(run, do.Signature))


def _target(scene: Scene, offer: choices.Offer) -> str:
    """The first zone that a part of the cost may name, where it has to name one."""
    legal = [one for one in scene.look.actions if isinstance(one, do.Power)]
    return next((one.target for one in legal if (one.source, one.index) == (offer.word, offer.index)), "")
