"""Every defect that is planted is found, alone, where it was planted; texts of one law give no warning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.audit import Audit, audit_texts
from geobias.corpora import Corpus, make_synthetic
from tests.audit.conftest import REGIONS, audited, counted, with_texts

pytest.importorskip("py3langid")

GERMAN = "Das ist ein ganz anderer Satz in einer anderen Sprache, und er ist lang genug."
GREEK = "Αυτό είναι ένα κείμενο σε άλλη γραφή"


def rows_of(corpus: Corpus, group: str, part: float = 1.0) -> np.ndarray:
    rows = corpus.groups()[group]
    return rows[: int(part * len(rows))]


def loud(audit: Audit) -> dict[tuple[str, str], str]:
    """(check, where) -> severity, of warnings and stops."""
    return {(row.check, row.where): row.severity for row in audit.findings.of("warning", "stop")}


@pytest.mark.parametrize("seed", range(10))
def test_texts_of_one_law_give_no_warning(seed):
    corpus = make_synthetic(documents=60, baseline_documents=50, strength=0.0, seed=seed)
    rows = np.flatnonzero(corpus.attributes["region"] != "baseline")
    assert loud(audit_texts(audited(corpus.select(rows)))) == {}


def changed(corpus, group, change, part=1.0):
    return {"corpus": with_texts(corpus, rows_of(corpus, group, part), change)}


def copied(corpus: Corpus, to: str, of: str, part: float) -> Corpus:
    """A part of one group's texts in place of another's."""
    texts = corpus.texts.copy()
    rows = rows_of(corpus, to, part)
    texts[rows] = texts[rows_of(corpus, of)[: len(rows)]]
    return replace(corpus, texts=texts)


def labelled(corpus: Corpus, group: str, label: int) -> Corpus:
    labels = corpus.labels.copy()
    labels[rows_of(corpus, group)] = label
    return replace(corpus, labels=labels)


def named(corpus: Corpus, group: str, name: str, part: float = 0.5) -> Corpus:
    regions = corpus.attributes["region"].copy()
    regions[rows_of(corpus, group, part)] = name
    return replace(corpus, attributes={**corpus.attributes, "region": regions})


def conflicting(corpus: Corpus) -> Corpus:
    """Ten texts of one group twice, with the other label, which is 20 of 600."""
    rows = rows_of(corpus, "au")
    texts, labels = corpus.texts.copy(), corpus.labels.copy()
    texts[rows[10:20]], labels[rows[10:20]] = texts[rows[:10]], 1 - labels[rows[:10]]
    return replace(corpus, texts=texts, labels=labels)


def third_label(corpus: Corpus) -> Corpus:
    labels = corpus.labels.copy()
    labels[rows_of(corpus, "uk")[0]] = 2
    return replace(corpus, labels=labels, label_names=("negative", "positive", "posittive"))


def own_labels(corpus: Corpus) -> Corpus:
    labels = corpus.labels.copy()
    rows = rows_of(corpus, "uk")
    labels[rows[labels[rows] == 1]] = 2
    return replace(corpus, labels=labels, label_names=("negative", "positive", "glad"))


def split(corpus: Corpus) -> Corpus:
    """Half trains, and 20 texts of it are tested on too."""
    splits = np.array(["train", "test"] * (len(corpus) // 2), dtype=object)
    texts = corpus.texts.copy()
    texts[1:41:2] = texts[0:40:2]
    return replace(corpus, splits=splits, texts=texts)


def mended(corpus: Corpus) -> Corpus:
    for group in REGIONS:
        corpus.counts.add("t", group, "read", "records", 150)
    corpus.counts.add("t", "nz", "repaired", "handle", 140)
    return corpus


def truncated(corpus: Corpus) -> dict:
    found = counted(corpus)
    found.truncated[rows_of(corpus, "nz", 0.08)] = True
    return {"corpus": corpus, "statistics": found}


def unknown(corpus: Corpus) -> dict:
    found = counted(corpus)
    rows = rows_of(corpus, "nz")
    found.unknown[rows] = np.ceil(0.1 * found.tokens[rows]).astype(np.int64)
    return {"corpus": corpus, "statistics": found}


def one_author(corpus: Corpus) -> dict:
    units = np.arange(len(corpus))
    units[rows_of(corpus, "ca", 0.3)] = 0
    return {"corpus": corpus, "units": units}


def longer(text: str) -> str:
    return f"{text} {text}"


DEFECTS = {
    "empty": (lambda c: changed(c, "nz", lambda _: "", 0.08), ("empty_share", "nz")),
    "cut": (truncated, ("truncated_share", "nz")),
    "long": (lambda c: changed(c, "uk", longer), ("mean_tokens", "uk")),
    "unknown": (unknown, ("unknown_share", "nz")),
    "prevalence": (lambda c: {"corpus": labelled(c, "ca", 1)}, ("positive_share", "ca")),
    "conflict": (lambda c: {"corpus": conflicting(c)}, ("conflicting_labels", "")),
    "slip of a label": (lambda c: {"corpus": third_label(c)}, ("label_outside", "posittive")),
    "labels of another set": (lambda c: {"corpus": own_labels(c)}, ("label_of_one_group", "uk: glad")),
    "names of labels": (
        lambda c: {"corpus": replace(own_labels(c), label_names=("negative", "positive", "Positive"))},
        ("label_names", ""),
    ),
    "twin": (lambda c: {"corpus": copied(c, "ca", "nz", 1.0)}, ("same_texts", "ca – nz")),
    "shared": (lambda c: {"corpus": copied(c, "ca", "nz", 0.3)}, ("shared_texts", "ca")),
    "near": (
        lambda c: {"corpus": with_texts(copied(c, "ca", "nz", 0.3), rows_of(c, "ca", 0.3), lambda t: t + " so")},
        ("shared_texts", "ca"),
    ),
    "repeated": (lambda c: {"corpus": copied(c, "au", "au", 1.0)} | repeated(c), ("repeated_texts", "au")),
    "mentions": (lambda c: changed(c, "au", lambda t: f"@ann {t}", 0.3), ("signature_mentions", "au")),
    "addresses": (lambda c: changed(c, "au", lambda t: f"{t} http://x.y", 0.3), ("signature_addresses", "au")),
    "entities": (lambda c: changed(c, "au", lambda t: f"{t} &amp; more", 0.3), ("signature_entities", "au")),
    "case": (lambda c: changed(c, "uk", str.lower), ("signature_capitals", "uk")),
    "signs": (
        lambda c: changed(c, "uk", lambda t: "".join(x for x in t if x.isalnum() or x == " ")),
        ("signature_signs", "uk"),
    ),
    "script": (lambda c: changed(c, "nz", lambda _: GREEK, 0.3), ("script", "nz")),
    "language": (lambda c: changed(c, "nz", lambda _: GERMAN, 0.3), ("language", "nz")),
    "leak": (lambda c: {"corpus": split(c)}, ("train_test", "")),
    "size": (lambda c: {"corpus": c, "drawn": {"sampling.outer_documents": 400}}, ("group_size", "au")),
    "author": (one_author, ("one_author", "ca")),
    "case of a name": (lambda c: {"corpus": named(c, "uk", "UK")}, ("alike_names", "uk, UK")),
    "dots of a name": (lambda c: {"corpus": named(c, "uk", "u.k.")}, ("alike_names", "uk, u.k.")),
    "missing": (lambda c: {"corpus": named(c, "uk", "nan")}, ("missing_names", "nan")),
}


def repeated(corpus: Corpus) -> dict:
    texts = corpus.texts.copy()
    rows = rows_of(corpus, "au", 0.2)
    texts[rows] = texts[rows[0]]
    return {"corpus": replace(corpus, texts=texts)}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_planted_defect_is_found_where_it_is(clean, name):
    plant, wanted = DEFECTS[name]
    planted = plant(clean)
    found = {}
    for row in audit_texts(audited(**planted)).findings.rows:
        if row.severity in ("warning", "stop"):
            found.setdefault((row.check, row.where), row)
    same = [key for key in found if key[0] == wanted[0] and set(key[1].split(", ")) == set(wanted[1].split(", "))]
    assert same, sorted(found)
    assert found[same[0]].words
    assert found[same[0]].mend


def test_what_the_cleaning_took_is_a_note(clean):
    found = audit_texts(audited(mended(replace(clean, counts=type(clean.counts)())))).findings
    taken = [(row.where, row.severity, row.count) for row in found.of("note") if row.check == "mended_handle"]
    assert taken == [("nz", "note", 140)]


def test_twins_stop_unless_they_are_allowed_by_name(clean):
    audit = audit_texts(audited(copied(clean, "ca", "nz", 1.0)))
    assert [(row.check, row.where) for row in audit.findings.stops] == [("same_texts", "ca – nz")]
    assert audit.allowing(("same_texts",)).findings.stops == ()
    assert audit.allowing(("shared_texts",)).findings.stops != ()


def test_groups_of_a_few_phrases_are_no_twins(clean):
    phrases = ["yes", "no", "perhaps", "I do not know"]
    texts = np.array([phrases[at % 4] for at in range(len(clean))], dtype=object)
    assert not audit_texts(audited(replace(clean, texts=texts))).findings.stops


def test_a_group_made_of_others_is_told_and_compared_with_none(clean):
    groups = clean.groups()
    found = audit_texts(replace(audited(clean), copied={"all": np.arange(len(clean))})).findings
    assert [(row.where, row.severity) for row in found.rows if row.check == "made_of_others"] == [("all", "note")]
    assert {row.where for row in found.rows if row.check == "shared_texts"} == set(groups)


def test_overlaps_count_copies_and_near_copies(clean):
    corpus = copied(clean, "ca", "nz", 0.2)
    corpus = with_texts(corpus, rows_of(corpus, "ca", 0.1), lambda text: text + " so")
    table = audit_texts(audited(corpus)).overlaps
    plain = audit_texts(audited(clean)).overlaps
    assert table.of("ca", "nz").texts == 150
    assert table.of("ca", "nz").exact - plain.of("ca", "nz").exact == 15
    assert table.of("ca", "nz").near - plain.of("ca", "nz").near >= 29


def test_findings_name_rows_and_show_no_text(clean):
    corpus = copied(clean, "ca", "nz", 0.3)
    for row in audit_texts(audited(corpus)).findings.rows:
        told = f"{row.words} {row.rows} {row.mend}"
        assert not any(text in told for text in corpus.texts if len(text) > 20)
    shared = next(row for row in audit_texts(audited(corpus)).findings.rows if row.where == "ca" and row.count == 45)
    assert shared.rows.split("; ")[0] in set(corpus.ids)


def test_without_its_package_languages_are_a_note(clean, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "py3langid", None)
    found = [row for row in audit_texts(audited(clean)).findings.rows if row.check == "language"]
    assert [row.severity for row in found] == ["note"]
    assert "pip install 'geobias[audit]'" in found[0].words


def test_shared_texts_that_stand_together_are_told_by_their_place(clean):
    texts = clean.texts.copy()
    rows = rows_of(clean, "ca")[-20:]
    texts[rows] = texts[rows_of(clean, "nz")[::7][:20]]
    found = audit_texts(audited(replace(clean, texts=texts))).findings
    told = {row.where: row.words for row in found.rows if row.check == "shared_texts"}
    first, last = clean.ids[rows[0]], clean.ids[rows[-1]]
    assert f"20 of them stand together, from {first} to {last}: look there first." in told["ca"]
    assert "stand together" not in told["nz"]
