"""A corpus in groups: unusable texts are in no pool, clusters are those of the corpus, texts must be readable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geobias.corpora import load_table
from geobias.errors import InputError
from geobias.models.encoder import load_encoder

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
    assert prepared(corpus).clusters is corpus.attributes["cluster"]
    assert prepared(corpus, sampling={**SIZES, "cluster": None}).clusters is None
    with pytest.raises(InputError, match="sampling.cluster must be an attribute of the corpus, but .author. is none"):
        prepared(corpus, sampling={**SIZES, "cluster": "author"})


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
