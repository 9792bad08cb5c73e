"""What somebody who knows one title of a family knows of another one already.

Which rules are the same is read from the comparison of the family (`catalogues.family`), not written again: a rule is
shared with a sister title if every row that names it gives the same answer there. It counts as known here once all
rules of the sister title in those rows are mastered, unless it was missed here and is not mastered since. A lesson that
teaches nothing but such rules need not be taken; it stays open to anybody.

>>> shared_rules("dark-side-rising", "fire-nation-rising")["DSR-514"]
('FNR-411',)
>>> "DSR-605" in shared_rules("dark-side-rising", "fire-nation-rising")
False
>>> "DER-721" in shared_rules("dark-side-rising", "death-eaters-rising")["DSR-605"]
True
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from rising_tutor.catalogues.family import family_of
from rising_tutor.core.values import Value
from rising_tutor.lessons.learner.knowledge import Estimate, rule_order
from rising_tutor.lessons.lesson import LESSON, Lesson


class KnownElsewhere(Value, frozen=True):
    """A rule that counts as known because a sister title has it.

    Attributes:
        there: its rules that say the same, all mastered.
    """

    rule: str
    game: str
    there: tuple[str, ...]


def sisters(game: str) -> tuple[str, ...]:
    """The other titles of the family of a game, in the order of its comparison; none without one."""
    family = family_of(game)
    return tuple(one for one in family.games if one != game) if family is not None else ()


@cache
def shared_rules(game: str, sister: str) -> Mapping[str, tuple[str, ...]]:
    """Rule of a game -> the rules of a sister title that say the same; a rule that differs anywhere is not in it."""
    family = family_of(game)
    if family is None or sister not in sisters(game):
        return {}
    found: dict[str, set[str]] = {}
    differs: set[str] = set()
    for row in family.rows:
        here, there = row.cell[game].rules, row.cell[sister].rules
        relation = family.relation(row, game, sister)
        if relation == "same" and there:
            for rule in here:
                found.setdefault(rule, set()).update(there)
        elif relation != "none":
            differs.update(here)
    return {rule: tuple(sorted(there, key=rule_order)) for rule, there in found.items() if rule not in differs}


def known_elsewhere(
    game: str, own: Iterable[Estimate], elsewhere: Mapping[str, Iterable[Estimate]]
) -> Mapping[str, KnownElsewhere]:
    """The rules of a game that count as known by what was mastered in sister titles.

    Args:
        elsewhere: sister title -> its estimates.
    """
    missed = {one.rule for one in own if one.errors and not one.mastered}
    found: dict[str, KnownElsewhere] = {}
    for sister in sisters(game):
        mastered = {one.rule for one in elsewhere.get(sister, ()) if one.mastered}
        for rule, there in shared_rules(game, sister).items():
            if rule not in missed and mastered.issuperset(there):
                found.setdefault(rule, KnownElsewhere(rule, sister, there))
    return found


def need_not_take(lesson: Lesson, known: Mapping[str, KnownElsewhere]) -> tuple[KnownElsewhere, ...]:
    """Why a lesson can be left out: all its rules, as known from sister titles. Empty if it should be taken."""
    if lesson.kind != LESSON or not lesson.teaches or not all(rule in known for rule in lesson.teaches):
        return ()
    return tuple(known[rule] for rule in lesson.teaches)


def main(arguments: list[str], tell: Callable[[str], None]) -> int:
    """Lists the rules that a game shares with each sister title."""
    for game in arguments:
        for sister in sisters(game):
            tell(f"{game} shares with {sister}:")
            for rule, there in sorted(shared_rules(game, sister).items(), key=lambda one: rule_order(one[0])):
                tell(f"  {rule}  {', '.join(there)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], print))
