"""What a Rising title offers to the mathematics of rolling and assigning: `probability.dice_turn.dice_game`.

Where to look:

    cards.py      its dice, and everything with a cost or a help
    targets.py    what dice can complete in a position, with what is lacking now
    question.py   the dice step of a position as a problem
    says.py       what the value of a question counts and leaves out, in words
    values.py     what each legal action of a position is worth
    turns.py      answers that are kept, so that a turn is solved once
"""

from rising_tutor.games.rising.odds.answers import Odds, odds_targets
from rising_tutor.games.rising.odds.cards import odds_cards, odds_dice, odds_pools, odds_rules
from rising_tutor.games.rising.odds.question import ask

__all__ = ["Odds", "ask", "odds_cards", "odds_dice", "odds_pools", "odds_rules", "odds_targets"]
