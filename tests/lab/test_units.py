"""The teaching units: they can be read, no number is typed, and each number is found a second way."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import prod
from typing import Any

import msgspec
import pytest

from rising_tutor import catalogues
from rising_tutor.core.chance import Die
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadContent, BadProblem, LimitExceeded
from rising_tutor.lab.guesses import Record
from rising_tutor.lab.query import ANY_TIES, AnyQuery, Difference, Not, Number, Policy, Product, Ratio, Samples, answers
from rising_tutor.lab.scene import Scene
from rising_tutor.lab.unit import Ask, Exercise, Step, Unit, Way, best_ways, broken_claims, numbers_of, variations
from rising_tutor.lab.unit_file import SMALLEST, _told, kit_for, read_unit, unit_named, units
from rising_tutor.lab.wording import fill, names_in, words
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import Kit, kit_of
from rising_tutor.probability.dice_turn.policies import range_of_policy
from rising_tutor.tutor.units import UnitsController
from rising_tutor.ui.units import steps as parts
from tests.golden.sentences import read
from tests.lab.plain import DUTY, FREE, Turn, rolls, take
from tests.testkit.games import game_of
from tests.testkit.settings import RISING

Faces = dict[str, tuple[str, ...]]
KITS = {title: kit_of(dice_game(load_game(title))) for title in RISING}
CARDS = {title: kit_for(load_game(title)) for title in ("avatar-tcg", "rise-tcg")}
"""Kits without dice, for units about draws."""
ALL = KITS | CARDS
UNITS = units(KITS["fire-nation-rising"])
EVERY = [pytest.param(kit, unit, id=f"{title}/{unit.id}") for title, kit in ALL.items() for unit in units(kit)]
STEPS = [
    pytest.param(kit, step, id=f"{title}/{unit.id}/{step.ask.id}")
    for title, kit in ALL.items()
    for unit in units(kit)
    for step in unit.step
    if step.ask
]
EXERCISES = [
    pytest.param(kit, one, id=f"{title}/{unit.id}/{one.ask.id}")
    for title, kit in ALL.items()
    for unit in units(kit)
    for one in unit.exercise
]
TOLD = re.compile(r"[A-Z]{2,4}-\d{3,4}")
WANTED = {
    "one-die": "one die",
    "a-pool": "a pool",
    "symbols-and-doubles": "symbols and doubles",
    "keep-or-discard": "keep or discard",
    "two-cards": "two cards at once",
    "what-a-reroll-is-worth": "what a reroll is worth",
    "drawing-from-a-bag": "without putting back",
    "expected-value-against-chance": "expected value against chance",
    "sample-size": "sample size",
    "one-more-die": "one more die",
}


# The second way ------------------------------------------------------------------------------------------------------


class Second:
    """Answers queries by the plain turn of `plain.py` and by counting cases, from the raw data of a query."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces

    def numbers(self, queries: dict[str, AnyQuery], scene: Scene) -> dict[str, Fraction]:
        known: dict[str, Fraction] = {}
        for name, query in queries.items():
            known[name] = self.answer(query, scene.changed(query.scene), known)
        return known

    def answer(self, query: Any, scene: Scene, known: dict[str, Fraction]) -> Fraction:
        return getattr(self, f"_{type(query).__name__.lower()}")(query, scene, known)

    # Turns

    def turn(self, scene: Scene, helps: tuple = ()) -> Turn:
        weights = scene.weights or (1,) * len(scene.needs)
        worth: dict[str, Callable] = {
            "sum": lambda done: sum(weight for weight, one in zip(weights, done, strict=True) if one),
            "all": lambda done: int(all(done)),
            "any": lambda done: int(any(done)),
        }
        needs = tuple("".join(sorted(need)) for need in scene.needs)
        rule = DUTY if scene.must_assign else FREE
        plain = tuple(self.plain_help(help_) for help_ in (*scene.helps, *helps))
        return Turn(self.faces, needs, worth[scene.value], plain, rule)

    @staticmethod
    def plain_help(help_: Any) -> tuple[str, Any]:
        kind = type(help_).__name__
        if kind == "ExtraDie":
            (colour,) = help_.colours
            return "die", colour
        if kind == "Reroll":
            return "reroll", "whole" if help_.whole else help_.most
        return {"ChangeFace": "change", "ExtraSymbol": "symbol"}[kind], help_.symbol

    @staticmethod
    def pool(scene: Scene) -> list[str]:
        return [colour for colour, n in scene.pool.items() for _ in range(n)]

    def _best(self, _query: Any, scene: Scene, _known: Any, helps: tuple = ()) -> Fraction:
        return self.turn(scene, helps).value(*self.pool(scene))

    def _gain(self, query: Any, scene: Scene, _known: Any) -> Fraction:
        more = scene.changed({"pool": {**scene.pool, query.die: scene.pool.get(query.die, 0) + 1}} if query.die else {})
        return self._best(None, more, None, query.helps) - self._best(None, scene, None)

    def ways(self, scene: Scene) -> dict[tuple, Fraction]:
        """Every choice after the roll on the table: ("discard", colour), or the sorted dice that are assigned."""
        turn = self.turn(scene)
        helps = tuple(range(len(scene.helps)))
        found: dict[tuple, Fraction] = {}

        def assign(roll: tuple, lacks: tuple, done: tuple) -> None:
            if done:
                found[done] = turn.before(tuple(sorted(colour for colour, _ in roll)), lacks, helps)
            for pair in set(roll):
                for at, lack in enumerate(lacks):
                    if take(lack, pair[1]) != lack:
                        paid = (*lacks[:at], take(lack, pair[1]), *lacks[at + 1 :])
                        assign(turn.less(roll, pair), paid, tuple(sorted((*done, (*pair, at + 1)))))

        assign(tuple(scene.roll), turn.needs, ())
        pool = tuple(sorted(self.pool(scene)))
        for colour in set(pool):
            found["discard", colour] = turn.before(turn.less(pool, colour), turn.needs, helps)
        return found

    def _choice(self, query: Any, scene: Scene, _known: Any) -> Fraction:
        done = ("discard", query.discard) if query.discard else tuple(sorted(query.assign))
        return self.ways(scene)[done]

    def _bestchoice(self, query: Any, scene: Scene, _known: Any) -> Fraction:
        if query.among == "help":
            turn = self.turn(scene)
            fresh = turn._changed(tuple(sorted(scene.roll)), turn.needs, tuple(range(len(scene.helps))))
            return max(fresh)
        sort = {"discard": lambda way: way[0] == "discard", "assign": lambda way: way[0] != "discard"}[query.among]
        return max(value for way, value in self.ways(scene).items() if sort(way))

    def _policy(self, query: Any, scene: Scene, _known: Any) -> tuple[Fraction, Fraction]:
        """The worst and the best that can come of a way to play whose words leave ties open."""
        assert query.name == "assign all"
        assert len(scene.needs) == 1

        @cache
        def before(pool: tuple, lack: str, best: Callable) -> Fraction:
            if not pool or not lack:
                return Fraction(not lack)
            return sum(chance * best(after(roll, lack, best)) for roll, chance in rolls(self.faces, pool).items())

        def after(roll: tuple, lack: str, best: Callable) -> set[Fraction]:
            """What every way to go on is worth: the dice in any order, bigger faces before smaller ones."""
            ways = set()
            for order in set(permutations(roll)):
                if [len(face) for _, face in order] != sorted((len(face) for _, face in roll), reverse=True):
                    continue
                left, now = [], lack
                for colour, face in order:
                    if take(now, face) == now:
                        left.append(colour)
                    now = take(now, face)
                seldom = {c: sum(any(s in lack for s in f) for f in self.faces[c]) for c in left} if now == lack else {}
                fewest = [colour for colour, n in seldom.items() if n == min(seldom.values())]
                for gone in fewest or [""]:
                    ways.add((tuple(sorted(left, key=lambda colour: (colour != gone, colour)))[bool(gone) :], now))
            return {before(tuple(sorted(pool)), now, best) for pool, now in ways}

        start = tuple(sorted(self.pool(scene))), "".join(sorted(scene.needs[0]))
        return before(*start, min), before(*start, max)

    def _completed(self, query: Any, scene: Scene, _known: Any) -> Fraction:
        """Best for the value of the scene first; among equals whatever completes more, then fewer."""
        turn = self.turn(scene)
        chances = []
        for prefer in (1, -1):

            @cache
            def reached(pool: tuple, lacks: tuple, prefer: int = prefer) -> Fraction:
                if not pool:
                    return Fraction(sum(not lack for lack in lacks) >= query.least)
                return sum(chance * after(roll, lacks) for roll, chance in rolls(self.faces, pool).items())

            def after(roll: tuple, lacks: tuple, prefer: int = prefer, reached: Callable = reached) -> Fraction:
                best: list[tuple[Fraction, Fraction]] = []

                def assign(left: tuple, now: tuple, begun: bool) -> None:
                    pool = tuple(sorted(colour for colour, _ in left))
                    if begun:
                        best.append((turn.before(pool, now, ()), prefer * reached(pool, now)))
                    for pair, paid in turn.fitting(left, now):
                        assign(turn.less(left, pair), paid, True)

                assign(roll, lacks, False)
                pool = tuple(sorted(colour for colour, _ in roll))
                for colour in set(pool):
                    rest = turn.less(pool, colour)
                    best.append((turn.before(rest, lacks, ()), prefer * reached(rest, lacks)))
                return max(best)[1] * prefer

            chances.append(reached(tuple(sorted(self.pool(scene))), turn.needs))
        assert chances[0] == chances[1], "the unit's number would depend on how ties are broken"
        return chances[0]

    # One roll, a bag, a sample

    def shown(self, scene: Scene) -> list[tuple[str, ...]]:
        """Every roll as faces, all equally likely."""
        return list(product(*(self.faces[colour] for colour in self.pool(scene))))

    def _oneroll(self, _query: Any, scene: Scene, _known: Any) -> Fraction:
        n_dice = sum(scene.pool.values())

        def covered(faces: tuple[str, ...]) -> bool:
            # Every die is handed to one need, or to none.
            for to in product(range(len(scene.needs) + 1), repeat=n_dice):
                given = [
                    "".join(f for f, t in zip(faces, to, strict=True) if t == at) for at in range(len(scene.needs))
                ]
                pairs = zip(scene.needs, given, strict=True)
                if all(all(got.count(symbol) >= need.count(symbol) for symbol in need) for need, got in pairs):
                    return True
            return False

        every = self.shown(scene)
        return Fraction(sum(covered(faces) for faces in every), len(every))

    def _shows(self, query: Any, scene: Scene, _known: Any) -> Fraction:
        every = self.shown(scene)
        return Fraction(sum("".join(faces).count(query.symbol) >= query.least for faces in every), len(every))

    def _mean(self, query: Any, scene: Scene, _known: Any) -> Fraction:
        every = self.shown(scene)
        return Fraction(sum("".join(faces).count(query.symbol) for faces in every), len(every))

    def _draw_chances(self, scene: Scene, back: bool) -> dict[int, Fraction]:
        """Number of wanted things -> chance, draw by draw."""
        known = [kind in scene.wanted for kind in scene.on_top]
        sure = sum(known[: scene.draws])
        wanted, total = sum(scene.bag[kind] for kind in scene.wanted) - sum(known), sum(scene.bag.values()) - len(known)
        counts = {0: Fraction(1)}
        for drawn in range(scene.draws - len(known[: scene.draws])):
            after: dict[int, Fraction] = {}
            for hits, chance in counts.items():
                left = (wanted, total) if back else (wanted - hits, total - drawn)
                hit = Fraction(*left)
                after[hits + 1] = after.get(hits + 1, Fraction(0)) + chance * hit
                after[hits] = after.get(hits, Fraction(0)) + chance * (1 - hit)
            counts = after
        return {sure + hits: chance for hits, chance in counts.items()}

    def _drawn(self, query: Any, scene: Scene, _known: Any) -> Fraction:
        most = scene.draws if query.most is None else query.most
        counts = self._draw_chances(scene, query.back)
        return sum((chance for hits, chance in counts.items() if query.least <= hits <= most), Fraction(0))

    def _meandrawn(self, _query: Any, scene: Scene, _known: Any) -> Fraction:
        return sum((hits * chance for hits, chance in self._draw_chances(scene, False).items()), Fraction(0))

    def _samples(self, query: Any, _scene: Scene, known: dict[str, Fraction]) -> Fraction:
        p = known[query.of]
        n = 1
        step = 1 << 24
        while step:  # the least n with 1.96^2 p (1 - p) one_in^2 <= n, by halving
            if Fraction(196, 100) ** 2 * p * (1 - p) * query.one_in**2 > n + step - 1:
                n += step
            step //= 2
        return Fraction(n)

    def _halfwidth(self, query: Any, _scene: Scene, known: dict[str, Fraction]) -> Fraction:
        p = float(known[query.of])
        return Fraction(1.96 * (p * (1 - p) / query.trials) ** 0.5)

    # Numbers from numbers

    def _difference(self, query: Any, _scene: Scene, known: dict[str, Any]) -> Any:
        less = known[query.less]
        if isinstance(less, tuple):
            return known[query.of] - less[1], known[query.of] - less[0]
        return known[query.of] - less

    def _ratio(self, query: Any, _scene: Scene, known: dict[str, Fraction]) -> Fraction:
        return Fraction(known[query.of], known[query.by])

    def _product(self, query: Any, _scene: Scene, known: dict[str, Fraction]) -> Fraction:
        return prod((known[name] for name in query.of), start=Fraction(1))

    def _not(self, query: Any, _scene: Scene, known: dict[str, Fraction]) -> Fraction:
        return 1 - known[query.of]


