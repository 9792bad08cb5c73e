"""Exact mathematics of one turn of rolling and assigning dice.

problem         dice, needs, payoffs, helps: what is asked
answer          amounts, options: what is answered
reference       the plain method, to be read in one page
solver          the fast method; need_states, face_counts, plan, tables and after_roll are its steps

options         every choice after a roll, ranked, by roll_values, rolls and steps
policies        simple ways to play, what they get completed, and what best play does
within          the best chance within so many rolls
changes         how the answer moves with a die or a help
simulate        turns by a generator, for comparison
estimate        bounds for what is too large
reading         pools, needs, rolls, values and helps from text and back
dice_file       dice of one's own
dice_game       what a game offers so that its turns can be asked about
kit             dice, box, cards, rules and words of a game in one value
wording         dice, needs, choices, outcomes and assumptions in words
"""
