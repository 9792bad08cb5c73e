"""An evaluator of a card game of two seats: a logistic model by phases of the game, fitted on self-play.

model.py       what is counted, the weights and where they come from: a data file of the game
evaluation.py  self-play with decks, fitting, checking, behind the door of `rising_tutor.core.evaluated`
follower.py    judges a line of play, one move ahead

A game says what it counts and at which positions. Everything is of a side: seat 1's, or that of whoever has the turn.
"""
