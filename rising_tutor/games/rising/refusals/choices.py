"""Why an action does not answer the choice that waits, outside the window of step 3."""

from rising_tutor.core.english import listed, plural, with_article
from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import enemy_counters, tasks
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.words.names import name_of, say_card, say_die, say_face, say_place, say_team

Why = tuple[RuleId, str]


def why_not_chosen(run: Run, task: tasks.AnyTask, action: do.RisingAction) -> Why:
    """The first condition that fails when an action meets the choice that waits."""
    return _wrong_answer(run, task, action) or _wrong_time(run, task, action)


def _wrong_time(  # noqa: C901  # one flat case for each kind of action
    run: Run, task: tasks.AnyTask, action: do.RisingAction
) -> Why:
    """An action of another step, or of another kind of choice."""
    book, cite, step, words = run.book, run.cite, run.t.step, run.book.spec.words
    in_step_3 = step.startswith("turn.3")
    asked = asked_by(book, task)
    match action:
        case do.UseToken() if step.startswith("turn.4") and cite.token_late:
            late = f" or just before {plural(words.carrier)} fall" if run.t.options.token_window_end_turn else ""
            return cite.token_late, f"Tokens are used before {words.step} 4{late}; what is open now is {asked}."
        case do.UseToken() if not in_step_3:
            late = " and 4" if run.t.options.token_window_end_turn else ""
            return cite.tokens_window, f"Tokens are used in {words.step} 3{late} only; what is open now is {asked}."
        case do.GiveToken() | do.RemoveDie() if not in_step_3:
            return cite.balance_price, f"Tokens and dice are given for Balance in {words.step} 3; open now is {asked}."
        case do.UseAbility(card) | do.React(card) if card in run.t.recruited and cite.recruit_next_turn:
            return _next_turn(run, card)
        case do.UseAbility() if not in_step_3:
            return cite.free, f"Abilities are called in {words.step} 3 only; what is open now is {asked}."
        case do.PlaceDie() | do.Roll() | do.DiscardDie() | do.Stop() if step.startswith("turn.4"):
            return cite.end_of_rolling, f"{words.step.capitalize()} 3 is over; what is open now is {asked}."
        case do.GoTo():
            rule = cite.place_fixed or cite.place_token
            return rule, f"The {words.location} is chosen at the start of the turn."
        case do.TakeAid():
            rule = cite.block if run.t.no_tokens else cite.aid_test
            return rule, "Aid is not offered here."
        case do.Join():
            return not_joining(run, action.card) or (cite.recruit, f"{say_card(book, action.card)} cannot join now.")
        case do.React():
            return cite.reaction or cite.free, f"No ability of {say_card(book, action.card)} is offered now."
        case do.TakeTeam():
            return cite.take_team, f"The {words.team_card} is chosen before the game."
        case do.TakeStarter():
            return cite.starter, f"The {words.hero} to start with is chosen before the game."
        case do.Redeploy():
            rule = cite.redeploy if run.t.turn and in_step_3 else cite.steps
            return rule, f"Redeploying is offered before the first roll; what is open now is {asked}."
    if isinstance(task, tasks.PickLostDie):
        return cite.lose_die, f"First comes {asked}; nothing joins the pool in between."
    return cite.steps, f"First comes {asked}."


def asked_by(book: Book, task: tasks.AnyTask) -> str:
    """What a choice, a draw or a roll that waits has to bring, in the words of the title."""
    words = book.spec.words
    found = _ASKS.get(type(task), "another thing")
    return found.format(w=words, a_villain=with_article(words.villain), villains=plural(words.villain))


