"""What a Rising title offers to the mathematics of rolling and assigning: `probability.dice_turn.dice_game`."""

from rising_tutor.games.rising.odds.cards import odds_cards, odds_dice, odds_pools, odds_rules
from rising_tutor.games.rising.odds.question import ask, odds_targets
from rising_tutor.games.rising.odds.values import Odds

__all__ = ["Odds", "ask", "odds_cards", "odds_dice", "odds_pools", "odds_rules", "odds_targets"]
