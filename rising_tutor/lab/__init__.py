"""The odds lab as data: teaching units, the score of guesses, simulations beside exact answers, worksheets.

scene       what a question is about: pool, needs, helps, a roll, or a bag to draw from
query       the questions whose answers are numbers, as data, each exact or with its method
chances     one roll, a draw, a sample: the mathematics that is not about choices
wording     numbers and scenes in words; a text of a unit holds names, never numbers
unit        a unit: steps with a prediction before the answer, exercises
unit_file   reads and checks `units/*.toml`
guesses     the score of stated chances: Brier score, its split, calibration
trials      a question tried out by chance, slice by slice
worksheet   varied questions of a unit with exact answers, and as a table; `worksheet_page` prints them
"""