_ASKS: dict[type, str] = {
    tasks.PickTeam: "the choice of a {w.team_card}",
    tasks.PickStarter: "the choice of a {w.hero} to start with",
    tasks.PlaceTeamToken: "the choice of a {w.location}",
    tasks.Offer: "an offered ability: use it or decline",
    tasks.PickVillainOrder: "the order of the {villains}",
    tasks.PickHeal: "the choice of a {w.hero} to heal",
    tasks.PickHealOfTeam: "the choice of a {w.hero} to heal",
    tasks.PickCarrier: "the choice of a {w.carrier}",
    tasks.PickVillain: "the choice of {a_villain}",
    tasks.PickShift: "the choice of a counter to move",
    tasks.PickSwap: "the choice of two cards to swap",
    tasks.PickOrder: "the new order of the row",
    tasks.PickColour: "the colour of the extra die",
    tasks.PickReroll: "the choice of dice to reroll",
    tasks.PickFace: "the choice of a die and its new face",
    tasks.PickVictim: "the {w.hero} that takes Damage",
    tasks.PickDrop: "the token that is discarded",
    tasks.PickLostDie: "the die that is lost",
    tasks.PickRedeploy: "whether the Team redeploys",
    tasks.LateTokens: "whether tokens are used",
    tasks.PickRecruit: "where a recruited {w.hero} joins the row",
    tasks.PickAid: "Aid from the Spirits: take it or not",
    tasks.RollDice: "a roll of the dice",
    tasks.Fill: "a card of the {w.deck}",
    tasks.TurnOver: "the Fire Nation card",
    tasks.DrawToken: "a token",
    tasks.RollThreat: "the dice of {w.figure}",
    tasks.StackCarriers: "the order of the cards with counters",
    tasks.DealSide: "the Balance side",
    tasks.DealBattles: "where the battles lie",
    tasks.FaceFigure: "where the figure looks first",
    tasks.DrawFirst: "who begins",
    tasks.DealTeam: "a {w.team_card} that is dealt",
}


