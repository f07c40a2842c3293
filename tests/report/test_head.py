from __future__ import annotations

import json
import re
from itertools import chain

import pytest

from geobias.corpora import make_synthetic
from geobias.report.head import head_of
from geobias.report.run import read_run
from geobias.report.sections import SECTIONS
from geobias.tables import AMONG_DISTANCES


def said(run):
    return list(chain.from_iterable(section.findings(run) for section in SECTIONS))


def head(run):
    return head_of(run, said(run))


def starts(sentences, *words):
    return len(sentences) == len(words) and all(map(str.startswith, sentences, words))


@pytest.fixture
def record(make_run):
    """Read a small run whose record has other values."""

    def read(name="run", **values):
        folder = make_run(name, task="none")
        kept = json.loads((folder / "run.json").read_text())
        (folder / "run.json").write_text(json.dumps(kept | values))
        return read_run(folder)

    return read


def test_opening_has_one_sentence_per_section(usual):
    sentences = head(usual).opening
    assert starts(
        sentences,
        "",
        "The audit of what could make",
        "By the Sinkhorn",
        "The accuracy is highest",
        "Sinkhorn divergence and gap",
    )
    kept = usual.tables["counts"].query("event == 'kept'")["count"].sum()
    assert sentences[0].startswith(f"{kept:,} of ")
    assert " texts read were kept, for 6 regions, beside mixed and baseline. " in sentences[0]


def test_what_a_verdict_says_is_not_said_again(judged):
    found = head(judged)
    assert [verdict.question[:9] for verdict in found.verdicts] == ["Do the gr", "Do distan"]
    assert starts(found.opening, "", "The audit of what could make", "The accuracy is highest")


def test_relations_among_distances_open_no_page(make_run):
    run = read_run(make_run(task="none"))
    assert set(run.tables["relations"]["family"]) == {AMONG_DISTANCES}
    relations = [text for section in SECTIONS if section.name == "relations" for text in section.findings(run)]
    assert relations[0].text.startswith("Sinkhorn divergence and LDA centroid distance (in sample): ")
    assert not any("gap in" in finding.text for finding in relations)
    assert starts(head(run).opening, "", "The audit of what could make", "By the Sinkhorn")


def test_head_names_the_data(record):
    corpus = {"name": "tweets", "path": "data"}
    assert head(record(config={"corpus": corpus}, task="binary", label_names=["no", "yes"])).facts == [
        ("Texts", "tweets, data"),
        ("Encoder", "all-MiniLM-L6-v2, layer -1"),
        ("Task", "binary: no and yes"),
        ("Date", "2025-03-01"),
    ]
    bare = head(record("bare", config={}, encoder=None, task="none", started=""))
    assert bare.facts == []


def test_made_up_texts_are_called_so(record):
    corpus = make_synthetic(regions=["au", "uk"], documents=40)
    found = head(record(fingerprint=corpus.fingerprint))
    assert found.synthetic.startswith("These texts were made up")
    assert head(record("real", fingerprint="twitter-v1:0123")).synthetic == ""


def test_unfinished_run_and_unknown_tokens_lead(record):
    [warning] = head(record(status="stopped")).warnings
    assert warning == "This run did not finish (status: stopped); what follows is what it left."


def test_nothing_is_called_significant_and_no_interval_claimed(usual, judged):
    for run in (usual, judged):
        words = " ".join(finding.text for finding in said(run))
        assert "signific" not in words
        assert not re.search(r"(?<!not a )confidence", words)


def test_two_groups_cannot_be_related(make_run):
    texts = [found.text for found in said(read_run(make_run(roles={"AU": "region", "UK": "region"}, models=1)))]
    assert any("no coefficient could be computed (needs at least 3 groups in common, there are 2)" in t for t in texts)
    assert any("There is one model" in text for text in texts)
