"""Addresses as the browser sees them, also behind a proxy that cuts off a prefix or passes one on.

A proxy such as that of JupyterLab shows the app at `/user/anna/proxy/8866/` and asks the server for `/`. The server
cannot know that prefix, so all addresses in its answers are relative to the one that was requested.
"""

from typing import Any
from urllib.parse import urlparse

from jupyter_server.base.handlers import JupyterHandler

#: From the page, at `voila/render/app.ipynb`, to the root of the app.
FROM_PAGE = "../../"


def relative(target: str, here: str) -> str:
    """Return a link on the page at `here` to `target`; both are paths of this server.

    >>> relative("/voila/render/app.ipynb", "/"), relative("/login", "/voila/render/app.ipynb")
    ('./voila/render/app.ipynb', '../../login')
    >>> relative("/?game=fire", "/login")
    './?game=fire'
    """
    return ("../" * (here.count("/") - 1) or "./") + target.lstrip("/")


class RelativeHandler(JupyterHandler):
    """A handler that works behind any proxy: relative addresses, and an origin check that knows renamed hosts."""

    @property
    def start_link(self) -> str:
        """A link to the start of the app."""
        return relative(self.base_url, self.request.path)

    @property
    def template_namespace(self) -> dict[str, Any]:
        """Names for the templates of the login and of error pages."""
        return {**super().template_namespace, "base_url": self.start_link}

    def redirect(self, url: str, *args: Any, **kwargs: Any) -> None:
        """Send the browser to another address; a path of this server becomes relative."""
        super().redirect(relative(url, self.request.path) if url.startswith("/") else url, *args, **kwargs)

    def check_origin(self, origin: str | None = None) -> bool:
        """Return True if the request comes from a page of ours.

        A proxy may replace the host name that the browser knows by one of its own. The browser's own verdict and the
        name that a proxy passes on are then compared instead; a page of another site can forge neither.
        """
        headers = self.request.headers
        if headers.get("Sec-Fetch-Site") == "same-origin":
            return True
        public = headers.get("X-Forwarded-Host", "").partition(",")[0].strip().lower()
        if public and urlparse(headers.get("Origin", "").lower()).netloc == public:
            return True
        return bool(super().check_origin(origin))  # type: ignore[arg-type]  # None: it is in the headers


def made_relative(handler: type[Any]) -> type[Any]:
    """Return a handler of Jupyter's with the addresses of `RelativeHandler`; any other kind is returned unchanged."""
    if issubclass(handler, JupyterHandler) and not issubclass(handler, RelativeHandler):
        return type(handler.__name__, (RelativeHandler, handler), {})
    return handler
