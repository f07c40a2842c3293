"""Small pairwise tables for the tests of relations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from geobias.tables import PairTable


def _table(groups: str, values: object, quantity: str = "x", **attributes: object) -> PairTable:
    rows, columns = np.triu_indices(len(groups), 1)
    square = np.zeros((len(groups), len(groups)))
    square[rows, columns] = square[columns, rows] = values
    return PairTable(tuple(groups), square[None], quantity, **attributes)


@pytest.fixture(scope="session")
def pair_table() -> Callable[..., PairTable]:
    """`pair_table(groups, values, quantity)`: a table from its pairs in the order of `PairTable.pairs`."""
    return _table


@pytest.fixture(scope="session")
def noise_table() -> Callable[..., PairTable]:
    """`noise_table(seed, groups)`: a table of normal noise."""

    def make(seed: int, groups: str = "abcdef", **attributes: object) -> PairTable:
        size = len(groups) * (len(groups) - 1) // 2
        return _table(groups, np.random.default_rng(seed).normal(size=size), f"q{seed}", **attributes)

    return make
