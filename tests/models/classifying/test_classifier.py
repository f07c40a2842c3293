"""TextClassifier: what transformers' own pipeline says of the same texts, each read once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from geobias.errors import InputError
from geobias.models.classifying import ClassifierSettings, TextClassifier, scores_of
from tests.models.networks import build, save

TEXTS = ["w1 w2", "w3", "w4 w5 w6 w7 w8 w9 w10 w11", "w12 a w13", "w3", *(f"w{i} " * (1 + i % 7) for i in range(30))]
LABELS = {0: "calm", 1: "rude", 2: "vile"}


def saved(folder: Path, name: str = "Bert", **more) -> str:
    network = build(name, "ForSequenceClassification", **{"id2label": LABELS, **more})
    with torch.no_grad():
        for place, weights in network.named_parameters():
            if place.startswith(("classifier", "score")):
                weights.mul_(20.0)  # so that texts differ in what is said of them
    save(folder, network)
    return str(folder)


def classifier(folder: str, **more) -> TextClassifier:
    return TextClassifier(ClassifierSettings(model=folder, max_length=40, device="cpu", **more), workers=1)


@pytest.fixture(scope="module")
def bert(tmp_path_factory) -> str:
    return saved(tmp_path_factory.mktemp("bert"))


def piped(folder: str, function: str) -> np.ndarray:
    """The scores of transformers' pipeline, text by text, in the order of the outputs."""
    from transformers import pipeline

    read = pipeline("text-classification", model=folder, device="cpu", top_k=None, function_to_apply=function)
    found = [{one["label"]: one["score"] for one in read([text])[0]} for text in TEXTS]
    labels = read.model.config.id2label
    return np.array([[one[labels[place]] for place in sorted(labels)] for one in found])


@pytest.mark.parametrize("name", ["Bert", "Roberta", "DistilBert", "Electra", "GPT2"])
def test_probabilities_are_those_of_transformers_pipeline(name, tmp_path):
    more = {"pad_token_id": 0} if name == "GPT2" else {}
    folder = saved(tmp_path / name, name, **more)
    model = classifier(folder, batch_tokens=64)
    assert model.labels == ("calm", "rude", "vile")
    found = scores_of(model.logits(TEXTS, tmp_path / "store"), model.head)
    assert found.std(axis=0).max() > 0.01
    assert found == pytest.approx(piped(folder, "softmax"), abs=1e-5)


def test_heads_of_several_labels_and_of_a_number_are_those_of_the_pipeline(tmp_path):
    several = saved(tmp_path / "several", problem_type="multi_label_classification")
    model = classifier(several)
    assert model.head == "sigmoid"
    assert scores_of(model.logits(TEXTS, tmp_path), model.head) == pytest.approx(piped(several, "sigmoid"), abs=1e-5)
    number = saved(tmp_path / "number", id2label={0: "LABEL_0"})
    model = classifier(number)
    assert model.head == "regression"
    assert scores_of(model.logits(TEXTS, tmp_path), model.head) == pytest.approx(piped(number, "none"), abs=1e-5)


def test_texts_are_read_once_and_whatever_the_store_has_changes_no_bit(bert, tmp_path):
    model = classifier(bert, batch_tokens=64)
    whole = model.logits(TEXTS, tmp_path / "whole")
    model.logits(TEXTS[::3], tmp_path / "parts")
    assert set(model.missing(TEXTS, tmp_path / "parts")) == set(TEXTS) - set(TEXTS[::3])
    seen = []
    again = classifier(bert, batch_tokens=64).logits(
        TEXTS, tmp_path / "parts", lambda done, total: seen.append((done, total))
    )
    kept = np.isin(TEXTS, TEXTS[::3])
    assert (again[~kept] == whole[~kept]).all()
    assert again == pytest.approx(whole, abs=1e-6)
    assert seen[-1] == (len(set(TEXTS)), len(set(TEXTS)))
    assert model.missing(TEXTS, tmp_path / "parts") == []
    assert (TextClassifier(model.settings, workers=2).logits(TEXTS, tmp_path / "threads") == whole).all()


