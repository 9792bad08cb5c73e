"""What can be set about the server, in one value that travels from the launcher to the server process."""

from dataclasses import dataclass
from pathlib import Path

#: The notebook that is the app. It lies in the package so that an installed wheel has it. `notebooks/app.ipynb` of the
#: repository is the same file where people and Binder look for notebooks; a test keeps the two equal.
NOTEBOOK = Path(__file__).with_name("notebook") / "app.ipynb"
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Where the server listens and what it allows.

    Attributes:
        descriptor: the number of the listening socket that the launcher hands over, or None: open one.
        token: the word that opens the server; empty opens it to everybody who can reach it.
        base_url: the path below which everything is served, with a slash at both ends.
        cookie_secret: signs the login cookies, the same after a restart so that open pages stay logged in.
        notebook: the notebook to serve, and the only one.
        max_kernels: live kernels, waiting ones included.
        per_browser: of these, kernels of one browser; 0: as many as there are. The launcher sets it where others can
            reach the server.
        starts_at_once: kernels that may be starting at the same time; many at once can freeze a server.
        pool: kernels kept warm.
        pool_delay_s: how long after one was used the next is warmed: not while the page that took it still loads.
        gone_s: a kernel without an open page is ended after this long. A page that vanished without a word (a phone out
            of reach) is noticed within 20 s, and the pause between two looks is at most 5 s: together below a minute.
        idle_s: a kernel whose page is open is ended after this long without a touch.
        max_message: bytes of one message from a page, uploads included.
    """

    host: str = "127.0.0.1"
    port: int = 8866
    descriptor: int | None = None
    token: str = ""
    base_url: str = "/"
    cookie_secret: str = ""
    notebook: str = str(NOTEBOOK)
    max_kernels: int = 40
    per_browser: int = 0
    starts_at_once: int = 2
    pool: int = 1
    pool_delay_s: float = 4.0
    gone_s: float = 35.0
    idle_s: float = 1800.0
    max_message: int = 4 * 1024 * 1024

    def __post_init__(self) -> None:
        """Refuse values that make no server. Raises `ValueError`: names the first one."""
        for name, least in (
            ("max_kernels", 1),
            ("starts_at_once", 1),
            ("pool", 0),
            ("per_browser", 0),
            ("gone_s", 1),
            ("idle_s", 1),
        ):
            if getattr(self, name) < least:
                raise ValueError(f"{name} is {getattr(self, name)}, the least is {least}")
        if not (self.base_url.startswith("/") and self.base_url.endswith("/")):
            raise ValueError(f"base_url is {self.base_url!r}, it begins and ends with a slash")