def _wrong_answer(  # noqa: C901  # one flat case for each kind of choice
    run: Run, task: tasks.AnyTask, action: do.RisingAction
) -> Why | None:
    """An answer of the right kind that is not among what can be chosen."""
    t, book, cite = run.t, run.book, run.cite
    words = book.spec.words
    match task, action:
        case tasks.PickTeam(), do.TakeTeam(card):
            if card not in book.team:
                return cite.team_card, f"{say_card(run.book, card)} is no {words.team_card}."
            if _side_is_taken(run, card):
                return cite.shared_side, f"{say_team(book, card)}: every {words.team_card} of this side was taken."
            if any(team.card == card for team in t.teams):
                return cite.take_team, f"{say_team(book, card)} was taken; there is one card of it."
            if not t.options.teams:
                why = f"Of two equal cards the first is taken first, and {say_team(book, card)} is the second"
                return cite.take_team, f"{why}."
            return cite.take_team, f"{say_team(book, card)} is not the one that was set for this seat."
        case tasks.PickStarter(), do.TakeStarter(card):
            team = say_team(book, t.teams[task.team].card)
            return cite.starter, f"{say_card(book, card)} is no {words.hero} that {team} can start with now."
        case tasks.PlaceTeamToken(), do.GoTo(location):
            return cite.place_token, f"There are three {plural(words.location)}, 1 to 3; {location + 1} is none."
        case tasks.PickHeal(chosen=chosen), do.Choose(card):
            return _not_healed(run, task, card, chosen)
        case tasks.PickHealOfTeam(team=team), do.Choose(card):
            damaged = f"damaged {words.hero} of {say_team(book, t.teams[team].card)}"
            return cite.targets, f"{say_card(book, card)} is no {damaged}."
        case tasks.PickCarrier(), do.Choose(card):
            return _not_this_carrier(run, task, card)
        case tasks.PickVillain(source=source, location=location), do.Choose(card):
            return _not_hit(run, source, card, location)
        case tasks.PickVictim(), do.Choose(card):
            why = f"is no {words.hero} of that Team that can take this Damage"
            return cite.victims, f"{say_card(run.book, card)} {why}."
        case tasks.PickRedeploy(), do.Redeploy(die):
            return cite.redeploy_price, f"{say_die(book, die)} is not in the pool."
        case tasks.LateTokens(), do.UseToken(_, token):
            return cite.token_late, f"{name_of(book, token)} is no token in hand that takes counters off."
        case tasks.PickShift(), do.ShiftDamage(source, to):
            at = run.find_place(to)
            spot = t.places[at] if at >= 0 else None
            if spot is not None and to in book.villain and spot.damage >= book.capacity[to]:
                return cite.reward_moved, f"{say_card(run.book, to)} is full and takes no counter."
            return cite.targets, f"A counter cannot move from {say_card(run.book, source)} to {say_card(run.book, to)}."
        case tasks.PickSwap(here=kind), do.SwapCards(here, elsewhere):
            return _not_swapped(run, kind, here, elsewhere)
        case tasks.PickOrder(chosen=chosen), do.Choose(card):
            if card in chosen:
                return cite.targets, f"{say_card(run.book, card)} has its place already."
            return cite.own_heroes, f"{say_card(run.book, card)} is not in your row."
        case tasks.PickColour(colours=colours), do.ChooseColour(colour):
            return cite.extra_die, f"The die can be {' or '.join(colours)}, not {colour}."
        case tasks.PickReroll(n=n, chosen=chosen), do.PickDie(die):
            if n and len(chosen) >= n:
                return cite.reroll, f"At most {n} dice are rerolled."
            if book.code.get(die, -1) in chosen:
                return cite.reroll, f"{say_die(run.book, die)} is to be rerolled already, as often as it shows."
            return cite.reroll, f"{say_die(run.book, die)} is not among the dice of this roll."
        case tasks.PickFace(symbol=symbol), do.TurnDie(die, to):
            return _not_turned(run, symbol, die, to)
        case tasks.PickDrop(), do.DropToken(token):
            team = say_team(book, t.teams[task.team].card)
            return cite.victims, f"{team} holds no {name_of(run.book, token)}."
        case tasks.PickLostDie(), do.PickDie(die):
            return cite.lose_die, f"{say_die(run.book, die)} is not in the pool."
        case tasks.PickRecruit(cards), do.Join(card, _):
            return _not_joined(run, cards, card)
        case tasks.PickVillainOrder(), do.Choose(card):
            return cite.villain_order, f"{say_card(run.book, card)} is no {words.villain} that still has to act here."
        case tasks.Offer(), do.React(card):
            if card in t.used:
                return cite.reaction_once or cite.once, f"{say_card(run.book, card)} was used this turn."
            if card in t.recruited and cite.recruit_next_turn:
                return _next_turn(run, card)
            return cite.reaction or cite.free, f"No ability of {say_card(run.book, card)} is offered now."
        case ((tasks.PickVictim() | tasks.PickDrop() | tasks.PickLostDie() | tasks.PickVillainOrder()), do.Done()):
            return cite.optional, "Effects against you cannot be declined."
        case tasks.PickVillain(), do.Done():
            return cite.optional, "The reward of a battle cannot be declined."
        case tasks.PickCarrier(), do.Done():
            return cite.optional, "Effects against you cannot be declined."
        case tasks.PickRecruit(), do.Done():
            return cite.recruit, f"A {words.hero} whose symbols are all covered joins the Team."
    return None


def _not_swapped(run: Run, kind: str, here: str, elsewhere: str) -> Why:
    """Two cards that an effect cannot exchange: the first is of its kind and at the Team's location, the other away."""
    book, cite, t = run.book, run.cite, run.t
    words = book.spec.words
    for card, word in ((here, words.villain if kind == "villain" else words.hero), (elsewhere, words.hero)):
        if card not in (book.hero if word == words.hero else book.villain):
            one = with_article(word)
            return cite.swap, f"{say_card(book, card)} is not {one}; {one} is what changes place there."
    for card, wants_here in ((here, True), (elsewhere, False)):
        at, place = run.find_place(card), say_place(book, t.location)
        if at < 0:
            return cite.reach, f"{say_card(book, card)} lies at no {words.location}."
        if (at in run.places_here()) is not wants_here:
            first = "the first card has to be there" if wants_here else "the second card comes from elsewhere"
            return cite.reach, f"{say_card(book, card)} is {'not ' if wants_here else ''}at {place}; {first}."
    return cite.targets, "These two cannot change places."


