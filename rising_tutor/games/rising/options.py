"""What players choose before a game: read from text, checked, and kept in the state."""

from collections.abc import Mapping

from rising_tutor.core.game import OptionInfo
from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption
from rising_tutor.games.rising.book import Book
from rising_tutor.games.rising.spec import Spec


class Options(Value, frozen=True):
    """The options of one game, resolved to numbers.

    Attributes:
        seats: people at the table; with one of them, that person runs all Teams.
        n_teams: Teams in play.
        teams: Team cards in seating order, or empty if they are chosen at the table.
        first: the Team that begins, or -1 if chance decides.
        side: the Balance side, or "" if chance decides among those of the difficulty.
        battle_damage: Damage that completes each battle, in the order of the content.
    """

    seats: int
    n_teams: int
    teams: tuple[CardId, ...]
    first: int
    difficulty: str
    side: str
    villains: int
    battle_damage: tuple[int, ...]
    hero_loss_limit: int
    villain_order: str
    reactions_to_paid_damage: bool
    surplus_within_card: bool
    swapped_card_loses_dice: bool
    unused_free_ability_blocks_aid: bool
    team_ability_blocks_aid: bool
    late_icon_heroes_count: bool
    ruin_checked_at_end: bool
    token_heal_any_team: bool


def read_options(book: Book, seats: int, given: Mapping[str, str]) -> Options:
    """Options from text.

    Raises:
        BadOption: with the option, its value, what was expected, and the rule behind it.
    """
    spec = book.spec
    limits = spec.limits
    infos = {info.name: info for info in spec.option}
    values = _given_over_defaults(spec, infos, seats, given)

    def whole(name: str, bounds: tuple[int, int]) -> int:
        text = str(values[name]).strip()
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and bounds[0] <= int(text) <= bounds[1]):
            raise _bad(infos, name, values[name])
        return int(text)

    def switch(name: str) -> bool:
        text = str(values[name]).strip().lower()
        if text not in ("true", "false"):
            raise _bad(infos, name, values[name])
        return text == "true"

    def one_of(name: str, allowed: tuple[str, ...]) -> str:
        text = str(values[name]).strip().lower()
        if text not in allowed:
            raise _bad(infos, name, values[name])
        return text

    # Read for any number of seats, so that a wrong value is never passed over.
    n_solo_teams = whole("solo_teams", limits.solo_teams)
    n_teams = n_solo_teams if seats == 1 else seats
    teams = _teams(book, infos, str(values["teams"]))
    if teams and seats == 1 and "solo_teams" not in given:
        n_teams = len(teams)
        if not limits.solo_teams[0] <= n_teams <= limits.solo_teams[1]:
            raise BadOption("teams", values["teams"], "two to five Teams for one player", spec.cite.solo)
    if teams and len(teams) != n_teams:
        raise _bad(infos, "teams", values["teams"], f"{n_teams} Teams, one for each player")
    first_text = str(values["first_player"]).strip().lower()
    first = -1 if first_text == "random" else whole("first_player", (1, n_teams)) - 1
    difficulty = one_of("difficulty", ("easy", "medium", "hard"))
    side = str(values["balance_side"]).strip().lower()
    if side == "random":
        side = ""
    elif side not in book.side:
        raise _bad(infos, "balance_side", side, f"random or one of {', '.join(book.side)}")
    elif book.side[side].difficulty != difficulty:
        if "difficulty" in given:
            raise _bad(infos, "balance_side", side, f"a side of the difficulty {difficulty}")
        difficulty = book.side[side].difficulty
    return Options(
        seats=seats,
        n_teams=n_teams,
        teams=teams,
        first=first,
        difficulty=difficulty,
        side=side,
        villains=whole("villains", limits.villains),
        battle_damage=_battle_damage(book, infos, str(values["battle_damage"])),
        hero_loss_limit=whole("hero_loss_limit", limits.hero_loss_limit),
        villain_order=one_of("villain_order", ("clockwise", "chosen")),
        reactions_to_paid_damage=switch("reactions_to_paid_damage"),
        surplus_within_card=switch("surplus_within_card"),
        swapped_card_loses_dice=switch("swapped_card_loses_dice"),
        unused_free_ability_blocks_aid=switch("unused_free_ability_blocks_aid"),
        team_ability_blocks_aid=switch("team_ability_blocks_aid"),
        late_icon_heroes_count=switch("late_icon_heroes_count"),
        ruin_checked_at_end=switch("ruin_checked_at_end"),
        token_heal_any_team=switch("token_heal_any_team"),
    )


def _given_over_defaults(
    spec: Spec, infos: Mapping[str, OptionInfo], seats: int, given: Mapping[str, str]
) -> dict[str, str]:
    """The value of every option: what was given, else the preset, else the default."""
    low, high = spec.limits.seats
    if type(seats) is not int or not low <= seats <= high:
        raise BadOption("seats", seats, f"{low} to {high}", spec.cite.seats)
    for name in given:
        if name not in infos:
            raise BadOption(name, given[name], f"one of {', '.join(infos)}")
    presets = {preset.id: preset.set for preset in spec.preset}
    preset = str(given.get("preset", "standard"))
    if preset not in presets:
        raise _bad(infos, "preset", preset)
    return {name: info.default for name, info in infos.items()} | presets[preset] | dict(given)


def _bad(infos: Mapping[str, OptionInfo], name: str, value: object, expected: str = "") -> BadOption:
    info = infos[name]
    return BadOption(name, value, expected or info.values, info.rules[0])


def _teams(book: Book, infos: Mapping[str, OptionInfo], text: str) -> tuple[CardId, ...]:
    names = [name.strip().lower().removeprefix("team-") for name in text.split(",") if name.strip()]
    teams = tuple(CardId(f"team-{name}") for name in names)
    for team, name in zip(teams, names, strict=True):
        if team not in book.team:
            known = ", ".join(card.removeprefix("team-") for card in book.team)
            raise _bad(infos, "teams", name, f"Teams among {known}")
        if teams.count(team) > 1:
            raise _bad(infos, "teams", text, f"each Team card once; {name} stands twice")
    return teams


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
