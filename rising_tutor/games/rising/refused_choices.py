"""Why an action does not answer the choice that waits, outside the window of step 3."""

from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising import tasks
from rising_tutor.games.rising.run import Run
from rising_tutor.games.rising.say_things import name_of, say_die

Why = tuple[RuleId, str]


def why_not_chosen(run: Run, task: tasks.AnyTask, action: do.RisingAction) -> Why:
    """The first condition that fails when an action meets the choice that waits."""
    return _wrong_answer(run, task, action) or _wrong_time(run, task, action)


def _wrong_time(run: Run, task: tasks.AnyTask, action: do.RisingAction) -> Why:
    """An action of another step, or of another kind of choice."""
    cite, step = run.cite, run.t.step
    in_step_3 = step.startswith("turn.3")
    asked = asked_by(task)
    match action:
        case do.UseToken() if not in_step_3:
            return cite.tokens_window, f"Tokens are used in step 3 only; what is open now is {asked}."
        case do.GiveToken() | do.RemoveDie() if not in_step_3:
            return cite.balance_price, f"Tokens and dice are given for Balance in step 3; open now is {asked}."
        case do.UseAbility() if not in_step_3:
            return cite.free, f"Abilities are called in step 3 only; what is open now is {asked}."
        case do.PlaceDie() | do.Roll() | do.DiscardDie() | do.Stop() if step.startswith("turn.4"):
            return cite.end_of_rolling, f"Step 3 is over; what is open now is {asked}."
        case do.GoTo():
            return cite.place_token, "The location is chosen at the start of the turn and stays."
        case do.TakeAid():
            rule = cite.block if run.t.no_tokens else cite.aid_test
            return rule, "Aid is not offered here."
        case do.Join():
            return cite.recruit, f"{name_of(run.book, action.card)} cannot join now."
        case do.React():
            return cite.reaction, f"{name_of(run.book, action.card)} has nothing to react to now."
        case do.TakeTeam():
            return cite.take_team, "Team cards are chosen before the game."
    if isinstance(task, tasks.PickLostDie):
        return cite.lose_die, f"First comes {asked}; nothing joins the pool in between."
    return cite.steps, f"First comes {asked}."


def asked_by(task: tasks.AnyTask) -> str:
    """What a choice, a draw or a roll that waits has to bring."""
    return _ASKS.get(type(task), "another thing")


_ASKS: dict[type, str] = {
    tasks.PickTeam: "the choice of a Team card",
    tasks.PlaceTeamToken: "the choice of a location",
    tasks.Offer: "an offered ability: use it or decline",
    tasks.PickVillainOrder: "the order of the Villains",
    tasks.PickHeal: "the choice of a Hero to heal",
    tasks.PickVillain: "the choice of a Villain",
    tasks.PickShift: "the choice of a counter to move",
    tasks.PickSwap: "the choice of two cards to swap",
    tasks.PickOrder: "the new order of the row",
    tasks.PickColour: "the colour of the extra die",
    tasks.PickReroll: "the choice of dice to reroll",
    tasks.PickFace: "the choice of a die and its new face",
    tasks.PickVictim: "the Hero that takes Damage",
    tasks.PickDrop: "the token that is discarded",
    tasks.PickLostDie: "the die that is lost",
    tasks.PickRecruit: "where a recruited Hero joins the row",
    tasks.PickAid: "Aid from the Spirits: take it or not",
    tasks.RollDice: "a roll of the dice",
    tasks.Fill: "a card of the Character deck",
    tasks.TurnOver: "the Fire Nation card",
    tasks.DrawToken: "a token",
    tasks.DealSide: "the Balance side",
    tasks.DealBattles: "where the battles lie",
    tasks.FaceFigure: "where the figure looks first",
    tasks.DrawFirst: "who begins",
}


