"""What somebody who puts a deck together sees and does, without a widget.

builder.py   the deck that is worked on: cards, leaders, name; undo, files, texts
checked.py   what is wrong with it, as `deck check` finds it, and which demand of the rules that breaks
library.py   the cards that can be put in, and which of them are looked for
"""
