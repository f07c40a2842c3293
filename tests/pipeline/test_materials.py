"""Materials: which texts are encoded, and how."""

from __future__ import annotations

import numpy as np

SIZES = {"pool": 60, "lda_documents": 20, "long_documents": 30, "long_join": 3, "min_documents": 10}


def test_whole_pools_get_token_vectors_where_floors_are_measured(corpus, prepared):
    found = prepared(corpus, distance={"sinkhorn": ["short"], "lda": []})
    rows = np.concatenate(list(found.pools.rows.values()))
    assert set(found.texts_for_clouds()) == set(corpus.texts[rows])


def test_only_drawn_texts_get_token_vectors_else(corpus, prepared):
    found = prepared(corpus, separation={"methods": []}, sampling={**SIZES, "outer": 1, "inner": 1, "documents": 9})
    drawn = found.kinds["short"].bootstrap.drawn_rows()
    assert set(found.texts_for_clouds()) == set(corpus.texts[drawn])
    assert set(drawn) < set(np.concatenate(list(found.pools.rows.values())))
