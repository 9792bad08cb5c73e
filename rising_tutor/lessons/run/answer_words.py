"""The sentences that answer a try, made from its values; the page and the terminal say the same.

A chance is told together with what it is about: the actions, the dice or the turn that the step asks for. That the goal
can no longer be reached is said only where it is proven for the game itself, and with the end that was looked at.

>>> fire, two = GameId("fire-nation-rising"), Step("Roll.", limit=2)
>>> sentence(Reply("wrong", "discard blue W", made=False, value=0.25, best=0.625), two, fire)
'That is legal, but the goal is then reached with 25.0 % instead of 62.5 % in the 2 actions of this step.'
>>> sentence(Reply("best", "green E > june", made=True, value=0.625, best=0.625), Step("Roll."), fire)
'The goal is now reached with 62.5 % this turn, the best there is.'
"""

from rising_tutor import catalogues
from rising_tutor.core.english import counted
from rising_tutor.core.ids import GameId
from rising_tutor.core.node import Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.core.scenes import scene_game
from rising_tutor.lessons.lesson import NO_END, Step
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.reply import Reply
from rising_tutor.probability.percents import percent

SURE = 1.0
ANY_ACTION = 1.0
"""The accepted loss of a step in which every legal action is fine."""
NO_MOVE = "From here no choice is known to reach the goal. Begin this step again."
_THIS_TURN = "this turn"


def chances(value: float, best: float, *, exact: bool = True) -> tuple[str, str]:
    """Two chances as percentages that differ in writing where they differ; an estimate is told as one.

    >>> chances(0.25, 0.625), chances(0.33331, 0.33333)
    (('25.0 %', '62.5 %'), ('33.331 %', '33.333 %'))
    >>> chances(0.5, 1.0, exact=False)
    ('about 50 %', 'about 100 %')
    """
    if not exact:
        return f"about {100 * value:.0f} %", f"about {100 * best:.0f} %"
    for digits in (None, 2, 3, 4, 6, 9):
        pair = [percent(one) if digits is None else f"{100 * one:.{digits}f} %" for one in (value, best)]
        if value == best or pair[0] != pair[1]:
            break
    return pair[0], pair[1]


def allowed(step: Step) -> str:
    """The actions that a step allows, in words.

    >>> allowed(Step("Roll.", limit=1)), allowed(Step("Roll.", limit=3))
    ('1 action', '3 actions')
    """
    return counted(step.limit, "action")


def scope(step: Step) -> str:
    """What the chances of a step are about, with a space before it; empty where they are about the whole game.

    >>> scope(Step("Roll.", limit=1)), scope(Step("Roll.", aim=("june",))), scope(Step("Roll.", until=""))
    (' in the 1 action of this step', ' by the dice of this turn', '')
    """
    if step.limit:
        return f" in the {allowed(step)} of this step"
    if step.aim:
        return " by the dice of this turn"
    if step.lost:
        return " as this step asks for it"
    return f" {_THIS_TURN}" if step.until != NO_END else ""


def end(step: Step, game: GameId) -> str:
    """The end up to which it is looked whether the game still allows the goal.

    >>> fire, death_eaters = GameId("fire-nation-rising"), GameId("death-eaters-rising")
    >>> end(Step("Roll."), fire), end(Step("Roll."), death_eaters), end(Step("Roll.", until=""), fire)
    ('before Step 5e: refill', 'this turn', 'this turn')
    """
    phases = catalogues.load(game).phases
    scenes = scene_game(load_game(game))
    last = step.ends_at(scenes) if scenes is not None else NO_END
    after = [one.name for one in phases if one.id.startswith("turn.") and one.id >= last] if last else []
    return f"before {after[0]}" if after else _THIS_TURN


def sentence(reply: Reply, step: Step, game: GameId, *, done: bool = False) -> str:
    """What is said to a legal try.

    Args:
        game: whose step it is; its steps of the turn name the end of what is ruled out.
        done: whether the goal is reached by it.
    """
    if reply.outcome == "aside":
        return f"That is legal. This step asks for something else first: {step.do}"
    value, best = reply.value, reply.best
    if value is None or best is None:
        if done:
            return "The goal is reached."
        if step.loss >= ANY_ACTION:
            return "This is legal, and every legal action is accepted here."
        return "This is legal. What it is worth was not counted."
    now, most = chances(value, best, exact=reply.exact)
    # What is certain within the bounds of a step is certain without them.
    about = scope(step) if not reply.exact or (best if reply.ruled_out else value) < SURE else ""
    if reply.outcome == "wrong":
        if reply.ruled_out:
            lead = f"That is legal, but then the goal can no longer be reached {end(step, game)}."
            return f"{lead} The best choice reaches it with {most}{about}."
        return f"That is legal, but the goal is then reached with {now} instead of {most}{about}."
    if reply.outcome == "good":
        after = "The goal is reached" if done else f"The goal is now reached with {now}{about}"
        return f"{after}; another choice had {most}. This step accepts the difference."
    if done:
        return "The goal is reached." if reply.outcome == "best" else "The goal is reached; another way was as good."
    if reply.outcome == "equal":
        more = "none is" if reply.exact else "none was found to be"
        return f"The goal is now reached with {now}{about}; another choice is worth the same, {more} worth more."
    found = "the best there is" if reply.exact else "the best that was found"
    return f"The goal is now reached with {now}{about}, {found}."


def missed(run: LessonRun) -> str:
    """Why a step is over without its goal: by the game, by the turn, or only by what the step asks for.

    >>> from rising_tutor.core.registry import load_game
    >>> from rising_tutor.lessons.lesson_file import load_course
    >>> run = LessonRun(load_game("fire"), load_course(GameId("fire-nation-rising")).lessons[0])
    >>> run.try_text("stop").outcome, run.follow(), missed(run)
    ('wrong', True, 'The goal was not reached before Step 5e: refill.')
    """
    if isinstance(run.node, Terminal):
        return "The game is over, and the goal is not reached."
    if run.over:
        return f"The goal was not reached {end(run.step, run.lesson.game)}."
    if run.past_limit:
        return f"This step asks for the goal in {allowed(run.step)}, and it is not reached yet."
    return "This step asks for the goal in another way."


def followed(run: LessonRun) -> str:
    """What is said on a line of the learner's own."""
    if run.done:
        return "The goal is reached, in another way than this step asks for."
    if run.worse:
        return "You follow a line that was answered as worse."
    return "You go on in another way than this step asks for."
