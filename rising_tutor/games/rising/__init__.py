"""One engine for the Rising dice games; a title is a folder of data.

Where to look, from what everything stands on to what stands on everything:

    actions.py   what players choose and what chance gives
    cards/       spec.py: numbers, switches and rule citations of a title; vocabulary.py: what a card can say;
                 content.py and content_check.py: card files, ours and an owner's; book.py: all of it, looked up fast
    rules/       the engine. The table: state.py, tasks.py (what waits on the agenda), context.py (`Run`), setup.py,
                 options.py, events.py, enemy_events.py. The loop: flow.py. The turn, in the order the title lists it:
                 turn.py, enemy_dice.py, between_rolls.py (step 3), placement.py (where dice and symbols fit),
                 first_roll.py, resolving.py (step 4), black_sun.py, cleaning.py (step 5).
                 Every other choice: choices.py; every draw and roll: chance.py. Cards: abilities.py, card_effects.py,
                 damage.py, enemy_counters.py. States from outside: check_state.py, check_agenda.py
    view.py      what a seat may see
    words/       cards, effects, events and names in plain English
    notation/    moves as lines of text: written, read, half known
    refusals/    why an action is not legal
    odds/  scene/  greedy/   the dice step as a problem; positions that people write; a policy that plans one turn
    valuing/     the chance to win from a position
    citations/   which events, refusals and moves use a rule
    offers.py    what there is for a title so far
    game.py      the protocol in `rising_tutor.core.game`
    loading.py   a title as it is loaded
    titles/      Fire Nation, Death Eaters, Dark Side

The folders import downwards only (a contract of import-linter in pyproject.toml). `actions.py` stands below the cards,
because a book turns actions into numbers; `view.py` stands apart from the rules, which never ask what a seat sees.
"""
