"""What a position of the game is worth: an evaluator fitted on self-play, and V for reviews.

features.py    what is counted at the moment before a flip, and in the set-up
model.py       the weights and where they come from: evaluator.toml
evaluation.py  self-play, fitting, checking
value.py       V of any position, and the follower that judges a recorded game
"""
