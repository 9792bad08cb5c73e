"""What players choose before a game: read from text, checked, and kept in the state."""

from collections.abc import Mapping
from typing import Any, Final

from rising_tutor.core.game import OLDER, OptionInfo
from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.cards.spec import Spec


class Options(Value, frozen=True, kw_only=True):
    """The options of one game, resolved to numbers. What a title neither offers nor fixes keeps its default here.

    Attributes:
        seats: people at the table; with one of them, that person runs all Teams.
        n_teams: Teams in play.
        teams: Team cards in seating order, or empty if they are chosen at the table.
        teams_dealt: chance gives the Team cards; nobody chooses.
        first: the Team that begins, or -1 if chance decides.
        villains: how many are mixed into the deck.
        hero_loss_limit: defeated Heroes that lose the game.
        side: the Balance side, or "" if chance decides among those of the difficulty.
        battle_damage: Damage that completes each battle, in the order of the content.
        target: beaten Villains that win the game, or the Damage that beats the last opponent.
        head_start: counters on every carrier before the first turn.
        fallen_limit: fallen carriers that lose the game.
        older: the older version of the rules by which a recorded game goes on, "" for the present ones. By version 1 of
            Fire Nation Rising, what could have been completed was looked at after rolls, changes and swaps alone, and
            any die completed a Hero at a location whose ability takes any.
        tie: who wins if a win and a loss come together, "win" or "loss".
    """

    seats: int
    n_teams: int
    teams: tuple[CardId, ...]
    first: int
    villains: int
    hero_loss_limit: int
    villain_order: str
    teams_dealt: bool = False
    older: str = ""
    difficulty: str = ""
    side: str = ""
    battle_damage: tuple[int, ...] = ()
    target: int = 0
    head_start: int = 0
    fallen_limit: int = 0
    tie: str = "win"
    reactions_to_paid_damage: bool = False
    surplus_within_card: bool = True
    swapped_card_loses_dice: bool = False
    unused_free_ability_blocks_aid: bool = False
    team_ability_blocks_aid: bool = False
    late_icon_heroes_count: bool = True
    ruin_checked_at_end: bool = False
    token_heal_any_team: bool = False
    token_same_turn: bool = True
    symbol_tokens_pay_abilities: bool = True
    token_window_end_turn: bool = False
    opening_anywhere: bool = False
    opening_counts_turned: bool = False


DEALT: Final = "random"
"""In place of Teams: they are dealt."""


def own_values(spec: Spec, options: Options) -> tuple[str, ...]:
    """Options with a value that the rulebook itself does not play with."""
    usual = spec.limits.usual.items()
    return tuple(name for name, (low, high) in usual if not low <= getattr(options, name) <= high)


_SWITCHES = tuple(
    name for name, kind in Options.__annotations__.items() if kind in (bool, "bool") and name != "teams_dealt"
)


