"""Which browser a kept game belongs to: it alone goes on with the game, whoever else has the address may look.

    <key>.owner    beside the record: the digest of the secret of the browser that began the game

The secret is made and kept by the browser (`session.js`) and never stands in an address. Where nobody else can reach
the server, every browser of this machine is the same person's, and one whose store was emptied must not lose its games:
there nobody is asked. Of a game from before there were owners, the browser that lists it as its own becomes the owner.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder) / f"20261121-204412-2af905{SUFFIX}"
...     take(path, digest_of("secret"))
...     is_owner(path, digest_of("secret"), listed=False), is_owner(path, digest_of("another"), listed=True)
(True, False)
"""

import hashlib
import os
from pathlib import Path

from rising_tutor.replay.files import PRIVATE, new_file

SUFFIX = ".owner"


def take(path: Path, browser: str, *, over: bool = False) -> None:
    """Write down that a game belongs to a browser.

    Args:
        over: replace the owner that is already written down.

    Raises:
        CannotStore: nothing was written.
    """
    os.close(new_file(path, browser.encode(), PRIVATE, over=over))


def is_owner(path: Path, browser: str, *, listed: bool) -> bool:
    """Whether a game belongs to a browser. Raises `CannotStore`: it cannot be written down.

    Args:
        path: where its owner is written down.
        browser: the digest of the secret of the browser.
        listed: whether the browser lists the game as its own. That decides where no owner is known, and from then on
            one is.
    """
    try:
        return path.read_text(encoding="ascii") == browser
    except FileNotFoundError:
        if listed:
            take(path, browser)
        return listed
    except (OSError, UnicodeError):
        return False


def digest_of(secret: str) -> str:
    """What stands for a browser in a file: nobody who reads it can pass for that browser."""
    return hashlib.sha256(f"rising-tutor browser {secret}".encode()).hexdigest()
