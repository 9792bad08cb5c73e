"""The settings of Voila and Jupyter under which the server runs."""

import os
import tempfile
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpecManager
from traitlets import default
from traitlets.config import Config

from rising_tutor.server.addresses import FROM_PAGE
from rising_tutor.server.identity import TutorIdentity
from rising_tutor.server.kernels import TutorKernels
from rising_tutor.server.options import ServerOptions
from rising_tutor.server.sockets import PageConnection

TEMPLATE = "rising"
#: Lab extensions that a page needs; any other that happens to be installed (plotly's weighs 5 MB) stays out.
EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]
#: Scripts: our own, the small ones inside the page, anywidget's modules (blob:) and the plot view's loader (eval).
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'self'"
)


class OwnInterpreter(KernelSpecManager):
    """Only the interpreter that runs the server has the tutor; other kernels of this machine do not matter."""

    @default("kernel_dirs")
    def _no_others(self) -> list[str]:
        return []


def configuration(options: ServerOptions) -> Config:
    """Return the settings of Voila. None is read from a file, so that no stray `voila.json` opens a door."""
    config = Config()
    config.Voila.ip = options.host
    config.Voila.port = options.port
    config.Voila.token = options.token
    config.Voila.base_url = config.Voila.server_url = options.base_url
    config.Voila.open_browser = False
    config.Voila.root_dir = str(Path(options.notebook).parent)
    config.Voila.log_level = "WARN"
    config.Voila.cookie_secret = options.cookie_secret.encode()
    config.Voila.identity_provider_class = TutorIdentity
    config.TutorIdentity.cookie_options = {"samesite": "Lax", "path": options.base_url}
    # The token is that of the launcher; nobody who has it may put a password in its place.
    config.TutorIdentity.allow_password_change = False
    if os.name == "posix" and os.access("/tmp", os.W_OK):  # noqa: S108 - a folder of its own is made inside
        # The path of an ipc socket may have about a hundred characters; the usual temporary folder can be longer.
        config.Voila.connection_dir_root = "/tmp"  # noqa: S108  # the same
    else:
        config.Voila.connection_dir_root = tempfile.gettempdir()
    config.Voila.tornado_settings = {
        "headers": {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"},
        "xsrf_cookie_kwargs": {"samesite": "Strict", "path": options.base_url},
        "websocket_max_message_size": options.max_message,
        "ws_ping_interval": 10_000,
        # More than the interval: Jupyter counts from the opening, an equal time closes a sound line at the first ping.
        "ws_ping_timeout": 15_000,
    }
    config.VoilaConfiguration.template = TEMPLATE
    config.VoilaConfiguration.theme = "light"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.file_allowlist = []
    config.VoilaConfiguration.extension_allowlist = EXTENSIONS
    config.VoilaConfiguration.extension_denylist = []
    config.VoilaConfiguration.multi_kernel_manager_class = TutorKernels
    config.VoilaConfiguration.preheat_kernel = options.pool > 0
    config.VoilaConfiguration.default_pool_size = options.pool
    config.VoilaConfiguration.page_config_hook = _page_config
    config.VoilaConfiguration.resources = {"base_url": FROM_PAGE}
    config.VoilaExecutor.cell_error_instruction = "The terminal of the server says why."
    config.MappingKernelManager.cull_idle_timeout = max(1, round(options.idle_s))
    config.MappingKernelManager.cull_interval = max(1, min(30, round(options.idle_s / 10)))
    config.MappingKernelManager.cull_connected = True
    config.TutorKernels.max_kernels = options.max_kernels
    config.TutorKernels.starts_at_once = options.starts_at_once
    config.TutorKernels.per_browser = options.per_browser
    config.TutorKernels.gone_after = options.gone_s
    config.VoilaKernelManager.fill_delay = options.pool_delay_s
    config.KernelManager.autorestart = False
    # Beyond these Jupyter drops messages without a word to the page. A plot or a long replay is more than its 1 MB/s.
    config.ZMQChannelsWebsocketConnection.iopub_data_rate_limit = 8e6
    config.Voila.kernel_websocket_connection_class = PageConnection
    if os.name == "posix":
        config.KernelManager.transport = "ipc"
    config.VoilaConfiguration.kernel_spec_manager_class = OwnInterpreter
    return config


def _page_config(current_page_config: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Tell the template that this server is ours, which knows `/voila/here`, and where it is seen from the page."""
    current_page_config |= {
        "risingTutor": True,
        "baseUrl": FROM_PAGE,
        "fullStaticUrl": f"{FROM_PAGE}voila/static",
        "fullLabextensionsUrl": f"{FROM_PAGE}voila/labextensions",
        "themesUrl": f"{FROM_PAGE}voila/api/themes",
    }
    return current_page_config
