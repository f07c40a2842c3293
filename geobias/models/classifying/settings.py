"""Settings of a sequence classifier: which model, and how it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from geobias.typed import check_least


@dataclass(frozen=True, kw_only=True)
class ClassifierSettings:
    """A trained sequence classifier.

    Attributes
    ----------
    model : a hub name, a folder, or "package:<package>/<folder>": a sequence classifier that transformers reads.
    revision : of the hub; None = its newest.
    max_length : tokens of a text, special ones included; less where the model has fewer positions.
    truncation : of longer texts: their "head", "head_tail" (both ends), or "error".
    dtype, device, batch_tokens : as of an encoder.
    on_unknown : where over half of the tokens of all texts are unknown to the model, "error" stops; "warn" says so.
    """

    model: str
    revision: str | None = None
    max_length: int = 256
    truncation: Literal["head", "head_tail", "error"] = "head"
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"
    device: str = "auto"
    batch_tokens: int | None = None
    on_unknown: Literal["error", "warn"] = "error"

    def __post_init__(self) -> None:
        check_least(self, "", max_length=3, batch_tokens=1)
