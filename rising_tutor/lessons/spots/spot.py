"""Illegal on purpose: which of the offered actions is not allowed, and by which rule?

An exercise stands on a position that `spot_file` gives back. Nothing here knows a rule: what is refused, by which
rule and why is what `game.check` answers, asked again each time.

>>> from rising_tutor.core.registry import load_game
>>> exercise = exercise_for(load_game("fire"), "FNR-406", seed=1)
>>> exercise.refusal.rule, exercise.texts[exercise.illegal] in exercise.asked().offers
('FNR-406', True)
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rising_tutor.core.english import capital
from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.ids import RuleId
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent, BadPosition, UnknownRule, UnreadableMove
from rising_tutor.lessons.spots.file import Entry, Spots, position_of, spots_of

FEWEST, MOST = 3, 5
"""How many actions are offered."""
CHOICES = 4
"""How many rules are offered."""


class Asked(Value, frozen=True):
    """What a learner sees before the attempt; nothing in it tells the answer.

    Attributes:
        where: the place of the position and who chooses, in one or two sentences.
        offers: the actions as notation.
        rules: the ids of the rules to choose from, by number.
    """

    where: str
    offers: tuple[str, ...]
    rules: tuple[RuleId, ...]


class Exercise(Value, frozen=True):
    """A position with actions of which exactly one is refused.

    Attributes:
        offers: the actions, in the order in which they are shown.
        illegal: which of them is refused, from 0.
        rules: the right rule and others that it is not, by number.
    """

    state: Any
    offers: tuple[Any, ...]
    texts: tuple[str, ...]
    illegal: int
    refusal: Refusal
    rules: tuple[RuleId, ...]
    where: str
    origin: str

    def asked(self) -> Asked:
        return Asked(self.where, self.texts, self.rules)


def rules_with_exercise(game: AnyGame) -> tuple[RuleId, ...]:
    """The rules that have an exercise, by number."""
    return tuple(spots_of(game.info.id).by_rule)


def exercise_for(game: AnyGame, rule: str, seed: int | str) -> Exercise:
    """An exercise in which this rule forbids one action. The same seed gives the same exercise.

    Raises:
        UnknownRule: there is no exercise for it.
        BadContent: a file of exercises does not fit the rules and cards in use.
    """
    spots = spots_of(game.info.id)
    if rule not in spots.by_rule:
        raise UnknownRule(rule, f"the set of exercises of {game.info.title}")
    rng = Random(f"spot:{rule}:{seed}")
    return exercise_from(game, spots, rng.choice(spots.by_rule[RuleId(rule)]), rng)


def exercise_from(game: AnyGame, spots: Spots, entry: Entry, rng: Random) -> Exercise:
    """The exercise on one position of the files.

    Raises:
        BadContent: the position cannot be reached, or its action is not refused by the rule that the file names.
    """
    state = position_of(game, entry)
    if not isinstance(game.node(state), Decision):
        raise BadContent(entry.file, entry.path, entry.illegal, "a position in which somebody chooses")
    wrong = game.read(state, entry.illegal)
    refusal = game.check(state, wrong)
    if refusal is None or refusal.rule != entry.rule:
        found = refusal.rule if refusal else "legal"
        raise BadContent(entry.file, f"{entry.path}.illegal", entry.illegal, f"refused by {entry.rule}, not {found}")
    exercise = exercise_at(game, state, wrong, rng, spots=spots, origin=entry.origin)
    n_legal = len(exercise.offers) - 1
    if n_legal < FEWEST - 1:
        raise BadContent(entry.file, entry.path, n_legal, f"at least {FEWEST - 1} legal actions")
    return exercise


def exercise_at(
    game: AnyGame, state: Any, wrong: Any, rng: Random, *, spots: Spots | None = None, origin: str = ""
) -> Exercise:
    """The exercise on any position: one action that is refused there, among legal ones.

    Raises:
        BadPosition: nobody chooses there, or the action is legal.
    """
    node = game.node(state)
    refusal = game.check(state, wrong)
    text = game.write(state, wrong)
    if not isinstance(node, Decision) or refusal is None:
        raise BadPosition("position", text, "a position in which somebody chooses and a rule refuses this")
    spots = spots or spots_of(game.info.id)
    offers = [*_beside(game, state, node, text, rng), wrong]
    rng.shuffle(offers)
    return Exercise(
        state=state,
        offers=tuple(offers),
        texts=tuple(game.write(state, action) for action in offers),
        illegal=offers.index(wrong),
        refusal=refusal,
        rules=_rules(game, spots, state, refusal.rule, rng),
        where=f"{capital(game.where(state))}. Player {node.seat + 1} chooses.",
        origin=origin,
    )


def _beside(game: AnyGame, state: Any, node: Decision[Any], wrong: str, rng: Random) -> list[Any]:
    written = {game.write(state, action): action for action in node.actions}
    order = sorted(written, key=lambda text: (-_like(wrong.split(), text.split()), rng.random()))
    n = min(len(order), rng.randint(FEWEST, MOST) - 1)
    alike = order[: (n + 1) // 2]
    others = order[(n + 1) // 2 :]
    return [written[text] for text in (*alike, *rng.sample(others, n - len(alike)))]


def _like(one: list[str], other: list[str]) -> int:
    return len(set(one) & set(other)) + (one[0] == other[0]) + (one[-1] == other[-1])


def rule_choices(game: AnyGame, state: Any, right: RuleId, seed: int | str) -> tuple[RuleId, ...]:
    """The right rule and three others, by number, for an action that was refused in any position."""
    return _rules(game, spots_of(game.info.id), state, right, Random(f"rules:{right}:{seed}"))


def _rules(game: AnyGame, spots: Spots, state: Any, right: RuleId, rng: Random) -> tuple[RuleId, ...]:
    apart = spots.apart(right)
    here: list[RuleId] = []
    for text in rng.sample(spots.illegal, len(spots.illegal)):
        found = _rule_of(game, state, text)
        if found and found not in apart and found not in here:
            here.append(found)
            if len(here) == CHOICES - 1:
                break
    rest = [rule for rule in spots.by_rule if rule not in apart and rule not in here]
    chosen = [*here, *rng.sample(rest, len(rest))][: CHOICES - 1]
    return tuple(sorted((right, *chosen), key=lambda rule: int(rule.rpartition("-")[2])))


def _rule_of(game: AnyGame, state: Any, text: str) -> RuleId | None:
    try:
        refusal = game.check(state, game.read(state, text))
    except UnreadableMove:
        return None
    return refusal.rule if refusal else None


class Verdict(Value, frozen=True):
    """The answer to a pick.

    Attributes:
        right: whether the picked action is the refused one.
        says: sentences: why it is refused, with the values; or that it is legal and what it does.
    """

    right: bool
    says: tuple[str, ...]
    rules: tuple[RuleId, ...]


def judge_action(game: AnyGame, exercise: Exercise, pick: int, said: str = "") -> Verdict:
    """What is to be said about the pick of an offer, from 0. Raises `IndexError`: there is no such offer.

    Args:
        said: how the offer was written, where not in the notation.
    """
    if not 0 <= pick < len(exercise.offers):
        raise IndexError(f"offers are numbered from 0 to {len(exercise.offers) - 1}, not {pick}")
    if pick == exercise.illegal:
        return Verdict(right=True, says=(exercise.refusal.why,), rules=(exercise.refusal.rule,))
    step = game.act(exercise.state, exercise.offers[pick])
    does = [game.say(event) for event in step.events]
    match game.node(step.state):
        case Chance():
            does.append("Then chance decides.")
        case Terminal():
            does.append("Then the game is over.")
        case Decision(seat=seat) if not does:
            does.append(f"Then player {seat + 1} chooses again.")
    cited = tuple(dict.fromkeys(event.rule for event in step.events))
    return Verdict(right=False, says=(f"It is allowed: {said or exercise.texts[pick]}.", *does), rules=cited)


def judge_rule(exercise: Exercise, rule: str, titles: Mapping[str, str]) -> Verdict:
    """What is to be said about the rule that was named."""
    asked = exercise.refusal.rule
    said = f"{asked} forbids it: {titles[asked]}."
    if rule == asked:
        return Verdict(right=True, says=(said,), rules=(asked,))
    return Verdict(right=False, says=(f"It is not {rule} that the game names.", said), rules=(asked,))


def mixed(game: AnyGame, rules: Sequence[str] | None, seed: int | str) -> tuple[RuleId, ...]:
    """Rules in the order in which a run asks for them: these or all, each once, shuffled."""
    asked = [rule for rule in rules_with_exercise(game) if rules is None or rule in rules]
    Random(f"spot-run:{seed}").shuffle(asked)
    return tuple(asked)
