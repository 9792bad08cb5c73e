"""Spares the server two seconds at its start; to be imported before anything that brings `jsonschema`.

`jsonschema` builds some forty grammars when it is imported, to check international addresses (the formats "iri" and
"iri-reference"). No schema that the server reads has one, and `jsonschema` does without them where the package that
holds the grammars, `rfc3987_syntax`, is missing. So it is missing here, in the server alone.
"""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # None stands for: cannot be imported
