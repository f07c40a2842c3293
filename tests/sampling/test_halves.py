"""Halves of groups: families are whole, groups without labels stay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.sampling.halves import scored_halves


def test_copies_are_on_one_side_whatever_their_group(make_corpus):
    corpus = make_corpus({"au": 40, "us": 40, "all": 80, "mute": 10})
    texts, labels = corpus.texts.copy(), corpus.labels.copy()
    texts[80:160] = texts[:80]
    labels[160:] = -1
    corpus = replace(corpus, texts=texts, labels=labels)
    scored = scored_halves(corpus, corpus.groups(), None, seed=0)
    assert [len(scored[name]) for name in ("au", "us", "mute")] == [20, 20, 10]
    assert set(texts[scored["all"]]) == set(texts[np.concatenate([scored["au"], scored["us"]])])
