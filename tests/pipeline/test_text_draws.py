"""Draws of texts: small groups stay out of what they are too small for, and what is cut or smaller is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geobias.controls.regions import control_rows
from geobias.errors import InputError
from geobias.models import load_encoder
from geobias.pipeline.separable import separable_rows


def test_long_texts_that_were_cut_are_said(corpus, encoder, prepared):
    short = load_encoder(replace(encoder.settings, max_length=24))
    notices = prepared(corpus, encoder=short).notices
    assert any(notice.endswith("of the long texts were cut at encoder.max_length=24 tokens.") for notice in notices)


def test_labelled_groups_smaller_than_a_pool_need_no_setting(table, prepared):
    found = prepared(table, sampling={"near_duplicates": None})
    assert found.task == "binary"
    assert found.pools.regions == ("a", "b", "mixed")
    assert len(found.folds) == 25
    assert found.pools.pooled_groups == ("mixed (built)", "baseline")
    assert [notice for notice in found.notices if "smaller than the draws" in notice] == [
        "Groups are smaller than the draws that were asked for, so there are: 40 short texts per region in a "
        "discriminant (sampling.lda_documents=100); 40 long texts per region in a discriminant "
        "(sampling.lda_documents=100); 20 scored at a time (sampling.score_documents=200); 40 long texts per region "
        "(sampling.long_documents=225)."
    ]


def test_a_group_too_small_for_a_measurement_stays_out_of_it_alone(table, prepared):
    found = prepared(table, sampling={"near_duplicates": None, "on_small": "all"})
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
        prepared(table, sampling={"lda_documents": 9})


def test_samples_larger_than_a_group_are_refused_before_encoding(table, prepared):
    with pytest.raises(
        InputError, match="from 1 to 20 clusters, half of the smallest group, 'a', but their size is 30"
    ):
        prepared(table, separation={"size": 30}, distance={"lda": []})
