"""The controllers behind pages, notebooks and commands, without a widget.

messages.py     what a browser says to a page
background.py   long work beside a page: with progress, to be stopped
callbacks.py    what a widget is called back with
table/          a game at a table: what is shown, pressed, told, advised
coach/          what each choice is worth, "why not?", the warning, the debrief of a turn
lesson/         a lesson at the table
odds/           the odds lab: question, answer, guess, a turn played through
units.py        the teaching units
replay/         stepping through a record, notes, side lines, what is unknown
review/         the review of a record, its moments, its decision tree
same_dice/      the same dice, other choices
corpus/         many games
compare.py      games of a family side by side
rules.py        the rule reader
"""
