"""Materials: what is decided before the first text is encoded."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from geobias.controls.placebo import control_rows
from geobias.corpora import Corpus, load_table, make_synthetic
from geobias.errors import InputError
from geobias.models.encoder import load_encoder
from geobias.pipeline.corpus_statistics import group_rows, shares, unmeasured_rows
from geobias.pipeline.materials import prepare
from geobias.pipeline.progress import Bars
from geobias.pipeline.separation import check_sizes, separable_rows
from geobias.studies.regional import RegionalSettings

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
    found = prepared(replace(corpus, labels=None, label_names=(), notices=("Read as cp1252.",)), encoder)
    assert found.task == "none"
    assert found.folds == []
    assert "The corpus has no labels, so nothing is said about a task's performance." in found.notices
    assert found.notices[0] == "Read as cp1252."


def test_long_texts_that_were_cut_are_said(corpus, encoder):
    short = load_encoder(replace(encoder.settings, max_length=24))
    notices = prepared(corpus, short).notices
    assert any(notice.endswith("of the long texts were cut at encoder.max_length=24 tokens.") for notice in notices)


def test_a_wrong_metric_is_refused_before_any_work(corpus, encoder):
    with pytest.raises(InputError, match=r"relation.metrics must be scores of the task, but \['exact_match'\] are not"):
        prepared(corpus, encoder, relation={"metrics": ["exact_match"]})


def test_texts_that_the_encoder_cannot_read_stop_the_study_unless_told_otherwise(encoder, tmp_path):
    rows = [*(f"words of the day {i},uk" for i in range(30)), *(f"ሰላም ለዓለም ሁሉ እንዴት ናችሁ {i},et" for i in range(30))]
    rows += [f"ናችሁ እንዴት ሁሉ ለዓለም ሰላም {i},er" for i in range(30)]
    (tmp_path / "d.csv").write_text("\n".join(["text,region", *rows]), encoding="utf-8")
    corpus, plain = load_table(tmp_path / "d.csv"), {"distance": {"lda": []}}
    with pytest.raises(
        InputError,
        match=r"\d\d% of those of 'et' and too many of 1 more are unknown\. Use a multilingual encoder \(encoder=hf ",
    ):
        prepared(corpus, encoder, **plain)
    settings = RegionalSettings.build(sampling=SIZES, encoder={"on_unknown": "warn"}, **plain)
    told = prepare(corpus, encoder, settings, Bars(False))
    groups = corpus.groups()
    assert told.facts.unknown[groups["et"]].min() >= 5
    assert told.facts.unknown[groups["uk"]].max() == 0


def labelled_table(folder, sizes, **columns):
    """A csv of distinct texts without a split, `sizes` a group, labels 0 and 1 in turn; further columns by name."""
    rows = [(f"words {n} of {g or 'nowhere'} and more", g, n % 2) for g, size in sizes.items() for n in range(size)]
    frame = pd.DataFrame(rows, columns=["text", "region", "label"]).assign(**columns)
    frame.to_csv(folder / "t.csv", index=False)
    return load_table(folder / "t.csv", label="label", split="split" if "split" in columns else None)


def test_read_usable_sampled_evaluated_and_trained_are_five_counts_of_every_group(encoder, tmp_path):
    corpus = labelled_table(tmp_path, {"au": 90, "uk": 200, "nz": 12, "": 50})
    sizes = {**SIZES, "pool": 95, "near_duplicates": None, "min_documents": 20, "on_small": "drop"}
    sizes |= {"score_documents": 9, "score_repeats": 1}
    found = prepared(corpus, encoder, distance={"lda": []}, sampling=sizes)
    rows = {row["group"]: row for row in [*group_rows(found), *unmeasured_rows(found)]}
    counts = {g: [row[name] for name in ("read", "sampled", "evaluated", "trained")] for g, row in rows.items()}
    assert counts == {
        "au": [90, 90, 9, 0],
        "uk": [200, 95, 9, 105],
        "mixed": [94, 94, 9, 0],
        "baseline": [117, 95, 117, 117],
        "nz": [12, 0, 0, 12],
        "": [50, 0, 0, 0],
    }
    assert (rows["nz"]["role"], rows[""]["role"]) == ("left out", "no group")
    assert {g: rows[g]["share"] for g in ("au", "uk")} == {"au": 0, "uk": 105 / 117}
    assert rows["au"]["share_of"] == "the texts that train"
    told = " ".join(found.notices)
    assert "No text of au trains: all of theirs are evaluated, or do not train for another reason." in told
    asked = prepared(corpus, encoder, distance={"lda": []}, sampling={**sizes, "train_ungrouped": True})
    assert [row["trained"] for row in unmeasured_rows(asked)] == [12, 50]
    assert "Texts without a group among the 167 that train: 50." in asked.notices


def test_the_share_of_a_test_split_and_of_regions_beside_a_baseline_say_so(corpus, encoder, tmp_path):
    split = labelled_table(tmp_path, {"au": 60, "uk": 90}, split=["test", "test", "train"] * 50)
    rows = group_rows(prepared(split, encoder, distance={"lda": []}))
    assert [row["share"] for row in rows[:2]] == [0.4, 0.6]
    assert rows[0]["share_of"] == "the texts of the test split"
    assert [row["trained"] for row in rows[:2]] == [20, 30]
    beside = shares(prepared(corpus, encoder))
    assert beside.of == "the texts read of all regions"
    assert sum(beside.texts.values()) == beside.total == len(corpus) - 200


def test_texts_with_two_labels_are_counted_by_group_and_said(encoder, tmp_path):
    corpus = labelled_table(tmp_path, {"au": 100, "uk": 100}, split=["test", "train"] * 100)
    texts, labels = corpus.texts.copy(), np.tile([0, 0, 1, 1], 50)
    texts[3], texts[103] = texts[1].upper() + "!", texts[100]  # two that could train; one, and an evaluated one
    found = prepared(replace(corpus, texts=texts, labels=labels), encoder, distance={"lda": []})
    counts = {row["group"]: row["two_labels"] for row in group_rows(found)}
    assert (counts["au"], counts["uk"], counts["baseline"]) == (2, 2, 1)
    told = " ".join(found.notices)
    assert "Texts that could train and do not: 3 of which a copy carries another label (samp" in told
    assert "Evaluated texts of which a copy carries another label: 1. Each is scored against its own." in told


def test_three_classes_are_a_task_of_their_own(encoder, tmp_path):
    corpus = labelled_table(tmp_path, {"au": 80, "uk": 90})
    names, codes = ("bad", "good", "so so"), np.arange(170) % 3
    three = replace(corpus, labels=codes, label_names=names)
    found = prepared(three, encoder, distance={"lda": []})
    assert (found.task, found.corpus.label_names) == ("multiclass", names)
    with pytest.raises(InputError, match="'synthetic' has one of 3 labels a text. Use task=probe, or name"):
        prepared(three, encoder, task={"name": "sentiment"})


def test_without_enough_to_train_on_there_are_distances_and_a_notice(corpus, encoder):
    few = corpus.select(np.flatnonzero(corpus.attributes["region"] != "baseline"))  # all of them of the test split
    found = prepared(few, encoder, distance={"lda": []})
    assert (found.task, found.folds, found.score_draws) == ("none", [], None)
    reason = "the task needs at least 10 labelled texts to train on, in 5 folds, but 0 are left"
    assert any(notice.startswith(f"Nothing is said about a task's performance: {reason}") for notice in found.notices)
    one_label = replace(corpus, labels=np.where(corpus.labels == 1, 1, -1))
    found = prepared(one_label, encoder, distance={"lda": []})
    assert any("there is nothing to learn, and distances alone are measured" in notice for notice in found.notices)
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
