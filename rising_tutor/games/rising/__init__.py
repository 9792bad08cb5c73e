"""One engine for the Rising dice games; a title is a folder of data.

Where to look:

    spec.py            numbers, switches and rule citations of a title
    vocabulary.py      what a card can say
    describe.py        the same in sentences; clauses.py has one for each effect, english.py the small words
    content.py         reading card files, ours and an owner's; content_check.py refuses faulty ones
    book.py            the cards, dice and tracks of a title, looked up fast
    state.py           the frozen state and its mutable twin, the Table
    tasks.py           what waits on its agenda: steps, choices and draws
    flow.py            the loop: settle what needs nobody, stop at the next choice or draw
    turn.py            the steps of a turn, in the order the title lists them: up to the dice;
                       resolving.py (step 4), black_sun.py, cleaning.py (step 5); steps.py registers them
    window.py          step 3: what may be done between rolls
    choices.py         every other choice; chance.py every draw and roll
    abilities.py       when a Hero's ability can be used
    handlers.py        what each effect does
    placement.py       where dice and symbols fit
    refusal.py         why an action is not legal, with refused_targets.py and refused_choices.py
    events.py          what happened, with enemy_events.py; speak.py, say_enemy.py and say_dice.py say it in words
    notation.py        moves as lines of text; notation_reader.py reads them
    game.py            the doors of the protocol in `rising_tutor.core.game`
"""
