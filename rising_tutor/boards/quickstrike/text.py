"""The table of the QuickStrike system as text.

Each seat's side is written from above: the advantage area, then the zones, and in each from the left ally, flip space
and energies (QS-120). A card that lies open is named with its type (QS-116).
"""

from collections.abc import Iterable, Iterator
from random import Random

from rising_tutor.core.english import counted, listed
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike.book import Book, Card
from rising_tutor.games.quickstrike.choices import energies
from rising_tutor.games.quickstrike.clauses import sentences
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import attack_force, other, sidebar, values
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.view import AvatarView, imagine
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from rising_tutor.games.quickstrike.words import zone_name


class TableText:
    """Writes the table of the viewer, the own side below."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def of(self, view: AvatarView) -> str:
        """The table of a view."""
        run = Run(imagine(view, Random(0), self.book), self.book)  # type: ignore[arg-type]  # a frozen state is read as a table
        seats = (1, 0) if view.viewer in (0, None) else (0, 1)
        lines = [*self._attack(run), *(line for seat in seats for line in self._side(run, view, seat))]
        return "\n".join((*lines, *self._said(run, seats)))

    def _attack(self, run: Run) -> Iterator[str]:
        t = run.t
        if not t.attack:
            yield "Nobody attacks now."
            return
        attacker = other(t.defender)
        card = run.lies(attacker, t.attack_zone) if t.attack != "opening" else None
        what = "the opening attack" if card is None else card.name
        origin = f" from {zone_name(t.attack_zone)}" if 0 <= t.attack_zone < FRONT else ""
        yield f"Round {t.round}. Player {attacker + 1} attacks with {what}{origin}, force {attack_force(run)}."
        where = f" in {zone_name(t.zone)}" if t.zone >= 0 else ""
        yield f"Player {t.defender + 1} defends{where}."
        task = t.agenda[-1] if t.agenda else None
        if isinstance(task, (tasks.Apply, tasks.Fire)):
            yield f"Asked by {run.any_card(task.source.card).name}."

    def _side(self, run: Run, view: AvatarView, seat: int) -> Iterator[str]:
        mat, seen = run.t.mats[seat], view.mats[seat]
        chamber = self.book.chamber[mat.chamber]
        move = run.move(seat, mat.side)
        yield ""
        points = counted(mat.points, "point")
        yield f"Player {seat + 1}, {chamber.name}: {points}; signature move {self._strike(run, seat, move)}"
        top = f", {run.card_name(seat, mat.discard[-1])} on top" if mat.discard else ""
        deck = counted(seen.n_deck, "card") + self._known(run, view, seat)
        yield f"  deck {deck}; discard pile {len(mat.discard)}{top}"
        played = [self._named(run.card(seat, laid.card)) for laid in mat.advantages]
        yield f"  advantages  {listed(played) or '-'}"
        for zone, colour in enumerate(COLOURS):
            ally = mat.allies[zone]
            charge = "charged" if mat.charged[zone] else "       "
            named = self._named(run.ally(ally)) if ally is not None else "no ally"
            cards = counted(len(mat.energies[zone]), "energy")
            yield f"  {colour:<7} {charge}  {named} | {self._flip(run, seat, zone)} | {cards}"
        if mat.flips[FRONT] is not None:
            yield f"  in front: {self._flip(run, seat, FRONT)}"

    def _said(self, run: Run, seats: Iterable[int]) -> Iterator[str]:
        """What the cards that lie open say, each once; those of the Chambers too, as they may be played."""
        found: dict[str, Card] = {}
        for seat in seats:
            mat = run.t.mats[seat]
            open_cards = (
                run.move(seat, mat.side),
                *(run.ally(ally) for ally in mat.allies if ally is not None),
                *(card for zone in range(FRONT + 1) if (card := run.lies(seat, zone)) is not None),
                *(run.card(seat, laid.card) for laid in mat.advantages),
            )
            found |= {card.id: card for card in open_cards}
        said = [f"  {card.name}: {' '.join(text)}" for card in found.values() if (text := sentences(card))]
        if said:
            yield from ("", "What they say:", *said)

    def _known(self, run: Run, view: AvatarView, seat: int) -> str:
        known = [run.card(seat, slot.card).name for slot in view.mats[seat].deck.top if slot.card >= 0]
        return f" (from the top, as far as it is known: {', '.join(known)})" if known else ""

    def _flip(self, run: Run, seat: int, zone: int) -> str:
        card = run.lies(seat, zone)
        if card is None:
            return "nothing flipped"
        if card.type != "strike":
            return f"{self._named(card)}, costs {energies(card.cost)}"
        now = values(run, seat, zone)
        cost = energies(sidebar(run, seat, card))
        return f"{self._named(card)}, force {now.force}, intercept {now.intercept}, costs {cost}"

    def _strike(self, run: Run, seat: int, card: Card) -> str:
        cost = energies(sidebar(run, seat, card))
        return f"{card.name} (force {card.force}, intercept {card.intercept}, costs {cost})"

    def _named(self, card: Card) -> str:
        return f"{card.name} ({card.type})"
