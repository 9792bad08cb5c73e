"""Laying out a game: what is fixed, what players choose, what chance decides."""

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_item
from rising_tutor.games.rising import events as ev
from rising_tutor.games.rising.book import Book
from rising_tutor.games.rising.options import Options
from rising_tutor.games.rising.run import Run
from rising_tutor.games.rising.state import Member, Table, Team
from rising_tutor.games.rising.tasks import AnyTask, DealSide, Do, DrawFirst, FaceFigure, Fill, PickTeam

NO_TEAM = CardId("")


def set_up(book: Book, options: Options) -> Table:
    """A table before anything happened; choices and chance of the setup wait on the agenda."""
    kinds = len(book.token)
    nobody = Team(NO_TEAM, (), (0,) * kinds)
    n_places = book.spec.locations * book.spec.places
    tasks: list[AnyTask] = [PickTeam(at) for at in range(options.n_teams)]
    tasks += [FaceFigure(), DealSide(), DrawFirst(), Do("shuffle")]
    tasks += [Fill(at) for at in range(n_places)]
    tasks.append(Do("begin"))
    return Table(
        options=options,
        places=(None,) * n_places,
        battles=(None,) * book.spec.locations,
        teams=(nobody,) * options.n_teams,
        heroes_unseen=book.hero_ids,
        villains_unseen=book.villain_ids,
        villains_in_deck=options.villains,
        fire_deck=tuple(kind.n for kind in book.fire),
        fire_discard=(0,) * len(book.fire),
        supply=tuple(kind.n for kind in book.token),
        token_discard=(0,) * kinds,
        stock=book.dice_total,
        unrolled=(0,) * len(book.colours),
        extra=(0,) * len(book.colours),
        agenda=tuple(reversed(tasks)),
    )


def team_cards_left(run: Run) -> list[CardId]:
    """Team cards that nobody took; with Teams fixed by option only the one that is meant."""
    fixed = run.t.options.teams
    if fixed:
        at = sum(team.card != NO_TEAM for team in run.t.teams)
        return [fixed[at]]
    taken = {team.card for team in run.t.teams}
    return [CardId(card) for card in run.book.team if card not in taken]


def take_team(run: Run, at: int, card: CardId) -> None:
    """Gives a Team card with its starting Hero, and its ally where the number of Teams asks for it."""
    t, book = run.t, run.book
    team = book.team[card]
    heroes: tuple[CardId, ...] = (team.starting_hero,)
    if len(t.teams) >= book.spec.limits.allies_from:
        heroes += (team.ally,)
    row = tuple(Member(hero) for hero in heroes)
    t.teams = with_item(t.teams, at, Team(card, row, t.teams[at].tokens))
    t.heroes_unseen = tuple(hero for hero in t.heroes_unseen if hero not in heroes)
    rule = run.cite.ally if len(heroes) > 1 else run.cite.starting_hero
    run.say(ev.TeamTaken, rule, team=at, card=card, heroes=heroes)
