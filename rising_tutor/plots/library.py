"""The program that draws figures in the browser: the one inside the installed plotly package, packed.

No copy of it is kept in this project; it is read when a page first asks for it.
"""

import gzip
from functools import cache
from importlib import metadata, resources


@cache
def packed_library() -> bytes:
    """The library, packed with gzip: about a third of its five megabytes."""
    source = resources.files("plotly") / "package_data" / "plotly.min.js"
    return gzip.compress(source.read_bytes(), 5, mtime=0)


def library_version() -> str:
    """The version of the plotly package, which changes whenever the library does."""
    return metadata.version("plotly")
