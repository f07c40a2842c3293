"""Probes trained on statements: they are those of scikit-learn, and what tests never trains."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score
from sklearn.preprocessing import StandardScaler

from geobias.corpora import load_etiquette
from geobias.errors import InputError
from geobias.models import EmbeddingStore, EncoderSettings, extract, load_encoder
from geobias.pipeline import Session
from geobias.sampling import near_duplicate_families, spread_folds
from geobias.studies import etiquette
from geobias.studies.etiquette import EtiquetteStudySettings, ProbedSettings
from geobias.studies.etiquette.training import ALL, OWN_REGION, Lessons, _kinds, _training_sets

STATEMENTS = load_etiquette()
UNITS = near_duplicate_families(STATEMENTS.texts.tolist())
SPLITS = spread_folds([" / ".join(cell) for cell in _kinds(STATEMENTS)], UNITS)


def sets_of(balance: str):
    session = Session.unkept(EtiquetteStudySettings.build(progress=False))
    return list(_training_sets(STATEMENTS, SPLITS, ProbedSettings(name="probe", balance=balance), session))


@pytest.mark.parametrize("balance", ["none", "both"])
def test_what_tests_never_trains_and_regions_train_on_their_own(balance):
    sets = sets_of(balance)
    assert len(sets) == 30
    region_of = dict(zip(STATEMENTS.texts, STATEMENTS.attributes["region"], strict=True))
    unit_of = dict(zip(STATEMENTS.texts, UNITS, strict=True))
    for name, split, made in sets:
        assert set(UNITS[split.train]).isdisjoint(UNITS[split.test])
        own = [text for text, by in zip(made.texts, made.made_by, strict=True) if not by]
        assert {unit_of[text] for text in own}.isdisjoint(UNITS[split.test])
        assert name == ALL or {region_of[text] for text in own} == {name}
        assert abs(len(split.test) - 80) <= 8


def test_a_region_with_one_label_is_named_with_its_mend():
    regions, labels = STATEMENTS.attributes["region"], STATEMENTS.labels
    some = STATEMENTS.select((regions != "India") | (labels == 1))
    session = Session.unkept(EtiquetteStudySettings.build(progress=False))
    units = near_duplicate_families(some.texts.tolist())
    with pytest.raises(InputError) as error:
        Lessons.of(some, units, ProbedSettings(name="probe"), session)
    assert re.fullmatch(
        r"the model of India, \S+ must be trained on statements of both labels, but all of its \d+ are 'accepted'\. "
        r"Give more statements of the other label, trained\.balance=negation, or trained=none\.",
        str(error.value),
    )


@pytest.mark.slow
def test_probes_are_those_of_scikit_learn(tmp_path):
    report = etiquette.run(
        asking={"ask": "none"}, trained={"name": "probe"}, output=str(tmp_path / "runs"), store=str(tmp_path / "store"),
        etiquette={"replicates": 50, "splits": 5}, relating={"methods": []}, progress=False,
    )  # fmt: skip
    encoder = load_encoder(EncoderSettings())
    store = EmbeddingStore(tmp_path / "store", encoder.identity)
    texts = STATEMENTS.texts.tolist()
    assert extract(encoder, store, texts) == 0  # were kept
    vectors, regions = store.vectors(texts, encoder.settings.pooling), STATEMENTS.attributes["region"]
    said = np.zeros(len(texts))
    for split in SPLITS:
        train = split.train[regions[split.train] == "India"]
        scaler = StandardScaler().fit(vectors[train].astype(np.float64))
        probe = LogisticRegression(max_iter=1000).fit(scaler.transform(vectors[train]), STATEMENTS.labels[train])
        said[split.test] = probe.predict(scaler.transform(vectors[split.test]))
    transfer = report.tables["transfer"].query("metric == 'accuracy' and model == 'India' and type == ''")
    for region in dict.fromkeys(regions):
        at = regions == region
        found = transfer.loc[transfer["region"] == region, "value"].item()
        assert found == pytest.approx(accuracy_score(STATEMENTS.labels[at], said[at]), abs=1 / 80 + 1e-9)
    answers = report.tables["answers"]
    own = answers[(answers["model"] == OWN_REGION) & (answers["region"] == "India")]
    assert (own["said"].to_numpy() == said[regions == "India"]).mean() > 0.98
    html = report.html.read_text(encoding="utf-8")
    assert 'id="transfer"' in html
    assert "what was planted" not in html
    assert report.tables["verdict"]["family"].tolist() == [
        "gap[accuracy], probe of all regions", "gap[accuracy], probes of own regions",
    ]  # fmt: skip


def test_a_study_of_nothing_is_refused_and_a_plan_counts_probes(tmp_path):
    with pytest.raises(InputError) as error:
        EtiquetteStudySettings.build(asking={"ask": "none"})
    assert str(error.value).startswith(
        "a model must be asked, or trained, but asking and trained are both none. Pass t"
    )
    settings = EtiquetteStudySettings.build(asking={"ask": "none"}, trained={"name": "probe"}, store=str(tmp_path))
    assert "\n30 probes would be trained, each tested on every region.\n" in f"{etiquette.plan(settings)}\n"
