"""Exact mathematics of one turn of rolling and assigning dice.

`problem` is what is asked, `answer` what is answered. `reference` is the plain method, to be read in one page; `solver`
is the fast one, and `need_states`, `face_counts`, `plan`, `tables` and `after_roll` are its steps. `options` ranks
every choice after a roll, by `roll_values`, `rolls` and `steps`. The other modules are named for what they hold.
"""
