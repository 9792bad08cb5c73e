"""Illegal on purpose: positions with one action that a rule refuses, as exercises.

spot.py      one exercise: the offered actions, and the one that is not allowed
answer.py    an exercise being answered: first the action, then the rule
session.py   a run of exercises
file.py      the positions, read and given back by the engine
illegal.py   actions of a position that a rule refuses
search.py    looks for such positions in played games and writes them down
"""
