"""The browser's half of a session: what it keeps for the learner, and whether the kernel is still there.

Progress lives in the local storage of the browser, because a page view has a kernel of its own: a reload or a killed
kernel would otherwise be a new beginning. What comes back from there may have been written by anything, so it is
examined like a file before anybody uses it.

When the kernel is gone (`components/heartbeat.py`) or silent for too long, a bar at the top of the page says so and
offers to go on; the bar goes away when the kernel answers after all. A page that nobody touched for `rest_s` ends its
own kernel and shows the same bar.
"""

import json
import math
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import traitlets

from rising_tutor.store.owners import digest_of
from rising_tutor.ui.components.assets import script
from rising_tutor.ui.components.heartbeat import Heartbeat

#: The limits of the contract for what a person hands in.
MAX_BYTES = 1024 * 1024
MAX_DEPTH = 16
MAX_INTEGER = 2**53
MAX_KEY = 200
_SECRET = re.compile(r"[0-9a-f]{32}\Z")


def is_secret(value: object) -> bool:
    """Return True if a browser of ours can have made this.

    >>> is_secret("0" * 32), is_secret(None)
    (True, False)
    """
    return isinstance(value, str) and _SECRET.match(value) is not None


class Session(Heartbeat):
    """Keeps progress in the browser and notices a kernel that is gone. Invisible; one in a page.

    Attributes:
        progress: what to keep, as plain JSON data; the browser stores each new value as it is set.
        revision: how many times `progress` was set; `stored` follows it once the browser has it.
        stored: the last revision that is safe in the browser, -1 after one that it could not store (its storage is
            full, or closed to us).
        restored: what the browser had when the page was opened, unexamined. Use `on_open`.
        secret: what only this browser knows, unexamined. Use `browser`.
        online: whether a browser is there. Everything before is for nobody yet, as in a warm kernel.
        address: the query string of the page, as the browser shows it, unexamined.
        elsewhere: whether another tab has stored progress since. This one then stores no more, so that two tabs never
            mix; setting it to False takes over.
        kept: how far the game is kept, for the bar that appears when the kernel is gone: "up to turn 7, roll 2".
        rest_s: a page that nobody has touched for so long ends its kernel.
    """

    _esm = "\n".join(
        (script("heartbeat.js", "lost.js", "secret.js"), Path(__file__).with_name("browser.js").read_text("utf-8"))
    )

    progress = traitlets.Dict().tag(sync=True)
    revision = traitlets.Int(0).tag(sync=True)
    stored = traitlets.Int(0).tag(sync=True)
    restored = traitlets.Any(None, allow_none=True).tag(sync=True)
    secret = traitlets.Unicode("").tag(sync=True)
    online = traitlets.Bool(default_value=False).tag(sync=True)
    address = traitlets.Unicode("").tag(sync=True)
    elsewhere = traitlets.Bool(default_value=False).tag(sync=True)
    kept = traitlets.Unicode("").tag(sync=True)
    rest_s = traitlets.Int(1800).tag(sync=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._for_this_page = secrets.token_hex(16)

    @property
    def browser(self) -> str:
        """Stands for this browser in files: the digest of its secret, for one that has none that of this page."""
        return digest_of(self.secret if is_secret(self.secret) else self._for_this_page)

    def keep(self, progress: dict[str, Any]) -> None:
        """Store this in the browser.

        Raises:
            ValueError: it is no plain JSON data within the limits, and so could not be restored.
        """
        if examined(progress) is None:
            message = "progress is not plain data within the limits"
            raise ValueError(message)
        with self.hold_sync():
            # A copy: the same dictionary with other content would pass for unchanged, and not be sent.
            self.progress = dict(progress)
            self.revision += 1

    def on_open(self, callback: Callable[[dict[str, Any]], None]) -> None:
        """Call back once, when a browser is there, with the progress it had, empty if that is none or no good."""

        def opened(change: dict[str, Any]) -> None:
            if change["new"]:
                self.unobserve(opened, "online")
                callback(examined(self.restored) or {})

        if self.online:
            callback(examined(self.restored) or {})
        else:
            self.observe(opened, "online")


def examined(value: object) -> dict[str, Any] | None:
    """Return a value that came from a browser if it is a plain object within the limits, else None.

    Only None, truth values, bounded numbers, texts without control characters other than tab and line end, lists and
    objects of these. What the fields mean is for the reader of the progress to examine.
    """
    if not isinstance(value, dict) or not _plain(value, MAX_DEPTH):
        return None
    try:
        size = len(json.dumps(value, ensure_ascii=False).encode())
    except (ValueError, UnicodeError):
        return None
    return value if size <= MAX_BYTES else None


def _plain(value: object, depth: int) -> bool:
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) <= MAX_INTEGER
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, str):
        return _readable(value)
    if depth == 0:
        return False
    if isinstance(value, list | tuple):
        return all(_plain(item, depth - 1) for item in value)
    if isinstance(value, dict):
        return all(
            isinstance(key, str) and len(key) <= MAX_KEY and _readable(key) and _plain(item, depth - 1)
            for key, item in value.items()
        )
    return False


def _readable(text: str) -> bool:
    return len(text) <= MAX_BYTES and not any(
        (mark < " " and mark not in "\t\n\r") or mark == "\x7f" or "\ud800" <= mark <= "\udfff" for mark in text
    )
