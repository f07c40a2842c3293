"""Materials: what is decided before the first text is encoded."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.corpora import Corpus, load_table, make_synthetic
from geobias.errors import InputError
from geobias.models.encoder import load_encoder
from geobias.studies.progress import Bars
from geobias.studies.regional import RegionalSettings
from geobias.studies.regional.materials import prepare
from geobias.studies.regional.pseudo_groups import control_rows
from geobias.studies.regional.separating import check_sizes, separable_rows

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
    with pytest.raises(InputError, match=r"relation.metrics must be scores of the task, but \['acuracy'\] are not"):
        prepared(corpus, encoder, relation={"metrics": ["acuracy"]})


def test_without_enough_to_train_on_there_are_distances_and_a_notice(corpus, encoder):
    few = corpus.select(np.flatnonzero(corpus.attributes["region"] != "baseline"))  # all of them of the test split
    found = prepared(few, encoder, distance={"lda": []})
    assert (found.task, found.folds, found.score_draws) == ("none", [], None)
    reason = "the task needs at least 10 labelled texts to train on, in 5 folds, but 0 are left"
    assert any(notice.startswith(f"Nothing is said about a task's performance: {reason}") for notice in found.notices)
    one_label = replace(corpus, labels=np.where(corpus.labels == 1, 1, -1))
    found = prepared(one_label, encoder, distance={"lda": []})
    reason = "a model needs texts of two labels to train on"
    assert any(notice.startswith(f"Nothing is said about a task's performance: {reason}") for notice in found.notices)
    with pytest.raises(InputError, match="needs at least 10 labelled texts to train on, in 5 folds, but 0 are left"):
        prepared(few, encoder, distance={"lda": []}, task={"name": "sentiment"})


@pytest.fixture(scope="module")
def table():
    """Three labelled groups of 40 texts, and one of 5."""
    groups = np.repeat(np.array(["a", "b", "mixed", "d"], dtype=object), [40, 40, 40, 5])
    words = np.random.default_rng(0).choice(["tea", "rain", "train", "sea", "hill", "road", "boat", "song"], (125, 5))
    return Corpus(
        ids=np.array([f"id{row}" for row in range(125)], dtype=object),
        texts=np.array([f"{' '.join(some)} {row}" for row, some in enumerate(words)], dtype=object),
        attributes={"region": groups},
        labels=np.arange(125) % 2,
        label_names=("negative", "positive"),
    )


def test_labelled_groups_smaller_than_a_pool_need_no_setting(table, encoder):
    found = prepared(table, encoder, sampling={"near_duplicates": None})
    assert found.task == "binary"
    assert found.pools.regions == ("a", "b", "mixed")
    assert len(found.folds) == 25
    assert found.pools.unions == ("mixed (built)", "baseline")
    assert [notice for notice in found.notices if "smaller than the draws" in notice] == [
        "Groups are smaller than the draws that were asked for, so there are: 40 short texts a region in a "
        "discriminant (sampling.lda_documents=100); 40 long texts a region in a discriminant "
        "(sampling.lda_documents=100); 20 scored at a time (sampling.score_documents=200); 40 long texts a region "
        "(sampling.long_documents=225)."
    ]


def test_a_group_too_small_for_a_measurement_stays_out_of_it_alone(table, encoder):
    found = prepared(table, encoder, sampling={"near_duplicates": None, "on_small": "all"})
    assert found.pools.regions == ("a", "b", "mixed", "d")
    assert "d" in found.kinds["short"].bootstrap.groups
    assert "d" not in found.kinds["short"].subsamples.groups
    assert "d" not in found.kinds["long"].pools.groups
    assert separable_rows(found, found.kinds["short"])[1] == {"d": 5}
    assert list(control_rows(found)) == ["a", "b", "mixed"]
    assert (
        "Left out of the discriminant of short texts, with fewer than 10 texts: d (5). sampling.on_small=drop and "
        "sampling.min_documents=10 leave such groups out altogether."
    ) in found.notices
    with pytest.raises(InputError, match="sampling.lda_documents must be at least 10, what a discriminant needs of ev"):
        prepared(table, encoder, sampling={"lda_documents": 9})


def test_samples_larger_than_a_group_are_refused_before_encoding(table, encoder):
    settings = RegionalSettings.build(separation={"size": 30}, distance={"lda": []}, progress=False)
    with pytest.raises(InputError, match="from 1 to 20 units, half of the smallest group, 'a', but their size is 30"):
        check_sizes(prepare(table, encoder, settings, Bars(False)), settings)
