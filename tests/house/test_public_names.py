"""The names that the package promises to whoever imports it."""

import rising_tutor


def test_the_public_names_are_these() -> None:
    assert rising_tutor.__all__ == ["RisingTutorError", "__version__", "game_ids", "load_game", "show"]
    assert all(hasattr(rising_tutor, name) for name in rising_tutor.__all__)


def test_every_game_that_is_named_can_be_loaded() -> None:
    for game_id in rising_tutor.game_ids():
        assert rising_tutor.load_game(game_id).info.id == game_id
