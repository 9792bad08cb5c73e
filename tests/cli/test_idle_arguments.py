"""Every argument of every command has an effect or is refused: the table says which need others, or exclude them."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rising_tutor import cli
from rising_tutor.cli.program import parser

GAME = "replays/fire-nation-rising/won.replay"
DICE = ("odds", "--pool", "2 green", "--need", "W")
DRAWS = ("odds", "--deck", "aang", "--want", "1 ally in 3")

ALWAYS = {
    "": "version",
    "app": "host port no_browser content base_url",
    "games": "json",
    "rules": "game rule search compare json",
    "play": "game seats seed set content seat record",
    "simulate": "game games seats seed set content policy jobs scheduler record table json",
    "odds": "game content pool deck needs json",
    "worksheet": "list game content json",
    "lesson list": "game learner json",
    "lesson check": "files json",
    "lesson run": "id step seed game",
    "lesson coverage": "out game",
    "lesson answers": "id generic game json",
    "learner show": "file json",
    "learner check": "files json",
    "learner class": "dir game csv json",
    "learner aid": "file out force json",
    "learner merge": "out files force json",
    "learner mistakes": "replays learner seat jobs content json",
    "replay check": "files content json",
    "replay show": "file at seat content json",
    "replay convert": "source target seat force",
    "replay again": "file start policy move keep seed out content json",
    "replay note": "file at text mark out content json",
    "replay tree": "file at content seat depth graphml json",
    "analyze": "files out table jobs scheduler content json",
    "rollout": "file at content seat action policy turns correct half_width most seed json",
    "match": "game policy games seats seed set content jobs scheduler json",
    "content check": "game dir json",
    "deck check": "files game content json",
    "deck list": "game content json",
    "evaluator fit": "game games seed jobs scheduler content json out",
    "evaluator report": "game games positions playouts seed jobs scheduler content json model out keep",
}
"""Arguments that have an effect in every call of their command."""

REFUSED: dict[tuple[str, str], tuple[tuple[str, ...], ...]] = {
    ("simulate", "force"): (("simulate", "fire", "--games", "1", "--force"),),
    **{
        ("odds", option): ((*DRAWS, f"--{option.replace('_', '-')}", *value),)
        for option, value in (
            ("dice", ("x.toml",)),
            ("value", ("sum",)),
            ("use", ("reroll",)),
            ("roll", ("green:E",)),
            ("distribution", ()),
            ("add_die", ()),
            ("estimate", ()),
        )
    },
    ("odds", "top"): ((*DRAWS, "--top", "3"), (*DICE, "--top", "12"), (*DICE, "--roll", "g:E", "--top", "1", "--json")),
    ("odds", "samples"): ((*DRAWS, "--samples", "9"), (*DICE, "--samples", "2000")),
    ("odds", "seed"): ((*DRAWS, "--seed", "0"), (*DICE, "--seed", "1")),
    ("odds", "see"): ((*DICE, "--see", "top: pummel"),),
    ("odds", "want"): ((*DICE, "--want", "1 ally in 3"),),
    ("odds", "mulligan"): ((*DICE, "--mulligan", "2"),),
    ("odds", "hand"): ((*DICE, "--hand", "6"), (*DRAWS, "--hand", "6")),
    ("worksheet", "unit"): (("worksheet", "one-die", "--list"),),
    ("worksheet", "questions"): (("worksheet", "--list", "--questions", "10"),),
    ("worksheet", "seed"): (("worksheet", "--list", "--seed", "1"),),
    ("worksheet", "out"): (("worksheet", "--list", "--out", "a.html"),),
    ("worksheet", "force"): (("worksheet", "--list", "--force"), ("worksheet", "one-die", "--force")),
    ("lesson check", "notes"): (("lesson", "check", "--notes", "--json"),),
    ("lesson check", "game"): (("lesson", "check", "a.toml", "--game", "fire"),),
    ("lesson coverage", "force"): (("lesson", "coverage", "--force"),),
    ("learner class", "force"): (("learner", "class", ".", "--force"),),
    ("replay convert", "content"): (("replay", "convert", GAME, "b.replay", "--content", "x"),),
    ("replay again", "force"): (("replay", "again", GAME, "--from", "9", "--policy", "greedy", "--force"),),
    ("replay note", "force"): (("replay", "note", GAME, "--at", "9", "--text", "x", "--force"),),
    ("replay tree", "force"): (("replay", "tree", GAME, "--at", "9", "--force"),),
    ("analyze", "force"): (("analyze", GAME, "--force"),),
    ("analyze", "top"): (("analyze", GAME, "--top", "10", "--json"), ("analyze", GAME, GAME, "--top", "3")),
    ("analyze", "seed"): (("analyze", GAME, GAME, "--seed", "1"), ("analyze", GAME, "--table", "t.csv", "--seed", "1")),
}  # fmt: skip
"""Arguments that have an effect in some calls only, with calls in which they would have none."""


def arguments() -> Iterator[tuple[str, argparse.Action]]:
    """Each argument of each command, with the words of the command."""

    def of(found: argparse.ArgumentParser, words: tuple[str, ...]) -> Iterator[tuple[str, argparse.Action]]:
        for action in found._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, inner in action.choices.items():
                    yield from of(inner, (*words, name))
            elif not isinstance(action, argparse._HelpAction):
                yield " ".join(words), action

    return of(parser(), ())


def test_every_argument_of_every_command_is_in_the_table() -> None:
    """A new argument is entered in `ALWAYS`, or in `REFUSED` with a call in which it would have no effect."""
    there = {(command, action.dest) for command, action in arguments()}
    always = {(command, name) for command, names in ALWAYS.items() for name in names.split()}
    assert there - always - set(REFUSED) == set()
    assert always | set(REFUSED) == there
    assert not always & set(REFUSED)


def test_every_argument_is_used_by_the_code_of_its_command() -> None:
    """An argument that is parsed and never looked at is the simplest one that is ignored."""
    shared = Path(cli.__file__).parent
    for command, action in arguments():
        if not command:
            continue
        name = command.split()[0]
        own = [shared / f"{name}.py"] if (shared / f"{name}.py").exists() else sorted((shared / name).rglob("*.py"))
        code = "\n".join(path.read_text() for path in (*own, shared / "replay" / "recorded.py", shared / "cluster.py"))
        assert re.search(rf'\bargs\.{action.dest}\b|"--{action.dest}"', code), f"{command}: {action.dest}"


@pytest.mark.parametrize("key", REFUSED, ids=" ".join)
def test_an_argument_without_effect_is_refused_by_name(key: tuple[str, str], command: Any) -> None:
    _, dest = key
    shown = re.compile(rf"--{dest.replace('_', '-')} has no effect|{dest.upper()} has no effect")
    for call in REFUSED[key]:
        answer = command(*call)
        assert answer.code == 2, call
        assert answer.out == ""
        assert shown.search(answer.err), answer.err


def test_an_argument_that_equals_its_default_counts_as_given() -> None:
    assert parser().parse_args([*DICE, "--top", "12"]).given == {"pool", "needs", "top"}
    assert parser().parse_args(["worksheet"]).given == frozenset()
    assert parser().parse_args(["replay", "tree", GAME, "--at", "0", "--depth", "3"]).given == {"file", "at", "depth"}
