"""Numbers about positions and moves: what a choice is worth, what may come of it, what a turn gave and cost.

Games are reached by their protocols only. `worth` says what each action of a decision is worth, exactly or as an
estimate, `consequences` what may come of it, `reach` how likely a goal is, `rollouts` what a position is worth when it
is played on many times. Of a recorded game `ledger` says where its value came from and went, `review` what that means,
and `same_dice` what other choices would have made of the same chance; `corpus` asks many games at once.
"""