def test_nothing_is_read_where_the_store_has_all(bert, tmp_path, monkeypatch):
    first = classifier(bert).logits(TEXTS, tmp_path)
    model = classifier(bert)
    monkeypatch.setattr(model._network, "logits", lambda rows: pytest.fail("a text was read again"))
    assert (model.logits(TEXTS, tmp_path) == first).all()


def test_a_plan_makes_no_store(bert, tmp_path):
    assert classifier(bert).missing(["w1", "w2", "w1"], tmp_path / "none") == ["w1", "w2"]
    assert not (tmp_path / "none").exists()


def test_the_identity_is_of_weights_and_reading(bert, tmp_path):
    other = saved(tmp_path / "other", classifier_dropout=0.5)
    prints = {classifier(bert).fingerprint, classifier(other).fingerprint}
    prints |= {
        TextClassifier(ClassifierSettings(model=bert, max_length=length, device="cpu")).fingerprint
        for length in (8, 40)
    }
    assert len(prints) == 3
    assert classifier(bert, batch_tokens=64).fingerprint == classifier(bert).fingerprint


def test_long_texts_are_cut_and_that_is_said(bert, tmp_path):
    model = TextClassifier(ClassifierSettings(model=bert, max_length=6, device="cpu"))
    short, long = model.logits(["w1 w2 w3 w4", "w1 w2 w3 w4 w5 w6"], tmp_path)
    assert short == pytest.approx(long, abs=1e-6)
    assert model.notices == [
        f"1 of 2 texts are longer than the 6 tokens that '{bert}' reads; the rest of them was left out."
    ]
    strict = TextClassifier(ClassifierSettings(model=bert, max_length=6, truncation="error", device="cpu"))
    with pytest.raises(InputError) as error:
        strict.logits(["w1", "w1 w2 w3 w4 w5 w6"], tmp_path)
    assert str(error.value) == (
        "every text must fit classifier.max_length=6 under classifier.truncation=error, but the text at index 1 has 6 "
        "tokens besides special ones. Raise classifier.max_length, or choose classifier.truncation=head, head_tail or "
        "window."
    )


def test_texts_that_say_nothing_and_foreign_ones_are_refused(bert, tmp_path):
    with pytest.raises(InputError) as error:
        classifier(bert).logits(["w1", " \t"], tmp_path)
    assert str(error.value) == ("texts must hold a token besides special ones, but ' \\t' holds none. Leave it out.")
    foreign = ["q1 q2 w1", "w2", "q3 q4"]
    with pytest.raises(InputError) as error:
        classifier(bert).logits(foreign, tmp_path)
    assert str(error.value) == (
        "a classifier must know most tokens of what it reads, but 67% of the tokens of the texts are unknown "
        f"to '{bert}'. "
        "Use a model that reads their language; classifier.on_unknown=warn goes on as it is."
    )
    model = classifier(bert, on_unknown="warn")
    assert np.isfinite(model.logits(foreign, tmp_path)).all()
    assert model.notices == [
        f"67% of the tokens of the texts are unknown to '{bert}'. What it says of them means little."
    ]


def test_what_is_no_classifier_is_said_in_its_words(bert, tmp_path):
    with pytest.raises(InputError) as error:
        classifier(f"random:2x32x4:0@{bert}")
    assert str(error.value) == (
        f"classifier.model must be a trained one, but 'random:2x32x4:0@{bert}' has random weights. "
        "Name a model that was trained for sequence classification."
    )
    save(tmp_path / "headless", build("Bert"))
    with pytest.raises(InputError, match=r"^a model must hold every weight .* lacks classifier\.bias, classifier\.w"):
        classifier(str(tmp_path / "headless"))
    with pytest.raises(InputError, match=r"^max_length must be at least 3, but it is 2\. Pass max_length=3 or more\."):
        ClassifierSettings(model=bert, max_length=2)
