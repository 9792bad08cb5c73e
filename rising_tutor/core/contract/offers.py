"""Checks of what a game says of itself: events with their rules, places, policies, options."""

from rising_tutor.core.contract.sample import N_POSITIONS, Sample, spread
from rising_tutor.core.node import Decision
from rising_tutor.errors import BadOption


def check_events(sample: Sample) -> None:
    """Each event cites a rule of the catalogue, has a step and a sentence, and seats that exist."""
    for at in sample.trail.positions:
        for event in at.step.events:
            if event.rule not in sample.rules or not event.step:
                raise sample.fault(at.state, f"{event} has no step, or no rule of the catalogue")
            if event.seats is not None and not set(event.seats) <= set(range(sample.seats)):
                raise sample.fault(at.state, f"{event} is for seats that do not exist")
            said = sample.game.say(event)
            if not said.strip() or not said.isprintable():
                raise sample.fault(at.state, f"{event} is said as {said!r}")


def check_places(sample: Sample) -> None:
    """A place has a turn that never goes back and a seat of the table; its parts have words and no comma."""
    turn = 0
    for at in sample.trail.positions:
        place = sample.game.place(at.state)
        if sample.game.where(at.state) != str(place):
            raise sample.fault(at.state, f"the place as text is not that of its parts {place.parts}")
        if not all(part and part == part.strip() and "," not in part for part in place.parts):
            raise sample.fault(at.state, f"a part of the place is empty or has a comma: {place.parts}")
        if place.turn < turn or (place.seat is not None and not 0 <= place.seat < sample.seats):
            raise sample.fault(at.state, f"after turn {turn} the place is {place}")
        turn = place.turn


def check_policies(sample: Sample) -> None:
    """There is a policy "random", and each policy chooses among the actions it is given."""
    policies = sample.game.policies()
    if "random" not in policies:
        raise sample.fault(sample.trail.end, f"no policy is called random: {sorted(policies)}")
    for name, choose in policies.items():
        for at in spread(sample.trail.positions, N_POSITIONS // 3, Decision):
            view = sample.game.view(at.state, at.node.seat)
            chosen = choose(at.node, lambda view=view: view, sample.rng(name))
            if chosen not in at.node.actions:
                raise sample.fault(at.state, f"policy {name} chose {chosen}, which is not legal")


def check_options(sample: Sample) -> None:
    """Options have working defaults and rules; what is no option, value or number of seats is refused."""
    game, info = sample.game, sample.game.info
    start = game.start(sample.seats)
    for option in info.options:
        if game.start(sample.seats, {option.name: option.default}) != start:
            raise sample.fault(start, f"option {option.name}: the default {option.default!r} changes the game")
        if not option.rules or not set(option.rules) <= sample.rules or not option.help:
            raise sample.fault(start, f"option {option.name} needs help and rules of the catalogue")
    names = [option.name for option in info.options]
    wrong = [(sample.seats, {name: "no such value"}) for name in (*names, "no such option")]
    for seats, options in (*wrong, (info.min_seats - 1, {}), (info.max_seats + 1, {})):
        try:
            game.start(seats, options)
        except BadOption:
            continue
        raise sample.fault(start, f"{seats} seats and the options {options} are accepted")
