"""The house itself: what is in the checkout, how it is installed, and which way imports go."""

import doctest
import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from urllib.parse import unquote

import pytest
from packaging.specifiers import SpecifierSet

import rising_tutor
from rising_tutor.core.registry import playable_ids
from rising_tutor.tutor.replay import samples as replay_samples
from tests.testkit import coin_and_hand
from tests.testkit.sources import sources

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"
NOTEBOOK_BYTES = 200_000

# Put together from parts, so that this file itself names none of what it looks for.
REGISTRIES = re.compile(
    "|".join(
        (
            "pypi" + r"\.org",
            "python" + r"hosted\.",
            "registry" + r"\.npmjs",
            "anaconda" + r"\.org/",
            "index" + r"-url\b",
            "find" + r"-links\b",
            "--" + r"index\b",
        )
    )
)
OF_ONE_MACHINE = re.compile("|".join((r"\.\./" + "shared", "/(?:work" + "|root)/", "/(?:home" + r"|Users)/\w")))


def tracked() -> list[Path]:
    """Every file that git keeps or would keep: tracked, or new and not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode != 0:
        # An unpacked archive has no git; everything in it was once tracked.
        skipped = {".venv", ".git", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
        return [file for file in ROOT.rglob("*") if file.is_file() and not skipped & set(file.parts)]
    names = {os.fsdecode(name) for name in listed.stdout.split(b"\0") if name}
    return sorted(file for name in names if (file := ROOT / name).is_file())


def texts() -> list[tuple[str, str]]:
    """Path and content of every text file in git, but for this one, which names what it forbids."""
    found = []
    for file in tracked():
        raw = file.read_bytes()
        if b"\0" not in raw and file != Path(__file__):
            found.append((file.relative_to(ROOT).as_posix(), raw.decode("utf-8")))
    return found


def notebooks() -> list[Path]:
    return [file for file in tracked() if file.suffix == ".ipynb"]


def pyproject() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


class TestFiles:
    @pytest.mark.parametrize(
        "name", ["README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "constraints.txt", ".ci/run"]
    )
    def test_a_newcomer_finds(self, name: str) -> None:
        assert (ROOT / name).stat().st_size > 0

    def test_no_file_names_the_address_of_a_package_registry(self) -> None:
        assert not [f"{name}: {found[0]}" for name, text in texts() if (found := REGISTRIES.search(text))]

    def test_no_file_names_a_path_of_one_machine(self) -> None:
        assert not [f"{name}: {found[0]}" for name, text in texts() if (found := OF_ONE_MACHINE.search(text))]

    def test_constraints_are_names_and_exact_versions_only(self) -> None:
        lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        odd = [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line)]
        assert not odd
        names = [line.partition("==")[0].lower().replace("_", "-").replace(".", "-") for line in lines]
        assert len(set(names)) == len(names)

    def test_every_dependency_has_an_exact_version(self) -> None:
        lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        pinned = {line.partition("==")[0].lower().replace("_", "-") for line in lines}
        project = pyproject()["project"]
        groups = [project["dependencies"], *project["optional-dependencies"].values()]
        asked = " ".join(requirement for group in groups for requirement in group)
        names = {name.lower().replace("_", "-") for name in re.findall(r"(?:^| )([A-Za-z][\w.-]*)", asked)}
        assert not names - pinned

    def test_what_is_installed_suits_the_oldest_python_that_is_promised(self) -> None:
        promised = SpecifierSet(pyproject()["project"]["requires-python"])
        oldest = min(re.findall(r"[\d.]+", str(promised))) + ".0"
        assert oldest in promised
        asks = {f"{one.metadata['Name']} {one.version}": one.metadata.get("Requires-Python") for one in distributions()}
        assert not [name for name, asked in asks.items() if asked and oldest not in SpecifierSet(asked)]

    def test_version_is_the_same_everywhere(self) -> None:
        assert pyproject()["project"]["version"] == rising_tutor.__version__

    def test_an_installed_package_has_the_samples_of_every_game(self) -> None:
        wheel = pyproject()["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
        folders = sorted({file.parent.name for file in tracked() if file.parent.parent == ROOT / "replays"})
        inside = Path("rising_tutor") / replay_samples._PLACES[0].name
        assert set(folders) == set(playable_ids()) - {coin_and_hand.ENTRY.id}
        for folder in folders:
            assert wheel.get(f"replays/{folder}") == (inside / folder).as_posix()

    def test_the_ci_script_can_be_run(self) -> None:
        assert os.access(ROOT / ".ci/run", os.X_OK)


class TestBinder:
    @pytest.mark.parametrize("name", ["environment.yml", "postBuild", "jupyter_server_config.json"])
    def test_file_is_there(self, name: str) -> None:
        assert (BINDER / name).stat().st_size > 0

    def test_there_is_no_second_folder_of_that_kind(self) -> None:
        assert not (ROOT / ".binder").exists()

    def test_post_build_can_be_run_and_stops_at_the_first_error(self) -> None:
        lines = (BINDER / "postBuild").read_text(encoding="utf-8").splitlines()
        assert os.access(BINDER / "postBuild", os.X_OK)
        assert lines[0].startswith("#!")
        assert any(re.match(r"set -\w*e", line) for line in lines)

    def test_post_build_copies_files_that_exist(self) -> None:
        text = (BINDER / "postBuild").read_text(encoding="utf-8")
        named = re.findall(r"(?:cp|--constraint) (\S+)", text)
        assert named
        assert all((ROOT / name).is_file() for name in named)

    def test_the_python_of_binder_is_one_we_support(self) -> None:
        environment = (BINDER / "environment.yml").read_text(encoding="utf-8")
        pinned = re.search(r"^ *- *python=(\d+)\.(\d+)$", environment, re.MULTILINE)
        lowest = re.fullmatch(r">=(\d+)\.(\d+)", pyproject()["project"]["requires-python"])
        assert pinned
        assert lowest
        assert tuple(map(int, pinned.groups())) >= tuple(map(int, lowest.groups()))

    def test_server_settings_can_be_read(self) -> None:
        settings = json.loads((BINDER / "jupyter_server_config.json").read_text(encoding="utf-8"))
        assert settings["KernelManager"]["transport"] == "ipc"
        template = settings["VoilaConfiguration"]["template"]
        assert (ROOT / "share/jupyter/voila/templates" / template / "conf.json").is_file()

    def test_every_address_leads_to_a_notebook(self) -> None:
        targets = {
            unquote(target)
            for name, text in texts()
            if name.endswith((".md", ".yml", ".ipynb"))
            for target in re.findall(r"urlpath=([\w.%/-]+)", text)
        }
        assert "voila/render/notebooks/app.ipynb" in targets
        for target in targets:
            path = re.sub(r"^(voila/render|lab/tree)/", "", target)
            assert path != target, f"{target} opens neither a page nor the lab"
            assert (ROOT / path).is_file(), f"{target} leads nowhere"


class TestNotebooks:
    def test_there_are_notebooks(self) -> None:
        assert {"app.ipynb", "00_start_here.ipynb"} <= {file.name for file in notebooks()}

    @pytest.mark.parametrize("file", notebooks(), ids=lambda file: file.name)
    def test_is_committed_clean(self, file: Path) -> None:
        notebook = json.loads(file.read_text(encoding="utf-8"))
        assert file.stat().st_size < NOTEBOOK_BYTES
        assert notebook["metadata"]["kernelspec"]["name"] == "python3"
        assert "widgets" not in notebook["metadata"]
        for cell in notebook["cells"]:
            assert not cell.get("outputs")
            assert cell.get("execution_count") is None


class TestCode:
    @pytest.mark.slow
    def test_imports_go_the_right_way(self) -> None:
        done = subprocess.run(
            [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "0 broken" in done.stdout

    @pytest.mark.slow
    def test_every_example_in_a_docstring_runs(self) -> None:
        wrong, n = [], 0
        for file in sources(""):
            # To look for examples in a module costs more than to run them: most have none.
            if ">>>" not in file.read_text("utf-8"):
                continue
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            failed, tried = doctest.testmod(importlib.import_module(name))
            n += tried
            if failed:
                wrong.append(name)
        assert not wrong
        assert n > 300


def test_chance_without_a_seed_comes_from_secrets_alone() -> None:
    """So that tests/conftest.py can make it the same in each run."""
    unseeded = re.compile(r"\bRandom\(\)|SystemRandom|urandom|\brandom\.(random|choice|shuffle|randint)\(")
    found = [str(file) for file in (ROOT / "rising_tutor").rglob("*.py") if unseeded.search(file.read_text("utf-8"))]
    assert found == []


def test_nobody_reads_a_place_off_its_sentence():
    """`Place` has the turn and its parts; a sentence is for people, and its commas are no format."""
    asked = re.compile(r"\b(label|where|place)\(.*\)\.(split|partition|rpartition)\(")
    found = [
        f"{file.name}: {row}"
        for file in sources("")
        for row in file.read_text("utf-8").splitlines()
        if asked.search(row)
    ]
    assert found == []


def test_a_test_that_awaits_has_a_loop_of_its_own() -> None:
    """After a browser test of the same worker `asyncio.run` finds a loop that runs: the order of tests would matter."""
    own = {"tests/testkit/loops.py", "tests/house/test_house.py"}
    files = {file.relative_to(ROOT).as_posix(): file for file in (ROOT / "tests").rglob("*.py")}
    assert [name for name, file in files.items() if "asyncio.run(" in file.read_text("utf-8") and name not in own] == []
