"""Related distances: what was declared, what could be found, and who is compared. By brute force: answer_distances."""

from __future__ import annotations

import numpy as np

from geobias.pipeline import AnswerGeometrySettings, relate_distances
from geobias.tables import PairTable

HOW = AnswerGeometrySettings(coefficients=("spearman",))


def tables(groups: str, *names: str) -> list[PairTable]:
    rng = np.random.default_rng(len(groups))
    squares = rng.random((len(names), len(groups), len(groups)))
    return [PairTable(tuple(groups), (one + one.T)[None], name) for one, name in zip(squares, names, strict=True)]


def rows(groups: str, declared: bool):
    x, y = tables(groups, "energy", "mmd"), tables("abcdez", "gap", "other")
    options = {"family": "f", "noun": "regions", "declared": declared, "rng": np.random.default_rng(0)}
    return relate_distances(x, y, HOW, **options)


def test_the_first_is_declared_where_that_is_said_and_notes_name_what_groups_are():
    found = rows("abcdey", declared=True)
    assert [(row.x, row.y, row.primary) for row in found] == [
        ("energy", "gap", True), ("energy", "other", False), ("mmd", "gap", False), ("mmd", "other", False),
    ]  # fmt: skip
    assert {row.groups for row in found} == {"a, b, c, d, e"}
    assert all("with 5 regions (10 pairs) a coefficient must exceed " in row.note for row in found)
    assert all(row.verdict for row in found)
    assert not any(row.primary for row in rows("abcdey", declared=False))


def test_two_regions_in_common_are_not_related():
    assert rows("abxy", declared=True) == []
