"""The odds lab as data: teaching units, the score of guesses, simulations beside exact answers, worksheets."""
