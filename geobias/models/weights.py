"""Weights: whether a network has all that its files declare, and every one a number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from geobias.errors import InputError

POOLER = "pooler."


def check_weights(
    network: Any, info: dict[str, Any], model: str, spare: Iterable[str] = (), *, head: bool = False
) -> list[str]:
    """The weights of the encoder that its files lack though nothing needs them; they were drawn at random.

    Parameters
    ----------
    info : what `from_pretrained(..., output_loading_info=True)` says. A head around the encoder may be lacking
        unless `head`.
    spare : beginnings of names of the encoder's weights that may be lacking too.

    Raises
    ------
    InputError : others are lacking or of another shape, there are layers that the configuration does not declare, or
        a weight is not a number; they are named.
    """
    start = network.base_model_prefix + "."
    start = start if any(name.startswith(start) for name in network.state_dict()) else ""
    # transformers 5 names the shapes of what does not fit too
    misfits = (key if isinstance(key, str) else key[0] for key in info["mismatched_keys"])
    drawn = [*info["missing_keys"], *misfits]
    lacking = sorted(key.removeprefix(start) for key in drawn if head or key.startswith(start))
    allowed = [key for key in lacking if key.startswith(tuple(spare))]
    wrong = [key for key in lacking if key not in allowed]
    _refuse(wrong, "hold every weight that its config.json declares, in its shape", "lacks", model)
    known = {_without_numbers(name.removeprefix(start)) for name in network.state_dict()}
    parts = {name for name, _ in network.base_model.named_children()}
    more = [key for key in sorted(info["unexpected_keys"]) if _is_more(key.removeprefix(start), known, parts)]
    _refuse(more, "declare in its config.json every layer that it holds", "does not declare", model)
    broken = [name for name, values in network.named_parameters() if not values.isfinite().all()]
    _refuse(broken, "hold finite numbers", "does not, in", model)
    return allowed


def _refuse(names: list[str], must: str, verb: str, model: str) -> None:
    if names:
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        raise InputError(
            f"a model must {must}",
            f"'{model}' {verb} {', '.join(names[:3])}{more}",
            "Copy it anew, or save it again with save_pretrained.",
        )


def _without_numbers(name: str) -> str:
    return re.sub(r"\d+", "#", name)


def _is_more(key: str, known: set[str], parts: set[str]) -> bool:
    """Whether a weight is one of the network's but for its numbers, or of layers of which the network has none."""
    plain = _without_numbers(key)
    if "#" not in plain:
        return False
    for name in (plain, plain.partition(".")[2]):  # with or without a name before it
        layers = name.partition("#")[0]
        none = name.partition(".")[0] in parts and not any(one.startswith(layers) for one in known)
        if name in known or none:
            return True
    return False
