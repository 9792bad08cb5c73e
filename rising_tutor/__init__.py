"""Rising Tutor: learn, play and study the Rising games.

>>> import rising_tutor
>>> game = rising_tutor.load_game("fire")
>>> game.info.title
'Fire Nation Rising'
"""

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.errors import RisingTutorError

__version__ = "0.1.0"

__all__ = ["RisingTutorError", "__version__", "game_ids", "load_game"]
