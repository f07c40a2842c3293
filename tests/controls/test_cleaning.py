"""Cleaning again, alike and strictly: what cleaning alone put between groups goes away, what they say stays."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from geobias.controls import ControlPlan, ControlSettings
from geobias.controls.cleaning import cleaned_regions, repeat_cleaning, strictly_cleaned
from geobias.controls.distances import Comparison
from geobias.controls.regions import Regions
from geobias.controls.repeated import GOES_AWAY, NOT_THERE, STANDS
from geobias.corpora import Corpus
from geobias.measures import DistanceSettings, Keeping
from geobias.models import EmbeddingStore, load_encoder
from geobias.pipeline import Embeddings, Materials, RelationSettings, Session
from geobias.sampling import Pools, Units
from geobias.studies.regional import RegionalSettings
from geobias.tables import MAHALANOBIS

NAMES = ("au", "ca", "nz")
WORDS = ["tea", "rain", "train", "sea", "hill", "road", "boat", "song", "lamp", "coat"]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("@bob I CAN'T &lt;3 na\u00efve &amp;amp; http://x.y 42 times!", "i can t naïve times"),
        ("@ann 12:30 :-) https://a.b/c", ""),
        ("Straße № 5, ΑΒΓ हिन्दी", "strasse no αβγ हिन्दी"),
    ],
)
def test_handles_addresses_references_case_and_what_is_no_letter_go(text, clean):
    assert strictly_cleaned(text) == clean
    assert strictly_cleaned(clean) == clean


@pytest.fixture(scope="module")
def encoder():
    return load_encoder(RegionalSettings.build().encoder)


@pytest.fixture(scope="module")
def again(encoder, tmp_path_factory):
    """The rows of a corpus of three groups: nz says other things, and the texts of au were cleaned before."""
    rng = np.random.default_rng(0)
    texts = []
    for group in range(3):
        for _ in range(24):
            said = " ".join(rng.choice(WORDS, 5)) + (" kiwi" if group == 2 else "")
            raw = f"@user{rng.integers(99)} {said.title()}!!! {rng.integers(99)} http://t.co/{rng.integers(9999)}"
            texts.append(strictly_cleaned(raw) if group == 0 else raw)
    texts[-1] = "@user :-) 12"
    groups = np.repeat(range(3), 24)
    corpus = Corpus(
        ids=np.array([f"id{row}" for row in range(72)], dtype=object),
        texts=np.array(texts, dtype=object),
        attributes={"region": np.array(NAMES, dtype=object)[groups]},
    )
    pools = {name: np.flatnonzero(groups == place) for place, name in enumerate(NAMES)}
    nothing = np.empty(0, dtype=np.int64)
    materials = Materials(
        corpus,
        None,
        Pools(pools, pools, dict.fromkeys(NAMES, "region"), nothing, nothing, "region", "left over"),
        Units(np.arange(72), np.ones(72, dtype=bool)),
    )
    session = Session.unkept(RegionalSettings.build({"progress": False, "workers": 1}))
    store = str(tmp_path_factory.mktemp("store"))
    embeddings = Embeddings(EmbeddingStore(store, encoder.identity), encoder.settings.pooling, encoder.identity, 0)
    names = np.array([f"{row:03d}" for row in range(72)])
    everything = Regions(NAMES, np.arange(72), names, groups, None, None)
    plain = cleaned_regions(everything, np.ones(72, bool), texts, embeddings, encoder, session)
    plan = ControlPlan(ControlSettings(repeat=("cleaning",)), DistanceSettings(lda=()), RelationSettings(), 50)
    compare = Comparison(plan, 0, Keeping(workers=1))
    return repeat_cleaning(materials, embeddings, plain, None, compare, encoder, session)


def test_a_group_that_was_cleaned_otherwise_is_caught(again):
    fates = {(row.x, row.group_a, row.group_b): row.fate for row in again}
    for name in (MAHALANOBIS, "energy", "mmd"):
        assert fates[name, "au", "ca"] == GOES_AWAY
        assert fates[name, "ca", "nz"] == STANDS


def test_no_text_without_letters_is_compared(again):
    assert NOT_THERE not in {row.fate for row in again if row.group_b == "nz"}
    assert {row.repeat for row in again} == {"cleaning"}


def test_where_a_region_is_left_without_letters_nothing_is_compared_and_it_is_said(monkeypatch):
    texts = np.array(["tea and rain"] * 60 + ["12:30"] * 20 + ["sea"] * 10, dtype=object)
    owners, notices = np.repeat([0, 1, 2], 30), []
    session = Session.unkept(RegionalSettings.build({"progress": False, "workers": 1}))
    monkeypatch.setattr(Session, "notice", lambda self, *said: notices.extend(said))
    names = np.array([f"{row:03d}" for row in range(90)])
    regions = Regions(NAMES, np.arange(90), names, owners, None, None)
    assert regions.fewer_than(11, np.array([text != "12:30" for text in texts])) == ["nz"]
    texts[80:] = "!!"
    materials = SimpleNamespace(corpus=SimpleNamespace(texts=texts))
    assert repeat_cleaning(materials, None, regions, None, None, None, session) == []
    assert notices == [
        "The cleaning was not repeated for the control: strictly cleaned, nz would have fewer than 8 clusters with a "
        "letter."
    ]