def second_of(kit: Kit) -> Second:
    return Second({die.colour: die.faces for die in kit.dice})


@pytest.fixture(scope="module")
def second(faces: Faces) -> Second:
    return Second(faces)


def same(found: dict[str, Number], expected: dict[str, Fraction]) -> None:
    assert found.keys() == expected.keys()
    for name, number in found.items():
        if "approximation" in number.method and number.kind == "points":
            assert abs(number.amount - expected[name]) < Fraction(1, 10**12), name
        elif number.high is not None:
            assert (number.amount, number.high) == expected[name], name
        else:
            assert number.amount == expected[name], name


class TestHabits:
    """A way to play in words leaves ties open, so its chance is a range, and nobody is scored against one number."""

    def test_every_number_of_a_habit_is_a_range_or_no_tie_matters(self) -> None:
        seen = 0
        for kit, unit in (param.values for param in EVERY):
            asked = [(step.numbers, step.scene) for step in unit.step]
            asked += [(one.numbers, scene) for one in unit.exercise for scene in variations(one)]
            for queries, scene in asked:
                for name, query in queries.items():
                    if isinstance(query, Policy):
                        number = answers(queries, scene, kit)[name]
                        ends = range_of_policy(scene.changed(query.scene).problem(kit), query.name)
                        assert number.ends == ends
                        assert (number.method == ANY_TIES) == (ends[0] < ends[1])
                        seen += 1
        assert seen >= len(KITS)

    @pytest.mark.parametrize("title", KITS)
    def test_the_range_is_told_and_a_guess_is_held_against_all_of_it(self, title: str) -> None:
        for text, told in (("45", "which is in the range"), ("40", "4.1 percentage points below the range")):
            controller = UnitsController(load_game(title))
            controller.open("keep-or-discard")
            controller.go(next(at for at, step in enumerate(controller.unit.step) if step.ask.id == "the-habit"))
            controller.guess(text)
            page = re.sub(r"<[^>]*>", " ", str(parts.step(controller)))
            assert "44.1 % to 47.4 %" in page
            assert "6.1 to 9.5 percentage points" in page
            assert ANY_TIES in page
            assert f"You said {text}.0 %, {told}." in page
            # No chance is drawn and no Brier score made against a number that is none.
            assert controller.record.guesses == ()
            assert [pick.loss > 0 for pick in controller.record.picks] == [text == "40"]
            assert controller.trials is None

    def test_the_same_habit_in_words_leaves_open_what_the_range_leaves_open(self) -> None:
        for _, unit in (param.values for param in EVERY):
            for step in unit.step:
                if any(isinstance(query, Policy) for query in step.numbers.values()):
                    assert "left open" in step.text

    def test_what_needs_one_number_refuses_a_range(self, kit: Kit) -> None:
        scene = Scene(pool={"green": 2, "blue": 1}, needs=("WWE",))
        habit = {"habit": Policy(name="assign all")}
        for query in (Ratio(of="habit", by="habit"), Product(of=("habit",)), Samples(of="habit", one_in=100)):
            with pytest.raises(BadProblem, match="no range"):
                answers(habit | {"asked": query}, scene, kit)
        with pytest.raises(BadProblem, match="a range"):
            answers(habit | {"asked": Difference(of="habit", less="habit")}, scene, kit)
        found = answers(habit | {"asked": Not(of="habit")}, scene, kit)
        assert found["asked"].ends == tuple(1 - end for end in reversed(found["habit"].ends))
        step = Step("", scene, habit, Ask("a", "choice", "", "", ways=(Way("", "habit"), Way("", "habit"))))
        with pytest.raises(BadProblem, match="not a range"):
            numbers_of(step, kit)
        assert broken_claims(Step("", claims=(("habit", "=", "habit"),)), found)


