"""Sentiment140 in its original form: six fields, no header, latin-1 (Go, Bhayani and Huang, 2009)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Literal

from geobias.corpora.assemble import Rows, assemble, numbered
from geobias.corpora.cleaning import Cleaning, CleaningName
from geobias.corpora.corpus import Corpus
from geobias.corpora.labels import encode_labels
from geobias.errors import InputError
from geobias.raw import Places, csv_records, decode, read_bytes

FIELDS = ("polarity", "tweet_id", "date", "query", "user", "text")
POLARITY = {"0": "negative", "2": None, "4": "positive"}
POLARITY_NAMES = ("negative", "positive")


def load_sentiment140(
    path: str | Path,
    *,
    group: str = "sentiment140",
    split: str = "",
    neutral: Literal["unlabelled", "drop"] = "unlabelled",
    cleaning: CleaningName | Cleaning = "gentle",
    encoding: str = "latin-1",
) -> Corpus:
    """Load a file of polarity (0, 2, 4), tweet id, date, query, user, text; the first record is data.

    Every text gets `group` as its region and `split` as its split; tweet id, date, query and user are
    attributes, and rows are numbered (the full file repeats tweet ids). Labels: 0 = negative, 4 = positive;
    neutral ones (2) are kept without a label, or left out by neutral="drop", and counted either way. A text
    that reads as UTF-8 bytes seen as latin-1 is repaired and counted as 'utf8_as_latin1'.

    Raises
    ------
    InputError : no such file, an empty one, a record without six fields, a polarity other than 0, 2, 4.
    """
    rows = read_sentiment140(path, group=group, split=split, neutral=neutral, encoding=encoding)
    return assemble([rows], cleaning=cleaning, label_names=POLARITY_NAMES)


def read_sentiment140(path: str | Path, *, group: str, split: str, neutral: str, encoding: str) -> Rows:
    """The rows of such a file, not yet cleaned."""
    if neutral not in ("unlabelled", "drop"):
        raise InputError("neutral must be 'unlabelled' or 'drop'", f"it is {neutral!r}", "Pass one of them.")
    data, digest = read_bytes(path)
    source = Path(path).name
    read = csv_records(decode(data, encoding, path).text, path)
    records = read.fields
    _check(records, source, read.places)
    dropped: Counter[tuple[str, str]] = Counter()
    if neutral == "drop":
        dropped[group, "neutral"] = sum(record[0] == "2" for record in records)
        records = [record for record in records if record[0] != "2"]
    columns = dict(zip(FIELDS, map(list, zip(*records, strict=True)), strict=True)) if records else {}
    raw = columns.get("text", [])
    texts = [_undo_double_encoding(text, encoding) for text in raw]
    pairs = enumerate(zip(raw, texts, strict=True))
    labels, _ = encode_labels(columns.get("polarity", []), column="polarity", source=source, label_map=POLARITY)
    return Rows(
        source=source,
        groups="region",
        texts=texts,
        ids=numbered(group, len(texts)),
        attributes={
            "region": [group] * len(texts),
            **{name: columns.get(name, []) for name in ("tweet_id", "date", "query", "user")},
        },
        labels=labels,
        splits=[split] * len(texts),
        repairs={row: Counter(utf8_as_latin1=1) for row, (before, after) in pairs if before != after},
        dropped=dropped,
        hashes={str(path): digest},
        notices=read.notices(source),
    )


def _check(records: list[list[str]], source: str, places: Places) -> None:
    if not records:
        raise InputError(f"{source} must have at least one record", "it is empty", "Check the file.")
    for row, record in enumerate(records):
        if len(record) != len(FIELDS):
            raise InputError(
                f"every record of {source} must have six fields ({', '.join(FIELDS)})",
                f"{places(row)} has {len(record)}: {record[:3]}",
                "Use load_table for files of another form.",
            )
        if record[0] not in POLARITY:
            raise InputError(
                f"the first field of every record of {source} must be 0, 2 or 4",
                f"{places(row)} has '{record[0]}'",
                "Remove a header, or use load_table for files with named columns.",
            )


def _undo_double_encoding(text: str, encoding: str) -> str:
    """The text that was meant, where all of it is UTF-8 bytes read one by one in `encoding`."""
    if text.isascii():
        return text
    try:
        return text.encode(encoding).decode("utf-8")
    except UnicodeError:
        return text
