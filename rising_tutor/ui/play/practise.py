"""What to practise after the coach stopped a player: the lesson about the rule, which leads back to the game."""

from rising_tutor.lessons.coverage import lessons_by_rule
from rising_tutor.render.html import EMPTY, Html, el
from rising_tutor.render.parts import button


def practise_panel(game: str, rule: str) -> Html:
    """One button to the lesson that teaches a rule; empty where no lesson is about it.

    >>> "Practise this: Put a double where it counts" in practise_panel("fire-nation-rising", "FNR-414")
    True
    >>> practise_panel("fire-nation-rising", "")
    ''
    """
    found = lessons_by_rule(game).get(rule, ()) if rule else ()
    if not found:
        return EMPTY
    lesson = found[0]
    return el(
        "section",
        el("p", button(f"Practise this: {lesson.title}", "go", f"{lesson.link}&from=play", key="practise")),
        el("p", "A short lesson about this rule. It leads back to your game.", cls="rt-xs rt-muted"),
        cls="rt-panel rt-practise",
        aria_label="Practise this",
    )