def _wrong_answer(  # noqa: C901  # one flat case for each kind of choice
    run: Run, task: tasks.AnyTask, action: do.RisingAction
) -> Why | None:
    """An answer of the right kind that is not among what can be chosen."""
    t, book, cite = run.t, run.book, run.cite
    match task, action:
        case tasks.PickTeam(), do.TakeTeam(card):
            if card not in book.team:
                return cite.team_card, f"{name_of(run.book, card)} is no Team card."
            if any(team.card == card for team in t.teams):
                return cite.take_team, f"Team {name_of(run.book, card)} was taken; there is one card of it."
            return cite.take_team, f"Team {name_of(run.book, card)} is not the one that was set for this seat."
        case tasks.PlaceTeamToken(), do.GoTo(location):
            return cite.place_token, f"There are three locations, 1 to 3; {location + 1} is none."
        case tasks.PickHeal(chosen=chosen), do.Choose(card):
            return _not_healed(run, task, card, chosen)
        case tasks.PickVillain(location=location), do.Choose(card):
            return _not_hit(run, card, location)
        case tasks.PickVictim(), do.Choose(card):
            return cite.victims, f"{name_of(run.book, card)} is no Hero of that Team that can still take Damage."
        case tasks.PickShift(), do.ShiftDamage(source, to):
            at = run.find_place(to)
            spot = t.places[at] if at >= 0 else None
            if spot is not None and to in book.villain and spot.damage >= book.capacity[to]:
                return cite.reward_moved, f"{name_of(run.book, to)} is full and takes no counter."
            return cite.targets, f"A counter cannot move from {name_of(run.book, source)} to {name_of(run.book, to)}."
        case tasks.PickSwap(here=kind), do.SwapCards(here, elsewhere):
            pair = f"{name_of(run.book, here)} and {name_of(run.book, elsewhere)}"
            return cite.targets, f"{pair} cannot change places: a {kind} here and a Hero elsewhere can."
        case tasks.PickOrder(chosen=chosen), do.Choose(card):
            if card in chosen:
                return cite.targets, f"{name_of(run.book, card)} has its place already."
            return cite.own_heroes, f"{name_of(run.book, card)} is not in your row."
        case tasks.PickColour(colours=colours), do.ChooseColour(colour):
            return cite.extra_die, f"The die can be {' or '.join(colours)}, not {colour}."
        case tasks.PickReroll(n=n, chosen=chosen), do.PickDie(die):
            if n and len(chosen) >= n:
                return cite.reroll, f"At most {n} dice are rerolled."
            return cite.reroll, f"{say_die(run.book, die)} is not among the dice of this roll."
        case tasks.PickFace(symbol=symbol), do.TurnDie(die, to):
            return _not_turned(run, symbol, die, to)
        case tasks.PickDrop(), do.DropToken(token):
            team = name_of(run.book, t.teams[task.team].card)
            return cite.victims, f"Team {team} holds no {name_of(run.book, token)}."
        case tasks.PickLostDie(), do.PickDie(die):
            return cite.lose_die, f"{say_die(run.book, die)} is not in the pool."
        case tasks.PickRecruit(), do.Join(card, _):
            return cite.recruit, f"{name_of(run.book, card)} does not have all its symbols."
        case tasks.PickVillainOrder(), do.Choose(card):
            return cite.villain_order, f"{name_of(run.book, card)} is no Villain that still has to act here."
        case tasks.Offer(), do.React(card):
            if card in t.used:
                return cite.reaction_once, f"{name_of(run.book, card)} was used this turn."
            return cite.reaction, f"{name_of(run.book, card)} has nothing to react to now."
        case ((tasks.PickVictim() | tasks.PickDrop() | tasks.PickLostDie() | tasks.PickVillainOrder()), do.Done()):
            return cite.optional, "Effects against you cannot be declined."
        case tasks.PickVillain(), do.Done():
            return cite.optional, "The reward of a battle cannot be declined."
        case tasks.PickRecruit(), do.Done():
            return cite.recruit, "A Hero whose symbols are all covered joins the Team."
    return None


def _not_healed(run: Run, task: tasks.AnyTask, card: str, chosen: tuple[str, ...]) -> Why:
    t, book, cite = run.t, run.book, run.cite
    name = name_of(run.book, card)
    if card in chosen:
        return cite.targets, f"{name} was chosen already; another Hero is meant."
    if card not in book.hero:
        return cite.heal, f"{name} is no Hero."
    team, _ = run.find_member(card)
    if team >= 0 and team != t.active:
        from_token = isinstance(task, tasks.PickHeal) and task.source in book.token_index
        return (cite.token_reach if from_token else cite.reach), f"{name} is on another Team, out of reach."
    return cite.reach, f"{name} is not a Hero that this effect can reach."


def _not_hit(run: Run, card: str, location: int) -> Why:
    book, cite = run.book, run.cite
    name = name_of(run.book, card)
    if card not in book.villain:
        return cite.targets, f"{name} is no Villain."
    at = run.find_place(card)
    spot = run.t.places[at] if at >= 0 else None
    if spot is None or at // book.spec.places != location:
        return cite.reach, f"{name} is not at location {location + 1}."
    return cite.villain_full, f"{name} has {spot.damage} of {book.capacity[card]} Damage, no more fits."


def _not_turned(run: Run, symbol: int, die: str, to: str) -> Why:
    book, cite = run.book, run.cite
    code, face = book.code.get(die, -1), book.code.get(to, -1)
    if code not in run.t.shown:
        return cite.change_face, f"{say_die(run.book, die)} is not among the unassigned dice."
    if book.symbol_of[code] != symbol:
        wanted = book.spec.words.symbols[book.spec.symbols[symbol]]
        return cite.change_face, f"{say_die(run.book, die)} does not show {wanted}."
    if face not in book.other_faces[code]:
        faces = ", ".join(run.names(book.other_faces[code]))
        return cite.face_on_die, f"The other faces of that die are {faces}."
    return cite.change_face, f"{say_die(run.book, die)} cannot be turned to {to}."
