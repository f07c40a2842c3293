"""What `scripts/gpu_check` has found so far: one JSON object a line, on disk as soon as it is known."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.files import write_text

Line = dict[str, Any]


class Record:
    """The lines of `gpu-check.jsonl` in a folder: those of an earlier run that was stopped, and those added now.

    Every line has "part" and "kind". A part ends with a line of kind "done", "failed" or "left out"; only what is done
    is not done again.
    """

    def __init__(self, folder: Path):
        self.path = folder / "gpu-check.jsonl"
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        self.lines: list[Line] = [json.loads(line) for line in text.splitlines()]

    def add(self, part: str, kind: str, **values: Any) -> None:
        self.lines.append(_strict({"part": part, "kind": kind, **values}))
        write_text(self.path, "".join(json.dumps(line) + "\n" for line in self.lines))

    def begin(self, about: Line) -> None:
        """Write down what this is of; what is known of another card, or of other versions, is not mixed with it."""
        ours = [line for line in self.lines if line["kind"] == "about"]
        for name in ("card", "versions"):
            if ours and ours[-1][name] != _strict(about[name]):
                raise InputError(
                    "the output folder must be of this machine as it is, or new",
                    f"it holds what was found with {name} {ours[-1][name]}",
                    "Pass another --output.",
                )
        # What was tried and not done begins anew.
        done = self.done()
        self.lines = [line for line in self.lines if line["part"] in done]
        self.add("about", "about", **about)

    def done(self) -> set[str]:
        return {line["part"] for line in self.lines if line["kind"] == "done"}


def _strict(value: Any) -> Any:
    """The same with null for what is not a number, which JSON has no word for."""
    if isinstance(value, dict):
        return {key: _strict(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_strict(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
