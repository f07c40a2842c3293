"""Sentiment140: CASES T01, T02, T05, T07 and the shared files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

from geobias.corpora import load_sentiment140
from geobias.errors import InputError


@pytest.fixture
def write(tmp_path):
    def to_file(texts, polarities=None):
        polarities = polarities or ["0", "4"] * len(texts)
        path = tmp_path / "tweets.csv"
        records = [
            b'"%s","%d","Mon Apr 06","NO_QUERY","u%d","%s"\n' % (polarity.encode(), 100 + row, row, text)
            for row, (text, polarity) in enumerate(zip(texts, polarities, strict=False))
        ]
        path.write_bytes(b"".join(records))
        return path

    return to_file


def counts(corpus, event):
    return {(r["group"], r["reason"]): r["count"] for r in corpus.counts.records if r["event"] == event}


def test_t07_the_first_record_is_data(write):
    corpus = load_sentiment140(write([b"text %d" % row for row in range(7)]))
    assert len(corpus) == 7
    assert corpus.texts[0] == "text 0"
    assert corpus.ids.tolist() == [f"sentiment140-{row:06d}" for row in range(7)]
    assert corpus.labels.tolist() == [0, 1, 0, 1, 0, 1, 0]
    assert corpus.label_names == ("negative", "positive")
    assert corpus.attributes["region"].tolist() == ["sentiment140"] * 7
    assert [corpus.attributes[n][1] for n in ("tweet_id", "date", "query", "user")] == [
        "101",
        "Mon Apr 06",
        "NO_QUERY",
        "u1",
    ]


def test_t02_t05_references_and_csv_rules(write):
    corpus = load_sentiment140(
        write([b'""quoted"" text, with comma', b"a line\nbreak", b"I &lt;3 tea &amp;amp; cake &quot;ok&quot;"])
    )
    assert corpus.texts.tolist() == ['"quoted" text, with comma', "a line break", 'I <3 tea &amp; cake "ok"']


def test_t01_bytes_are_latin_1(write):
    corpus = load_sentiment140(write([b"caf\xe9 \x9a!"]), cleaning="none")
    assert corpus.texts.tolist() == ["café  !"]
    assert counts(corpus, "repaired") == {("sentiment140", "control_character"): 1}


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_t01_whatever_the_locale(write, tmp_path, locale):
    path = write([b"caf\xe9 na\xc3\xafve", b"na\xc3\xafve \xe2\x80\x99"])
    code = (
        "from geobias.corpora import load_sentiment140; from pathlib import Path; import sys;"
        "texts = load_sentiment140(sys.argv[1]).texts; Path(sys.argv[2]).write_bytes('|'.join(texts).encode())"
    )
    env = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    subprocess.run([sys.executable, "-c", code, path, tmp_path / "out"], env=env, check=True)
    assert (tmp_path / "out").read_bytes().decode() == "café naÃ¯ve|naïve ’"


def test_utf8_seen_as_latin_1_is_repaired_where_the_whole_text_decodes(write):
    corpus = load_sentiment140(write([b"caf\xc3\xa9", b"caf\xe9 \xc3\xa9", b"plain"]))
    assert corpus.texts.tolist() == ["café", "café Ã©", "plain"]
    assert counts(corpus, "repaired") == {("sentiment140", "utf8_as_latin1"): 1}


def test_neutral_tweets_are_unlabelled_or_left_out(write):
    path = write([b"a", b"b", b"c"], ["0", "2", "4"])
    kept = load_sentiment140(path, group="au", split="test")
    assert kept.labels.tolist() == [0, -1, 1]
    assert kept.splits.tolist() == ["test"] * 3
    assert counts(kept, "flagged") == {("au", "not_labelled"): 1}
    left = load_sentiment140(path, neutral="drop")
    assert left.labels.tolist() == [0, 1]
    assert counts(left, "dropped") == {("sentiment140", "neutral"): 1}
    assert counts(left, "read") == {("sentiment140", "records"): 3}
    assert len(load_sentiment140(write([b"a"], ["2"]), neutral="drop")) == 0


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (b"", {}, "tweets.csv must have at least one record, but it is empty. Check the file."),
        (
            b"polarity,id,date,query,user,text\n",
            {},
            "the first field of every record of tweets.csv must be 0, 2 or 4, but line 1 has 'polarity'. "
            "Remove a header, or use load_table for files with named columns.",
        ),
        (
            b"0,1,d,q,u,t\n4,1\n",
            {},
            "every record of tweets.csv must have six fields (polarity, tweet_id, date, query, user, text), "
            "but line 2 has 2: ['4', '1']. Use load_table for files of another form.",
        ),
        (
            b"0,1,d,q,u,t\n",
            {"neutral": "keep"},
            "neutral must be 'unlabelled' or 'drop', but it is 'keep'. Pass one of them.",
        ),
    ],
)
def test_errors(tmp_path, content, options, message):
    path = tmp_path / "tweets.csv"
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        load_sentiment140(path, **options)
    assert str(error.value) == message


@pytest.mark.shared
def test_shared_files(shared):
    train = load_sentiment140(shared / "data/sentiment140/train_20000.csv")
    assert Counter(train.labels.tolist()) == {0: 9999, 1: 10001}
    assert counts(train, "repaired")["sentiment140", "utf8_as_latin1"] == 242
    assert not any("\x80" <= character <= "\x9f" for text in train.texts for character in text)
    test = load_sentiment140(shared / "data/sentiment140/test_498.csv")
    assert Counter(test.labels.tolist()) == {0: 177, -1: 139, 1: 182}
    assert len(set(test.attributes["query"])) == 81
