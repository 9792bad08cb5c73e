"""The wheel, built from the checkout and installed elsewhere, is the whole product.

Nothing is taken from the checkout.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import time
import urllib.request
import zipfile
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from tests.testkit.browsing import end

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.wide, pytest.mark.slow]
#: Runs in every process of the new environment before anything else.
GUARD = """
import sys


def _watch(event, arguments):
    if event == "open" and str(arguments[0]).startswith({root!r}):
        raise RuntimeError(f"{{arguments[0]}} was taken from the checkout")


sys.addaudithook(_watch)
"""
WIDGET = """
import json
import rising_tutor
from rising_tutor.widgets import Board, Replay
replay = Replay("won.replay", at=20)
still = Board(replay, at=20).still()
print(json.dumps({"file": rising_tutor.__file__, "label": replay.label, "shown": "Kyoshi" in still}))
"""
NOTEBOOK = """
import sys
from pathlib import Path
import nbformat, rising_tutor
from nbclient import NotebookClient
inside = Path(rising_tutor.__file__).parent / "notebooks"
notebook = nbformat.read(inside / "00_start_here.ipynb", as_version=4)
NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
shown = [one for cell in notebook.cells for one in cell.get("outputs", ())]
assert any("rt-still" in str(one.get("data", "")) for one in shown), shown
print(len(list(inside.rglob("*.ipynb"))))
"""
ADDRESS = re.compile(r"http://\S+")


@dataclass(frozen=True)
class Elsewhere:
    """A new environment with the wheel in it, and an empty folder to work in."""

    python: Path
    folder: Path

    def run(self, *arguments: str, given: str = "") -> str:
        """Run something in the folder, and return what it printed."""
        done = subprocess.run(
            arguments, cwd=self.folder, env=self.environment, input=given, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def program(self, *arguments: str, given: str = "") -> str:
        """Run `rising-tutor`."""
        return self.run(str(self.python.with_name("rising-tutor")), *arguments, given=given)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a shell in which nothing of the checkout is named."""
        ours = ("PYTHON", "VIRTUAL_ENV", "JUPYTER", "IPYTHONDIR", "RISING_TUTOR")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        path = os.pathsep.join([str(self.python.parent), *kept.get("PATH", "").split(os.pathsep)])
        return {**kept, "PATH": path, "HOME": str(self.folder), "RISING_TUTOR_DATA": str(self.folder / "data")}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with wheel and sdist, as `make dist` builds them."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def elsewhere(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    """An environment of its own with the wheel and what it asks for, from the package index of this machine."""
    folder = tmp_path_factory.mktemp("elsewhere")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    (folder / "work").mkdir()
    [wheel] = built.glob("*.whl")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint"]
    done = subprocess.run([*pip, ROOT / "constraints.txt", wheel], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [packages] = (folder / "venv" / "lib").glob("python*/site-packages")
    (packages / "sitecustomize.py").write_text(GUARD.format(root=f"{ROOT}{os.sep}"))
    return Elsewhere(python, folder / "work")


def files_of(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def test_samples_notebooks_and_the_template_are_in_the_wheel(built: Path) -> None:
    [wheel] = built.glob("*.whl")
    inside = files_of(wheel)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    notebooks = {name for name in listed if re.fullmatch(r"notebooks/.+\.ipynb", name)}
    samples = {name.replace("replays", "samples", 1) for name in listed if re.fullmatch(r"replays/.+/.+\.replay", name)}
    assert len(notebooks) > 50
    assert len(samples) > 20
    assert {f"rising_tutor/{name}" for name in notebooks | samples} <= inside
    place = ".data/data/share/jupyter/voila/templates/rising/"
    template = {name.partition(place)[2] for name in inside if ".data/" in name}
    assert template == {"conf.json", "index.html.j2", "static/frame.css", "static/rising.css"}


def test_the_sdist_builds_the_same_wheel(built: Path, tmp_path: Path) -> None:
    [wheel], [source] = built.glob("*.whl"), built.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        packed.extractall(tmp_path, filter="data")
    [folder] = tmp_path.iterdir()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [again] = (tmp_path / "dist").glob("*.whl")
    assert files_of(again) == files_of(wheel)


def test_the_guard_refuses_files_of_the_checkout(elsewhere: Elsewhere) -> None:
    done = subprocess.run(
        [elsewhere.python, "-c", f"open({str(ROOT / 'README.md')!r})"], capture_output=True, text=True, check=False
    )
    assert "was taken from the checkout" in done.stderr


def test_a_replay_is_checked(elsewhere: Elsewhere) -> None:
    sample = elsewhere.python.parents[1].glob("lib/python*/site-packages/rising_tutor/samples/rise-tcg/*.replay")
    said = json.loads(elsewhere.program("replay", "check", "--json", *map(str, sorted(sample))))
    assert said["ok"]
    assert said["files"]


def test_a_lesson_is_played(elsewhere: Elsewhere) -> None:
    said = elsewhere.program("lesson", "run", "first-hero", given="green E > cabbage-merchant\nnext\n")
    assert "Your first Hero" in said
    assert "Done: 3 of 3 stars." in said
    assert "Step 2 of 3" in said


def test_a_widget_is_made_and_a_notebook_runs(elsewhere: Elsewhere) -> None:
    said = json.loads(elsewhere.run(str(elsewhere.python), "-c", WIDGET))
    assert Path(said["file"]).is_relative_to(elsewhere.python.parents[1])
    assert said["label"] == "turn 1, step 3, roll 2"
    assert said["shown"]
    assert int(elsewhere.run(str(elsewhere.python), "-c", NOTEBOOK)) > 50


def test_the_app_runs_with_its_own_look(elsewhere: Elsewhere) -> None:
    log = elsewhere.folder / "app.log"
    command = [str(elsewhere.python.with_name("rising-tutor")), "app", "--no-browser", "--port", "0"]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=elsewhere.folder, env=elsewhere.environment, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        deadline = time.monotonic() + 120
        while not (found := ADDRESS.search(log.read_text(errors="replace"))):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        with browser.open(found[0], timeout=120) as page:
            text = page.read().decode()
            place = page.url
        assert "rt-look" in text
        assert "rt-root" in text, "the page was set up"
        [sheet] = re.findall(r'href="([^"]*rising\.css[^"]*)"', text)
        with browser.open(urllib.request.urljoin(place, sheet), timeout=60) as answer:
            assert ".rt-btn" in answer.read().decode()
    finally:
        end(process)
    assert "was taken from the checkout" not in log.read_text(errors="replace")
