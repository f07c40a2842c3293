"""Texts of six groups that one law wrote, and what word counts stand for where an encoder would read them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.audit import Audited, TextStatistics
from geobias.corpora import Corpus, make_synthetic

REGIONS = ("au", "ca", "nz", "uk")


def counted(corpus: Corpus, cut: int = 128) -> TextStatistics:
    """A word is a token, and none is unknown."""
    words = np.array([len(text.split()) for text in corpus.texts], dtype=np.int64)
    return TextStatistics(words, words > cut, np.zeros(len(corpus), dtype=np.int64))


def audited(corpus: Corpus, **more) -> Audited:
    groups = {name: rows for name, rows in corpus.groups().items() if name != "baseline"}
    sizes = {name: len(rows) for name, rows in corpus.groups().items()}
    return Audited(corpus, groups, **{"statistics": counted(corpus), "names": sizes, **more})


def with_texts(corpus: Corpus, rows: np.ndarray, change) -> Corpus:
    """The corpus with these rows' texts changed one by one."""
    texts = corpus.texts.copy()
    texts[rows] = [change(text) for text in texts[rows]]
    return replace(corpus, texts=texts)


@pytest.fixture(scope="session")
def clean() -> Corpus:
    corpus = make_synthetic(regions=REGIONS, documents=150, baseline_documents=100, strength=0.0, seed=5)
    return corpus.select(np.flatnonzero(corpus.attributes["region"] != "baseline"))
