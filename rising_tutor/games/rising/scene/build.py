"""From the words of a position to a state, with all that makes a table impossible refused."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rising_tutor.core.branch import Branch
from rising_tutor.core.ids import CardId
from rising_tutor.core.numbers import whole
from rising_tutor.errors import BadOption, BadPosition
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.scene.stage import Stage, known
from rising_tutor.games.rising.scene.words import BEGIN_DICE, BEGIN_TURN, SceneWords, read_words

Start = Callable[[int, Mapping[str, str]], st.State]
"""Starts a game with seats and options."""


def build(book: Book, start: Start, raw: Mapping[str, Any]) -> tuple[st.State, tuple[str, ...]]:
    """The position that words describe, and the moves that are to be played from there.

    Raises:
        BadPosition: which word, its value, what was expected.
    """
    words = read_words(raw)
    stage = Stage(book, _started(words, start), _side(book, words))
    for team, heroes in words.rows.items():
        stage.row(team, *heroes)
    for team, kinds in words.tokens.items():
        stage.tokens(team, *kinds)
    for location, cards in words.at.items():
        stage.at(_location("at", location), *cards)
    for hero, die in words.parked.items():
        stage.park(hero, die)
    _fill(stage, book, words)
    _check_cards(stage, book)
    _begin(stage, book, words)
    if book.boss and words.boss is None and words.above_boss is None:
        stage.boss(above=(len(stage.state.heroes_unseen) + stage.state.villains_in_deck) // 2)
    return stage.state, words.moves


def _started(words: SceneWords, start: Start) -> st.State:
    if not words.teams:
        raise BadPosition("teams", words.teams, "at least one Team")
    given = {"teams": ",".join(words.teams), "first_player": "1", **words.options}
    try:
        return start(words.seats or len(words.teams), given)
    except BadOption as error:
        raise BadPosition(f"options.{error.option}", error.value, error.expected, error.rule) from None


def _side(book: Book, words: SceneWords) -> str:
    if not book.side:
        return ""
    side = words.side or words.options.get("balance_side", "")
    if not side or side == "random":
        wanted = words.options.get("difficulty", "easy")
        return next(one.id for one in book.content.balance if one.difficulty == wanted)
    if side not in book.side:
        raise BadPosition("side", side, f"one of {', '.join(book.side)}")
    return side


def _fill(stage: Stage, book: Book, words: SceneWords) -> None:
    state = stage.state
    top = len(book.side[state.side].spaces) if book.side else 0
    _number("turn", words.turn, 1, 500)
    _number("ruin", words.ruin, 0, book.ruin_top)
    _number("balance", words.balance, 0, top)
    heroes = [known("defeated", card, (*book.hero_ids, *book.villain_ids)) for card in words.defeated]
    usable = (*book.hero_ids, *(team.card for team in state.teams), *book.ability_of_team)
    used = tuple(known("used", card, usable) for card in words.used)
    stage.set(turn=words.turn, ruin=words.ruin, balance=words.balance, used=used)
    stage.set(defeated=tuple(card for card in heroes if card in book.hero_ids))
    stage.set(villains_out=tuple(card for card in heroes if card in book.villain_ids))
    if words.battles:
        stage.phase_2(*words.battles, after=words.black_sun)
    _enemy(stage, book, words)
    if words.deck is not None:
        stage.deck(*words.deck)
    if words.fire_deck is not None:
        left = [0] * len(book.fire)
        for n, card in enumerate(words.fire_deck):
            known(f"fire_deck[{n}]", card, book.fire_ids)
            left[book.fire_index[CardId(card)]] += 1
        rest = _rest("fire_deck", tuple(kind.n for kind in book.fire), left, book.fire_ids)
        stage.set(fire_deck=tuple(left), fire_discard=rest)
    if words.supply is not None:
        left = [0] * len(book.token)
        for n, kind in enumerate(words.supply):
            left[stage.token(kind, f"supply[{n}]")] += 1
        rest = _rest("supply", state.supply, left, book.token_ids)
        stage.set(supply=tuple(left), token_discard=rest)


def _enemy(stage: Stage, book: Book, words: SceneWords) -> None:
    for location, cards in words.stacks.items():
        stage.stack(_location("stacks", location), *cards)
    stage.fallen(*words.fallen)
    stage.pressure(**words.pressure)
    if not book.spec.switch.boss:
        if words.boss is not None or words.above_boss is not None:
            raise BadPosition("boss", words.boss, "no last opponent: this title has none")
        return
    if words.boss is not None:
        stage.boss(words.boss)
    elif words.above_boss is not None:
        _number("above_boss", words.above_boss, 0, len(book.hero_ids) + len(book.villain_ids))
        stage.boss(above=words.above_boss)


def _location(path: str, text: str) -> int:
    number = whole(text)
    if number is None:
        raise BadPosition(path, text, "the number of a location")
    return number


def _number(path: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadPosition(path, value, f"a number from {low} to {high}")


def _rest(path: str, have: tuple[int, ...], left: list[int], names: tuple[str, ...]) -> tuple[int, ...]:
    for name, n, most in zip(names, left, have, strict=True):
        if n > most:
            raise BadPosition(path, name, f"at most {most} of this kind")
    return tuple(most - n for most, n in zip(have, left, strict=True))


def _lying(state: st.State) -> Iterator[tuple[str, str]]:
    for at, spot in enumerate(state.places):
        if spot is not None:
            yield f"at.{at // 3 + 1}", spot.card
    for team in state.teams:
        for member in team.row:
            yield f"rows.{team.card.partition('-')[2] or team.card}", member.card
    for card in (*state.defeated, *state.villains_out):
        yield "defeated", card


def _check_cards(stage: Stage, book: Book) -> None:
    """Each card is there once, and lies in one place."""
    seen: dict[str, str] = {}
    for path, card in _lying(stage.state):
        if card in seen:
            raise BadPosition(path, card, f"each card once; it lies also in {seen[card]}")
        seen[card] = path
    for n, card in enumerate(stage.planned_deck):
        if card in seen:
            raise BadPosition(f"deck[{n}]", card, f"a card that lies nowhere else; it lies also in {seen[card]}")
        seen[card] = "deck"
    _check_amounts(stage.state, book)


def _check_amounts(state: st.State, book: Book) -> None:
    for team in state.teams:
        if not team.row:
            raise BadPosition(f"rows.{team.card}", (), "one Hero at least: a Team without Heroes has lost")
    for kind, n in zip(book.token, state.supply, strict=True):
        if n < 0:
            raise BadPosition("tokens", kind.id, f"at most {kind.n} of this kind in all")
    for path, card, damage in _damaged(state, heroes=True):
        if damage > book.capacity[card]:
            rule = book.spec.cite.no_overflow
            raise BadPosition(path, f"{card} {damage}", f"at most {book.capacity[card]} Damage", rule)
    if len(state.battles) != book.spec.locations:
        n = len(state.battles)
        raise BadPosition("battles", n, f"{book.spec.locations} battles, one for each location; - for one that is done")
    for at, battle in enumerate(state.battles):
        boss = battle is not None and battle.card == book.spec.switch.boss
        goals = (state.options.target,) if boss else state.options.battle_damage
        goal = goals[book.battle_ids.index(battle.card)] if battle is not None else 0
        if battle is not None and battle.damage >= goal:
            raise BadPosition(f"battles[{at}]", battle.damage, f"less than {goal} Damage: with {goal} it is done")
    limit = state.options.hero_loss_limit
    if len(state.defeated) >= limit:
        raise BadPosition("defeated", len(state.defeated), f"fewer than {limit} Heroes: with {limit} it is lost")
    if book.side and state.phase == 1 and state.balance == len(book.side[state.side].spaces):
        raise BadPosition("balance", state.balance, "a space below the top: there the Day of Black Sun has come")


def _begin(stage: Stage, book: Book, words: SceneWords) -> None:
    active = words.active or words.teams[0]
    if words.begin == BEGIN_TURN:
        _check_rest(stage, book)
        if words.shown or words.waiting is not None:
            raise BadPosition("shown", words.shown or words.waiting, "no dice before step 3")
        stage.turn(active, facing=words.figure)
    elif words.begin == BEGIN_DICE:
        _check_rest(stage, book, heroes=False)
        stage.step_3(active, words.location, words.shown, words.waiting, facing=words.figure).as_rolled()
    else:
        stage.step(words.begin, active, words.location, facing=words.figure)


def _check_rest(stage: Stage, book: Book, *, heroes: bool = True) -> None:
    """Between turns nothing that is full lies on the table: clean-up took it away. In a turn Heroes may be full."""
    state = stage.state
    for path, card, damage in _damaged(state, heroes=heroes):
        if damage >= book.capacity[card] and (heroes or card not in book.hero):
            raise BadPosition(path, f"{card} {damage}", f"less than {book.capacity[card]} Damage at this moment")
    if book.side and state.phase == 1 and state.ruin >= book.ruin_top and heroes:
        raise BadPosition("ruin", state.ruin, "a space below the top: there the Day of Black Sun has come")


def _damaged(state: st.State, *, heroes: bool) -> Iterator[tuple[str, str, int]]:
    for at, spot in enumerate(state.places):
        if spot is not None:
            yield f"at.{at // 3 + 1}", spot.card, spot.damage
    for team in state.teams if heroes else ():
        for member in team.row:
            yield f"rows.{team.card.partition('-')[2] or team.card}", member.card, member.damage


def play_moves(game: Any, state: st.State, moves: tuple[str, ...], path: str = "moves") -> st.State:
    """The position after moves in the notation, each checked like in a game.

    Raises:
        BadPosition: a line is no move here, or the rules refuse it.
    """
    branch = Branch(game, state)
    for n, text in enumerate(moves):
        branch.play_written(text, f"{path}[{n}]")
    end: st.State = branch.state
    return end
