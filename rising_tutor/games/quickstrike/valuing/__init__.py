"""What a position of the game is worth: an evaluator fitted on self-play (`rising_tutor.decks.valuing`), V for reviews.

features.py    what is counted at the moment before a flip, and in the set-up
evaluation.py  with which decks it plays itself, and what it judges; its weights lie in evaluator.toml
value.py       V of any position, and the follower that judges a recorded game
luck.py        whose luck a chance node is, and the rule of a choice
"""
