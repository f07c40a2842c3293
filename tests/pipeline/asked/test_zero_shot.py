"""Sources of NLI: the mean number of hypotheses, weighted by how far a text entails each."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.pipeline.asked import ask_sources, load_sources, plan_sources
from tests.models.entailment.conftest import save_classifier
from tests.pipeline.asked.conftest import settings_of

HYPOTHESES = {"w7 w8": -1.0, "w9 a": 0.5, "w20 w3 b": 2.0}


@pytest.fixture(scope="module")
def nli(tmp_path_factory) -> str:
    """The folder of a random BERT whose outputs are contradiction, neutral, entailment."""
    return save_classifier(tmp_path_factory.mktemp("nli"))


def source(folder: str, **settings):
    entailment = {"name": "nli", "model": folder, "device": "cpu"}
    return load_sources(settings_of(nli={"name": "zero_shot", "entailment": entailment, **settings}))


def entailed(folder: str, texts) -> np.ndarray:
    """Probabilities of entailment by transformers alone, pair by pair: float64 (texts, hypotheses)."""
    from transformers import pipeline

    read = pipeline("text-classification", model=folder, device="cpu", top_k=None)
    found = [
        [
            next(
                one["score"]
                for one in read([{"text": text, "text_pair": hypothesis}])[0]
                if one["label"] == "Entailment"
            )
            for hypothesis in HYPOTHESES
        ]
        for text in texts
    ]
    return np.array(found)


def test_a_source_is_the_mean_number_by_what_the_pipeline_says_of_every_pair(nli, judged, session, tmp_path):
    found, table = ask_sources(judged, source(nli, hypotheses=HYPOTHESES), session, str(tmp_path))
    chances = entailed(nli, judged.texts[:11])
    right = (chances * list(HYPOTHESES.values())).sum(axis=1) / chances.sum(axis=1)
    assert np.ptp(right) > 0.002
    assert found.sources["nli"][:11] == pytest.approx(right, abs=1e-6)
    assert [row.answer for row in table.rows] == [list(HYPOTHESES)[place] for place in chances.argmax(axis=1)]


def test_scores_of_the_zero_shot_pipeline_follow_from_the_same_probabilities(nli, judged):
    from transformers import pipeline

    from geobias.models.entailment import NliSettings, load_entailer

    read = pipeline("zero-shot-classification", model=nli, device="cpu")
    texts, labels = list(judged.texts[:11]), list(HYPOTHESES)
    said = [read(text, labels, hypothesis_template="{}", multi_label=True) for text in texts]
    ours = load_entailer(NliSettings(nli, device="cpu")).entail(texts, labels).probabilities
    against = ours[..., 2] / (ours[..., 2] + ours[..., 0])
    theirs = [[one["scores"][one["labels"].index(label)] for label in labels] for one in said]
    assert against == pytest.approx(np.array(theirs), abs=1e-5)


def test_pairs_are_judged_once_and_a_plan_counts_the_rest(nli, judged, session, tmp_path):
    asked = source(nli, hypotheses=HYPOTHESES)
    store = str(tmp_path / "store")
    distinct = len(set(judged.texts[:11]))
    words = "{} of {} pairs of text and hypothesis would be judged by nli:{}"
    pairs = distinct * len(HYPOTHESES)
    assert plan_sources(judged, asked, store).accounts == {"nli": words.format(pairs, pairs, nli)}
    assert not (tmp_path / "store").exists()
    first, _ = ask_sources(judged, asked, session, store)
    assert plan_sources(judged, asked, store).accounts == {"nli": words.format(0, pairs, nli)}
    again = source(nli, hypotheses=HYPOTHESES)
    again.sources["nli"]._entailer.backend.judge = lambda pairs: pytest.fail("a pair was judged again")
    second, _ = ask_sources(judged, again, session, store)
    assert np.array_equal(first.sources["nli"], second.sources["nli"], equal_nan=True)


def test_a_text_that_entails_nothing_has_no_number(judged, session, tmp_path):
    from dataclasses import replace

    texts = np.array(["Dogs bark loudly."] + ["Cats sleep all day."] * 11, dtype=object)
    lexical = {
        "name": "zero_shot",
        "entailment": {"name": "lexical"},
        "hypotheses": {"Dogs bark.": 1, "Birds sing.": 0},
    }
    found, table = ask_sources(
        replace(judged, texts=texts), load_sources(settings_of(words=lexical)), session, str(tmp_path)
    )
    assert found.sources["words"][0] == 1
    assert np.isnan(found.sources["words"][1:]).all()
    assert {row.reason for row in table.rows[1:]} == {"nothing entailed"}
    assert session.directory.notices == ["Source 'words' gave no number of 10 of 11 items: 10 nothing entailed."]


def test_every_hypothesis_has_a_number(nli):
    with pytest.raises(InputError) as error:
        source(nli, hypotheses={"This is rude.": 1, "This is kind.": None})
    assert str(error.value) == (
        "'asked.nli.hypotheses.This is kind.' must be a number, but it is null. Leave it out for its default."
    )
    with pytest.raises(InputError) as error:
        source(nli, hypotheses={"This is rude.": 1})
    assert str(error.value) == (
        "asked.nli.hypotheses must give at least two hypotheses numbers that differ, but there is {'This is "
        "rude.': 1.0}. "
        "A source that says the same of every item goes with nobody."
    )


def test_settings_of_the_model_are_headed_by_the_source(tmp_path):
    with pytest.raises(InputError) as error:
        source(str(tmp_path / "none"))
    assert str(error.value) == (
        "asked.nli.entailment.model must be a hub name or a folder with a transformers model, but "
        f"'{tmp_path / 'none'}' "
        "is not a folder. Save a model there with save_pretrained, or give its hub name."
    )
