"""A corpus in groups: unusable texts are in no pool, clusters are those of the corpus, texts must be readable."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.corpora import load_table
from geobias.errors import InputError
from geobias.models import load_encoder
from geobias.pipeline.separable import separable_rows

SIZES = {"pool": 60, "lda_documents": 20, "long_documents": 30, "long_join": 3, "min_documents": 10}


def test_an_emptied_text_is_in_no_draw(tmp_path, prepared):  # E16
    rows = [
        "text,region",
        *(f"words of {region} {i},{region}" for region in ("au", "uk") for i in range(30)),
        "@bob,au",
    ]
    (tmp_path / "d.csv").write_text("\n".join(rows))
    corpus = load_table(tmp_path / "d.csv")
    assert corpus.texts[-1] == ""
    found = prepared(corpus, distance={"lda": []})
    assert not found.statistics.usable[-1]
    assert len(corpus) - 1 not in found.kinds["short"].bootstrap.drawn_rows()
    assert all("" not in corpus.texts[rows] for rows in found.pools.rows.values())


def test_texts_are_resampled_by_author_where_authors_are_known(corpus, prepared):
    found = prepared(corpus)
    pairs = set(zip(found.clusters.tolist(), corpus.attributes["cluster"].tolist(), strict=True))
    assert len(pairs) == len(np.unique(found.clusters)) == len(set(corpus.attributes["cluster"])) < len(corpus)
    alone = prepared(corpus, sampling={**SIZES, "cluster": None})
    assert len(np.unique(alone.clusters)) == len(corpus)
    absent = r"sampling.cluster must be an attribute of the corpus, but .author. is none.*say corpus\.cluster=author"
    with pytest.raises(InputError, match=absent):
        prepared(corpus, sampling={**SIZES, "cluster": "author"})


def test_regions_of_few_authors_are_told_before_anything_is_encoded(corpus, prepared):
    one = replace(corpus, attributes={**corpus.attributes, "cluster": np.full(len(corpus), "me", dtype=object)})
    found = prepared(one)
    said = [notice for notice in found.notices if notice.startswith("No test can be made of regions with fewer than 8")]
    assert len(said) == 1
    assert all(f"{region} (1)" in said[0] for region in found.pools.regions)
    assert "sampling.cluster=null" in said[0]
    assert not any(notice.startswith("No test can be made") for notice in prepared(corpus).notices)


def test_a_copied_text_is_compared_once_and_stands_once_in_long_texts(table, prepared):
    texts = table.texts.copy()
    texts[[1, 2, 41]] = texts[0]
    found = prepared(replace(table, texts=texts))
    assert [notice for notice in found.notices if notice.startswith("Copies and near-copies count once")]
    rows, _ = separable_rows(found, found.kinds["short"])
    compared = np.concatenate(list(rows.values()))
    assert np.isin([0, 1, 2, 41], compared).sum() == 1
    assert len(compared) == sum(len(found.pools.rows[group]) for group in rows) - 3
    assert all(
        sum(text.count(texts[0]) for text in found.kinds["long"].corpus.texts[some]) <= 9
        for some in found.kinds["long"].pools.rows.values()
    )


def test_texts_that_the_encoder_cannot_read_stop_the_study_unless_told_otherwise(encoder, tmp_path, prepared):
    rows = [*(f"words of the day {i},uk" for i in range(30)), *(f"ሰላም ለዓለም ሁሉ እንዴት ናችሁ {i},et" for i in range(30))]
    rows += [f"ናችሁ እንዴት ሁሉ ለዓለም ሰላም {i},er" for i in range(30)]
    (tmp_path / "d.csv").write_text("\n".join(["text,region", *rows]), encoding="utf-8")
    corpus, plain = load_table(tmp_path / "d.csv"), {"distance": {"lda": []}}
    with pytest.raises(
        InputError,
        match=r"\d\d% of those of 'et' and too many of 1 more are unknown\. Use a multilingual encoder \(encoder=hf ",
    ):
        prepared(corpus, **plain)
    told = prepared(corpus, encoder=load_encoder(replace(encoder.settings, on_unknown="warn")), **plain)
    groups = corpus.groups()
    assert told.statistics.unknown[groups["et"]].min() >= 5
    assert told.statistics.unknown[groups["uk"]].max() == 0
