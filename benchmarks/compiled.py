"""The same engine source compiled by mypyc: a copy to be measured, or the checkout itself.

A compiled engine plays the same games, decision for decision, about twice as fast. `make compiled` puts the
compiled modules beside their sources, `make plain` takes them away again; a change of a source is not seen
before that.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

import rising_tutor

TURN = "turn between_rolls resolving black_sun cleaning"
ENGINE = f"{TURN} placement card_effects damage abilities context flow chance choices"
CORE = "values"
PACKAGE = Path(rising_tutor.__file__).parent
SERVE = """
import sys
from benchmarks.playouts import ours_playout
for line in sys.stdin:
    print(*ours_playout(int(line)), flush=True)
"""


def compile_engine(root: Path) -> None:
    """Compiles the engine's modules in place, below a folder that holds the package."""
    modules = [f"rising_tutor/games/rising/rules/{name}.py" for name in ENGINE.split()]
    modules.append("rising_tutor/games/rising/cards/book.py")
    modules += [f"rising_tutor/core/{name}.py" for name in CORE.split()]
    mypyc = [sys.executable, "-m", "mypyc", "--ignore-missing-imports", *modules]
    subprocess.run(mypyc, cwd=root, check=True, capture_output=True)  # noqa: S603  # fixed words


def copy_into(root: Path) -> None:
    """A copy of the package and of the benchmarks, away from the checkout and its pyproject.toml."""
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    for folder in (PACKAGE, Path(__file__).parent):
        shutil.copytree(folder, root / folder.name, ignore=ignored)


class Compiled:
    """A compiled copy in its own process; `sample` is a round of play as in `playouts`."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="rising-tutor-compiled-")
        root = Path(self._folder.name)
        copy_into(root)
        compile_engine(root)
        self._process = subprocess.Popen(  # noqa: S603  # fixed words
            [sys.executable, "-c", SERVE], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def sample(self, number: int) -> tuple[int, float]:
        """Decisions made and CPU seconds used in a round."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(number, file=self._process.stdin, flush=True)
        decisions, seconds = self._process.stdout.readline().split()
        return int(decisions), float(seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()


def main() -> None:
    """Puts the compiled modules beside their sources in the checkout."""
    with tempfile.TemporaryDirectory(prefix="rising-tutor-compiled-") as folder:
        root = Path(folder)
        copy_into(root)
        compile_engine(root)
        for module in (*root.glob("*__mypyc*.so"), *sorted((root / "rising_tutor").rglob("*.so"))):
            shutil.copy2(module, PACKAGE.parent / module.relative_to(root))
            print(module.relative_to(root))


if __name__ == "__main__":
    main()
