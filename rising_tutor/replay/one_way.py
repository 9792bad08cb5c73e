"""A record with gaps, filled in one of the ways that are possible, so that it can be shown and stepped through.

What it shows behind the first gap is an example: true only as far as every other possible table shows it too
(`rising_tutor.replay.certain`). Who judges a game asks for `before_gaps`, which has nothing of an example in it.
"""

from msgspec.structs import replace

from rising_tutor.core.action import Action
from rising_tutor.replay.verify import Moved, Verified, main_places


def one_way(verified: Verified) -> Verified:
    r"""The same with the moves of one possible way behind the first gap; without a gap it is as it was.

    >>> from rising_tutor.replay.verify import verify
    >>> text = "replay: 1; game: fire-nation-rising; seats: 2; option teams: aang,toph; ; facing ?; side easy-1"
    >>> verified = verify(text.replace("; ", "\n").encode(), "mine.replay")
    >>> len(verified.moves), len(one_way(verified).moves), verified.possible.left(1)
    (0, 2, 3)
    """
    possible = verified.possible
    if possible is None or verified.replay is None:
        return verified
    game, moves = verified.game, list(verified.moves[: possible.first])
    places = main_places(verified.reading)
    for number, (state, move, _) in enumerate(possible.way(), possible.first):
        step = game.act(state, move) if isinstance(move, Action) else game.resolve(state, move)
        moves.append(Moved(number, state, move, step, places[number]))
    return replace(verified, moves=tuple(moves))


def before_gaps(verified: Verified) -> Verified:
    r"""The same up to the first gap, as a game that is not over; without a gap it is as it was.

    >>> from rising_tutor.replay.verify import verify
    >>> text = "replay: 1; game: fire-nation-rising; seats: 2; option teams: aang,toph; ; facing ?; side easy-1"
    >>> verified = verify(text.replace("; ", "\n").encode(), "mine.replay")
    >>> before_gaps(one_way(verified)).moves
    ()
    """
    if verified.possible is None:
        return verified
    return replace(verified, moves=verified.moves[: verified.possible.first], result=None)
