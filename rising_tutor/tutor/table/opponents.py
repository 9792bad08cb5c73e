"""Who can sit at a table instead of a person: the programs of a game in words, with their measured strength."""

from rising_tutor.core.game import AnyGame
from rising_tutor.core.opponents import opponents_of
from rising_tutor.probability.percents import percent
from rising_tutor.tutor.table.controller import program_words


def programs_to_choose(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """Each policy that can be chosen and its words: those whose strength was measured, then the others.

    >>> from rising_tutor.core.registry import load_game
    >>> programs_to_choose(load_game("fire"))
    (('random', 'a program that plays at random'), ('greedy', 'a program that plans one turn'))
    >>> [words.partition(",")[0] for _, words in programs_to_choose(load_game("avatar-tcg"))]
    ['Beginner', 'Player', 'Master', 'a program that plays at random']
    """
    measured = opponents_of(game)
    known = {one.policy for one in measured}
    return (
        *((one.policy, f"{one.name}, wins {percent(one.share)} against {one.rival}") for one in measured),
        *((policy, program_words(policy)) for policy in game.policies() if policy not in known),
    )
