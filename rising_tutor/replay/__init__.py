r"""Recorded games: read, write, check against the rules, and record while playing.

One model, two forms of file: the notation (`.replay`), which people type, and the record
(`.replay.jsonl`), which the program appends to while a game runs. `replays/README.md` explains both.

>>> text = b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\n?  # nobody remembers how it began\n"
>>> replay = read(text, "evening.replay")
>>> replay.lines[0].comment
'nobody remembers how it began'
>>> read(write(replay, "evening.replay.jsonl"), "evening.replay.jsonl") == replay
True
>>> verified = verify(text, "evening.replay")
>>> verified.ok, len(verified.moves)
(True, 0)

`inspect` and `verify` collect problems; `read` raises the first. `Recorder` acknowledges a line when
it is on disk, `Scribe` groups played moves into rows, `save` writes a whole file or nothing.
"""

from pathlib import Path

from rising_tutor.core.limits import UPLOADED
from rising_tutor.replay.endings import UNFINISHED, result_text
from rising_tutor.replay.files import save_bytes, set_aside
from rising_tutor.replay.journal import OwnSideJournal, RecordJournal
from rising_tutor.replay.model import UNKNOWN, Header, Line, Replay
from rising_tutor.replay.problems import Problem
from rising_tutor.replay.recorder import Recorder
from rising_tutor.replay.scribe import Scribe, header_of, options_of, programs_of, replay_of, start_of
from rising_tutor.replay.source import NOTATION_SUFFIX, RECORD_SUFFIX, inspect, read, write
from rising_tutor.replay.verify import Moved, Verified, verify

__all__ = [
    "NOTATION_SUFFIX",
    "RECORD_SUFFIX",
    "UNFINISHED",
    "UNKNOWN",
    "UPLOADED",
    "Header",
    "Line",
    "Moved",
    "OwnSideJournal",
    "Problem",
    "RecordJournal",
    "Recorder",
    "Replay",
    "Scribe",
    "Verified",
    "header_of",
    "inspect",
    "options_of",
    "programs_of",
    "read",
    "replay_of",
    "result_text",
    "save",
    "set_aside",
    "start_of",
    "verify",
    "write",
]


def save(replay: Replay, path: str | Path) -> None:
    """Writes a replay to a file, in the form that its name asks for; whole, or not at all.

    Raises:
        CannotStore: the file could not be written; what was there before is whole.
        UnreadableReplay, LimitExceeded: the replay cannot be stored.
    """
    path = Path(path)
    save_bytes(path, write(replay, path.name))
