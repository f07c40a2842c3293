"""Materials: what is decided before the first text is encoded."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.corpora import load_table, make_synthetic
from geobias.errors import InputError
from geobias.models.encoder import load_encoder
from geobias.studies.progress import Bars
from geobias.studies.regional import RegionalSettings
from geobias.studies.regional.materials import prepare

SIZES = {"pool": 60, "lda_documents": 20, "long_documents": 30, "long_join": 3, "min_documents": 10}


@pytest.fixture(scope="module")
def encoder():
    return load_encoder(RegionalSettings.build().encoder)


@pytest.fixture(scope="module")
def corpus():
    return make_synthetic(documents=60, baseline_documents=200, seed=3)


def prepared(corpus, encoder, **values):
    settings = RegionalSettings.build(**{"sampling": SIZES, "progress": False, **values})
    return prepare(corpus, encoder, settings, Bars(False))


def test_an_emptied_text_is_in_no_draw(encoder, tmp_path):  # E16
    rows = [
        "text,region",
        *(f"words of {region} {i},{region}" for region in ("au", "uk") for i in range(30)),
        "@bob,au",
    ]
    (tmp_path / "d.csv").write_text("\n".join(rows))
    corpus = load_table(tmp_path / "d.csv")
    assert corpus.texts[-1] == ""
    found = prepared(corpus, encoder, distance={"lda": []})
    assert not found.facts.usable[-1]
    assert len(corpus) - 1 not in found.kinds["short"].bootstrap.drawn_rows()
    assert all("" not in corpus.texts[rows] for rows in found.pools.rows.values())


def test_texts_are_resampled_by_author_where_authors_are_known(corpus, encoder):
    assert prepared(corpus, encoder).units is corpus.attributes["unit"]
    assert prepared(corpus, encoder, sampling={**SIZES, "unit": None}).units is None
    with pytest.raises(InputError, match="sampling.unit must be an attribute of the corpus, but .author. is none"):
        prepared(corpus, encoder, sampling={**SIZES, "unit": "author"})


def test_whole_pools_get_token_vectors_where_floors_are_measured(corpus, encoder):
    found = prepared(corpus, encoder)
    (_, rows), *_ = found.texts_for_clouds()
    assert set(rows) == set(np.concatenate(list(found.pools.rows.values())))


def test_only_drawn_texts_get_token_vectors_else(corpus, encoder):
    found = prepared(corpus, encoder, separation={"methods": []})
    (of, rows), *rest = found.texts_for_clouds()
    assert rest == []
    assert set(rows) == set(found.kinds["short"].bootstrap.drawn_rows())
    assert of is found.corpus


def test_no_training_text_is_evaluated(corpus, encoder):
    found = prepared(corpus, encoder)
    trained = np.unique(np.concatenate([fold.train for fold in found.folds]))
    evaluated = np.concatenate([rows for group, rows in found.pools.scored.items() if found.is_evaluated(group)])
    assert set(corpus.texts[trained]).isdisjoint(corpus.texts[evaluated])


def test_a_corpus_without_labels_is_studied_without_a_task_and_says_so(corpus, encoder):
    found = prepared(replace(corpus, labels=None, label_names=()), encoder)
    assert found.task == "none"
    assert found.folds == []
    assert "The corpus has no labels, so nothing is said about a task's performance." in found.notices


def test_long_texts_that_were_cut_are_said(corpus, encoder):
    short = load_encoder(replace(encoder.settings, max_length=24))
    notices = prepared(corpus, short).notices
    assert any(notice.endswith("of the long texts were cut at encoder.max_length=24 tokens.") for notice in notices)


def test_a_wrong_metric_is_refused_before_any_work(corpus, encoder):
    with pytest.raises(InputError, match=r"relation.metrics must be scores of the task, but \['exact_match'\] are not"):
        prepared(corpus, encoder, relation={"metrics": ["exact_match"]})


def test_too_few_training_texts_are_named(corpus, encoder):
    few = corpus.select(np.flatnonzero(corpus.attributes["region"] != "baseline"))
    with pytest.raises(InputError, match="needs at least 10 labelled texts to train on, in 5 folds"):
        prepared(few, encoder)
