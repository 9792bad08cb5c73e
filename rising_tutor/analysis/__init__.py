"""Numbers about positions and moves: what a choice is worth, what may come of it, what a turn gave and cost.

Games are reached by their protocols only. Where to look:

    worth.py          what each legal action of any decision is worth: exact, or an estimate with its interval
    playouts.py       games played on by a policy up to a horizon, with the same chance for every action
    rollouts/         games played on many times, to estimate what a position is worth
    intervals.py      95 % intervals of a mean, a share, and paired differences
    consequences.py   where an action leads: the likeliest and the worst that chance can do next
    reach.py          the chance to reach a goal, searched over the game itself
    debrief.py        what the dice of a turn gave, and what its choices kept or cost
    tree/             the decision tree of a position
    plain_value.py    a value function for any game
    ledger/           where the value of a recorded game came from and went, line by line
    review/           what a ledger says of the people, the luck and what was still open
    same_dice/        a recorded game played on with the chance that was recorded
    match.py          who is the better player
    calibration.py    how well a chance to win was foretold
    corpus/           many games at once
"""