def read_options(book: Book, seats: int, given: Mapping[str, str]) -> Options:
    """Options from text.

    Raises:
        BadOption: with the option, its value, what was expected, and the rule behind it.
    """
    spec = book.spec
    limits = spec.limits
    infos = {info.name: info for info in spec.option}
    values = _given_over_defaults(spec, infos, seats, given)
    read = _Reader(infos, values)

    # Read for any number of seats, so that a wrong value is never passed over.
    n_solo_teams = read.whole("solo_teams", limits.solo_teams) if "solo_teams" in values else 0
    n_teams = n_solo_teams if seats == 1 else seats  # FNR-215, FNR-217
    dealt = spec.limits.teams_dealt and str(values["teams"]).strip().lower() == DEALT
    teams = () if dealt else _teams(book, infos, str(values["teams"]))
    if teams and seats == 1 and "solo_teams" not in given:
        n_teams = len(teams)
        if not limits.solo_teams[0] <= n_teams <= limits.solo_teams[1]:
            raise _bad(infos, "teams", values["teams"], "two to five Teams for one player", spec.cite.solo)
    if teams and len(teams) != n_teams:
        raise _bad(infos, "teams", values["teams"], f"{n_teams} Teams, one for each player")
    first_text = str(values["first_player"]).strip().lower()
    more: dict[str, Any] = {name: read.switch(name) for name in _SWITCHES if name in values}
    if "balance_side" in values:
        more["difficulty"], more["side"] = _balance_side(book, read, difficulty_given="difficulty" in given)
    if "battle_damage" in values:
        more["battle_damage"] = _battle_damage(book, infos, str(values["battle_damage"]))
    for name, bounds in (("target", limits.target), ("head_start", (0, 1)), ("fallen_limit", limits.fallen)):
        if name in values:
            more[name] = read.whole(name, bounds)
    if "tie" in values:
        more["tie"] = read.one_of("tie", ("win", "loss"))
    return Options(
        seats=seats,
        n_teams=n_teams,
        teams=teams,
        teams_dealt=dealt,
        older=_older(spec, given),
        first=-1 if first_text == "random" else read.whole("first_player", (1, n_teams)) - 1,
        villains=read.whole("villains", limits.villains) if "villains" in values else len(book.villain_ids),
        hero_loss_limit=_hero_loss_limit(spec, read, seats),
        villain_order=read.one_of("villain_order", ("clockwise", "chosen")),
        **more,
    )


def given_for(spec: Spec, options: Options) -> dict[str, str]:
    """What a player gives to get these options: a value for each that the title offers."""
    numbered = options.hero_loss_limit
    by_seats = dict(enumerate(spec.limits.hero_losses, start=spec.limits.seats[0]))
    words = {
        "teams": "random" if options.teams_dealt else ",".join(options.teams),
        "solo_teams": str(options.n_teams if options.seats == 1 else spec.limits.solo_teams[0]),
        "first_player": "random" if options.first < 0 else str(options.first + 1),
        "balance_side": options.side or "random",
        "battle_damage": ",".join(map(str, options.battle_damage)),
        "hero_loss_limit": "players" if by_seats.get(options.seats) == numbered else str(numbered),
    }
    offered = {info.name for info in spec.option} - {"preset"}
    given = {name: words[name] if name in words else _plain(getattr(options, name)) for name in sorted(offered)}
    return given | ({OLDER: options.older} if options.older else {})


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Reader:
    """Values of options with what each of them may be."""

    def __init__(self, infos: Mapping[str, OptionInfo], values: Mapping[str, str]) -> None:
        self.infos = infos
        self.values = values

    def whole(self, name: str, bounds: tuple[int, int]) -> int:
        text = str(self.values[name]).strip()
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and bounds[0] <= int(text) <= bounds[1]):
            raise _bad(self.infos, name, self.values[name])
        return int(text)

    def switch(self, name: str) -> bool:
        return self.one_of(name, ("true", "false")) == "true"

    def one_of(self, name: str, allowed: tuple[str, ...]) -> str:
        text = str(self.values[name]).strip().lower()
        if text not in allowed:
            raise _bad(self.infos, name, self.values[name])
        return text


def _hero_loss_limit(spec: Spec, read: _Reader, seats: int) -> int:
    by_seats = spec.limits.hero_losses
    if by_seats and str(read.values["hero_loss_limit"]).strip().lower() == "players":
        return by_seats[seats - spec.limits.seats[0]]
    return read.whole("hero_loss_limit", spec.limits.hero_loss_limit)


def _balance_side(book: Book, read: _Reader, *, difficulty_given: bool) -> tuple[str, str]:
    """The difficulty and the side; a side alone sets its difficulty."""
    difficulty = read.one_of("difficulty", ("easy", "medium", "hard"))
    side = str(read.values["balance_side"]).strip().lower()
    if side == "random":
        return difficulty, ""
    if side not in book.side:
        raise _bad(read.infos, "balance_side", side, f"random or one of {', '.join(book.side)}")
    if book.side[side].difficulty != difficulty and difficulty_given:
        raise _bad(read.infos, "balance_side", side, f"a side of the difficulty {difficulty}")
    return book.side[side].difficulty, side


