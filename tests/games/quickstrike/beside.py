"""Games that are played beside each other, in one of which an ability of a card does nothing."""

from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.quickstrike.game import AvatarGame
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.state import FRONT
from tests.games.quickstrike.test_every_card import ABILITIES, BOOK, CARDS
from tests.testkit.quickstrike import Scene

REAL = AvatarGame(BOOK)
CONTINUOUS = [(card, at) for card, at in ABILITIES if CARDS[card].ability[at].when == "standing"]
EVENTS = [one for one in ABILITIES if one not in CONTINUOUS]
MOST = 12
"""Actions of one line."""


def name(one: tuple[str, int]) -> str:
    return f"{BOOK.word[one[0]]}-{one[1]}"


def owner_of(card: str, scene: Scene) -> int:
    """The player who has a card in a position of `positions`: the attacker, if it lies there, else the defender."""
    foe = scene.state.mats[1]
    run = Run(scene.state, scene.game.book)  # type: ignore[arg-type]
    if card in BOOK.move:
        return int(foe.flips[FRONT] is not None)
    there = [run.card(1, laid.card).id for laid in (*foe.flips[:FRONT], *foe.advantages) if laid is not None]
    return int(card in (*there, *(run.ally(ally).id for ally in foe.allies if ally is not None)))


def next_action(scene: Scene, wanted: tuple[str, ...], *, powers: bool) -> str:
    """The first possible of the wanted actions; any outcome of chance; empty at the end of the game."""
    node = scene.game.node(scene.state)
    if isinstance(node, Chance):
        return scene.game.write(scene.state, next(iter(node.outcomes))[0])
    if not isinstance(node, Decision):
        return ""
    texts = [text for text in scene.legal if powers or not text.startswith(("power", "reflip"))]
    fits = (text for one in wanted for text in texts if text.startswith(one) and text != "choose no")
    return next(fits, texts[0])


def settled(real: Scene, dull: Scene) -> bool:
    """Make the choices that the effect gives, until both games ask the same. False if they do not come together."""
    for at in range(8):
        node, other = real.game.node(real.state), dull.game.node(dull.state)
        if (
            real.seat == dull.seat
            and real.legal == dull.legal
            and isinstance(node, Chance) == isinstance(other, Chance)
        ):
            return True
        if isinstance(node, Chance):
            real.do(real.game.write(real.state, next(iter(node.outcomes))[0]))
            continue
        if not real.legal or not real.legal[0].startswith("choose"):
            return real.seat == dull.seat or real.over is not None
        fits = [text for text in real.legal if text != "choose no" and "charge" not in text]
        # A second choice is another one: what was uncharged is not charged again.
        real.do(real.legal[-1] if at > 3 else (fits or real.legal)[0 if not at else -1])
    return False


def lies_at(card: str, scene: Scene, owner: int) -> list[int]:
    """The places in which a strike or ally of this name lies."""
    run, mat = Run(scene.state, scene.game.book), scene.state.mats[owner]  # type: ignore[arg-type]
    found = [zone for zone in range(FRONT + 1) if (laid := run.lies(owner, zone)) is not None and laid.id == card]
    return found + [zone for zone, ally in enumerate(mat.allies) if ally is not None and run.ally(ally).id == card]


def n_in_play(card: str, scene: Scene, owner: int) -> int:
    """Return the number of cards of this name that a player has in play."""
    if CARDS[card].type != "advantage":
        return len(lies_at(card, scene, owner))
    mat = scene.state.mats[owner]
    return sum(mat.kinds[laid.card] == card for laid in mat.advantages)
