"""Which parts of the table a step is about: a lesson leaves out what it is not about, and shows it on demand.

What a step names counts: the cards and places it shows, the facts of its goal and its answers, what its actions name.

>>> from rising_tutor.lessons.lesson import StateTest
>>> sorted(words_of(Step("Look.", show=("june",), goal=(StateTest(fact="balance", at_least=2),))))
['balance', 'june']
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from rising_tutor.core.scenes import SceneGame
from rising_tutor.core.teams import team_game
from rising_tutor.errors import BadPosition
from rising_tutor.lessons.lesson import StateTest, Step

AWAY, TEAM, OTHERS, RUIN, BALANCE = "away", "team", "others", "ruin", "balance"
PARTS: Final = (AWAY, TEAM, OTHERS, RUIN, BALANCE)
"""Other locations, the row of the own Team, other Teams, Ruin with the decks, Balance; in a title without these two,
the dice of the enemy, the goal and the decks, and the carriers of its counters."""
LEFT_OUT: Final = (OTHERS, RUIN, BALANCE)
"""Those that a step which is not about them leaves out. Locations and the own Team are always there, in short."""
_WORD: Final = re.compile(r"[a-z][a-z0-9_.-]*")
_RUIN: Final = frozenset(
    {
        *("ruin", "deck", "defeated", "villains.out", "phase", "black_sun", "battles.done", "supply", "fire_deck"),
        *("threat", "goal", "boss"),
    }
)
_PLACED: Final = "turn.3"
"""Before this step of a turn every location may matter."""


def words_of(step: Step) -> frozenset[str]:
    """Every word that names a card, a place or a fact in a step."""
    tests = [*step.goal, *(test for one in (step.ask.choices if step.ask else ()) for test in one.holds)]
    texts: list[str] = [*step.show, *step.aim, *step.spot, *step.moves, *(step.ask.moves if step.ask else ())]
    found = set(_facts(tests))
    for text in texts:
        found.update(_WORD.findall(text.lower()))
        found.add(text)
    return frozenset(word for word in found if word)


def _facts(tests: Iterable[StateTest]) -> Iterable[str]:
    for test in tests:
        yield from _facts(test.any)
        yield test.fact
        if isinstance(test.equals, str):
            yield test.equals


def needed(scenes: SceneGame, state: Any, step: Step) -> frozenset[str]:
    """The parts of the table that a step is about, beside the own location and the dice."""
    if team_game(scenes) is None:  # type: ignore[arg-type]  # who offers positions is the game
        return frozenset(PARTS)
    words = words_of(step)
    found: set[str] = set()
    own = f"team {_fact(scenes, state, 'active')}"
    for word in words:
        head = word.partition(".")[0]
        at = str(_fact(scenes, state, f"{head}.at"))
        if word in _RUIN or head in _RUIN:
            found.add(RUIN)
        if head == "balance" or head in ("carriers", "fallen") or _fact(scenes, state, f"{head}.counters") != "":
            found.add(BALANCE)
        if word in ("figure", "location") or word.startswith("location "):
            found.add(AWAY)
        if at.startswith("location ") and at != f"location {_fact(scenes, state, 'location')}":
            found.add(AWAY)
        if own in (at, word, word.replace("team-", "team ")) or head in ("recruited", "join", "left", "right"):
            found.add(TEAM)
        elif at.startswith("team ") or word.startswith("team "):
            found.add(OTHERS)
        if head == "team":
            found.update((TEAM, OTHERS))
    where = str(_fact(scenes, state, "step"))
    if where < _PLACED or not where.startswith("turn."):
        found.update((AWAY, TEAM))
    if _fact(scenes, state, "phase") == 2 or _fact(scenes, state, "result"):
        found.update((AWAY, RUIN))
    return frozenset(found)


def _fact(scenes: SceneGame, state: Any, name: str) -> Any:
    try:
        return scenes.fact(state, name)
    except BadPosition:
        return ""
