"""Tweets by region: CASES T08 and G05, the baseline, and the shared files."""

from __future__ import annotations

import gzip
from collections import Counter

import pytest

from geobias.corpora import CLEANINGS, load_tweets
from geobias.errors import InputError


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "tweets"
    path.mkdir()
    (path / "AU.csv").write_text("text,label,country\n@bob http://x.y,0,au\ncan't,4,au\nna\u00efve,,au\n", "utf-8")
    (path / "gb.csv").write_text("text\nhello @you\n", "utf-8")
    (path / "notes.txt").write_text("not a region")
    return path


def flagged(corpus, reason):
    return {r["group"]: r["count"] for r in corpus.counts.records if (r["event"], r["reason"]) == ("flagged", reason)}


def test_every_csv_is_a_region(folder):
    corpus = load_tweets(folder)
    assert corpus.attributes["region"].tolist() == ["au", "au", "au", "uk"]
    assert corpus.ids.tolist() == ["au-000000", "au-000001", "au-000002", "uk-000000"]
    assert corpus.labels.tolist() == [0, 1, -1, -1]
    assert corpus.label_names == ("negative", "positive")
    assert set(corpus.splits) == {""}
    assert sorted(corpus.sources) == [str(folder / "AU.csv"), str(folder / "gb.csv")]


def test_t08_one_cleaning_for_all_and_the_emptied_are_flagged(folder, tmp_path):
    baseline = tmp_path / "base.csv"
    baseline.write_bytes(b'"4","1","d","NO_QUERY","u","@you caf\xc3\xa9 can\'t"\n"2","1","d","NO_QUERY","u","@you"\n')
    corpus = load_tweets(folder, baseline=baseline)
    assert corpus.texts.tolist() == ["", "can't", "naïve", "hello", "café can't", ""]
    assert corpus.fingerprint == CLEANINGS["gentle"].fingerprint
    assert flagged(corpus, "empty_after_cleaning") == {"au": 1, "baseline": 1}
    rows = corpus.groups()["baseline"]
    assert corpus.splits[rows].tolist() == ["train", "train"]
    assert corpus.labels[rows].tolist() == [1, -1]
    assert corpus.ids[rows[0]] == "baseline-000000"
    published = load_tweets(folder, baseline=baseline, cleaning="published")
    assert published.texts.tolist() == ["", "can t", "na ve", "hello", "caf can t", ""]
    assert str(baseline) in published.sources


def test_a_region_called_baseline_is_a_region(folder, tmp_path):
    (folder / "AU.csv").rename(folder / "baseline.csv")
    file = tmp_path / "base.csv"
    file.write_bytes(b'"4","1","d","NO_QUERY","u","hello"\n')
    corpus = load_tweets(folder, baseline=file)
    assert {name: len(rows) for name, rows in corpus.groups().items()} == {
        "baseline": 3,
        "uk": 1,
        "baseline (built)": 1,
    }
    assert corpus.with_role("region", "baseline") == ("baseline (built)",)


def test_g05_gb_and_uk_are_one_region(folder):
    assert load_tweets(folder, regions=["uk"]).ids.tolist() == ["uk-000000"]
    assert load_tweets(folder, regions=["GB", "uk"]).ids.tolist() == ["uk-000000"]
    (folder / "uk.csv").write_text("text\nagain\n")
    with pytest.raises(InputError, match=r"gb\.csv and uk\.csv both stand for 'uk'\. Join them or rename one\."):
        load_tweets(folder)


def test_files_that_systems_leave_behind_are_no_regions(folder):
    for name in ("._us.csv", "~$us.csv", ".DS_Store", "us.csv~"):
        (folder / name).write_bytes(b"\x00\x05\x16\x07")
    (folder / "nz.tsv.gz").write_bytes(gzip.compress("label\ttext\n4\tkia ora\n".encode("utf-16")))
    (folder / "za.xlsx").write_bytes(b"PK")
    corpus = load_tweets(folder)
    assert list(corpus.groups()) == ["au", "uk", "nz"]
    assert corpus.texts[-1] == "kia ora"
    assert corpus.notices == ("Not read, as they are no csv or tsv: notes.txt, za.xlsx.",)


def test_labels_are_optional_everywhere(folder):
    (folder / "AU.csv").write_text("text\nhi\n")
    corpus = load_tweets(folder)
    assert corpus.labels is None
    assert corpus.task == "none"


def test_errors(folder, tmp_path):
    def message(path=folder, **options):
        with pytest.raises(InputError) as error:
            load_tweets(path, **options)
        return str(error.value).replace(str(tmp_path), "")

    empty = tmp_path / "empty"
    empty.mkdir()
    assert message(empty) == (
        "'/empty' must hold csv files named by region, such as us.csv, but it holds none. "
        "Check the path; load_table reads a single file with a region column."
    )
    assert message(tmp_path / "none") == (
        "'/none' must be a folder with one csv per region, but there is none. Check the path."
    )
    assert "but it is a file" in message(folder / "gb.csv")
    assert message(regions=["aus"]) == (
        "every region asked for must have a csv in '/tweets', but 'aus' has none among ['au', 'uk']. "
        "The nearest is 'au'. Leave it out or add aus.csv."
    )
    (folder / "nz.csv").write_text("tweet,label\nhi,0\n")
    assert message() == (
        "nz.csv must have a column 'text', but its columns are ['tweet', 'label']. "
        "The nearest is 'tweet'. Name the right column."
    )
    (folder / "nz.csv").write_text("text,label\nhi,0\nho,3\n")
    assert message().startswith(
        "labels in column 'label' of nz.csv must be keys of label_map ['0', '2', '4'], but line 3 is '3'."
    )


@pytest.mark.shared
def test_shared_tweets(shared):
    corpus = load_tweets(shared / "data/regional_bias/tweets", cleaning="published")
    assert len(corpus) == 28636
    sizes = {
        name: tuple(Counter(corpus.labels[rows].tolist())[k] for k in (0, 1)) for name, rows in corpus.groups().items()
    }
    assert sizes == {
        "au": (1020, 1145),
        "ca": (936, 904),
        "nz": (136, 193),
        "uk": (3329, 3117),
        "us": (8630, 8976),
        "za": (111, 139),
    }
    assert flagged(corpus, "empty_after_cleaning") == {"au": 2, "ca": 6, "uk": 4, "us": 40}
    assert (corpus.texts == "").sum() == 52
    assert sum(flagged(corpus, "repeated_text").values()) == 279  # 330 with the empty ones
    assert sum(flagged(corpus, "in_several_groups").values()) == 225
    # These files went through the published rule before; it must leave them as they are.
    assert not [r for r in corpus.counts.records if r["event"] == "repaired"]


@pytest.mark.shared
def test_shared_tweets_with_their_baseline(shared):
    corpus = load_tweets(
        shared / "data/regional_bias/tweets", baseline=shared / "data/sentiment140/train_20000.csv", cleaning="gentle"
    )
    assert len(corpus) == 48636
    assert Counter(corpus.splits) == {"": 28636, "train": 20000}
    assert len(corpus.groups()["baseline"]) == 20000
