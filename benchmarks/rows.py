"""Rows of JSON, one a line: the form of all question sets and passages that are measured against."""

import gzip
import json
from pathlib import Path
from typing import Any


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file, or of it packed by gzip, with `.gz` behind its name, where that stands there instead."""
    packed = path.with_name(path.name + ".gz")
    if packed.exists():
        with gzip.open(packed, "rt", encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
