"""What stands before a game: the Teams to tick and one button; behind a fold players, programs and every option."""

import re
from collections.abc import Iterable, Mapping, Sequence

from rising_tutor.boards.ports import Board, Side
from rising_tutor.core.english import listed
from rising_tutor.core.game import AnyGame, GameInfo, OptionInfo
from rising_tutor.core.ids import Seat
from rising_tutor.core.numbers import whole
from rising_tutor.core.opponents import opponents_of
from rising_tutor.core.session import ADVISER
from rising_tutor.errors import BadOption, BadSeat
from rising_tutor.render.forms import select, submit, text
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, fold
from rising_tutor.tutor.table.opponents import programs_to_choose
from rising_tutor.ui.play.deck_picker import PROGRAM, deck_fields, deck_picker

_RANGE = re.compile(r"(\d+) to (\d+)\Z")
_WORDS = re.compile(r"[a-z]+(?:, [a-z]+)* or [a-z]+\Z")
_PICKED_ELSEWHERE = ("teams",)
_PRESET = "preset"
#: Names, in a field that nobody sees, the preset whose values the form shows. A form that is sent before it was drawn
#: again for another preset is then understood all the same.
_DRAWN = "drawn_for"
_LEVEL = "difficulty"
_FIRST_PAIR = ("aang", "toph")
FEWEST = 2
"""So many Teams the button of the page Home asks for."""


def team_picker(sides: tuple[Side, ...], chosen: tuple[str, ...]) -> Html:
    """A button for each Team; any number of them can be ticked."""
    return el(
        "div",
        [
            el(
                "button",
                el("span", "Team ", cls="rt-sr"),
                side.name,
                el("span", f", {side.words}", cls="rt-sr"),
                el("span", side.picture, cls="mini", aria_hidden="true"),
                type="button",
                aria_pressed="true" if side.id in chosen else "false",
                data_do="team",
                data_arg=side.id,
                data_key=f"team:{side.id}",
            )
            for side in sides
        ],
        cls=f"rt-teampick rt-teampick--{min(len(sides), 6)}",
        role="group",
        aria_label="Teams",
    )


def first_pair(sides: tuple[Side, ...]) -> tuple[str, ...]:
    """Two Teams that are ticked at first: those of the lessons, else the first two that differ; none without Teams."""
    known = [side.id for side in sides]
    if not sides or set(_FIRST_PAIR) <= set(known):
        return _FIRST_PAIR if sides else ()
    first = sides[0]
    return (first.id, next((side.id for side in sides if side.words != first.words), known[-1]))


def start_words(info: GameInfo, sides: tuple[Side, ...], chosen: tuple[str, ...], fields: Mapping[str, str]) -> str:
    """What the button says that starts a game."""
    if not sides:
        n = whole(fields.get("seats", ""), below=1000) or seats_for(info, chosen)
        against = sum(bool(fields.get(f"{PROGRAM}{seat}")) for seat in range(1, n + 1))
        return "Start: against a program" if against else "Start: one player" if n == 1 else f"Start: {n} players"
    names = {side.id: side.name for side in sides}
    teams = [names[team] for team in chosen if team in names]
    level = fields.get(_LEVEL) or next((one.default for one in info.options if one.name == _LEVEL), "")
    ends = f", {level}" if level else ""
    return f"Start: {listed(teams)}{ends}" if teams else f"Start: Teams are chosen at the table{ends}"


def toggled(chosen: tuple[str, ...], team: str, sides: tuple[Side, ...]) -> tuple[str, ...]:
    """The choice after a press; the order of presses is the seating order.

    >>> toggled(("aang",), "toph", (Side("aang", "", Html(), ""), Side("toph", "", Html(), "")))
    ('aang', 'toph')
    """
    if team not in {side.id for side in sides}:
        return chosen
    return tuple(one for one in chosen if one != team) if team in chosen else (*chosen, team)


def chosen_of(names: Iterable[str], sides: tuple[Side, ...]) -> tuple[str, ...]:
    """Those that are Teams of this title, each once: an address may name others.

    >>> chosen_of(("toph", "tatooine", "toph"), (Side("aang", "", Html(), ""), Side("toph", "", Html(), "")))
    ('toph',)
    """
    known = {side.id for side in sides}
    return tuple(dict.fromkeys(name for name in names if name in known))


