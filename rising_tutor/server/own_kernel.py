"""The kernel of a page answers the browser that opened the page, and nobody else."""

from jupyter_server.base.handlers import JupyterHandler
from tornado import web

from rising_tutor.server.addresses import RelativeHandler
from rising_tutor.server.kernels import TutorKernels


def browser_of(handler: JupyterHandler) -> str:
    """Return the name of the browser that is logged in; its login cookie carries it."""
    return str(handler.current_user.username)


class OwnKernel(RelativeHandler):
    """A handler for one kernel. For a browser that did not open its page there is no such kernel."""

    @property
    def kernels(self) -> TutorKernels:
        """The kernels of the app."""
        kernels: TutorKernels = self.kernel_manager  # type: ignore[assignment]  # ours stands in the settings
        return kernels

    async def prepare(self) -> None:  # type: ignore[override]  # its base may return something to await
        """Answer 404 to any other browser."""
        await super().prepare()
        if self.current_user and not self.kernels.is_of(self.path_kwargs["kernel_id"], browser_of(self)):
            raise web.HTTPError(404)

    def check_origin(self, origin: str | None = None) -> bool:
        """Return True if the request comes from the page of the kernel, wherever a proxy shows that."""
        known = self.kernels.origins.get(self.path_kwargs["kernel_id"])
        return (known is not None and known == self.get_origin()) or super().check_origin(origin)
