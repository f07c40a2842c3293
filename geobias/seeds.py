"""One seed for a whole run: a named, independent stream of random numbers for every purpose."""

from __future__ import annotations

import zlib

import numpy as np


def generator(seed: int, *purpose: str | int) -> np.random.Generator:
    """The stream of a purpose, a child of the run's `SeedSequence` whose spawn key is made of the purpose's words.

    Naming the child rather than counting it keeps a stream the same when another purpose or group joins or leaves.

    >>> bool(generator(0, "draws", "au").integers(1000) == generator(0, "draws", "au").integers(1000))
    True
    """
    key = tuple(word if isinstance(word, int) else zlib.crc32(word.encode()) for word in purpose)
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))