def _given_over_defaults(
    spec: Spec, infos: Mapping[str, OptionInfo], seats: int, given: Mapping[str, str]
) -> dict[str, str]:
    """The value of every option: what was given, else the preset, else the default."""
    low, high = spec.limits.seats
    if type(seats) is not int or not low <= seats <= high:
        raise BadOption("seats", seats, f"{low} to {high}", spec.cite.seats, title="Players")
    for name in given:
        if name not in infos and name != OLDER:
            raise BadOption(name, given[name], f"one of {', '.join(infos)}")
    presets = {preset.id: preset.set for preset in spec.preset}
    preset = str(given.get("preset", "standard"))
    if preset not in presets:
        raise _bad(infos, "preset", preset)
    return spec.fixed | {name: info.default for name, info in infos.items()} | presets[preset] | dict(given)


def _older(spec: Spec, given: Mapping[str, str]) -> str:
    version = str(given.get(OLDER, spec.rules_version))
    if version not in (spec.rules_version, *spec.older_rules):
        raise BadOption(OLDER, version, " or ".join((spec.rules_version, *spec.older_rules)))
    return "" if version == spec.rules_version else version


def _bad(
    infos: Mapping[str, OptionInfo], name: str, value: object, expected: str = "", rule: str | None = None
) -> BadOption:
    info = infos[name]
    return BadOption(name, value, expected or info.values, rule or info.rules[0], title=info.title)


def _teams(book: Book, infos: Mapping[str, OptionInfo], text: str) -> tuple[CardId, ...]:
    names = [name.strip().lower().removeprefix("team-") for name in text.split(",") if name.strip()]
    teams: tuple[CardId, ...] = ()
    for name in names:
        teams += (_card_of_side(book, name, teams) or CardId(f"team-{name}"),)
    for team, name in zip(teams, names, strict=True):
        n = sum(card.side == name for card in book.content.team)
        if n and names.count(name) > n:
            expected = f"each {book.spec.words.team_card} once, and {name} has {n}"
            raise _bad(infos, "teams", text, expected, book.spec.cite.shared_side)
        if team not in book.team:
            known = ", ".join(card.removeprefix("team-") for card in book.team)
            raise _bad(infos, "teams", name, f"Teams among {known}")
        if teams.count(team) > 1:
            raise _bad(infos, "teams", text, f"each Team card once; {name} stands twice")
    return teams


def _card_of_side(book: Book, name: str, taken: tuple[CardId, ...]) -> CardId | None:
    """The first card of a side that is left, if the name is that of a side."""
    cards = [CardId(card.id) for card in book.content.team if card.side == name]
    return next((card for card in cards if card not in taken), None)


def _battle_damage(book: Book, infos: Mapping[str, OptionInfo], text: str) -> tuple[int, ...]:
    """One number for all battles, one for each in order, or `name=number` pairs."""
    low, high = book.spec.limits.battle_damage
    parts = [part.strip() for part in text.replace("[", "").replace("]", "").split(",")]
    amounts: dict[str, int] = dict.fromkeys(book.battle_ids, 2)
    if len(parts) == 1 and "=" not in parts[0]:
        parts = parts * len(book.battle_ids)
    named = ["=" in part for part in parts]
    if not all(named) and (any(named) or len(parts) != len(book.battle_ids)):
        raise _bad(infos, "battle_damage", text)
    for at, part in enumerate(parts):
        name, _, number = part.rpartition("=")
        battle = name.strip() or book.battle_ids[at]
        number = number.strip()
        fits = len(number) == 1 and number.isascii() and number.isdigit() and low <= int(number) <= high
        if battle not in amounts or not fits:
            raise _bad(infos, "battle_damage", text)
        amounts[battle] = int(number)
    return tuple(amounts[battle] for battle in book.battle_ids)
