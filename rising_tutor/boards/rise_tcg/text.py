"""The table of Rise TCG as text.

Each seat's side is written from above: Summoners, Stock and Ether, library and piles, the battlefield, the hand. The
chain stands last, the newest item below: it is worked off from there upwards.
"""

from collections.abc import Iterator
from random import Random

from rising_tutor.core.english import counted, listed
from rising_tutor.games.rise_tcg import notation
from rising_tutor.games.rise_tcg.book import Book
from rising_tutor.games.rise_tcg.clauses import ability_sentence, sentences, skill_sentences
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import attack, defense, is_creature, is_door, level
from rising_tutor.games.rise_tcg.state import player_ref, summoner_ref
from rising_tutor.games.rise_tcg.view import RiseView, SideView, imagine
from rising_tutor.games.rise_tcg.words import name_of

SAMPLES = "All cards are samples of our own: the rulebook prints none."
OTHERS_SAMPLES = "All cards but those of their owner are samples of our own: the rulebook prints none."


class TableText:
    """Writes the table of the viewer, the own side below."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def of(self, view: RiseView) -> str:
        """The table in plain text."""
        run = Run(imagine(view, Random(0), self.book), self.book)  # type: ignore[arg-type]  # a frozen state is read as a table
        own = view.viewer or 0
        seats = [*(seat for seat in range(len(view.sides)) if seat != own), own]
        lines = [*(line for seat in seats for line in self._side(run, view, seat)), *self._fights(run)]
        return "\n".join((*lines, *self._chain(run), *self._said(run, view), self._origins))

    @property
    def _origins(self) -> str:
        """Where the cards come from."""
        of_cards = {card.origin for card in self.book.cards}
        return OTHERS_SAMPLES if "owner" in of_cards | {one.origin for one in self.book.summoners} else SAMPLES

    def _side(self, run: Run, view: RiseView, seat: int) -> Iterator[str]:
        side = view.sides[seat]
        yield ""
        turn = ", whose turn it is" if view.active == seat and view.turn else ""
        out = ", out of the game" if side.out else ""
        yield f"Player {seat + 1}{turn}{out}: {counted(side.coins, 'coin')}, {side.ether} Ether"
        for at, summoner in enumerate(run.t.sides[seat].summoners):
            card = run.summoner_card(summoner)
            if summoner.hp <= 0:
                yield f"  {card.name}: dead"
                continue
            tilted = ", tilted" if summoner.tilted else ""
            worn = self._worn(run, summoner_ref(seat, at))
            state = f"{summoner.hp} HP, level {level(run, summoner)}, {counted(summoner.cp, 'point')}{tilted}{worn}"
            yield f"  {card.name}: {state}"
        piles = f"cemetery {len(side.cemetery)}, out of the game {len(side.exclusion)}"
        yield f"  library {counted(side.n_library, 'card')}; {piles}"
        yield f"  battlefield  {listed(self._piece(run, one) for one in run.of(seat) if not one.on) or '-'}"
        beside = self._worn(run, player_ref(seat))
        if beside:
            yield f"  beside the Stock{beside.removeprefix(',')}"
        yield f"  hand  {self._hand(run, side)}"

    def _hand(self, run: Run, side: SideView) -> str:
        known = [run.book.card[side.kinds[slot.card]].name for slot in side.hand if slot.card >= 0]
        known += [run.card_of(owned).name for owned in side.guests]
        hidden = side.n_hand - len(known)
        return listed([*known, *([counted(hidden, "card")] if hidden else [])]) or "-"

    def _piece(self, run: Run, piece: Piece) -> str:
        name = name_of(run.book, piece.card, piece.copy)
        facts = []
        if is_creature(run, piece) or is_door(run, piece):
            facts.append(f"{attack(run, piece)}/{defense(run, piece)}")
        facts += [word for word, yes in (("tilted", piece.tilted), ("open", piece.open)) if yes]
        if piece.since >= run.t.turn and is_creature(run, piece):
            facts.append("new")
        told = f" ({', '.join(facts)})" if facts else ""
        return name + told + self._worn(run, piece.id)

    def _worn(self, run: Run, ref: int) -> str:
        names = [name_of(run.book, piece.card, piece.copy) for piece in run.on(ref)]
        return f", with {listed(names)}" if names else ""

    def _fights(self, run: Run) -> Iterator[str]:
        if run.t.fights:
            yield ""
        for fight in run.t.fights:
            piece = run.piece(fight.attacker)
            blockers = [block.blocker for block in run.t.blocks if fight.attacker in block.attackers]
            met = listed(name_of(run.book, one.card, one.copy) for ref in blockers if (one := run.piece(ref)))
            blocked = f", blocked by {met}" if met else ""
            if piece is not None:
                name = name_of(run.book, piece.card, piece.copy)
                yield f"{name} attacks Player {fight.target + 1}{blocked}."

    def _chain(self, run: Run) -> Iterator[str]:
        if run.t.chain:
            yield ""
            yield "The chain, carried out from below:"
        for item in run.t.chain:
            aims = listed(notation.place(run, ref) for ref in item.targets)
            yield f"  {name_of(run.book, item.card)} of Player {item.seat + 1}{f', at {aims}' if aims else ''}"

    def _said(self, run: Run, view: RiseView) -> Iterator[str]:
        """What the cards that are seen say, each once, and the open skills."""
        ids = dict.fromkeys(piece.card for piece in run.t.pieces)
        own = view.sides[view.viewer] if view.viewer is not None else None
        if own is not None:
            ids |= dict.fromkeys(own.kinds[slot.card] for slot in own.hand if slot.card >= 0)
        said = [
            f"  {run.book.card[one].name}: {' '.join(text)}" for one in ids if (text := sentences(run.book.card[one]))
        ]
        for side in run.t.sides:
            for summoner in side.summoners:
                card = run.summoner_card(summoner)
                said += [f"  {card.name}: {text}" for text in skill_sentences(card)[: level(run, summoner)]]
        abilities = dict.fromkeys(ability for one in ids for ability in run.book.card[one].abilities)
        yield ""
        if said:
            yield "What they say:"
            yield from dict.fromkeys(said)
        yield from (f"  {ability_sentence(ability)}" for ability in abilities)
