"""Who can sit at a table instead of a person: the programs of a game in words, with their measured strength."""

from rising_tutor.core.game import AnyGame
from rising_tutor.core.opponents import Opponent, opponents_of
from rising_tutor.tutor.table.controller import program_words


def programs_to_choose(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """Each policy that can be chosen and its words: those whose strength was measured, then the others.

    The strength is the 95 % interval of what it wins, short enough to be read in a list on a phone.

    >>> from rising_tutor.core.registry import load_game
    >>> programs_to_choose(load_game("fire"))
    (('random', 'a program that plays at random'), ('greedy', 'a program that plans one turn'))
    >>> programs_to_choose(load_game("avatar-tcg"))[1][1]
    'Player, 82 to 92 % against Beginner'
    >>> [words.partition(",")[0] for _, words in programs_to_choose(load_game("avatar-tcg"))]
    ['Beginner', 'Player', 'Master', 'a program that plays at random']
    """
    measured = opponents_of(game)
    known = {one.policy for one in measured}

    def strength(one: Opponent) -> str:
        low, high = (100 * end for end in one.interval)
        return f"{one.name}, {low:.0f} to {high:.0f} % against {one.rival}"

    return (
        *((one.policy, strength(one)) for one in measured),
        *((policy, program_words(policy)) for policy in game.policies() if policy not in known),
    )
