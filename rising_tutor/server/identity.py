"""Who a browser is: the cookies of the login, and what they tell about where a request comes from.

The login cookie goes along when a link of another site is followed (`SameSite=Lax`), else a bookmark in a mail would
meet the door. A second cookie does not (`Strict`): it marks the requests that come from our own pages or were typed.
Both are named after the port, since all servers of one host share their cookies, JupyterLab's included.
"""

from typing import Any

from jupyter_server.auth.identity import PasswordIdentityProvider, User
from tornado import web

#: What browsers say of requests that a page of ours or the person made.
_OWN = {"same-origin", "none"}
#: As long as the login.
_DAYS = 30


class TutorIdentity(PasswordIdentityProvider):
    """An anonymous user for each browser that brought the token."""

    def get_cookie_name(self, handler: web.RequestHandler) -> str:
        """Return the name of the login cookie."""
        return f"rising-tutor-{handler.settings['port']}"

    def set_login_cookie(self, handler: web.RequestHandler, user: User) -> None:
        """Log the browser in, and mark it."""
        super().set_login_cookie(handler, user)
        self.mark(handler)

    def mark(self, handler: web.RequestHandler) -> None:
        """Set the cookie that comes back with requests of our own pages, and with those only."""
        options: dict[str, Any] = {"path": handler.settings["base_url"], "httponly": True, "samesite": "Strict"}
        if handler.request.protocol == "https":
            options["secure"] = True
        handler.set_cookie(self._mark(handler), "1", expires_days=_DAYS, **options)

    def is_foreign(self, handler: web.RequestHandler) -> bool:
        """Return True if a page of another site, or of another server on this machine, made the request.

        Browsers say so themselves where the connection is encrypted or does not leave the machine; elsewhere the mark
        is missing.
        """
        site = handler.request.headers.get("Sec-Fetch-Site")
        if site is not None:
            return site not in _OWN
        return not self.is_token_authenticated(handler) and handler.get_cookie(self._mark(handler)) is None

    def _mark(self, handler: web.RequestHandler) -> str:
        return f"{self.get_cookie_name(handler)}-here"
