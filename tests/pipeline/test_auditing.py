"""The audit of a study: what is looked at, what stops, what is left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.corpora import Corpus, make_synthetic
from geobias.errors import InputError

SIZES = {"pool": 60, "lda_repeats": 2, "lda_documents": 20, "long_documents": 30, "long_join": 3, "min_documents": 10}


@pytest.fixture(scope="module")
def corpus():
    return make_synthetic(regions=("au", "nz", "uk"), documents=40, baseline_documents=40, strength=0.0)


def with_twin(corpus):
    """za has the texts of nz."""
    rows = corpus.groups()["nz"]
    every = np.concatenate([np.arange(len(corpus)), rows])
    ids, regions = corpus.ids[every], corpus.attributes["region"][every]
    ids[len(corpus) :] = [f"za-{place}" for place in range(len(rows))]
    regions[len(corpus) :] = "za"
    return Corpus(
        ids,
        corpus.texts[every],
        {"region": regions},
        corpus.labels[every],
        corpus.label_names,
        corpus.splits[every],
        roles=corpus.roles,
    )


def test_a_twin_stops_a_study_before_it_encodes(corpus, prepared, narrow):
    with pytest.raises(InputError, match=r"the audit stops it \(same_texts\): nz and za are one group"):
        prepared(with_twin(corpus), narrow, sampling=SIZES)
    made = prepared(with_twin(corpus), narrow, sampling=SIZES, audit={"allow": ["same_texts"]})
    [found] = made.audit.findings.of("stop")
    assert (found.where, found.overridden) == ("nz – za", True)


def test_what_the_audit_looks_at(corpus, prepared, narrow):
    made = prepared(corpus, narrow, sampling=SIZES)
    where = {row.where for row in made.audit.findings.rows if row.check == "mean_tokens"}
    assert where == {"au", "nz", "uk"}
    signed = {row.where for row in made.audit.findings.rows if row.check == "signature_capitals"}
    assert signed == {"au", "nz", "uk", "baseline", "mixed"}
    assert {(row.a, row.b) for row in made.audit.overlaps.rows} == {(a, b) for a in where for b in where}


def test_shared_texts_are_left_out_where_that_is_asked_for(corpus, prepared, narrow):
    texts, rows = corpus.texts.copy(), corpus.groups()
    texts[rows["uk"][:5]] = texts[rows["au"][:5]]
    shared = replace(corpus, texts=texts)
    kept = prepared(shared, narrow, sampling=SIZES)
    dropped = prepared(shared, narrow, sampling={**SIZES, "on_shared": "drop"})
    for group in ("au", "uk"):
        assert set(rows[group][:5]) <= set(kept.pools.rows[group])
        assert not set(rows[group][:5]) & set(dropped.pools.rows[group])
    assert any(line.startswith("Texts that several groups have are left out of all") for line in dropped.notices)
    told = {row.where: row for row in dropped.audit.findings.rows if row.check == "shared_texts"}
    assert (told["au"].severity, told["au"].words.endswith("and are left out.")) == ("ok", True)