class TestNumbers:
    @pytest.mark.slow
    @pytest.mark.parametrize(("kit", "step"), STEPS)
    def test_every_number_of_a_step_is_found_a_second_way(self, step: Step, kit: Kit) -> None:
        same(numbers_of(step, kit), second_of(kit).numbers(step.numbers, step.scene))

    @pytest.mark.slow
    @pytest.mark.parametrize(("kit", "exercise"), EXERCISES)
    def test_every_number_of_an_exercise_is_found_a_second_way(self, exercise: Exercise, kit: Kit) -> None:
        second = second_of(kit)
        every = list(variations(exercise))
        for scene in every[:: max(1, len(every) // 12)]:
            varied = Exercise(exercise.ask, scene, exercise.numbers)
            same(numbers_of(varied, kit), second.numbers(exercise.numbers, scene))

    @pytest.mark.parametrize(("kit", "step"), STEPS)
    def test_what_the_texts_take_for_granted_holds(self, step: Step, kit: Kit) -> None:
        assert not broken_claims(step, numbers_of(step, kit))

    def test_a_claim_that_does_not_hold_is_told(self, kit: Kit) -> None:
        step = unit_named("one-die", kit).step[0]
        assert broken_claims(step, numbers_of(step, kit)) == ()
        other = Kit((Die("green", ("W", "W", "WW", "A", "E", "F")),), kit.symbols)
        assert broken_claims(step, numbers_of(step, other)) == ("earth > water",)

    @pytest.mark.rule("FNR-406", "FNR-407")
    def test_the_example_of_keep_or_discard(self, kit: Kit) -> None:
        step = unit_named("keep-or-discard", kit).step[0]
        assert step.scene.pool == {"green": 2, "blue": 1}
        assert step.scene.needs == ("WWE",)
        assert sorted(step.scene.roll) == [("blue", "E"), ("green", "A"), ("green", "A")]
        numbers = numbers_of(step, kit)
        assert (numbers["assign"].amount, numbers["discard"].amount) == (Fraction(2, 27), Fraction(7, 36))
        assert [step.ask.ways[at].label for at in best_ways(step.ask, numbers)] == ["Discard a green die"]

    def test_one_more_die_lowers_the_value_only_where_it_may_not_be_discarded(self, kit: Kit, second: Second) -> None:
        bound, free = unit_named("one-more-die", kit).step[1:3]
        assert bound.scene.must_assign
        assert not free.scene.must_assign
        assert bound.scene.needs == free.scene.needs
        assert bound.scene.weights == free.scene.weights
        for step, lower in ((bound, True), (free, False)):
            numbers = second.numbers(step.numbers, step.scene)
            assert (numbers["with_blue"] < numbers["alone"]) is lower

    def test_with_discarding_allowed_one_more_die_never_lowers_the_value(self, faces: Faces) -> None:
        # Also where completing a card is a loss: the condition is about discarding, not about what cards are worth.
        worths = (lambda d: d[0] - 2 * d[1], lambda d: -d[0] - d[1], lambda d: int(d[0] != d[1]), lambda d: d[0] + d[1])
        for worth in worths:
            for needs in (("E", "W"), ("EW", "W"), ("EE", "F")):
                turn = Turn(faces, needs, worth)
                for pool in ((), ("green",), ("blue",), ("green", "blue")):
                    for colour in faces:
                        assert turn.value(*pool, colour) >= turn.value(*pool)


class TestTexts:
    def test_the_units_that_were_asked_for_are_there(self) -> None:
        titles = {unit.id: unit.title.casefold() for unit in UNITS}
        assert len(titles) >= 9
        for unit_id, title in WANTED.items():
            assert title in titles[unit_id]

    @pytest.mark.parametrize(("kit", "unit"), EVERY)
    def test_rules_exist(self, unit: Unit, kit: Kit) -> None:
        catalogue = catalogues.load(kit.game)
        for rule in (*unit.rules, *(rule for step in unit.step for rule in step.rules)):
            assert catalogue.rule(rule)
        assert unit.rules

    @pytest.mark.parametrize(("kit", "unit"), EVERY)
    def test_no_number_is_typed(self, unit: Unit, kit: Kit) -> None:
        texts = [unit.title, unit.purpose, *(step.text for step in unit.step)]
        for one in (*unit.step, *unit.exercise):
            if one.ask is not None:
                texts += [one.ask.prompt, one.ask.reveal, one.ask.unit, *(way.label for way in one.ask.ways)]
        for text in texts:
            assert not re.search(r"\d", TOLD.sub("", re.sub(r"\{[^{}]*\}", "", text))), text

    @pytest.mark.parametrize(("kit", "unit"), EVERY)
    def test_prediction_comes_before_the_answer(self, unit: Unit, kit: Kit) -> None:
        """What stands before the guess names no number, and each answer is told nowhere earlier in its unit."""
        assert all(step.ask is not None for step in unit.step)
        told = ""
        for step in unit.step:
            about = words(step.scene, kit)
            before = [step.text, step.ask.prompt, *(way.label for way in step.ask.ways)]
            assert not {name for text in before for name, _ in names_in(text)} & step.numbers.keys()
            numbers = numbers_of(step, kit)
            if step.ask.kind == "chance":
                amount = numbers[step.ask.answer].amount
                assert amount in (0, 1) or not re.search(rf"(?<![\d/]){amount}(?![\d/])", told), step.ask.id
            told += fill(step.ask.reveal, about, numbers)

    @pytest.mark.slow
    @pytest.mark.parametrize(("kit", "step"), STEPS)
    def test_the_reveal_tells_the_answer(self, step: Step, kit: Kit) -> None:
        named = {name for name, _ in names_in(step.ask.reveal)}
        wanted = {step.ask.answer} if step.ask.answer else {way.number for way in step.ask.ways[:2]}
        assert wanted <= named | {way.number for way in step.ask.ways}
        assert named & wanted
        text = fill(step.ask.reveal, words(step.scene, kit), numbers_of(step, kit))
        assert "{" not in text
        assert "!" not in text

    @pytest.mark.parametrize(("kit", "step"), STEPS)
    def test_answers_lie_on_the_scale_of_the_guess(self, step: Step, kit: Kit) -> None:
        numbers = numbers_of(step, kit)
        if step.ask.kind == "chance":
            assert numbers[step.ask.answer].kind == "chance"
            assert 0 <= numbers[step.ask.answer].amount <= 1
        elif step.ask.kind == "value":
            assert 0 <= numbers[step.ask.answer].amount <= step.ask.top
        else:
            assert len(best_ways(step.ask, numbers)) == 1


class TestTitles:
    """Each title has the units that make sense with its dice, in its own words."""

    @pytest.mark.parametrize("title", RISING)
    def test_every_title_has_the_units_that_were_asked_for_and_those_about_its_own_dice(self, title: str) -> None:
        found = {unit.id for unit in units(KITS[title])}
        assert WANTED.keys() <= found
        assert len(found) == len(_told(title)), "a unit does not fit the dice of its title"
        enemy = {die.id for die in read(title)[1].threat_die}
        own = [unit for unit in units(KITS[title]) if unit.id not in WANTED]
        rolled = {step.scene.drawn_from for unit in own for step in unit.step}
        assert bool(enemy) == bool(own)
        assert {die.name for die in read(title)[1].threat_die} == {one.removeprefix("The ") for one in rolled if one}

    @pytest.mark.parametrize("title", RISING)
    def test_bags_that_are_dice_of_the_enemy_or_tokens_are_those_of_the_title(self, title: str) -> None:
        cards = read(title)[1]
        dice = [{face.name: face.n for face in die.face} for die in cards.threat_die]
        tokens = {kind.name: kind.n for kind in cards.token}
        for unit in units(KITS[title]):
            for step in unit.step:
                if step.scene.drawn_from:
                    assert step.scene.bag in dice, unit.id
                for kind in step.scene.wanted:
                    assert tokens.get(kind, step.scene.bag[kind]) == step.scene.bag[kind]
                    assert step.scene.drawn_from or kind in tokens

    @pytest.mark.slow
    @pytest.mark.parametrize(("kit", "unit"), [one for one in EVERY if one.values[0].dice])
    def test_a_unit_speaks_the_words_of_its_title(self, unit: Unit, kit: Kit) -> None:
        said = str(msgspec.to_builtins(unit))
        words_of = {title: read(title)[0].words for title in RISING}
        mine = words_of[kit.game]
        for other, theirs in words_of.items():
            foreign = {*theirs.symbols.values(), theirs.hero, theirs.villain, theirs.token, theirs.discard}
            foreign -= {*mine.symbols.values(), mine.hero, mine.villain, mine.token, mine.discard}
            # The word of another title; "discard" is what happens to a used token in each of them.
            for word in foreign - {"discard", "Team"}:
                assert not re.search(rf"\b{word}\b", said), f"{other}: {word}"
        assert "FNR-" not in said or kit.game == "fire-nation-rising"

    def test_answers_given_in_one_title_do_not_answer_another(self) -> None:
        kept: list[Record] = [Record()]
        for title in RISING:
            controller = UnitsController(
                load_game(title), read=lambda: kept[0], write=lambda record: kept.__setitem__(0, record)
            )
            controller.open("keep-or-discard")
            assert (controller.at, controller.revealed) == (0, False), title
            controller.pick(0)
            assert controller.revealed


class TestReading:
    def test_the_smallest_unit_can_be_read(self, kit: Kit) -> None:
        assert read_unit(SMALLEST.encode(), "coin.toml", kit).id == "coin"

    @pytest.mark.parametrize(
        ("old", "new", "where", "word"),
        [
            ('id = "coin"', 'id = "other"', "$.id", "coin"),
            ("minutes = 1", 'minutes = "long"', "$.minutes", "int"),
            ("minutes = 1", "minuts = 1", "$", "known field"),
            ('rules = ["FNR-413"]', 'rules = ["rule 4"]', "$.rules", "FNR-406"),
            ("green = 1", "grey = 1", "$.step[0].scene: colour", "green"),
            ("green = 1", "green = -1", "$.step[0].scene: green dice", "from 0"),
            ('symbol = "E"', "symbol = 3", "symbol", "str"),
            ('find = "shows"', 'find = "guesses"', "$.step[0]", "guesses"),
            ("{ earth = {", "{ roll = {", "$.step[0].numbers", "scene"),
            ('text = "Roll one die."', 'text = "It is {earth}."', "$.step[0].text", "pool"),
            ("How likely does {pool}", "With {earth}, how likely does {pool}", "$.step[0].ask.prompt", "pool"),
            ('answer = "earth"', 'answer = "mars"', "$.step[0].ask.answer", "earth"),
            ("It does {earth}", "It does {earth", "$.step[0].ask.reveal", "braces"),
            ("It does {earth}", "It does {earth:loud}", "$.step[0].ask.reveal", "one of"),
            ('kind = "chance"', 'kind = "choice"', "$.step[0].ask.ways", "ways"),
            ('kind = "chance"', 'kind = "chance"\nways = [{ label = "a", number = "earth" }]', "ways", "choice"),
            ('id = "earth"', 'id = "Earth one"', "$.step", "small letters"),
            ("order = 1", "order = = 1", "TOML", "readable"),
        ],
    )
    def test_a_fault_is_told_with_file_path_and_what_was_expected(
        self, kit: Kit, old: str, new: str, where: str, word: str
    ) -> None:
        assert old in SMALLEST
        with pytest.raises(BadContent) as caught:
            read_unit(SMALLEST.replace(old, new, 1).encode(), "coin.toml", kit)
        assert caught.value.file == "coin.toml"
        assert where in caught.value.path
        assert word in str(caught.value)

    def test_a_faulty_exercise_is_told(self, kit: Kit) -> None:
        exercise = """
[[exercise]]
vary = { pool = [{ green = "two" }] }
numbers = { one = { find = "best" } }
ask = { id = "a", kind = "chance", prompt = "?", reveal = "{one}", answer = "one" }
"""
        with pytest.raises(BadContent, match="vary"):
            read_unit((SMALLEST + exercise).encode(), "coin.toml", kit)

    def test_bytes_that_are_no_text_and_files_that_are_too_long(self, kit: Kit) -> None:
        with pytest.raises(BadContent, match="UTF-8"):
            read_unit(b"\xff\xfe", "coin.toml", kit)
        with pytest.raises(LimitExceeded, match="300000 bytes, the limit is 262144 bytes"):
            read_unit(b"#" * 300_000, "coin.toml", kit)

    def test_units_for_other_dice_are_left_out(self) -> None:
        coin = Kit((Die("grey", ("E", "W")),), {"E": "Earth", "W": "Water"})
        assert {unit.id for unit in units(coin)} < {unit.id for unit in UNITS}
        assert "keep-or-discard" not in {unit.id for unit in units(coin)}

    def test_an_unknown_unit_is_told_with_those_that_there_are(self, kit: Kit) -> None:
        with pytest.raises(BadProblem, match="one-die"):
            unit_named("nine-dice", kit)

    def test_a_scene_that_no_table_can_show_is_refused(self, kit: Kit) -> None:
        for scene in (
            Scene(pool={"green": 1}, needs=("E",), roll=(("green", "FF"),)),
            Scene(pool={"green": 1}, needs=("E",), roll=(("blue", "W"),)),
            Scene(pool={"green": 1}, needs=("Q",)),
            Scene(pool={"green": 1}, needs=("E", "W"), weights=(1,)),
            Scene(bag={"one": 1}, draws=2, wanted=("one",)),
            Scene(bag={"one": 1}, draws=1, wanted=("two",)),
        ):
            with pytest.raises(BadProblem):
                scene.checked(kit)


def test_the_second_way_assigns_in_any_order() -> None:
    # Two dice on one need: every order of paying is looked at, so that the second way is right where order matters.
    assert {take(take("EEW", first), then) for first, then in permutations(("E", "EE"))} == {"W"}


def test_the_card_games_have_units_about_draws_and_those_of_dice_are_not_among_them() -> None:
    found = {unit.id for unit in units(CARDS["avatar-tcg"])}
    assert found == {
        "how-many-strikes",
        "the-third-copy",
        "one-card-more",
        "a-card-known-on-top",
        "a-bag-has-a-memory",
    }
    assert not found & {unit.id for unit in UNITS}
    assert [unit.id for unit in units(CARDS["rise-tcg"])] == ["one-level-up-more"]
    assert units(kit_for(game_of("coin-and-hand"))) == ()


@pytest.mark.parametrize(
    ("scene", "says"),
    [
        ({"on_top": ("moons",)}, "one of suns, stars"),
        ({"on_top": ("suns", "suns", "suns")}, "holds no more"),
    ],
)
def test_what_lies_on_top_must_be_in_the_bag(scene: dict[str, Any], says: str) -> None:
    bag = Scene(bag={"suns": 2, "stars": 3}, draws=1, wanted=("suns",))
    with pytest.raises(BadProblem, match=says):
        bag.changed(scene).checked(CARDS["avatar-tcg"])


def test_what_lies_on_top_stands_beside_the_bag() -> None:
    controller = UnitsController(load_game("avatar-tcg"))
    controller.open("a-card-known-on-top")
    assert "Known on top: other strikes." in str(parts.step(controller))
    controller.go(1)
    assert "Known on top" not in str(parts.step(controller))
