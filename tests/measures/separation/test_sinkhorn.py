"""Separations of token clouds: the values are divergences of the samples dealt, and behave as they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.distances import sinkhorn_divergence
from geobias.errors import InputError
from geobias.measures.geometry import DistanceSettings
from geobias.measures.keeping import Keeping
from geobias.measures.separation import SeparationSettings, seed_spread, sinkhorn_separation, size_curve
from geobias.measures.separation.clusters import cluster_documents, deal
from geobias.measures.separation.samples import Samples
from geobias.tables import SeparationTable

BLUR = DistanceSettings(blur=0.3)
FEW = SeparationSettings(permutations=199)


def group(seed: int, documents: int, shift: float = 0.0) -> TokenClouds:
    rng = np.random.default_rng(seed)
    made = [rng.normal(size=(rng.integers(1, 4), 4)) + shift for _ in range(documents)]
    return TokenClouds.from_list([torch.from_numpy(document).float() for document in made])


@pytest.fixture(scope="module")
def clouds() -> dict[str, TokenClouds]:
    return {"au": group(14, 26), "ca": group(15, 40), "nz": group(16, 24, shift=1.5)}


@pytest.fixture(scope="module")
def plain(clouds) -> SeparationTable:
    """Of these groups, as it is with nothing else said."""
    return sinkhorn_separation(clouds, FEW, distance=BLUR)


@pytest.mark.parametrize("weighting", ["token", "document"])
def test_value_and_floor_are_means_of_the_divergences_of_samples(clouds, weighting):
    how = DistanceSettings(blur=0.3, weighting=weighting)
    clusters = {"au": np.arange(26) // 2, "ca": np.arange(40) % 20, "nz": np.arange(24) // 2}
    table = sinkhorn_separation(clouds, replace(FEW, size=3, tokens="all"), clusters=clusters, distance=how, seed=5)
    row = table.rows[0]
    assert (row.group_a, row.group_b, row.n_a, row.n_b, row.m) == ("au", "ca", 13, 20, 3)
    made = {}
    for name in ("au", "ca"):
        of_clusters = cluster_documents(clusters[name], len(clouds[name]), name)
        made[name] = []
        for sample in deal(len(of_clusters), 3, FEW.blocks, 5, name):
            documents = [clouds[name][int(i)] for cluster in sample for i in of_clusters[cluster]]
            share = [torch.full((len(d),), 1.0 if weighting == "token" else 1 / len(d)) for d in documents]
            made[name].append((torch.cat(documents), torch.cat(share) / torch.cat(share).sum()))

    def divergence(one, other) -> float:
        options = {"blur": 0.3, "diameter": table.details["diameter"]}
        return float(sinkhorn_divergence(one[0], other[0], one[1], other[1], **options))

    cross = [divergence(a, b) for a in made["au"] for b in made["ca"]]
    within = [divergence(a, b) for i, a in enumerate(made["au"]) for b in made["au"][:i]]
    assert (len(made["au"]), len(made["ca"])) == (4, 6)
    assert row.value == pytest.approx(np.mean(cross), rel=1e-4)
    assert row.floor_a == pytest.approx(np.mean(within), rel=1e-4)
    assert row.floor == pytest.approx((row.floor_a + row.floor_b) / 2)
    assert row.excess == pytest.approx(row.value - row.floor)
    assert row.ratio == pytest.approx(row.value / row.floor)


@pytest.mark.parametrize("weighting", ["token", "document"])
def test_an_author_who_repeats_a_text_weighs_as_one_who_does_not(clouds, weighting):
    how = DistanceSettings(blur=0.3, weighting=weighting)
    named = {name: np.array([f"{number:03d}" for number in range(len(cloud))]) for name, cloud in clouds.items()}
    plain = sinkhorn_separation(clouds, FEW, clusters=named, distance=how)
    thrice = {**clouds, "ca": clouds["ca"].select(torch.arange(40).repeat_interleave(3))}
    found = sinkhorn_separation(thrice, FEW, clusters={**named, "ca": np.repeat(named["ca"], 3)}, distance=how)
    assert found.rows == plain.rows
    assert found.details["texts_per_cluster"] == 1


def test_samples_are_thinned_to_the_tokens_of_the_smallest(clouds):
    table = sinkhorn_separation(clouds, replace(FEW, size=3), distance=BLUR, seed=5)
    dealt = {name: deal(len(cloud), 3, FEW.blocks, 5, name) for name, cloud in clouds.items()}
    counts = [int(clouds[name].counts[sample].sum()) for name, samples in dealt.items() for sample in samples]
    assert table.details["tokens_per_sample"] == min(counts) < max(counts)
    every = [[np.array([number]) for number in range(len(cloud))] for cloud in clouds.values()]
    for (name, cloud), clusters in zip(clouds.items(), every, strict=True):
        samples = Samples.of_clusters(name, cloud, clusters, dealt[name])
        for whole, kept, share in zip(
            samples.points("token")[0], *samples.thinned(3, 0).points("document"), strict=True
        ):
            assert len(kept) == 3
            assert all((whole == point).all(1).any() for point in kept)
            assert float(share.sum()) == pytest.approx(1)
    long = TokenClouds.from_list([torch.zeros(2, 1), torch.ones(3, 1)])
    cut = Samples("au", long, (np.array([0, 1]),), (np.array([0, 3, 4]),))
    points, weights = cut.points("document")
    assert points[0].ravel().tolist() == [0, 1, 1]
    assert weights[0].tolist() == [0.5, 0.25, 0.25]


def test_longer_texts_of_one_law_are_not_told_apart():
    rng = np.random.default_rng(3)
    made = {
        name: TokenClouds.from_list([torch.from_numpy(rng.normal(size=(tokens, 3))).float() for _ in range(60)])
        for name, tokens in (("short", 2), ("long", 16))
    }
    assert sinkhorn_separation(made, replace(FEW, tokens="all"), distance=BLUR).rows[0].p_permutation <= 0.05
    assert sinkhorn_separation(made, FEW, distance=BLUR).rows[0].p_permutation > 0.05


def test_a_shift_is_seen_and_equal_groups_are_not(plain):
    rows = {(row.group_a, row.group_b): row for row in plain.rows}
    assert rows["au", "ca"].low < 0 < rows["au", "ca"].high
    assert rows["au", "ca"].p_permutation > 0.05
    assert rows["au", "nz"].low > 0
    # 199 permutations, none of which reaches the excess: (0 + 1) / (199 + 1).
    assert rows["au", "nz"].p_permutation == rows["au", "nz"].p_smallest == 0.005


def test_bits_do_not_depend_on_workers_nor_on_who_else_takes_part(clouds, plain):
    four = sinkhorn_separation(clouds, FEW, distance=BLUR, keeping=Keeping(workers=4))
    assert four.rows == plain.rows
    swapped = sinkhorn_separation({name: clouds[name] for name in ("nz", "ca", "au")}, FEW, distance=BLUR)
    assert swapped.rows[1].excess == pytest.approx(plain.rows[1].excess, rel=1e-5)


def test_the_spread_over_seeds_is_that_of_dealing(clouds, plain):
    tables = [plain, *(sinkhorn_separation(clouds, FEW, distance=BLUR, seed=seed) for seed in (1, 2))]
    spread = seed_spread(tables)
    first = [table.rows[0] for table in tables]
    assert spread.vector()[0] == pytest.approx(np.std([row.excess for row in first], ddof=1))
    assert 0 < spread.vector()[0] < np.mean([row.high - row.low for row in first])
    with pytest.raises(InputError, match="a spread over seeds needs two runs, but there is 1"):
        seed_spread(tables[:1])


def test_parts_are_remembered_under_what_made_them(clouds):
    kept, progress = {}, []

    def memo(name, inputs, compute):
        kept[name] = inputs
        return compute()

    keeping = Keeping(memo, {"texts": "t"}, progress=lambda *at: progress.append(at))
    table = sinkhorn_separation(clouds, FEW, distance=BLUR, keeping=keeping)
    pairs = ["au", "ca", "nz", "au-ca", "au-nz", "ca-nz"]
    assert list(kept) == [f"sinkhorn-m{table.details['m']}-{pair}" for pair in pairs]
    assert all(inputs["texts"] == "t" and inputs["blur"] == 0.3 for inputs in kept.values())
    assert progress[-1][0] == progress[-1][1]
    assert [done for done, _ in progress] == sorted(done for done, _ in progress)


def test_two_samples_a_group_give_no_interval_but_a_test(clouds):
    row = sinkhorn_separation(clouds, replace(FEW, size=12), distance=BLUR).rows[1]
    assert np.isnan([row.low, row.high]).all()
    assert row.note == "an interval needs 3 blocks per group, one has 2"
    assert (row.p_permutation, row.p_smallest, row.n_permutations) == (1 / 3, 1 / 3, 6)


def test_the_size_curve_falls_as_samples_grow(clouds):
    table = size_curve(clouds, SeparationSettings(permutations=9, size_curve=(2, 4, 8)), distance=BLUR)
    rows = [row for row in table.rows if (row.group_a, row.group_b) == ("au", "ca")]
    assert [row.m for row in rows] == [2, 4, 8]
    assert rows[0].floor > rows[1].floor > rows[2].floor
    assert rows[0].value > rows[2].value


def test_errors_name_the_group_and_the_sample(clouds):
    with pytest.raises(InputError, match="half of the smallest group, 'nz', but their size is 13"):
        sinkhorn_separation(clouds, replace(FEW, size=13))
    empty = TokenClouds(torch.zeros(0, 4), torch.zeros(25, dtype=torch.int64))
    with pytest.raises(InputError, match="all documents of sample 0 of 'uk' are empty"):
        sinkhorn_separation({"au": clouds["au"], "uk": empty}, FEW)
