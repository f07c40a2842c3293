"""The loader: CASES R04, R06, R09, R12, R13, and the counts of the real collection."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from geobias.corpora import CLEANINGS, load_reuters21578
from geobias.corpora.cleaning import Cleaning
from geobias.errors import InputError


def document(
    newid, lewis="TEST", topics=("tin",), places=("uk",), body="Net up &lt;QQQ> 5 pct.\n Reuter\n&#3;", yes="YES"
):
    def items(names):
        return "".join(f"<D>{name}</D>" for name in names)

    return (
        f'<REUTERS TOPICS="{yes}" LEWISSPLIT="{lewis}" CGISPLIT="TRAINING-SET" OLDID="1" NEWID="{newid}">\n'
        f"<TOPICS>{items(topics)}</TOPICS><PLACES>{items(places)}</PLACES>"
        f"<TEXT>&#2;\n<TITLE>A &amp; B</TITLE><BODY>{body}</BODY></TEXT>\n</REUTERS>\n"
    )


@pytest.fixture
def write(tmp_path):
    def to_folder(*documents):
        (tmp_path / "reut2-000.sgm").write_text("".join(documents), "latin-1")
        return tmp_path

    return to_folder


def counts(corpus, event):
    return {(r["group"], r["reason"]): r["count"] for r in corpus.counts.records if r["event"] == event}


def test_r04_the_whole_way(write):
    corpus = load_reuters21578(write(document(5, body="Net up &lt;QQQ> &amp;lt; 5 pct. Reuter\n&#3;")), label_set="all")
    assert corpus.texts.tolist() == ["A & B Net up <QQQ> &lt; 5 pct."]
    assert corpus.ids.tolist() == ["reuters-5"]
    assert corpus.fingerprint == CLEANINGS["gentle"].without_unescaping().fingerprint
    assert {name: values[0] for name, values in corpus.attributes.items() if values[0]} == {
        "region": "uk",
        "type": "NORM",
        "newid": "5",
        "title": "A & B",
        "places": "uk",
        "topics": "tin",
    }
    twice = load_reuters21578(write(document(5, body="a &amp;lt; b")), label_set="all", cleaning=Cleaning("2", 2))
    assert "a &lt; b" in twice.texts[0]


def test_r06_documents_without_a_topic(write):
    path = write(document(1), document(2, topics=()), document(3))
    dropped = load_reuters21578(path, label_set="all")
    assert dropped.ids.tolist() == ["reuters-1", "reuters-3"]
    assert dropped.details["documents"] == {"test": 3}
    assert dropped.details["kept"] == {"test": 2}
    assert counts(dropped, "dropped") == {("uk", "no_topic"): 1}
    assert counts(dropped, "read") == {("uk", "records"): 3}
    kept = load_reuters21578(path, label_set="all", no_topic="keep")
    assert kept.details["kept"] == {"test": 3}
    assert kept.labels.tolist() == [[1], [0], [1]]
    assert kept.task == "multilabel"


def test_topics_outside_the_label_set_are_no_missing_topics(write):
    path = write(
        document(1, "TRAIN"), document(2), document(3, topics=("jet",)), document(4, topics=("jet", "tin")),
        document(5, topics=()),
    )  # fmt: skip
    found = load_reuters21578(path)
    assert found.label_names == ("tin",)
    assert found.ids.tolist() == ["reuters-1", "reuters-2", "reuters-4"]
    assert counts(found, "dropped") == {("uk", "topics_outside_label_set"): 1, ("uk", "no_topic"): 1}
    assert counts(found, "flagged")["uk", "topics_outside_label_set"] == 1
    assert found.details["outside_labels"] == {"jet": 2}
    kept = load_reuters21578(path, outside="keep")
    assert kept.labels.tolist() == [[1], [1], [0], [1]]
    assert counts(kept, "flagged")["uk", "topics_outside_label_set"] == 2


def test_r09_splits_of_the_corpus(write):
    path = write(
        document(1, "TRAIN"), document(2, "TEST"), document(3, "NOT-USED"), document(4, "TRAIN", yes="NO"),
        document(5, "TEST", yes="BYPASS"), document(6, "NOT-USED", yes="NO"),
    )  # fmt: skip
    splits = {
        split: load_reuters21578(path, split=split).splits.tolist() for split in ("modapte", "modlewis", "modhayes")
    }
    assert splits == {
        "modapte": ["train", "test", "unused", "unused", "unused", "unused"],
        "modlewis": ["train", "test", "unused", "train", "unused", "unused"],
        "modhayes": ["train"] * 6,
    }


def test_regions_are_counted_where_there_is_none(write):
    path = write(document(1), document(2, places=()), document(3, places=["japan"]), document(4, places=["uk", "usa"]))
    corpus = load_reuters21578(path, label_set="all")
    assert corpus.attributes["region"].tolist() == ["uk", "", "", "multiple"]
    assert corpus.with_role("region", "pooled") == ("multiple",)
    flagged = counts(corpus, "flagged")
    assert flagged["", "no_place"] == flagged["", "out_of_scope"] == 1
    other = load_reuters21578(path, label_set="all", regions={"japan": "jp"})
    assert other.attributes["region"].tolist() == ["", "", "jp", ""]


def test_r12_an_empty_article_is_flagged(write):
    path = write(document(1), document(2, body=" &#3;"))
    corpus = load_reuters21578(path, label_set="all", text="body", whole_text=False)
    assert corpus.texts.tolist() == ["Net up <QQQ> 5 pct.", ""]
    assert counts(corpus, "flagged") == {("uk", "empty_after_cleaning"): 1}


def test_r13_broken_records_are_named_and_skipped(write):
    path = write(document(1), document(2).replace("</TEXT>", ""), document(3))
    with pytest.warns(
        UserWarning, match=r"1 broken record\(s\) of Reuters-21578 are left out: reut2-000\.sgm: NEWID 2"
    ):
        corpus = load_reuters21578(path, label_set="all")
    assert corpus.ids.tolist() == ["reuters-1", "reuters-3"]
    assert corpus.details["malformed"] == ["reut2-000.sgm: NEWID 2: no <TEXT> with a closing </TEXT>"]
    assert counts(corpus, "dropped") == {("", "malformed"): 1}
    assert corpus.notices == (
        "1 broken record(s) of Reuters-21578 are left out: reut2-000.sgm: NEWID 2: no <TEXT> with a closing </TEXT>.",
    )


def test_of_documents_with_one_number_the_first_is_kept(write):
    path = write(document(1), document(2, topics=()), document(1, body="Other", places=("usa",)), document(2))
    (path / "._reut2-000.sgm").write_bytes(b"\x00\x05\x16\x07")
    with pytest.warns(UserWarning, match=r"2 document\(s\) with a NEWID that there was before are left out: 1, 2\."):
        corpus = load_reuters21578(path, label_set="all")
    assert corpus.ids.tolist() == ["reuters-1"]
    assert counts(corpus, "dropped") == {
        ("us", "repeated_newid"): 1,
        ("uk", "repeated_newid"): 1,
        ("uk", "no_topic"): 1,
    }
    assert len(corpus.notices) == 1


def test_errors(write, tmp_path):
    def message(path, **options):
        with pytest.raises(InputError) as error:
            load_reuters21578(path, **options)
        return str(error.value).replace(str(tmp_path), "D")

    assert message(tmp_path) == (
        "'D' must hold the files reut2-000.sgm to reut2-021.sgm, but it holds no .sgm file. Check the path."
    )
    assert message(tmp_path / "x.sgm") == "'D/x.sgm' must be a file, but there is none. Check the path."
    assert message(write("nothing")) == "'D' must hold <REUTERS> records, but 0 are broken, none whole. Check it."
    assert message(write(document(1)), split="modapt") == (
        "split must be one of modapte, modlewis, modhayes, but it is 'modapt'. "
        "The nearest is 'modapte'. Pass one of them."
    )


@pytest.fixture(scope="module")
def everything(shared):
    return load_reuters21578(shared / "data/reuters21578", no_topic="keep", label_set="all")


def by_region(corpus, split="test"):
    return Counter(corpus.attributes["region"][corpus.splits == split])


@pytest.mark.shared
def test_the_whole_collection(everything):
    assert len(everything) == 21578
    assert everything.details["documents"] == {"train": 9603, "test": 3299, "unused": 8676}
    assert everything.details["malformed"] == []
    assert len(everything.label_names) == 120
    assert Counter(everything.attributes["type"]) == {"NORM": 19043, "BRIEF": 1798, "UNPROC": 737}
    assert counts(everything, "flagged")["", "no_place"] == 2780
    assert sum(c for (_, reason), c in counts(everything, "repaired").items() if reason == "decode_repairs") == 1
    places = Counter(everything.attributes["places"])
    single = {name: places[name] for name in ("usa", "uk", "canada", "australia", "new-zealand", "south-africa")}
    assert list(single.values()) == [10878, 938, 849, 194, 86, 70]
    # One more than the 10,878 with a single entry: a document that names usa twice.
    assert len(everything.groups()["us"]) == 10879
    text = "".join(everything.texts)
    assert not any(ord(character) < 32 for character in set(text))
    assert "Blah blah blah" not in text
    assert "growth.ü side measures" in text


@pytest.mark.shared
@pytest.mark.parametrize(("split", "sizes"), [("modlewis", [13625, 6188, 1765]), ("modhayes", [20856, 722, 0])])
def test_other_splits_of_the_collection(shared, split, sizes):
    corpus = load_reuters21578(shared / "data/reuters21578", split=split, no_topic="keep", label_set="all")
    assert [int((corpus.splits == name).sum()) for name in ("train", "test", "unused")] == sizes


@pytest.mark.shared
@pytest.mark.parametrize(("label_set", "width", "train"), [("r90", 90, 7770), ("r115", 115, 7775)])
def test_documents_with_a_topic(shared, label_set, width, train):
    corpus = load_reuters21578(shared / "data/reuters21578", label_set=label_set)
    assert corpus.labels.shape[1] == width
    assert corpus.labels.dtype == np.int8
    assert ((corpus.splits == "train").sum(), (corpus.splits == "test").sum()) == (train, 3019)
    found = by_region(corpus)
    assert {name: found[name] for name in ("us", "uk", "ca", "au", "nz", "za", "multiple")} == {
        "us": 1694,
        "uk": 106,
        "ca": 123,
        "au": 35,
        "nz": 10,
        "za": 9,
        "multiple": 335,
    }
    assert (corpus.texts[corpus.splits == "test"] != "").all()
    if label_set == "r115":
        declared = (shared / "data/regional_bias/reuters_test_sets/labels_115.txt").read_text().split()
        assert list(corpus.label_names) == declared
        trained = by_region(corpus, "train")
        assert [trained[name] for name in ("us", "uk", "ca", "au", "nz", "za")] == [4100, 390, 396, 98, 38, 34]


@pytest.mark.shared
def test_r12_bodies_alone_are_empty_where_the_published_files_are(shared):
    corpus = load_reuters21578(shared / "data/reuters21578", label_set="r115", text="body", whole_text=False)
    empty = (corpus.texts == "") & (corpus.splits == "test") & (corpus.attributes["type"] == "BRIEF")
    assert int(empty.sum()) == 263
    regions = Counter(corpus.attributes["region"][empty])
    assert (regions["uk"], regions["ca"], regions["us"]) == (8, 5, 20)
