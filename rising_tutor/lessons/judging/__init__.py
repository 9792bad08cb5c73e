"""What the actions of a step are worth, and whether a text gives the answer away.

judge.py          what each action of a step is worth for its goal, and by which method
goals.py          whether the tests of a step hold in a position, and in words
leaks.py          whether a text gives an answer away
"""
