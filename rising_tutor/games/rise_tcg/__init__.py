"""Rise TCG, an engine made from data: hidden hands, a chain of answers, combat with blocks.

vocabulary.py   what a card can say, keywords.py the 50 abilities; cards/ holds what they say, book.py reads it
pieces.py       cards in play and Summoners; state.py what is true; tasks.py what waits, on the agenda and on the chain
actions.py      what can be chosen, events.py what happened
standing.py     what is so while cards lie there; targets.py what can be aimed at
battlefield.py  how cards come and go, who controls them, the check after everything
offers.py       what a seat could start; windows.py who is asked; chain.py what is announced, answered and worked off
handlers.py     what each effect does; abilities.py Diseases, deaths and coins; combat.py attackers, blocks, damage
chance.py       cards, coins and dice; steps.py the turn; choices.py what is legal; flow.py the loop
refusals.py     why not
notation.py     moves as text; words.py sentences; clauses.py what a card says; view.py what a seat sees and imagines
policies.py     programs; decks.py libraries, draws.py their odds; game.py all of it behind the protocol of a game
"""

from rising_tutor.games.rise_tcg.game import load

__all__ = ["load"]