def _not_joined(run: Run, covered: tuple[CardId, ...], card: str) -> Why:
    """A card that does not join now, or not at this end."""
    book, cite = run.book, run.cite
    name = say_card(book, card)
    if card in covered:
        ends = "at the left or the right end of the row" if book.spec.switch.row else "without an end to choose"
        return cite.recruit_end or cite.recruit, f"{name} joins {ends}."
    return not_joining(run, card) or (cite.recruit, f"{name} does not have all its symbols.")


def not_joining(run: Run, card: str) -> Why | None:
    """Why a card can join at no time of this turn, if that is so."""
    book, cite = run.book, run.cite
    words, name = book.spec.words, say_card(book, card)
    if card not in book.hero:
        return cite.recruit, f"{name} is not {with_article(words.hero)}; only {plural(words.hero)} join."
    if run.find_place(card) < 0:
        return cite.recruit, f"{name} lies at no {words.location}."
    return None


def _next_turn(run: Run, card: str) -> Why:
    return run.cite.recruit_next_turn, f"{say_card(run.book, card)} joined this turn and helps from the next one on."


def _side_is_taken(run: Run, card: str) -> bool:
    """The card belongs to a side whose cards were all taken."""
    side, taken = run.book.team[card].side, {team.card for team in run.t.teams}
    return bool(side) and all(one.id in taken for one in run.book.team.values() if one.side == side)


def _not_this_carrier(run: Run, task: tasks.PickCarrier, card: str) -> Why:
    t, book, cite = run.t, run.book, run.cite
    name = say_card(book, card)
    if card in t.fallen:
        return cite.fallen_for_good, f"{name} is {book.spec.words.fallen} and stays so."
    rule = cite.victims if task.n > 0 else cite.pressure_removed
    if task.n < 0 and card in enemy_counters.in_play(run) and enemy_counters.counters(run, card):
        rule = cite.pressure_reach
    known = listed(say_card(book, one) for one in task.among)
    return rule, f"{name} cannot be chosen here; what can be is {known}."


def _not_healed(run: Run, task: tasks.AnyTask, card: str, chosen: tuple[str, ...]) -> Why:
    t, book, cite = run.t, run.book, run.cite
    name = say_card(run.book, card)
    if card in chosen:
        return cite.targets, f"{name} was chosen already; another {book.spec.words.hero} is meant."
    if card not in book.hero:
        return cite.heal, f"{name} is no {book.spec.words.hero}."
    if isinstance(task, tasks.PickHeal) and task.who in ("adjacent", "self_or_adjacent"):
        source = name_of(book, task.source)
        if card == task.source:
            return cite.adjacent or cite.reach, f"{source} heals the {plural(book.spec.words.hero)} beside it alone."
        return cite.adjacent or cite.reach, f"{name} is not beside {source} in the row."
    team, _ = run.find_member(card)
    if team >= 0 and team != t.active:
        from_token = isinstance(task, tasks.PickHeal) and task.source in book.token_index
        return (cite.token_reach if from_token else cite.reach), f"{name} is on another Team, out of reach."
    return cite.reach, f"{name} is not {with_article(book.spec.words.hero)} that this effect can reach."


def _not_hit(run: Run, source: str, card: str, location: int) -> Why:
    book, cite = run.book, run.cite
    name = say_card(run.book, card)
    if card not in book.villain:
        return cite.targets, f"{name} is no {book.spec.words.villain}."
    at = run.find_place(card)
    spot = run.t.places[at] if at >= 0 else None
    if spot is None:
        return cite.reach, f"{name} is not on the table."
    if location not in (tasks.EVERYWHERE, at // book.spec.places):
        rule = cite.opening_target if source in book.team and cite.opening_target else cite.reach
        return rule, f"{name} is not at {say_place(book, location)}."
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
        faces = listed(say_face(book, name) for name in run.names(book.other_faces[code]))
        return cite.face_on_die, f"{say_die(book, die)} can be turned to {faces}."
    return cite.change_face, f"{say_die(run.book, die)} cannot be turned to {to}."
