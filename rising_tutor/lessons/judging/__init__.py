"""What the actions of a step or of a choice are worth, and whether a text gives the answer away.

judge.py          what each action of a step is worth for its goal, and by which method
choice_worth.py   what the actions of a choice are worth: for the goals of a turn, or for winning
goals.py          whether the tests of a step hold in a position, and in words
leaks.py          whether a text gives an answer away
"""
