"""Writes the golden texts anew: `python -m tests.golden.rewrite [GAME ...]`. Read the difference before committing."""

import sys

from tests.golden.playthrough import FOLDER, golden
from tests.testkit.games import every_engine, game_of

for game_id in sys.argv[1:] or every_engine():
    for name, text in golden(game_of(game_id)).items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}: {text.count(chr(10))} lines\n")
