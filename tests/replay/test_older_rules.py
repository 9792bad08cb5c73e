"""Games that were recorded by an older version of the rules are read as they were played."""

from pathlib import Path

import pytest

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.errors import BadOption
from rising_tutor.replay import header_of, options_of, verify
from tests.testkit.scene import Scene

OLDER = sorted((Path(__file__).parent / "older").iterdir())


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_a_recorded_game_that_the_present_rules_would_refuse_still_loads(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    verified = verify(text.encode(), file.name)
    assert verified.problems == ()
    assert verified.result is not None
    present = load_game(verified.replay.header.game).info.rules_version
    anew = verify(text.replace("\nrules: 1\n", f"\nrules: {present}\n").encode(), file.name)
    assert anew.problems, "by the present rules the same lines lead elsewhere"


def test_every_older_version_has_a_file() -> None:
    versions = {f"{game}-{version}" for game in game_ids() for version in load_game(game).info.older_rules}
    assert {file.stem for file in OLDER} == versions


def test_a_game_that_goes_on_by_older_rules_is_written_so() -> None:
    game = load_game("fire")
    header = header_of(game, 2, options={"teams": "aang,toph", "rules": "1"})
    assert (header.rules_version, header.options) == ("1", (("teams", "aang,toph"),))
    assert options_of(game.info, header) == {"teams": "aang,toph", "rules": "1"}
    assert game.start(2, options_of(game.info, header)).options.older == "1"
    assert header_of(game, 2, options={"teams": "aang,toph"}).rules_version == game.info.rules_version
    with pytest.raises(BadOption, match="rules"):
        game.start(2, {"rules": "0"})


@pytest.mark.parametrize(("rules", "aid"), [("1", True), ("2", False)])
def test_by_the_first_rules_a_token_laid_after_the_roll_does_not_exclude_aid(rules: str, *, aid: bool) -> None:
    s = Scene("toph", "katara", rules=rules).at(1, "xin-fu", "pakku", "june").tokens("toph", "extra-fire")
    s.step_3("toph", waiting="green green")
    s.run("roll", "rolled green E A", "token extra-fire > xin-fu", "discard green E", "stop")
    assert (s.legal() == ["aid", "done"]) is aid