def form(
    game: AnyGame,
    board: Board,
    chosen: tuple[str, ...],
    fields: Mapping[str, str],
    fault: BadOption | None,
    *,
    more: bool = False,
    own: Sequence[tuple[str, Child]] = (),
) -> Html:
    """Teams and the button; the rest behind "More choices".

    Args:
        fields: what was entered so far.
        more: whether the fold begins open.
        own: decks of the person, see `deck_picker`.
    """
    info, sides, rules = game.info, board.sides(), board.setup_rules
    fields = fields or usual_programs(game)
    seats = fields.get("seats") or str(seats_for(info, chosen))
    alone = "1, who runs all Teams" if sides else "1"
    players = [(str(n), alone if n == 1 else str(n)) for n in range(info.min_seats, info.max_seats + 1)]
    picker = decks_and_seats(game, fields, int(seats) if seats in dict(players) else info.min_seats, own)
    elsewhere = {*_PICKED_ELSEWHERE, *deck_fields(game)}
    rows = [_row(option, fields) for option in info.options if option.name not in elsewhere]
    cites = [[cite(rule), " "] for rule in (rules.seats, rules.solo) if rule]
    problem: Child = None
    if fault is not None:
        said = _in_words(fault, sides).said.removesuffix(f" ({fault.rule})")
        problem = el("p", said, " ", cite(fault.rule) if fault.rule else None, cls="rt-refuse", role="alert")
    return el(
        "form",
        el("input", type="hidden", name=_DRAWN, value=fields.get(_PRESET, ""), data_key=_DRAWN),
        el(
            "div",
            el("h2", "Teams"),
            el(
                "p",
                f"{'Two for a solo game' if rules.solo else 'One for each player'}, "
                "in the order in which you tick them; with none ticked they are chosen at the table. ",
                [[cite(rule), " "] for rule in (rules.teams, rules.solo) if rule],
                cls="rt-small rt-muted",
            ),
            team_picker(sides, chosen),
        )
        if sides
        else None,
        el("div", el("h2", "Decks and seats"), picker, strengths(game)) if picker is not None else None,
        problem,
        el(
            "div",
            submit(start_words(info, sides, chosen, fields), key="start", cls="rt-btn--main rt-btn--big"),
            cls="rt-row",
        ),
        fold(
            "More choices",
            el(
                "div",
                el("label", "Players ", select("seats", players, seats), cls="rt-field1"),
                el("p", "At one screen, in turn. ", cites, cls="rt-small rt-muted"),
                cls="rt-optrow",
            )
            if len(players) > 1
            else None,
            rows,
            _who_plays(game, fields) if picker is None else None,
            cls="rt-more",
            key="more-options",
            opened=more or fault is not None,
        ),
        cls="rt-panel rt-setup",
        data_do="start",
        data_live="fields",
        aria_label="A new game",
    )


def _players(game: AnyGame) -> list[tuple[str, Child]]:
    """Who can play a seat: what a field sends, and its words."""
    return [("", "a person"), *programs_to_choose(game)]


MEASURED = "Measured with the decks of a new game; every deal was played twice, with the seats swapped."


def strengths(game: AnyGame) -> Html | None:
    """How strong the programs are, as it was measured; None where nobody measured."""
    found = opponents_of(game)
    said = [el("li", el("b", one.name), f" {one.does}; it {one.strength}.") for one in found]
    return (
        fold(
            "How strong the programs are",
            [el("ul", said, cls="rt-small"), el("p", MEASURED, cls="rt-small rt-muted")],
            cls="rt-more",
            key="strengths",
        )
        if said
        else None
    )


def decks_and_seats(
    game: AnyGame, fields: Mapping[str, str], seats: int, own: Sequence[tuple[str, Child]] = ()
) -> Html | None:
    """A deck and a player for each seat that plays; None for a game without decks."""
    return deck_picker(game, fields, _players(game), programs_against(game), seats, own=own)


def _who_plays(game: AnyGame, fields: Mapping[str, str]) -> Html:
    """A person or a program for each seat that the table may have."""
    ways = _players(game)
    names = {seat: f"{PROGRAM}{seat}" for seat in range(1, game.info.max_seats + 1)}
    seats = [
        el("label", f"Player {seat} ", select(name, ways, fields.get(name, "")), cls="rt-field1")
        for seat, name in names.items()
    ]
    note = el("p", "A program sees what its player may see.", cls="rt-small rt-muted")
    return fold("Programs at the table", seats, note, cls="rt-more rt-whoplays", key="who-plays")


def programs_in(info: GameInfo, fields: Mapping[str, str]) -> dict[Seat, str]:
    """The programs of the form, by seat; also where fewer play."""
    named = {Seat(seat): fields.get(f"{PROGRAM}{seat + 1}", "") for seat in range(info.max_seats)}
    return {seat: policy for seat, policy in named.items() if policy}


