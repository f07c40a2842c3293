"""Balance of labels: negated positives and merged short ones, from the training texts alone."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.corpora import load_etiquette, negated
from geobias.errors import InputError
from geobias.sampling import MERGED, NEGATED, balance_labels

TEXTS = ["Thank the cook.", "Bow to your host.", "Wait for the elders.", "Bring a gift for the house", "Spit on it."]
LABELS = [1, 1, 1, 1, -1]
OWN = load_etiquette()


def _rng():
    return np.random.default_rng(0)


def test_nothing_is_done_by_name():
    found = balance_labels(TEXTS, LABELS, "none", _rng())
    assert (found.texts, found.labels.tolist(), set(found.made_by)) == (tuple(TEXTS), LABELS, {""})
    assert found.sources == ((0,), (1,), (2,), (3,), (4,))


def test_opposites_of_positives_become_negatives():
    found = balance_labels(TEXTS, LABELS, "negation", _rng())
    assert Counter(found.labels.tolist()) == {1: 4, -1: 4}
    assert found.texts[:5] == tuple(TEXTS)
    for text, label, (source,), made in list(zip(found.texts, found.labels, found.sources, found.made_by, strict=True))[
        5:
    ]:
        assert (text, label, made) == (negated(TEXTS[source]), -1, NEGATED)
    assert len(set(found.sources[5:])) == 3


def test_short_positives_are_merged_and_long_ones_stay():
    texts = [*TEXTS[:3], "Bring a gift that is wrapped in red or gold paper for the old lady of the house.", TEXTS[4]]
    found = balance_labels(texts, LABELS, "merging", _rng())
    assert Counter(found.labels.tolist()) == {1: 3, -1: 1}
    [(text, sources)] = [
        (t, s) for t, s, made in zip(found.texts, found.sources, found.made_by, strict=True) if made == MERGED
    ]
    assert len(sources) == 2
    assert text == " ".join(texts[place] for place in sources)
    assert 3 not in sources


def test_both_meet_in_the_middle():
    found = balance_labels(TEXTS, LABELS, "both", _rng())
    assert Counter(found.labels.tolist()) == {1: 2, -1: 2}
    assert Counter(found.made_by) == {MERGED: 2, "": 1, NEGATED: 1}


@pytest.mark.parametrize("by", ["negation", "merging", "both"])
def test_more_negatives_than_positives_stay(by):
    found = balance_labels(TEXTS, [-1, -1, -1, 1, 1], by, _rng())
    assert found.texts == tuple(TEXTS)


def test_a_rule_that_fits_no_text_adds_none():
    found = balance_labels(["a", "b", "c"], [1, 1, -1], "negation", _rng(), negate=lambda _: None)
    assert len(found.texts) == 3


@given(st.integers(0, 80), st.integers(0, 80), st.sampled_from(["negation", "merging", "both"]), st.integers(0, 5))
@settings(max_examples=30)
def test_labels_come_nearer_and_every_text_is_of_the_set(positive, negative, by, seed):
    places = np.concatenate([np.flatnonzero(OWN.labels == 1)[:positive], np.flatnonzero(OWN.labels == -1)[:negative]])
    texts, labels = OWN.texts[places].tolist(), OWN.labels[places]
    found = balance_labels(texts, labels, by, np.random.default_rng(seed))
    before, after = int(labels.sum()), int(found.labels.sum())
    assert abs(after) <= abs(before)
    if before > 0:
        assert after >= 0
    assert sorted({place for some in found.sources for place in some}) == list(range(len(texts)))
    again = balance_labels(texts, labels, by, np.random.default_rng(seed))
    assert again.texts == found.texts


def test_what_is_no_set_is_refused():
    with pytest.raises(InputError) as caught:
        balance_labels(["a"], [0], "both", _rng())
    assert str(caught.value) == "labels must be 1 or -1, one for each of 1 texts, but there are 1, from [0]. Map them."
    with pytest.raises(
        InputError, match=r"by must be one of \['none', 'negation', 'merging', 'both'\], but it is 'all'"
    ):
        balance_labels(["a"], [1], "all", _rng())
