"""Corpus statistics: what was read, used, drawn and trained of every group, and its share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.pipeline.corpus_statistics import group_rows, shares, unmeasured_rows

SIZES = {"pool": 60, "lda_documents": 20, "long_documents": 30, "long_join": 3, "min_documents": 10}


def test_read_usable_sampled_evaluated_and_trained_are_five_counts_of_every_group(tmp_path, prepared, labelled_table):
    corpus = labelled_table({"au": 90, "uk": 200, "nz": 12, "": 50})
    sizes = {**SIZES, "pool": 95, "near_duplicates": None, "min_documents": 20, "on_small": "drop"}
    sizes |= {"score_documents": 9, "score_repeats": 1}
    found = prepared(corpus, distance={"lda": []}, sampling=sizes)
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
    asked = prepared(corpus, distance={"lda": []}, sampling={**sizes, "train_ungrouped": True})
    assert [row["trained"] for row in unmeasured_rows(asked)] == [12, 50]
    assert "Texts without a group among the 167 that train: 50." in asked.notices


def test_the_share_of_a_test_split_and_of_regions_beside_a_baseline_say_so(corpus, prepared, labelled_table):
    split = labelled_table({"au": 60, "uk": 90}, split=["test", "test", "train"] * 50)
    rows = group_rows(prepared(split, distance={"lda": []}))
    assert [row["share"] for row in rows[:2]] == [0.4, 0.6]
    assert rows[0]["share_of"] == "the texts of the test split"
    assert [row["trained"] for row in rows[:2]] == [20, 30]
    beside = shares(prepared(corpus))
    assert beside.of == "the texts read of all regions"
    assert sum(beside.texts.values()) == beside.total == len(corpus) - 200


def test_texts_with_two_labels_are_counted_by_group_and_said(tmp_path, prepared, labelled_table):
    corpus = labelled_table({"au": 100, "uk": 100}, split=["test", "train"] * 100)
    texts, labels = corpus.texts.copy(), np.tile([0, 0, 1, 1], 50)
    texts[3], texts[103] = texts[1].upper() + "!", texts[100]  # two that could train; one, and an evaluated one
    found = prepared(replace(corpus, texts=texts, labels=labels), distance={"lda": []})
    counts = {row["group"]: row["two_labels"] for row in group_rows(found)}
    assert (counts["au"], counts["uk"], counts["baseline"]) == (2, 2, 1)
    told = " ".join(found.notices)
    assert "Texts that could train and do not: 3 of which a copy carries another label (samp" in told
    assert "Evaluated texts of which a copy carries another label: 1. Each is scored against its own." in told
