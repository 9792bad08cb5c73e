"""The policy "greedy": plans one turn ahead, from what its seat may see.

Where to look:

    odds.py      the chance to cover a cost with some dice, and what a pool promises against several costs
    worth.py     what cards, tokens and Damage are worth, judged by their typed effects
    aims.py      what the active Team can work on this turn, with costs and worth
    turn.py      step 3: which die goes where, what to reroll, when to use abilities and tokens
    standing.py  how well the side stands, as one number
    policy.py    every other choice, and the door
"""

from rising_tutor.games.rising.greedy.policy import Greedy

__all__ = ["Greedy"]
