"""Tensors of what torch, numpy or pandas hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from geobias.arguments import refuse_odd
from geobias.arrays import no_numbers, plain


def dense(name: str, values: Any) -> Tensor:
    """A tensor that stands in memory; one that is given keeps its graph of gradients, lists are float32 as in torch.

    >>> dense("x", np.arange(4.0)[::-1]).tolist()
    [3.0, 2.0, 1.0, 0.0]
    """
    if isinstance(values, Tensor):
        refuse_odd(name, values)
        return values
    found = plain(name, values)
    if isinstance(values, (list, tuple)) and found.dtype == np.float64:
        found = found.astype(np.float32)
    try:
        # torch takes neither negative strides nor another order of bytes, and warns of memory that may only be read.
        native = found.astype(found.dtype.newbyteorder("="), copy=False)
        return torch.as_tensor(np.require(native, requirements=["C", "W", "A"]))
    except (TypeError, ValueError, RuntimeError) as error:
        raise no_numbers(name, values, error) from None
