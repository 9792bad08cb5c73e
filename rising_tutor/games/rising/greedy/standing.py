"""How well the side stands on a table, as the policy "greedy" judges it: one number, in Damage on a Villain.

It counts what lies open: Heroes with what their abilities bring in the turns that are left, Damage on them, tokens,
Damage on Villains, both tracks, Final Battles. The weights are those of `worth.Weights`: they play well, nothing more
is claimed. A game that is won or lost counts `DECIDED` more or less.
"""

from typing import Final

from rising_tutor.core.english import listed, plural, with_article
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.greedy.worth import Weights, Worth
from rising_tutor.games.rising.view import RisingView

DECIDED: Final = 200.0
"""What the end of the game counts, in Damage on a Villain: more than anything that can lie on the table."""


def counts(book: Book) -> str:
    """What `standing` counts, in the words of the title."""
    words = book.spec.words
    heroes, villains = plural(words.hero), plural(words.villain)
    pressure = plural(words.pressure) if words.pressure.endswith("counter") else words.pressure
    tracks = f"{pressure} on {plural(words.carrier)}" if book.carrier else "the tracks"
    battles = {0: (), 1: (f"Damage on {words.figure}",)}.get(len(book.battle), (f"the {plural(words.battle)}",))
    counted = (
        f"{heroes} in the Teams with what their abilities bring",
        f"Damage on {heroes}",
        f"defeated {heroes}",
        "tokens",
        f"Damage on {villains}",
        tracks,
        *battles,
    )
    unit = f"1 is one Damage on {with_article(words.villain)}, a decided game {DECIDED:.0f}"
    return f"{listed(counted)}, weighed as the policy greedy weighs them; {unit}"


def standing(book: Book, view: RisingView, weights: Weights) -> float:
    """How well the side stands; higher is better."""
    if view.result:
        return DECIDED if view.result == "win" else -DECIDED
    worth = Worth(book, view, weights)
    total = _teams(worth) + _places(worth) + _tracks(worth) + _battles(worth)
    limit = view.options.hero_loss_limit
    total -= sum(weights.loss + weights.last * (n / limit) ** 2 for n in range(1, len(view.defeated) + 1))
    return total / (weights.hit + worth.progress())


def _teams(worth: Worth) -> float:
    total = 0.0
    for team in worth.view.teams:
        size = len(team.row)
        for member in team.row:
            loss = worth.member_loss(member, size)
            total += worth.w.body + worth.ability(member.card) * worth.turns
            total -= sum(worth.hit_cost(damage, member.capacity, loss) for damage in range(member.damage))
        total += worth.w.thin * (1.0 if size >= 2 else 0.0) + worth.w.thin * 0.4 * (1.0 if size >= 3 else 0.0)
        total += sum(worth.token(kind) * n for kind, n in team.tokens)
    return total


def _places(worth: Worth) -> float:
    """Damage on the cards that lie open, and the Villains that are gone."""
    book, w, target = worth.book, worth.w, worth.view.options.target
    hit = w.hit + (worth.progress() if worth.needed else 0.0)
    total = sum(w.hit * book.capacity[card] + w.last_hit for card in worth.view.villains_out)
    total += sum(worth.progress() * book.capacity[card] for card in worth.view.villains_out[:target])
    for place, spot in enumerate(worth.view.places):
        if spot is None:
            continue
        if spot.card in book.hero:
            total -= sum(worth.hit_cost(damage, spot.capacity, worth.loss) for damage in range(spot.damage))
        else:
            total += hit * spot.damage
            if worth.barred(place // book.spec.places):
                total -= (w.clear - w.hit) * (spot.capacity - spot.damage)
    return total


def _tracks(worth: Worth) -> float:
    """Both markers; once the Day of Black Sun came, the track that brought it counts as full."""
    view, w = worth.view, worth.w
    if not worth.book.side:
        return -_pressure(worth)
    space, ruin = w.balance, w.hurry * 0.25
    if view.phase == 2:
        full = max(len(side.spaces) for side in worth.book.side.values())
        return full * space if view.black_sun == "balance" else -view.ruin_top * ruin
    done = view.balance.position if view.balance is not None else 0
    return done * space - view.ruin * ruin


def _pressure(worth: Worth) -> float:
    """The enemy's counters, and the carriers that fell."""
    view, w = worth.view, worth.w
    limit = max(1, view.options.fallen_limit)
    fallen = sum(1 for carrier in view.carriers if carrier.fallen)
    lost = sum(w.fall + w.doom * (n / limit) ** 2 for n in range(1, fallen + 1))
    return lost + sum(worth.pressure_cost(one, n) for one in view.carriers for n in range(one.counters))


def _battles(worth: Worth) -> float:
    view, w = worth.view, worth.w
    if worth.book.spec.switch.boss:
        return worth.battle_hit() * sum(spot.damage for spot in view.battles if spot is not None)
    goal = dict(zip(worth.book.battle_ids, view.options.battle_damage, strict=True))
    done = sum(goal[card] for card in view.battles_done)
    return w.battle * (done + sum(spot.damage for spot in view.battles if spot is not None))
