"""Folders as runs leave them, with tables of known numbers, become one multiverse."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from geobias.errors import InputError
from geobias.pipeline.multiverse import gather, runs_in
from geobias.pipeline.multiverse.evidence import declared_relation, pair_table, pairs_that_differ
from geobias.relations import relate_specifications
from geobias.report import read_run, write_table
from geobias.tables import (
    Difference,
    DifferenceTable,
    GapInterval,
    GapIntervalTable,
    PairTable,
    Relation,
    RelationTable,
    Separation,
    SeparationTable,
)

GROUPS = ("au", "ca", "nz", "uk", "us")
PAIRS = list(combinations(GROUPS, 2))
CHOSEN = {"coefficients": ["spearman"], "alternative": "two-sided"}


def relation(x, y, **more):
    row = Relation(x, y, "spearman", 0.1, 5, 10, "", "two-sided", 0.5, "exact", 120, 1 / 120, 0.5, 0.5, "excess-gap")
    return replace(row, **more)


def numbers(seed):
    return np.random.default_rng(seed).normal(size=len(PAIRS)).round(3).tolist()


@pytest.fixture
def make(tmp_path):
    """(layer, seed) -> the folder of a run with a pooled group beside its regions."""

    def make_run(layer, seed, status="finished", **config):
        folder = tmp_path / "regional" / f"tweets-{layer}-{seed}"
        excess, values, gaps = numbers(seed), numbers(seed + 50), np.abs(numbers(seed + 100))
        groups = pd.DataFrame({"group": [*GROUPS, "mixed"], "role": ["region"] * 5 + ["pooled"]})
        separations = [
            Separation(
                "sinkhorn", a, b, 40, 40, 20, 1 + e, 1, 1, 1, e, verdict="different" if e > 0 else "not separable"
            )
            for (a, b), e in zip(PAIRS, excess, strict=True)
        ] + [Separation("sinkhorn", "au", "mixed", 40, 40, 20, 1, 1, 1, 1, 9.0)]
        energies = [Separation("energy", a, b, 40, 40, 0, v, excess=v) for (a, b), v in zip(PAIRS, values, strict=True)]
        intervals = [
            GapInterval("accuracy", a, b, 20, 0, -1, 1, 1, g, 0, 0.95, "pigeonhole")
            for (a, b), g in zip(PAIRS, gaps, strict=True)
        ]
        names = [("sinkhorn_excess", "gap_at_m[auc]"), ("sinkhorn_excess", "gap_at_m[accuracy]")]
        tables = {
            "groups": groups,
            "separation": SeparationTable((*separations, *energies)).to_frame(),
            "gap_intervals": GapIntervalTable(tuple(intervals)).to_frame(),
            "relations": RelationTable(
                tuple(relation(*pair, verdict="not separable", passes="", stopped_by="") for pair in names)
            ).to_frame(),
        }
        for name, frame in tables.items():
            write_table(folder, name, frame)
        record = {
            "study": "regional", "name": "tweets", "status": status, "seed": 0, "fingerprint": "gentle-1",
            "config": {"encoder": {"layer": layer}, "seed": seed, "relation": CHOSEN | config},
        }  # fmt: skip
        (folder / "run.json").write_text(json.dumps(record))
        return folder

    return make_run


def test_the_declared_relation_is_the_primary_one_else_the_main_one(make):
    folder = make(1, 0)
    assert declared_relation(read_run(folder)) == ("sinkhorn_excess", "gap_at_m[accuracy]")
    rows = [relation("sinkhorn_excess", "gap_at_m[accuracy]"), relation("energy", "gap_at_m[auc]", primary=True)]
    write_table(folder, "relations", RelationTable(tuple(rows)).to_frame())
    assert declared_relation(read_run(folder)) == ("energy", "gap_at_m[auc]")


def test_tables_are_found_by_the_names_that_relations_give_them(make):
    run = read_run(make(1, 0))
    assert pair_table(run, "sinkhorn_excess").vector().tolist() == numbers(0)
    assert pair_table(run, "energy").vector().tolist() == numbers(50)
    gaps = pair_table(run, "gap_at_m[accuracy]")
    assert gaps.vector().tolist() == np.abs(numbers(100)).tolist()
    assert (gaps.groups, gaps.quantity) == (GROUPS, "gap_at_m[accuracy]")
    with pytest.raises(InputError, match=r"every run must have the quantity 'lda', but .* does not\. Name one"):
        pair_table(run, "lda")


def test_a_pooled_group_takes_part_only_where_the_run_asked_for_it(make):
    folder = make(1, 0, groups=["au", "ca", "nz"])
    assert pair_table(read_run(folder), "energy").groups == ("au", "ca", "nz")
    assert "mixed" not in pair_table(read_run(make(2, 0)), "sinkhorn_excess").groups


def test_pairs_differ_by_the_test_of_differences_where_there_is_one(make):
    folder = make(1, 0)
    found = pairs_that_differ(read_run(folder))
    assert found == dict(zip(PAIRS, [value > 0 for value in numbers(0)], strict=True))
    pairs = {("us", "au"): "different", ("au", "ca"): "equivalent within the margin", ("au", "nz"): "cannot be tested",
             ("ca", "nz"): "not separable", ("ca", "uk"): "not computed", ("au", "mixed"): ""}  # fmt: skip
    rows = [Difference(*pair, 9, 9, decisive=True, verdict=word) for pair, word in pairs.items()]
    beside = Difference("au", "ca", 9, 9, verdict="different", adjusted="length")
    write_table(folder, "differences", DifferenceTable((*rows, beside)).to_frame())
    decided = {("au", "us"): True, ("au", "ca"): False, ("ca", "nz"): False}
    assert pairs_that_differ(read_run(folder)) == decided


def test_pairs_differ_by_adjusted_differences_where_the_answer_of_a_run_goes_by_those(make):
    folder = make(1, 0)
    raw = Difference("au", "ca", 9, 9, verdict="different")
    adjusted = Difference("au", "ca", 9, 9, verdict="not separable", adjusted="length", decisive=True)
    write_table(folder, "differences", DifferenceTable((raw, adjusted)).to_frame())
    assert pairs_that_differ(read_run(folder)) == {("au", "ca"): False}


def test_the_distance_of_differences_is_the_one_that_relations_take(make):
    folder, values = make(1, 0), numbers(7)
    rows = [Difference(*pair, 9, 9, distance=value) for pair, value in zip(PAIRS, values, strict=True)]
    adjusted = [replace(row, distance=-1.0, adjusted="length", decisive=True) for row in rows]
    write_table(folder, "differences", DifferenceTable((*rows, *adjusted)).to_frame())
    assert pair_table(read_run(folder), "mahalanobis").vector().tolist() == values


def test_a_multiverse_is_the_joint_test_of_the_tables_that_runs_stored(make, tmp_path):
    runs = [make(layer, seed) for layer in (1, 2) for seed in (0, 1)]
    report = gather(runs_in([tmp_path / "regional"]))
    assert report.directory.parent == tmp_path / "multiverse"
    tables = [
        (PairTable(GROUPS, square(numbers(seed)), "x"), PairTable(GROUPS, square(np.abs(numbers(seed + 100))), "y"))
        for _ in (1, 2) for seed in (0, 1)
    ]  # fmt: skip
    rows, agreement = relate_specifications(tables)
    found = report.tables["specifications"]
    np.testing.assert_allclose(found["statistic"], [row.statistic for row in rows])
    np.testing.assert_allclose(found["p_max"], [row.p_max for row in rows])
    assert list(found["run"]) == [folder.name for folder in runs]
    assert list(found["pairs_different"]) == [sum(value > 0 for value in numbers(seed)) for seed in (0, 1)] * 2
    one = report.tables["agreement"].iloc[0]
    assert (one["n_distinct"], one["same_verdict"]) == (2, 1.0)
    assert one["p_any"] == agreement.p_any
    choices = report.tables["choices"]
    assert list(choices["value"][choices["setting"] == "encoder.layer"]) == ["1", "1", "2", "2"]
    page = report.html.read_text()
    assert all(words in page for words in ("Specification curve", "encoder.layer", "4 specifications", "2 of 4 spec"))
    assert list(report.figures) == ["specification-curve"]
    assert report.summary().startswith("Do distances go with gaps in performance, whatever the specification?")


def square(values):
    out = np.zeros((1, 5, 5))
    out[0][np.triu_indices(5, 1)] = values
    return out + out.transpose(0, 2, 1)


def test_several_distances_make_several_specifications_of_a_run(make):
    report = gather([make(1, 0), make(2, 1)], distances=["energy", "sinkhorn_excess"], gaps=["gap_at_m[accuracy]"])
    found = report.tables["specifications"]
    assert list(found["x"]) == ["energy", "sinkhorn_excess"] * 2
    assert list(found["verdict_alone"].fillna("")) == ["", "not separable"] * 2
    assert {"distance", "encoder.layer"} <= set(report.tables["choices"]["setting"])


def test_the_same_runs_are_gathered_into_the_same_folder(make):
    runs = [make(1, 0), make(2, 1)]
    assert gather(runs).directory == gather(runs).directory
    assert gather(runs).directory != gather(runs, distances=["energy"]).directory


def test_a_stopped_run_is_refused_by_name_and_left_out_of_a_folder_of_runs(make, tmp_path):
    stopped, finished = make(1, 0, status="stopped"), [make(2, 0), make(3, 0)]
    with pytest.raises(InputError, match=r"every run of a multiverse must be finished, but .*tweets-1-0 is stopped\."):
        gather([stopped, *finished])
    assert runs_in([tmp_path / "regional", finished[0]]) == finished
    under_way = tmp_path / "regional" / "tweets-4-0"
    under_way.mkdir()
    (under_way / "run.json").write_text('{"status": "running"}')
    assert runs_in([tmp_path / "regional"]) == finished
    (under_way / "run.json").write_text('{"status": "fin')
    with pytest.raises(InputError, match=r"tweets-4-0.run.json is not JSON"):
        runs_in([tmp_path / "regional"])
    with pytest.raises(InputError, match="a multiverse needs finished runs, but there is none"):
        gather([])


def test_a_run_without_a_relation_is_refused(make):
    folder = make(1, 0)
    (folder / "tables" / "relations.parquet").unlink()
    with pytest.raises(InputError, match="a specification must relate a distance to a gap at one size"):
        gather([folder, make(2, 0)])
