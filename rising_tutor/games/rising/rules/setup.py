"""Laying out a game: what is fixed, what players choose, what chance decides."""

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_item
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.options import Options
from rising_tutor.games.rising.rules.state import Member, Table, Team
from rising_tutor.games.rising.rules.tasks import (
    AnyTask,
    DealSide,
    DealTeam,
    Do,
    DrawFirst,
    FaceFigure,
    Fill,
    PickStarter,
    PickTeam,
    StackCarriers,
)

NO_TEAM = CardId("")


def set_up(book: Book, options: Options) -> Table:
    """A table before anything happened; choices and chance of the setup wait on the agenda."""
    kinds = len(book.token)
    nobody = Team(NO_TEAM, (), (0,) * kinds)  # no token at the start: FNR-201, DER-203, DSR-207
    n_places = book.spec.locations * book.spec.places  # FNR-110, DER-109, DER-111, DSR-109
    teams = DealTeam if options.teams_dealt else PickTeam
    tasks: list[AnyTask] = [teams(at) for at in range(options.n_teams)]
    located = any(carrier.location >= 0 for carrier in book.carrier.values())
    tasks.append(FaceFigure())
    if book.side:
        tasks.append(DealSide())
    if located:
        tasks += [StackCarriers(at) for at in range(book.spec.locations)]  # DER-215
    tasks += [DrawFirst(), Do("shuffle")]
    tasks += [Fill(at) for at in range(n_places)]
    if book.spec.switch.boss:
        tasks.append(Do("hide_boss"))
    tasks.append(Do("begin"))
    return Table(
        options=options,
        places=(None,) * n_places,
        battles=(None,) * book.spec.locations,
        teams=(nobody,) * options.n_teams,
        heroes_unseen=book.hero_ids,  # FNR-212, DER-106, DER-210, DER-218, DSR-206, DSR-213, DSR-801
        villains_unseen=book.villain_ids,
        villains_in_deck=options.villains,  # cite.villains
        fire_deck=tuple(kind.n for kind in book.fire),  # FNR-206
        fire_discard=(0,) * len(book.fire),
        pressure=(options.head_start,) * len(book.carrier_ids),  # cite.head_start, DER-204, DSR-201
        stacks=((),) * book.spec.locations if located else (),
        new_tokens=() if options.token_same_turn else ((0,) * kinds,) * options.n_teams,
        supply=tuple(kind.n for kind in book.token),
        token_discard=(0,) * kinds,
        stock=book.dice_total,  # FNR-202, DER-108, DSR-108
        unrolled=(0,) * len(book.colours),
        extra=(0,) * len(book.colours),
        agenda=tuple(reversed(tasks)),
    )


def team_cards_left(run: Run) -> list[CardId]:
    """Team cards that nobody took; with Teams fixed by option only the one that is meant.

    Of cards that differ in nothing but their number, the first that is left stands for all.
    """
    fixed = run.t.options.teams
    if fixed:
        at = sum(team.card != NO_TEAM for team in run.t.teams)
        return [fixed[at]]
    taken = {team.card for team in run.t.teams}
    left: dict[str, CardId] = {}
    for card, team in run.book.team.items():
        if card not in taken:
            left.setdefault(team.side or card, CardId(card))
    return list(left.values())


def starters_left(run: Run, at: int) -> list[CardId]:
    """Heroes with which a Team can start: those of its card that no other Team started with."""
    taken = {member.card for team in run.t.teams for member in team.row}  # DER-209
    return [card for card in run.book.team[run.t.teams[at].card].starters if card not in taken]


def take_team(run: Run, at: int, card: CardId) -> None:
    """Gives a Team card, with the Heroes that come with it: what is left to choose of them waits."""
    t, book = run.t, run.book
    team = book.team[card]  # cite.team_card, DER-110, DSR-110
    nothing_on_it = ((),) * len(team.ability)
    heroes: tuple[CardId, ...] = team.starters if len(team.starters) == 1 else ()
    if team.ally and len(t.teams) >= book.spec.limits.allies_from:  # FNR-217: a solo player's Teams count
        heroes += (team.ally,)
    row = tuple(Member(hero) for hero in heroes)
    t.teams = with_item(t.teams, at, Team(card, row, t.teams[at].tokens, nothing_on_it))
    t.heroes_unseen = tuple(hero for hero in t.heroes_unseen if hero not in heroes)
    rule = run.cite.ally if len(heroes) > 1 else run.cite.starting_hero if heroes else run.cite.take_team
    run.say(ev.TeamTaken, rule, team=at, card=card, heroes=heroes)
    if not heroes:
        run.push(PickStarter(at))


def take_starter(run: Run, at: int, card: CardId) -> None:
    """Gives a Team the Hero that its player chose to start with."""
    team = run.t.teams[at]
    run.set_team(at, Team(team.card, (Member(card),), team.tokens, team.dice))
    run.t.heroes_unseen = tuple(hero for hero in run.t.heroes_unseen if hero != card)
    run.say(ev.StarterTaken, run.cite.starter, team=at, card=card)
