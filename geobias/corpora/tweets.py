"""Tweets by region: a folder with one csv per region, and the file that the baseline is drawn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from geobias.characters import strip_blanks
from geobias.corpora.assemble import Rows, assemble, numbered
from geobias.corpora.cleaning import Cleaning, CleaningName
from geobias.corpora.corpus import Corpus
from geobias.corpora.labels import encode_labels
from geobias.corpora.roles import BASELINE, free_name
from geobias.corpora.sentiment140 import POLARITY, POLARITY_NAMES, read_sentiment140
from geobias.errors import InputError
from geobias.raw import BY_ENDING, csv_table, decode, plain_name, read_bytes, visible_files
from geobias.suggest import nearest

# ISO 3166 writes GB; the published groups say UK. One name must stand for both, or a country drops out
# unseen.
REGION_ALIASES = {"gb": "uk"}
_OF_TEXTS = (".txt", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx", ".xls", ".ods")


def canonical_region(name: str) -> str:
    """The region's code in lower case, "uk" for "gb".

    >>> canonical_region("GB"), canonical_region("za")
    ('uk', 'za')
    """
    code = strip_blanks(name).lower()
    return REGION_ALIASES.get(code, code)


def load_tweets(
    path: str | Path,
    *,
    baseline: str | Path | None = None,
    regions: Sequence[str] | None = None,
    cleaning: CleaningName | Cleaning = "gentle",
    encoding: str | None = None,
) -> Corpus:
    """Load a folder of `<region>.csv` files with the columns text and, optionally, label (0, 4; else none).

    Files may end in .tsv or .tab, and in .gz, .bz2, .xz or .zip behind it; encoding and delimiter are told from the
    bytes, as `load_table` does. Hidden files are not looked at, others that may hold texts are named in a notice.

    The attribute "region" is the file's name in lower case, with "uk" for "gb"; other columns are not read.
    `regions` picks some of the files. `baseline` is a Sentiment140 file of six columns: its rows get the
    region "baseline" (where a file is called so, "baseline (built)") and the split "train", and go through the
    same cleaning; the split of all other rows is "".

    Raises
    ------
    InputError : no such folder, no csv in it, two files for one region, a region without a file, a csv
        without the column text, an undecodable byte, a label other than 0, 2, 4.
    """
    files, unread = _files(Path(path))
    chosen = list(files) if regions is None else _chosen(regions, files, path)
    parts = [_read(files[region], region, encoding) for region in chosen]
    standard = free_name(BASELINE, files)
    if baseline is not None:
        parts.append(
            read_sentiment140(baseline, group=standard, split="train", neutral="unlabelled", encoding="latin-1")
        )
    if unread:
        notice = f"Not read, as they are no csv or tsv: {', '.join(unread[:8])}{', ...' * (len(unread) > 8)}."
        parts[0] = replace(parts[0], notices=(notice, *parts[0].notices))
    roles = {"region": {standard: BASELINE}}
    return assemble(parts, cleaning=cleaning, label_names=POLARITY_NAMES, roles=roles)


def _files(folder: Path) -> tuple[dict[str, Path], list[str]]:
    """The file of every region, and the names of files that may have been meant but are not read."""
    if not folder.is_dir():
        got = "it is a file" if folder.exists() else "there is none"
        raise InputError(f"'{folder}' must be a folder with one csv per region", got, "Check the path.")
    files: dict[str, Path] = {}
    unread: list[str] = []
    for file in visible_files(folder):
        name = Path(plain_name(file))
        if name.suffix.lower() not in BY_ENDING:
            unread += [file.name] * (name.suffix.lower() in _OF_TEXTS)
            continue
        region = canonical_region(name.stem)
        if region in files:
            raise InputError(
                f"'{folder}' must have one csv per region",
                f"{files[region].name} and {file.name} both stand for '{region}'",
                "Join them or rename one.",
            )
        files[region] = file
    if not files:
        raise InputError(
            f"'{folder}' must hold csv files named by region, such as us.csv",
            "it holds none",
            "Check the path; load_table reads a single file with a region column.",
        )
    return files, unread


def _chosen(regions: Sequence[str], files: dict[str, Path], path: str | Path) -> list[str]:
    wanted = list(dict.fromkeys(canonical_region(name) for name in regions))
    for region in wanted:
        if region not in files:
            raise InputError(
                f"every region asked for must have a csv in '{path}'",
                f"'{region}' has none among {list(files)}",
                f"{nearest(region, files)}Leave it out or add {region}.csv.",
            )
    return wanted


def _read(file: Path, region: str, encoding: str | None) -> Rows:
    data, digest = read_bytes(file)
    table = csv_table(decode(data, encoding, file), file, needed=("text",))
    table.check(["text", *(["label"] if "label" in table.names else [])], file.name)
    texts = list(table["text"])
    labels = None
    if "label" in table.names:
        labels, _ = encode_labels(
            table["label"], column="label", source=file.name, label_map=POLARITY, places=table.places
        )
    return Rows(
        source=file.name,
        groups="region",
        texts=texts,
        ids=numbered(region, len(texts)),
        attributes={"region": [region] * len(texts)},
        labels=labels,
        repairs={-1: table.repairs},
        flagged=Counter({(region, why): count for why, count in table.flagged.items()}),
        hashes={str(file): digest},
        places=table.places,
        notices=table.notices,
    )
