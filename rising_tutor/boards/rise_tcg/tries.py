"""What a person may want to try at a table of Rise TCG, legal or not. Whether it is, and why not, `Game.check` says."""

from collections.abc import Iterator
from typing import Any

from rising_tutor.boards.ports import Attempt
from rising_tutor.boards.rise_tcg import ways
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.core.node import Decision
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.book import Card
from rising_tutor.games.rise_tcg.offers import STARTED
from rising_tutor.games.rise_tcg.standing import is_creature


def tries(scene: Scene) -> tuple[Attempt, ...]:
    """Cards from hand, skills, actions, abilities, attacks, blocks, and what ends them: each once."""
    node = scene.game.node(scene.state)
    if scene.view.reason or not isinstance(node, Decision):
        return ()
    actions = dict.fromkeys([*node.actions, *wanted(scene)])
    return tuple(Attempt(ways.word(scene, one), "", one) for one in actions)


def wanted(scene: Scene) -> Iterator[Any]:
    """Everything that a seat could wish to do with what it sees."""
    seat, task = scene.asked, scene.task
    if seat is None:
        return
    if isinstance(task, (tasks.Main, tasks.Window, tasks.Answer)):
        yield from _additions(scene, seat)
    if isinstance(task, (tasks.Main, tasks.Attackers)) and seat == scene.view.active:
        yield from _attacks(scene, seat)
    if isinstance(task, tasks.Blocks):
        yield from _blocks(scene, seat)
    if isinstance(task, (tasks.Attackers, tasks.Blocks)):
        yield do.Done()
    yield do.Pass()
    yield do.Wait()
    yield do.EndTurn()


def _additions(scene: Scene, seat: int) -> Iterator[Any]:
    """Cards from hand, skills, actions, abilities."""
    run = scene.run
    for card in in_own_hand(scene):
        yield play(scene, card)
        if "together" in card.abilities:
            yield from (do.Invoke(card.id, by) for by in range(len(run.t.sides[seat].summoners)))
    for at, summoner in enumerate(run.t.sides[seat].summoners):
        for index in range(len(run.summoner_card(summoner).skill)):
            yield do.UseSkill(at, index)
    for piece in run.of(seat):
        for index in range(len(run.book.card[piece.card].action)):
            yield do.UseAction(piece.id, index)
        for ability in STARTED:
            if run.has(piece, ability):
                yield do.StartAbility(piece.id, ability)


def _attacks(scene: Scene, seat: int) -> Iterator[Any]:
    for piece in scene.run.of(seat):
        if is_creature(scene.run, piece):
            for target in scene.run.opponents(seat):
                yield do.Attack(piece.id, target)


def _blocks(scene: Scene, seat: int) -> Iterator[Any]:
    for fight in scene.view.fights:
        for piece in scene.run.of(seat):
            if not piece.on and fight.target == seat:
                yield do.BlockWith(piece.id, fight.attacker)


def in_own_hand(scene: Scene) -> list[Card]:
    """The cards that the viewer knows in the hand of whoever is asked, each once."""
    seat = scene.asked
    if seat is None:
        return []
    side, book = scene.view.sides[seat], scene.run.book
    found = dict.fromkeys(side.kinds[slot.card] for slot in side.hand if slot.card >= 0)
    found |= dict.fromkeys(scene.run.card_of(owned).id for owned in side.guests)
    return [book.card[card] for card in found]


def play(scene: Scene, card: Card) -> Any:
    """The way in which a card would be played first: with the Summoner that has the most capacity left."""
    seat = scene.asked if scene.asked is not None else scene.near
    summoners = scene.run.t.sides[seat].summoners
    best = max((0, 1), key=lambda at: (summoners[at].hp > 0, summoners[at].cp))
    if "level up" in card.type:
        return do.LevelUp(card.id, best)
    return do.Invoke(card.id, do.BOTH if "together" in card.abilities else best)


def why_not(scene: Scene, card: Card) -> str:
    """Why a card in the own hand cannot be played now, in a few words; "" where nobody of the viewer is asked."""
    if scene.asked != scene.near or not isinstance(scene.task, (tasks.Main, tasks.Window, tasks.Answer)):
        return ""
    refused = scene.game.check(scene.state, play(scene, card))
    if refused is None:
        return ""
    text: str = refused.why.partition(";")[0].removeprefix(card.name).lstrip(": ")
    return text


def not_now(scene: Scene) -> tuple[Attempt, ...]:
    """What may be wanted and is not legal, but what stands on the cards of the own hand."""
    legal = set(scene.look.actions)
    found = [
        action
        for action in dict.fromkeys(wanted(scene))
        if action not in legal and not isinstance(action, (do.Invoke, do.LevelUp, do.Pass, do.Wait))
    ]
    return tuple(Attempt(ways.word(scene, one), "", one) for one in found)
