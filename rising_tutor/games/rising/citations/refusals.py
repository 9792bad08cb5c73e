"""Which rules the explanations of a Rising game can cite when an action is refused.

The list is not typed a second time: the modules that write refusals are read as text, from `explain` on through
everything that it can call, and each `cite.topic` found on the way counts. Refused outcomes of chance stand apart,
as nobody chooses them.

>>> "villain_full" in refusal_topics(), "facing" in refusal_topics()
(True, False)
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising.cards.spec import Citations

_MODULES = ("reasons.py", "choices.py", "targets.py")
_DOOR = "explain"
_ASKS = "_exists"
"""It asks by its citation whether a title has a kind of action, and cites nothing."""
_TABLE = "_why"
"""The name of the table of functions by kind of action: a function that is entered there can be called."""


@cache
def refusal_topics() -> tuple[str, ...]:
    """The topics of `spec.Citations` that a refused action can cite, in alphabetical order."""
    parts: dict[str, ast.AST] = {}
    entered = []
    for module in _MODULES:
        text = files("rising_tutor.games.rising.refusals").joinpath(module).read_text("utf-8")
        for found in ast.parse(text).body:
            if isinstance(found, ast.FunctionDef):
                parts[found.name] = found
                entered += [found.name] if _TABLE in _names(*found.decorator_list) else []
            elif isinstance(found, ast.AnnAssign) and _TABLE in _names(found.target):
                parts[_TABLE] = found
    waiting, reached = [_DOOR, *entered], set[str]()
    while waiting:
        name = waiting.pop()
        if name in parts and name not in reached and name != _ASKS:
            reached.add(name)
            waiting += _names(parts[name])
    return tuple(sorted({topic for name in reached for topic in _topics(parts[name])}))


def refusals_by_rule(cite: Citations) -> Mapping[RuleId, tuple[str, ...]]:
    """Rule id -> the topics under which a refused action can cite it, by number of rule."""
    out: dict[RuleId, tuple[str, ...]] = {}
    for topic in refusal_topics():
        rule: RuleId = getattr(cite, topic)
        if rule:
            out[rule] = (*out.get(rule, ()), topic)
    return dict(sorted(out.items(), key=lambda item: int(item[0].rpartition("-")[2])))


def _names(*parts: ast.AST) -> Iterator[str]:
    return (node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name))


def _topics(part: ast.AST) -> Iterator[str]:
    """`cite.topic` and `run.cite.topic`."""
    for node in ast.walk(part):
        if isinstance(node, ast.Attribute):
            owner = node.value
            if (isinstance(owner, ast.Name) and owner.id == "cite") or (
                isinstance(owner, ast.Attribute) and owner.attr == "cite"
            ):
                yield node.attr
