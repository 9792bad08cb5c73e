"""The QuickStrike system: the Avatar trading card game, an engine made from data.

vocabulary.py  what a card can say; cards/ and decks/ hold what they say, book.py and decks.py read it
state.py       what is true; tasks.py what waits; actions.py what can be chosen, events.py what happened
standing.py    what cards change while they lie there; costs.py how energies are paid
handlers.py    what each effect does; chance.py cards that are turned over
clauses.py     card text from the data; moments.py when an ability works, its condition and price in words
steps.py       the turn; choices.py what is legal; flow.py the loop; refusals.py why not
notation.py    moves as text; words.py sentences; view.py what a seat sees and imagines; policies.py programs
open_table.py  what lies in sight; after_event.py the same from the events alone
game.py        all of it behind the protocol of a game
"""

from rising_tutor.games.quickstrike.game import load

__all__ = ["load"]
