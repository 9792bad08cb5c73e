r"""A record and a new way through it side by side: the results, the places, and the numbers of the game that differ.

>>> from rising_tutor.analysis.same_dice import SameDice
>>> from rising_tutor.tutor.replay.player import open_replay
>>> player = open_replay(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nteam aang\nteam toph\n", "a.replay")
>>> dice = SameDice(player.game, player.moves, 1, start=player.state_at(0))
>>> line = dice.play(0, {0: player.game.node(player.state_at(0)).actions[1]})
>>> compared(player, line).rows[0]
('result', 'unfinished', 'unfinished')
"""

from rising_tutor.analysis.same_dice import LineOfPlay
from rising_tutor.boards.charts import series_for
from rising_tutor.core.node import Terminal
from rising_tutor.core.place import Place
from rising_tutor.core.values import Value
from rising_tutor.replay import UNFINISHED, result_text
from rising_tutor.tutor.replay.player import ReplayPlayer


class Compared(Value, frozen=True):
    """The record and the new way side by side: headings, then name, value there, value here.

    Result and place always, of the numbers of the game only those that differ.
    """

    recorded: str
    again: str
    rows: tuple[tuple[str, str, str], ...]


def compared(player: ReplayPlayer, line: LineOfPlay) -> Compared:
    """The record at its end, or at the same place, beside the new way."""
    game = player.game
    place = game.place(line.state)
    if line.result is not None:
        at, where = player.certain, "at its end"
    else:
        at, where = _same_place(player, place, line.first)
    old = player.state_at(at)
    ended = game.node(old)
    rows = [
        (
            "result",
            result_text(ended) if isinstance(ended, Terminal) else UNFINISHED,
            result_text(line.result) if line.result is not None else UNFINISHED,
        ),
        ("place", game.where(old), str(place)),
    ]
    series = series_for(game)
    if series is not None:
        for chart in series.charts([game.view(old, None), game.view(line.state, None)]):
            for curve in chart.curves:
                there, here = curve.values
                if there != here:
                    rows.append((f"{chart.title}: {curve.name}", _number(there), _number(here)))
    return Compared(f"Recorded, {where}", "New way", tuple(rows))


def _same_place(player: ReplayPlayer, place: Place, first: int) -> tuple[int, str]:
    places = [(at, player.place(at)) for at in range(first, player.certain + 1)]
    same = [at for at, other in places if other.parts == place.parts]
    if same:
        return same[0], "at this place"
    in_turn = [at for at, other in places if other.name == place.name]
    return (in_turn[-1], f"at the end of {place.name}") if in_turn else (player.certain, "at its end")


def _number(value: int | None) -> str:
    return "none" if value is None else str(value)