def programs_against(game: AnyGame) -> dict[Seat, str]:
    """Programs at all seats but the first, where the seats play against each other; none where they play together.

    The program is the one that plans, where the game has it.
    """
    if game.info.shared:
        return {}
    policy = ADVISER if ADVISER in game.policies() else "random"
    return {Seat(seat): policy for seat in range(1, game.info.min_seats)}


def usual_programs(game: AnyGame) -> dict[str, str]:
    """The fields that say so."""
    return {f"{PROGRAM}{seat + 1}": policy for seat, policy in programs_against(game).items()}


def seat_fault(fault: BadSeat, seats: int) -> str:
    """A program that cannot sit where the form put it, in the words of the form."""
    if fault.value:
        return f"Player {fault.seat}: there is no program {fault.value!r}."
    only = "Only 1 plays" if seats == 1 else f"Only {seats} play"
    return f"Player {fault.seat} is to be a program. {only}: choose more players, or a person there."


def _in_words(fault: BadOption, sides: tuple[Side, ...]) -> BadOption:
    """The fault with the names of Teams that were picked by a button."""
    if fault.option not in _PICKED_ELSEWHERE:
        return fault
    names = {side.id: side.name for side in sides}
    value = ", ".join(names.get(team, team) for team in str(fault.value).split(","))
    return BadOption(fault.option, value, fault.expected, fault.rule, title=fault.title)


def seats_for(info: GameInfo, chosen: tuple[str, ...]) -> int:
    """How many play with these Teams unless it is said: one person, or one for each Team where nobody plays alone."""
    return 1 if info.min_seats == 1 else min(max(len(chosen), info.min_seats), info.max_seats)


def usual(info: GameInfo, preset: str) -> dict[str, str]:
    """The value of every option when only a preset was chosen."""
    values = {option.name: option.default for option in info.options}
    for one in info.presets:
        if one.name == preset:
            values |= dict(one.values)
    return values | ({_PRESET: preset} if preset in {one.name for one in info.presets} else {})


def follow(info: GameInfo, now: Mapping[str, str]) -> dict[str, str]:
    """The fields after a change of the form: with another preset, what nobody touched takes its values.

    Args:
        now: the fields as the browser has them, with the preset that they were drawn for; a box that is not ticked is
            missing.
    """
    if not now:
        return {}
    old, new = usual(info, now.get(_DRAWN, "")), usual(info, now.get(_PRESET, ""))
    switches = {option.name for option in info.options if option.is_switch}
    out = {}
    for name in {**old, **now}:
        value = ("true" if now.get(name) in ("true", "on") else "false") if name in switches else now.get(name)
        if value is not None:
            out[name] = new[name] if name in new and value.strip() == old.get(name) else value
    return out | {_DRAWN: now.get(_PRESET, "")}


def options_of(info: GameInfo, fields: Mapping[str, str]) -> dict[str, str]:
    """What the form sets: options whose value is not what the preset gives anyway."""
    fields = follow(info, fields)
    preset = fields.get(_PRESET, "")
    out = {}
    for option in info.options:
        if option.name in _PICKED_ELSEWHERE:
            continue
        value = fields.get(option.name)
        expected = option.default if option.name == _PRESET else usual(info, preset)[option.name]
        if value is not None and value.strip() and value.strip() != expected:
            out[option.name] = value.strip()
    return out


def _row(option: OptionInfo, fields: Mapping[str, str]) -> Html:
    value = fields.get(option.name, option.default)
    label = option.title
    bounds = _RANGE.match(option.values)
    control: Html
    if option.is_switch:
        on = (value in ("true", "on")) if fields else option.default == "true"
        control = el(
            "label", el("input", type="checkbox", name=option.name, value="true", checked=on), label, cls="rt-check"
        )
        return el("div", control, _help(option), cls="rt-optrow")
    if option.words:
        control = select(option.name, option.words, value)
    elif _WORDS.match(option.values):
        words = re.split(r", | or ", option.values)
        control = select(option.name, zip(words, words, strict=True), value)
    elif bounds:
        low, high = bounds.groups()
        control = text(option.name, value, kind="number", min=low, max=high, inputmode="numeric")
    else:
        control = text(option.name, value, maxlength=200)
    cls = "rt-field1 rt-field1--words" if option.words else "rt-field1"
    return el("div", el("label", f"{label} ", control, cls=cls), _help(option), cls="rt-optrow")


def _help(option: OptionInfo) -> Html:
    said = "" if option.is_switch or option.words else f" Possible: {option.values}."
    help_ = "" if option.help.rstrip(".") == option.title else option.help
    return el("p", help_, said, " ", [[cite(rule), " "] for rule in option.rules], cls="rt-small rt-muted")
