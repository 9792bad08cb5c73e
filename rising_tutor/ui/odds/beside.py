"""Two panels of the odds lab that do their own long work: the tree of the turn, and turns tried out by chance.

Each takes its messages, works in its own `Worker`, and asks for a new drawing when something has come.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from rising_tutor.core.numbers import whole
from rising_tutor.lab.trials import MARKS
from rising_tutor.render.html import EMPTY, Html, el
from rising_tutor.render.parts import button
from rising_tutor.tutor.background import Worker
from rising_tutor.tutor.callbacks import Guard
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.tree import OddsTree
from rising_tutor.tutor.odds.trials import TurnTrials
from rising_tutor.ui.odds.tree import tree as tree_part
from rising_tutor.ui.odds.trials import trials as trials_part

_FIRST: Final = 100
"""Turns that the slider stands at first."""


class TreeSide:
    """The tree: grown on request, opened branch by branch.

    Args:
        lab: the controller.
        guard: wraps each callback.
        draw: asks for a new drawing.
    """

    def __init__(self, lab: OddsLab, guard: Guard, draw: Callable[[], object]) -> None:
        self.lab = lab
        self.tree: OddsTree | None = None
        self.worker = Worker()
        self._guard = guard
        self._draw = draw
        self._drawn: Html = EMPTY

    def put_away(self) -> None:
        """Another question is asked."""
        self.worker.stop()
        self.tree, self._drawn = None, EMPTY

    def take(self, do: str, arg: str) -> bool:
        """Do what a control asks for; whether it was one of the tree."""
        tree = self.tree
        if do == "tree-grow":
            self._grow()
        elif do not in ("tree-open", "tree-close", "tree-as"):
            return False
        elif tree is None or self.worker.busy:
            return True
        elif do == "tree-open":
            self.worker.start(
                lambda _progress: tree.open(arg), self._guard(lambda _none: self._grown(tree)), failed=self._broken
            )
        elif do == "tree-close":
            tree.close(arg)
            self._grown(tree)
        else:
            tree.as_list = arg == "list"
            self._grown(tree)
        return True

    def html(self) -> Html:
        """The panel; nothing while the answer is hidden or not there."""
        found = self.lab.answer
        if self.lab.hidden or found is None or found.solved is None:
            return EMPTY
        way = el("div", button("Grow the tree", "tree-grow", key="tree-grow"), cls="rt-row rt-under")
        return self._drawn or _empty("Every roll and every choice, opened piece by piece.", way)

    def _grow(self) -> None:
        found = self.lab.answer
        if found is None or found.solved is None or self.lab.hidden:
            return
        solved = found.solved
        self._drawn = _empty("The first branches are being valued.", None)
        self.worker.start(
            lambda _progress: OddsTree(self.lab.shelf, solved), self._guard(self._grown), failed=self._broken
        )

    def _grown(self, tree: OddsTree) -> None:
        self.tree = tree
        self._drawn = tree_part(tree, chance=self.lab.is_chance)
        self._draw()

    def _broken(self, fault: BaseException) -> None:
        self._drawn = EMPTY
        self._draw()
        self._guard(_raise)(fault)


class TrialSide:
    """Turns tried out by chance, up to where the slider stands.

    Args:
        lab: the controller.
        guard: wraps each callback.
        draw: asks for a new drawing.
    """

    def __init__(self, lab: OddsLab, guard: Guard, draw: Callable[[], object]) -> None:
        self.lab = lab
        self.trials: TurnTrials | None = None
        self.mark = MARKS.index(_FIRST)
        self.worker = Worker()
        self._seed = ""
        self._busy = ""
        self._guard = guard
        self._draw = draw

    def put_away(self) -> None:
        """Another question is asked."""
        self.worker.stop()
        self.trials, self._busy = None, ""

    def take(self, do: str, fields: Mapping[str, str]) -> bool:
        """Do what a control asks for; whether it was one of the trials."""
        if do not in ("trial-mark", "trials", "trials-seed", "trials-stop"):
            return False
        mark = fields.get("mark", "")
        if (at := whole(mark)) is not None:
            self.mark = min(at, len(MARKS) - 1)
        if do == "trials":
            self._run()
        elif do == "trials-seed":
            self.put_away()
            self._seed = ""
        elif do == "trials-stop":
            self.worker.stop()
            self._busy = ""
        return True

    def html(self) -> Html:
        """The panel; nothing while the answer is hidden or not there."""
        found = self.lab.answer
        if self.lab.hidden or found is None or found.solved is None:
            return EMPTY
        return trials_part(self.trials, self.mark, self._busy)

    def _run(self) -> None:
        found = self.lab.answer
        if found is None or found.solved is None or self.lab.hidden:
            return
        if self.trials is None:
            self._seed = self._seed or str(secrets.randbelow(10**6))
            self.trials = TurnTrials(found.solved, seed=self._seed, chance=self.lab.is_chance)
        trials, to = self.trials, MARKS[self.mark]
        if trials.n < to:
            self.worker.start(
                lambda progress: trials.run(to, progress),
                self._guard(lambda _none: self._said("")),
                failed=self._broken,
                tell=self._guard(lambda n, _total: self._said(f"{n:,} of {to:,} turns are played.")),
            )

    def _said(self, busy: str) -> None:
        self._busy = busy
        self._draw()

    def _broken(self, fault: BaseException) -> None:
        self._said("")
        self._guard(_raise)(fault)


def _empty(words: str, way: Html | None) -> Html:
    return el(
        "section",
        el("h2", "The tree of this turn"),
        el("p", words, cls="rt-small rt-muted", role=None if way else "status"),
        way,
        cls="rt-panel",
        aria_label="Decision tree",
    )


def _raise(fault: BaseException) -> None:
    raise fault
