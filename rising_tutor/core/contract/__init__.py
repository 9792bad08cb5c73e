"""What every game must keep, as checks that raise AssertionError with the place and the values.

A `Sample` is a random playout of a game with all its positions; each check takes one. A test names
them one by one (`CHECKS`); a person who writes a game calls `check_game`. Rule ids are handed in,
because the core knows no catalogue.

    check_game(load_game("fire"), rules={rule.id for rule in catalogue.rules}, seats=3, seed=1)
"""

from collections.abc import Callable, Collection, Mapping

from rising_tutor.core.contract.hidden import check_asked, check_hidden, check_imagined, check_views
from rising_tutor.core.contract.offers import check_events, check_options, check_places, check_policies
from rising_tutor.core.contract.play import (
    check_actions,
    check_chance,
    check_choices,
    check_end,
    check_legality,
    check_pure,
    check_undo,
)
from rising_tutor.core.contract.records import (
    check_any_text,
    check_repeatable,
    check_saving,
    check_seen_moves,
    check_text,
)
from rising_tutor.core.contract.sample import Sample, take_sample
from rising_tutor.core.contract.streams import check_streams
from rising_tutor.core.contract.telling import check_events_tell_all
from rising_tutor.core.game import AnyGame

Check = Callable[[Sample], None]
CHECKS: tuple[Check, ...] = (
    check_end,
    check_actions,
    check_chance,
    check_streams,
    check_pure,
    check_undo,
    check_legality,
    check_text,
    check_any_text,
    check_seen_moves,
    check_saving,
    check_views,
    check_hidden,
    check_asked,
    check_imagined,
    check_choices,
    check_events,
    check_events_tell_all,
    check_places,
    check_repeatable,
    check_policies,
    check_options,
)
"""Every check, in the order in which a new game best meets them."""


def check_game(
    game: AnyGame,
    *,
    rules: Collection[str],
    seats: int,
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    bound: int = 20_000,
) -> None:
    """Runs every check over one random playout.

    Raises:
        AssertionError: the first breach, with its place.
    """
    sample = take_sample(game, rules=rules, seats=seats, options=options, seed=seed, bound=bound)
    for check in CHECKS:
        check(sample)
