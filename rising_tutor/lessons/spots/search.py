"""Looks for positions in which play meets a rule that refuses, and writes them down: `spot-found.toml` and its games.

Games are played by the policies of the game with known seeds. In each position, lines are tried that were legal a few
choices before or after, or that are put together from parts of such lines: what a person at the table would think of.
`game.check` says which of them are refused, and by which rule. A few games that meet the most rules are kept.

    python -m rising_tutor.lessons.spots.search fire-nation-rising FOLDER
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from rising_tutor.core.drive import play_out
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.core.node import Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.values import Value
from rising_tutor.errors import UnreadableMove
from rising_tutor.lessons.spots.file import FOUND, GAMES, Found
from rising_tutor.replay import Replay, Scribe, header_of, replay_of, save

SEEDS: Final = 12
POLICIES: Final = ("greedy", "random")
"""They play in an instant; positions of a program that thinks are no better for this."""
KEPT: Final = 8
"""Recorded games that are kept at most."""
EACH: Final = 4
"""Positions for each rule at most."""
NEAR: Final = 6
"""A line that was legal so many choices before or after is near."""
TRIED: Final = 40
"""Lines put together from parts that are tried in each position."""
_TO: Final = ">"
_Point = tuple[int, Any, tuple[str, ...]]
"""Lines before a choice, its position, its legal actions as notation."""


class Hit(Value, frozen=True):
    """A refused action in a position of a game.

    Attributes:
        worth: how natural the mistake is: higher is better.
        tie: what decides among hits of the same worth, so that they come from all parts of a game.
    """

    rule: RuleId
    text: str
    line: int
    worth: int
    tie: float


class Searched(Value, frozen=True):
    """A game that was played and looked through.

    Attributes:
        name: its file, from policy, seats and seed.
    """

    name: str
    replay: Replay
    hits: tuple[Hit, ...]

    def best(self, rule: RuleId, n: int = EACH) -> tuple[Hit, ...]:
        hits = sorted((hit for hit in self.hits if hit.rule == rule), key=lambda hit: (-hit.worth, hit.tie))
        chosen: list[Hit] = []
        for fresh in (True, False):
            for hit in hits:
                kinds, lines = {_kind(one.text) for one in chosen}, {one.line for one in chosen}
                if len(chosen) < n and hit.line not in lines and (_kind(hit.text) not in kinds) == fresh:
                    chosen.append(hit)
        return tuple(chosen)

    def value(self, have: Counter[RuleId]) -> int:
        gain = 0
        for rule in {hit.rule for hit in self.hits}:
            best = self.best(rule)
            for at, hit in enumerate(best[: max(0, EACH - have[rule])], have[rule]):
                gain += hit.worth * (20, 4, 2, 1)[at]
        return gain


def search(game: AnyGame, policy: str, seats: int, seed: int) -> Searched:
    """Plays a game and tries what is refused in each of its choices."""
    name = f"{policy}-{seats}-seats-seed-{seed}.replay"
    scribe = Scribe(game)
    points: list[_Point] = []
    lines = 0

    def watch(state: Any, move: Any, step: Any) -> None:
        nonlocal lines
        node = game.node(state)
        if isinstance(node, Decision):
            points.append((lines, state, tuple(game.write(state, action) for action in node.actions)))
        scribe.watch(state, move, step)
        lines += 1

    played = play_out(game, seats=seats, seed=seed, policy=policy, limit=3000, watch=watch)
    header = header_of(game, seats, fields={"_played-by": f"the program, policy {policy}, seed {seed}"})
    rng = Random(f"{policy}:{seats}:{seed}")
    verbs = sorted({text.split()[0] for _, _, texts in points for text in texts if _TO not in text})
    hits = tuple(hit for at in range(len(points)) for hit in _hits(game, points, at, verbs, rng))
    return Searched(name, replay_of(header, scribe, played.state), hits)


def _hits(game: AnyGame, points: list[_Point], at: int, verbs: list[str], rng: Random) -> Iterator[Hit]:
    line, state, legal = points[at]
    if len(legal) < 2:
        return
    near = dict.fromkeys(text for _, _, texts in points[max(0, at - NEAR) : at + NEAR + 1] for text in texts)
    begins, ends = {text.split()[0] for text in legal}, {text.split()[-1] for text in legal}
    put_together = sorted(set(_mixed(tuple(near), verbs)) - set(near))
    tries = [*near, *rng.sample(put_together, min(TRIED, len(put_together)))]
    for text in tries:
        if text in legal:
            continue
        try:
            refusal = game.check(state, game.read(state, text))
        except UnreadableMove:
            continue
        if refusal is not None:
            worth = 1 + 3 * (text in near) + (text.split()[0] in begins) + (text.split()[-1] in ends)
            worth += (refusal.nearest is not None) + (len(legal) > 2)
            yield Hit(refusal.rule, text, line, worth, rng.random())


def _mixed(near: tuple[str, ...], verbs: list[str]) -> Iterator[str]:
    lefts = {text.partition(_TO)[0].strip() for text in near if _TO in text}
    rights = {text.partition(_TO)[2].strip() for text in near if _TO in text}
    single = {text for text in near if _TO not in text}
    for left in lefts:
        yield left
        yield from (f"{left} {_TO} {right}" for right in rights)
    for text in single:
        yield from (f"{text} {_TO} {right}" for right in rights)
        words = text.split()
        yield from (" ".join([verb, *words[1:]]) for verb in verbs)
        # The thing after the word that joins two: "turn green E to EE".
        yield from (" ".join([*words[:-1], last.split()[-1]]) for last in single if len(words) > 2)
    for verb in verbs:
        yield verb
        yield from (f"{verb} {right}" for right in rights)


def choose(searched: Iterable[Searched]) -> tuple[Searched, ...]:
    """A few games that together meet as many rules as often and as naturally as possible, the best first."""
    left, chosen = list(searched), list[Searched]()
    have: Counter[RuleId] = Counter()
    while left and len(chosen) < KEPT:
        best = max(left, key=lambda one: one.value(have))
        if not best.value(have):
            break
        chosen.append(best)
        left.remove(best)
        for rule in {hit.rule for hit in best.hits}:
            have[rule] += len(best.best(rule))
    return tuple(chosen)


def entries(chosen: tuple[Searched, ...]) -> tuple[Found, ...]:
    """Up to four positions for each rule, taken from the games in turn, so that they differ."""
    out: list[Found] = []
    replays = {game.name: game.replay for game in chosen}
    rules = sorted({hit.rule for game in chosen for hit in game.hits}, key=lambda rule: int(rule.rpartition("-")[2]))
    for rule in rules:
        pairs = sorted(
            ((at, hit, game.name) for game in chosen for at, hit in enumerate(game.best(rule))),
            key=lambda pair: (-pair[1].worth, pair[1].tie),
        )
        taken: list[Found] = []
        for fresh in (True, False):
            for _, hit, name in pairs:
                one = Found(rule, hit.text, name, hit.line)
                known = {_kind(other.illegal) for other in taken}
                places = {_before(replays[other.game], other.line) for other in taken}
                here = _before(replays[name], hit.line)
                if len(taken) < EACH and here not in places and (_kind(hit.text) not in known) == fresh:
                    taken.append(one)
        out += taken
    return tuple(out)


def _before(replay: Replay, line: int) -> tuple[Any, ...]:
    return replay.header.seats, tuple(one.move for one in replay.lines[:line])


def _kind(text: str) -> str:
    words = text.split()
    return f"{words[0]} {words[-1]}"


def write(folder: Path, game: AnyGame, chosen: tuple[Searched, ...]) -> None:
    """Writes the games and the file of their positions."""
    found = entries(chosen)
    used = {one.game for one in found}
    (folder / GAMES).mkdir(parents=True, exist_ok=True)
    for one in chosen:
        if one.name in used:
            save(one.replay, folder / GAMES / one.name)
    rows = [
        f"# Made by `python -m rising_tutor.lessons.spots.search {game.info.id} FOLDER`; do not edit.",
        "# Each entry: after so many lines of a recorded game, this action is refused by this rule.",
    ]
    for entry in found:
        rows += ["", "[[found]]", f'rule = "{entry.rule}"', f'illegal = "{entry.illegal}"']
        rows += [f'game = "{entry.game}"', f"line = {entry.line}"]
    (folder / FOUND).write_text("\n".join(rows) + "\n", encoding="utf-8")


def main(words: list[str]) -> None:
    """Searches a game and writes what was found into a folder."""
    game = load_game(words[0])
    info = game.info
    seats = range(info.min_seats, info.max_seats + 1)
    searched = [
        search(game, policy, seats[seed % len(seats)], seed)
        for seed in range(SEEDS)
        for policy in POLICIES
        if policy in game.policies()
    ]
    chosen = choose(searched)
    write(Path(words[1]), game, chosen)
    for one in chosen:
        sys.stdout.write(f"{one.name}: {len(one.replay)} lines, {len({hit.rule for hit in one.hits})} rules\n")


if __name__ == "__main__":
    main(sys.argv[1:])
