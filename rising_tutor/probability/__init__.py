"""Exact mathematics of rolling and assigning dice.

problem     dice, needs, payoffs, helps: what is asked
reading     text to pools, needs, rolls, payoffs and helps, and back
dice_file   a file with dice of one's own
answer      amounts, options: what is answered
reference   the plain method, to be read in one page
solver      the fast method
options     every choice after a roll, ranked
moments     what best play expects and does at a moment within a roll
rerolls     all rerolls of chosen dice at once
steps       what one step makes of a position
policies    simple ways to play, and what they get completed
within      the best chance within 1, 2, 3 ... rolls
simulate    rolls by a generator, for comparison
estimate    bounds for what is too large
changes     how the answer moves with a die or a help
dice_game   what a game offers so that its turns can be asked about
"""
