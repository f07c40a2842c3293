from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from geobias.corpora import load_etiquette
from geobias.studies.etiquette.lengths import length_cue

STATEMENTS = load_etiquette()
WORDS = np.array([len(text.split()) for text in STATEMENTS.texts])


def test_the_share_of_pairs_is_the_auc_of_the_length():
    found = length_cue(STATEMENTS)
    assert found["auc"] == pytest.approx(roc_auc_score(STATEMENTS.labels, WORDS))
    assert found["accepted"] == pytest.approx(WORDS[STATEMENTS.labels == 1].mean())
    assert found["others"] == pytest.approx(WORDS[STATEMENTS.labels == -1].mean())


def test_lengths_that_decide_labels_are_seen_and_one_label_has_none():
    labels = np.where(np.median(WORDS) < WORDS, 1, -1).astype(np.int8)
    assert length_cue(replace(STATEMENTS, labels=labels))["auc"] == 1
    assert length_cue(replace(STATEMENTS, labels=np.ones_like(labels))) is None
