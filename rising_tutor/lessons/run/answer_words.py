"""The sentences that answer a try; the page and the terminal say the same.

First comes what the author wrote, else what the try means at the table and, in words, how often it works. The figures
behind it are told apart (`details`): a chance together with what it is about, which is the actions, the dice or the
turn that the step asks for. That the goal can no longer be reached is said only where it is proven for the game itself,
and with the end that was looked at.

>>> two = Step("Roll.", limit=2)
>>> answer(Reply("wrong", "discard blue W", made=False, value=0.25, best=0.625, means="That die is out."), two)
'That die is out. This works less often: 1 time in 4 instead of about 3 times in 5.'
>>> answer(Reply("wrong", "discard blue W", made=False, value=0.25, best=0.625, says="Keep the Water."), two)
'Keep the Water.'
>>> details(Reply("wrong", "discard blue W", made=False, value=0.25, best=0.625), two, GameId("fire-nation-rising"))
('Chance of the goal after it: 25.0 %, after the best choice: 62.5 %, in the 2 actions of this step.',)
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
from rising_tutor.probability.frequencies import less_often, often
from rising_tutor.probability.percents import percent

SURE = 1.0
NO_MOVE = "From here no choice is known to reach the goal. Begin this step again."
REACHED = "The goal is reached."
NEITHER = "You may do that."
"""To a try of which nothing at all is known: the exception."""
HAPPENS, HAPPENS_NOT = "That is what happens.", "That is not what happens. Look again."
ALLOWED = "Not this one: it is allowed."
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


def answer(reply: Reply, step: Step, *, done: bool = False) -> str:
    """What is said to a legal try: the author's sentence, else one that is made.

    Args:
        done: whether the goal is reached by it.
    """
    return reply.says or made(reply, step, done=done)


def made(reply: Reply, step: Step, *, done: bool = False) -> str:
    """A sentence made from values: what the try means at the table, and how often it works."""
    return " ".join(part for part in (reply.means, _judged(reply, step, done=done)) if part) or NEITHER


def is_human(reply: Reply) -> bool:
    """Whether an answer says something about the game: the author's words, or what the try does at the table."""
    return bool(reply.says or reply.means or reply.refusal is not None)


def _judged(reply: Reply, step: Step, *, done: bool) -> str:
    """How good a try is, in words without figures; "" where there is nothing to say."""
    if reply.outcome == "aside":
        return f"You may do that, but this step asks for something else first: {step.do}"
    value, best = reply.value, reply.best
    if value is None or best is None:
        return REACHED if done else ""
    if reply.outcome == "wrong":
        if reply.ruled_out:
            return "After that there is no way to the goal in time."
        if not value and reply.exact:
            return f"After that you never get there{scope(step)}."
        return f"This works less often: {less_often(value, best, exact=reply.exact)}."
    if done:
        return REACHED
    if not value and reply.exact:
        return f"You never get there from here{scope(step)}."
    sure = value >= SURE and reply.exact
    works = f"From here it works {often(value, exact=reply.exact)}{', if you go on well' if sure else ''}."
    if reply.outcome == "good":
        return f"{works} Another choice works {often(best, exact=reply.exact)}; this step takes both."
    if sure:
        return works
    if not reply.exact:
        return f"{works} No better choice was found."
    return f"{works} {'Another choice is just as good.' if reply.outcome == 'equal' else 'No choice is better.'}"


def details(reply: Reply, step: Step, game: GameId, *, method: str = "", done: bool = False) -> tuple[str, ...]:
    """The figures behind an answer, for those who ask: the chances, what they are about, how they were found.

    Args:
        game: whose step it is; its steps of the turn name the end of what is ruled out.
        method: how the chances were found.
        done: whether the goal is reached by it: then there is no chance left to tell.
    """
    value, best = reply.value, reply.best
    lines = [made(reply, step)] if reply.says and not done else []
    if value is None or best is None or done:
        return tuple(lines)
    now, most = chances(value, best, exact=reply.exact)
    if reply.ruled_out:
        lines.append(f"After it the goal can no longer be reached {end(step, game)}.")
        lines.append(f"The best choice reaches it with {most}{_about(reply, step, best)}.")
    elif reply.outcome in ("best", "equal"):
        lines.append(f"Chance of the goal now: {now}{_about(reply, step, value)}.")
    else:
        about = _about(reply, step, value)
        lines.append(f"Chance of the goal after it: {now}, after the best choice: {most}{about and f',{about}'}.")
    if method:
        lines.append(f"{method[:1].upper()}{method[1:]}.")
    return tuple(lines)


def _about(reply: Reply, step: Step, value: float) -> str:
    # What is certain within the bounds of a step is certain without them.
    return scope(step) if not reply.exact or value < SURE else ""


def missed(run: LessonRun) -> str:
    """Why a step is over without its goal: by the game, by the turn, or only by what the step asks for.

    >>> from rising_tutor.core.registry import load_game
    >>> from rising_tutor.lessons.lesson_file import load_course
    >>> run = LessonRun(load_game("fire"), load_course(GameId("fire-nation-rising")).lessons[0])
    >>> run.try_text("stop").outcome, run.follow(), missed(run)
    ('wrong', True, 'It is too late now, and the goal is not reached.')
    """
    if isinstance(run.node, Terminal):
        return "The game is over, and the goal is not reached."
    if run.over:
        return "It is too late now, and the goal is not reached."
    if run.past_limit:
        return f"This step asks for it in {allowed(run.step)}, and it is not reached yet."
    return "This step asks for it in another way."


def followed(run: LessonRun) -> str:
    """What is said on a line of the learner's own."""
    if run.done:
        return "The goal is reached, in another way than this step asks for."
    if run.worse:
        return "You try the weaker way. Look where it leads."
    return "You go on in your own way. Look where it leads."
