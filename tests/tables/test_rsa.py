"""Pairwise tables as RDMs of rsatoolbox and back; tests that need the package are left out without it."""

import sys

import numpy as np
import pytest

from geobias.errors import InputError, MissingDependencyError
from geobias.stats import correlate
from geobias.tables import PairTable


def table(quantity: str = "sinkhorn", seed: int = 0) -> PairTable:
    square = np.random.default_rng(seed).random((2, 4, 4))
    values = square + square.transpose(0, 2, 1)
    values[:, range(4), range(4)] = 0.0
    values[1, 0, 2] = values[1, 2, 0] = np.nan
    attributes = {"us / f": {"country": "us", "sex": "f"}}
    return PairTable(
        ("au", "NO", "us / f", "all"), values, quantity, "points", ("all",), True, {"m": 20}, {"au": 40}, attributes
    )


def test_there_and_back_is_the_same_table():
    pytest.importorskip("rsatoolbox")
    before = table()
    after = PairTable.from_rdms(before.to_rdms())
    assert np.array_equal(after.values, before.values, equal_nan=True)
    for name in ("groups", "quantity", "units", "pooled_groups", "nonnegative", "details", "sizes", "attributes"):
        assert getattr(after, name) == getattr(before, name), name


def test_rdms_hold_the_pairs_in_order():
    pytest.importorskip("rsatoolbox")
    before = table()
    rdms = before.to_rdms()
    assert (rdms.n_rdm, rdms.n_cond, rdms.dissimilarity_measure) == (2, 4, "sinkhorn")
    assert rdms.pattern_descriptors["group"] == list(before.groups)
    assert np.array_equal(rdms.get_matrices(), before.values, equal_nan=True)


@pytest.mark.parametrize(
    ("theirs", "ours"), [("corr", "pearson"), ("spearman", "spearman"), ("tau-a", "kendall_tau_a")]
)
def test_rsatoolbox_compares_as_relations_do(theirs, ours):
    rdm = pytest.importorskip("rsatoolbox.rdm")
    x, y = (table(seed=seed).select(("au", "NO", "us / f", "all")) for seed in (1, 2))
    first, second = (PairTable(some.groups, some.values[:1], some.quantity) for some in (x, y))
    found = rdm.compare(first.to_rdms(), second.to_rdms(), method=theirs)
    assert found.item() == pytest.approx(correlate(first.vector(), second.vector(), ours).item())


def test_rdms_of_others_need_names():
    rdm = pytest.importorskip("rsatoolbox.rdm")
    theirs = rdm.RDMs(np.array([[1.0, 2, 3]]), "Euclidean", pattern_descriptors={"conds": ["a", "b", "c"]})
    found = PairTable.from_rdms(theirs, "conds", units="cosine")
    assert (found.groups, found.quantity, found.units) == (("a", "b", "c"), "Euclidean", "cosine")
    assert found.vector().tolist() == [1.0, 2.0, 3.0]
    with pytest.raises(InputError, match=r"^RDMs must have the pattern descriptor 'group'.*they have \['conds', 'ind"):
        PairTable.from_rdms(theirs)


def test_the_package_is_named_when_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "rsatoolbox.rdm", None)
    with pytest.raises(MissingDependencyError, match=r"a table as RDMs needs the package 'rsatoolbox'.*geobias\[rsa\]"):
        table().to_rdms()
