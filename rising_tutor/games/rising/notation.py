from typing import Any
def write(run: Any, move: Any) -> str: return repr(move)
def read(run: Any, text: str) -> Any: raise KeyError
