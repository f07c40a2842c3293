"""A small corpus of groups for the sampling tests."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from geobias.corpora import Corpus


@pytest.fixture
def make_corpus() -> Callable[..., Corpus]:
    """sizes -> a labelled corpus with one distinct text a row; `splits`, `roles`: of groups."""

    def make(
        sizes: dict[str, int], splits: dict[str, str] | None = None, roles: dict[str, str] | None = None
    ) -> Corpus:
        groups = [group for group, size in sizes.items() for _ in range(size)]
        names = [f"{group} text number {i}" for group, size in sizes.items() for i in range(size)]
        return Corpus(
            ids=np.array([f"id{i}" for i in range(len(names))], dtype=object),
            texts=np.array(names, dtype=object),
            attributes={"region": np.array(groups, dtype=object)},
            labels=np.arange(len(names)) % 2,
            label_names=("negative", "positive"),
            roles={"region": roles or {}},
            splits=np.array([(splits or {}).get(group, "") for group in groups], dtype=object),
        )

    return make
