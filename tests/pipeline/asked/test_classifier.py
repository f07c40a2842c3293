"""Sources of classifiers: expected numbers and probabilities of labels, and what labels may be asked for."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.pipeline.asked import ask_sources, load_sources
from tests.models.networks import build, save
from tests.pipeline.asked.conftest import classified, settings_of

NUMBERS = {"no": -1, "maybe": 0.5, "yes": 1}


def asked(session, judged, tmp_path, **settings):
    sources = load_sources(settings_of(mine={"name": "classifier", "device": "cpu", "max_length": 40, **settings}))
    return ask_sources(judged, sources, session, str(tmp_path / "store"))


def test_a_source_is_the_expected_number_of_the_labels(session, judged, labelling, tmp_path):
    found, table = asked(session, judged, tmp_path, model=labelling, values=NUMBERS)
    chances = classified(labelling, judged)
    assert found.sources["mine"][:11] == pytest.approx(chances @ [-1, 0.5, 1], abs=1e-5)
    assert np.isnan(found.sources["mine"][11])
    labels = ["no", "maybe", "yes"]
    assert [row.answer for row in table.rows] == [labels[place] for place in chances.argmax(axis=1)]
    assert [row.item for row in table.rows] == list(judged.items[:11])
    assert [row.value for row in table.rows] == found.sources["mine"][:11].tolist()


def test_a_source_is_the_probability_of_a_label(session, judged, labelling, tmp_path):
    found, _ = asked(session, judged, tmp_path, model=labelling, label="maybe")
    assert found.sources["mine"][:11] == pytest.approx(classified(labelling, judged)[:, 1], abs=1e-5)


def test_labels_that_do_not_exclude_each_other_have_probabilities_of_their_own(session, judged, labelling, tmp_path):
    found, _ = asked(session, judged, tmp_path, model=labelling, label="maybe", head="sigmoid")
    odds, chances = found.sources["mine"][:11], classified(labelling, judged)
    # log p_i - log p_j of the softmax is the difference of logits.
    other, _ = asked(session, judged, tmp_path, model=labelling, label="yes", head="sigmoid")
    apart = np.log(odds / (1 - odds)) - np.log(other.sources["mine"][:11] / (1 - other.sources["mine"][:11]))
    assert apart == pytest.approx(np.log(chances[:, 1] / chances[:, 2]), abs=1e-3)


def test_a_single_output_is_a_number_as_it_is(session, judged, tmp_path):
    from transformers import pipeline

    save(tmp_path / "number", build("Bert", "ForSequenceClassification", id2label={0: "LABEL_0"}))
    found, table = asked(session, judged, tmp_path, model=str(tmp_path / "number"))
    read = pipeline(
        "text-classification", model=str(tmp_path / "number"), device="cpu", top_k=None, function_to_apply="none"
    )
    said = [read([text])[0][0]["score"] for text in judged.texts[:11]]
    assert found.sources["mine"][:11] == pytest.approx(said, abs=1e-5)
    assert {row.answer for row in table.rows} == {""}


WRONG = [
    (
        {},
        "asked.mine.values must say what labels are worth, or asked.mine.label whose probability is wanted, "
        "but neither "
        "is set, and '{}' has the labels ['no', 'maybe', 'yes']. Pass 'asked.mine.values={{no:0,maybe:1,yes:2}}', "
        "for example.",
    ),
    (
        {"values": {"no": 0, "yes": 1}},
        "asked.mine.values must have a number for every label of the model, but 'maybe' of '{}' has none. "
        "Its labels are ['no', 'maybe', 'yes'].",
    ),
    (
        {"values": {"no": 0, "maybee": 1, "yes": 2}},
        "asked.mine.values must name labels of the model, but 'maybee' is none of ['no', 'maybe', 'yes']. "
        "The nearest is 'maybe'. Write it as the model does.",
    ),
    (
        {"label": "Yes"},
        "asked.mine.label must name labels of the model, but 'Yes' is none of ['no', 'maybe', 'yes']. "
        "The nearest is 'yes'. Write it as the model does.",
    ),
    (
        {"values": NUMBERS, "head": "sigmoid"},
        "asked.mine.values must be of labels that exclude each other, for an expected number needs that, but those of "
        "'{}' are a sigmoid head's. Pass asked.mine.label=<one of them>, or asked.mine.head=softmax where "
        "config.json is "
        "wrong.",
    ),
]


@pytest.mark.parametrize(("settings", "words"), WRONG)
def test_what_labels_are_worth_must_be_said_of_labels_that_there_are(settings, words, labelling):
    with pytest.raises(InputError) as error:
        load_sources(settings_of(mine={"name": "classifier", "model": labelling, **settings}))
    assert str(error.value) == words.format(labelling)


def test_a_model_that_is_not_there_is_said_of_the_source(tmp_path):
    with pytest.raises(InputError) as error:
        load_sources(settings_of(mine={"name": "classifier", "model": str(tmp_path / "none")}))
    assert str(error.value) == (
        "asked.mine.model must be a hub name or a folder with a transformers model, but "
        f"'{tmp_path / 'none'}' is not a "
        "folder. Save a model there with save_pretrained, or give its hub name."
    )


def test_a_fingerprint_is_of_the_model_and_of_what_labels_are_worth(labelling):
    def fingerprint(**settings):
        chosen = {"name": "classifier", "model": labelling, "max_length": 40, "device": "cpu", **settings}
        return load_sources(settings_of(mine=chosen)).content()["mine"]

    first = fingerprint(label="yes")
    assert fingerprint(label="yes", batch_tokens=64) == first
    assert (
        len({first, fingerprint(label="no"), fingerprint(values=NUMBERS), fingerprint(label="yes", max_length=20)}) == 4
    )
