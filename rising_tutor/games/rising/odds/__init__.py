"""What a Rising title offers to the mathematics of rolling and assigning (`rising_tutor.probability.dice_game`).

Where to look:

    cards.py      its dice, and everything with a cost or a help
    targets.py    what dice can complete in a position, with what is lacking now
    question.py   the dice step of a position as a problem
    values.py     what each legal action of a position is worth
"""
