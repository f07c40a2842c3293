"""Which layers of a network are read: one, several, or all, by their index from either end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from geobias.errors import InputError

Named = int | Sequence[int] | Literal["all"]
"""What `encoder.layer` may be."""


def named_layers(layer: Named, resolve: Callable[[int], int]) -> tuple[int, ...]:
    """Indices from 0 (the embeddings) of the layers that a setting names, in its order; "all" counts up.

    resolve : an index from either end -> the index from 0; raises `InputError` for one that there is not.

    Raises
    ------
    InputError : no layer is named, one twice, or what is no number.

    >>> named_layers([0, 3, -1], lambda layer: layer % 7), named_layers("all", lambda layer: layer % 3)
    ((0, 3, 6), (0, 1, 2))
    """
    if layer == "all":
        return tuple(range(resolve(-1) + 1))
    given = [layer] if isinstance(layer, (int, str)) else list(layer)
    if not given:
        raise InputError("encoder.layer must name a layer", "it is an empty list", "Pass encoder.layer=-1 or all.")
    for name in given:
        if not isinstance(name, int) or isinstance(name, bool):
            raise InputError(
                "encoder.layer must be a whole number, a list of them, or all",
                f"{name!r} is none",
                "Pass encoder.layer=-1, [0,-1] or all.",
            )
    first: dict[int, int] = {}
    for name in given:
        index = resolve(name)
        if index in first:
            both = f"{first[index]} twice" if first[index] == name else f"{first[index]} and {name}, layer {index} both"
            raise InputError("encoder.layer must name every layer once", f"it names {both}", "Leave one of them out.")
        first[index] = name
    return tuple(first)
