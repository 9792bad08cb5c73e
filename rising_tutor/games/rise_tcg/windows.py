"""Who is asked: only public facts decide, so that being asked, or not, betrays nothing of a hand.

A seat is asked if everybody can see that it could act: a living Summoner has a point and there is a card in hand or a
skill, or a card in play offers something that can be paid. Whether it holds an answer plays no part. A seat that waits
is not asked until another one adds something.
"""

from rising_tutor.games.rise_tcg.offers import Moment, in_play, skills
from rising_tutor.games.rise_tcg.run import Run


def asked(run: Run, seat: int, *, cards: bool) -> bool:
    """Whether a seat gets a word in a window or on the chain.

    Args:
        cards: cards from hand are allowed now (RISE-706).
    """
    t = run.t
    if t.sides[seat].out or t.quiet >> seat & 1:
        return False
    return t.options.windows == "all" or publicly_can(run, seat, cards=cards)


def publicly_can(run: Run, seat: int, *, cards: bool) -> bool:
    """Whether everybody can see that a seat could act."""
    if cards and run.n_hand(seat) and any(one.hp > 0 and one.cp > 0 for one in run.t.sides[seat].summoners):
        return True
    return next(skills(run, seat), None) is not None or next(in_play(run, seat, moment(cards=cards)), None) is not None


def moment(*, cards: bool) -> Moment:
    """The moment of a window: before the draw no cards are allowed."""
    return "speed" if cards else "early"


def cards_allowed(run: Run) -> bool:
    """Whether cards may be invoked at all: not before the draw of the turn (RISE-706, RISE-708)."""
    return run.t.drawn
