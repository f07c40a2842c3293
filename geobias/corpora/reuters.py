"""Reuters-21578, Distribution 1.0 (Lewis, 1997): documents by the region of their place, topics as labels."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from geobias.corpora.assemble import Rows, assemble
from geobias.corpora.cleaning import Cleaning, CleaningName, get_cleaning
from geobias.corpora.corpus import Corpus
from geobias.corpora.reuters_fields import label_names, labels_of, lacking, pooled_name, region_of, split_of, text_of
from geobias.corpora.reuters_sgml import ReutersRecord, parse_reuters
from geobias.corpora.roles import POOLED
from geobias.errors import InputError, require
from geobias.raw import plain_name, read_bytes, visible_files
from geobias.suggest import nearest

REUTERS_REGIONS: Mapping[str, str] = {
    "australia": "au",
    "canada": "ca",
    "new-zealand": "nz",
    "uk": "uk",
    "usa": "us",
    "south-africa": "za",
}
_OPTIONS = {
    "split": ("modapte", "modlewis", "modhayes"),
    "no_topic": ("drop", "keep"),
    "label_set": ("r90", "r115", "all"),
    "outside": ("drop", "keep"),
    "text": ("title_body", "body"),
}


def load_reuters21578(
    path: str | Path,
    *,
    split: Literal["modapte", "modlewis", "modhayes"] = "modapte",
    regions: Mapping[str, str] = REUTERS_REGIONS,
    no_topic: Literal["drop", "keep"] = "drop",
    label_set: Literal["r90", "r115", "all"] = "r90",
    outside: Literal["drop", "keep"] = "drop",
    text: Literal["title_body", "body"] = "title_body",
    whole_text: bool = True,
    cleaning: CleaningName | Cleaning = "gentle",
) -> Corpus:
    """Load the collection from its folder of `.sgm` files, or one such file.

    Parameters
    ----------
    split : "modapte", "modlewis" or "modhayes"; every document gets "train", "test" or "unused".
    regions : place -> region, by default six countries. A document whose one place is in it has that region;
        one with several places, any of them in it, is "multiple"; all others have no region ("") and are
        counted as 'no_place' or 'out_of_scope'. A place that is named twice is one place.
    no_topic : "drop" leaves out documents without a topic, "keep" keeps them: as none of the labels, or as not
        labelled where the indexers passed them by (TOPICS="BYPASS").
    label_set : "r115", the topics of ModApte's training documents; "r90", those in its test documents too;
        "all".
    outside : "drop" leaves out documents all of whose topics are outside the label set, "keep" keeps them as none
        of the labels. Counted either way, as are kept documents of which some topics are outside.
    text : "title_body" or "body". The line "Reuter" at the end is removed.
    whole_text : documents without a body (BRIEF, UNPROC) give the whole of their text, less the editors'
        filler; otherwise they give their title or nothing (263 of the 3,019 test texts of the published files
        are empty so).
    cleaning : its `unescape_passes` are 0 here, as the parser resolves references, once.

    Returns
    -------
    Corpus with labels int8 (n, L), ids "reuters-<NEWID>", and the attributes region, type, newid, date,
    title, dateline, and places, topics, people, orgs, exchanges ("|" between). `details` holds the documents
    by split, read and kept; `outside_labels`, the topics outside the label set with their documents; and the broken
    records, which are skipped with a warning that names them. Of documents with one NEWID the first is kept; the others
    are counted and named in a notice.

    Raises
    ------
    InputError : no such path, no sgm file or no record in it, an unknown option, a label set without topics.
    """
    _check_options(split=split, no_topic=no_topic, label_set=label_set, outside=outside, text=text)
    found, broken, hashes = _read(Path(path))
    records, repeated = _first_of_each(found)
    names = label_names(records, label_set)
    rule_of = {"no_topic": no_topic, "topics_outside_label_set": outside}
    reasons = [lacking(record, set(names)) for record in records]
    out = [rule_of.get(reason) == "drop" for reason in reasons]
    kept = [record for record, gone in zip(records, out, strict=True) if not gone]
    lost = [(record, reason) for record, reason, gone in zip(records, reasons, out, strict=True) if gone]
    dropped = Counter((region_of(record, regions)[0], reason) for record, reason in lost)
    dropped["", "malformed"] = len(broken)
    dropped.update((region_of(record, regions)[0], "repeated_newid") for record in repeated)
    composed = [text_of(record, text, whole_text) for record in kept]
    rows = Rows(
        source="reuters21578",
        groups="region",
        texts=[text for text, _ in composed],
        ids=[f"reuters-{record.newid}" for record in kept],
        attributes=_attributes(kept, regions),
        labels=labels_of(kept, names),
        splits=[split_of(record, split) for record in kept],
        repairs={row: repairs for row, (_, repairs) in enumerate(composed)},
        dropped=dropped,
        flagged=_flagged(kept, names, regions),
        hashes=hashes,
        notices=_notices(broken, repeated),
    )
    for notice in rows.notices:
        warnings.warn(notice, stacklevel=2)
    details = {
        "documents": dict(Counter(split_of(record, split) for record in records)),
        "kept": dict(Counter(split_of(record, split) for record in kept)),
        "outside_labels": dict(Counter(topic for record in records for topic in set(record.topics) - set(names))),
        "malformed": broken,
    }
    rules = get_cleaning(cleaning).without_unescaping()
    roles = {"region": {pooled_name(regions): POOLED}}
    return assemble([rows], cleaning=rules, label_names=names, details=details, roles=roles)


def _flagged(
    kept: Sequence[ReutersRecord], names: Sequence[str], regions: Mapping[str, str]
) -> Counter[tuple[str, str]]:
    """Documents kept without a region, and those of which a topic is outside the label set."""
    found = Counter(region for record in kept if (region := region_of(record, regions))[1])
    known = set(names)
    some = [record for record in kept if not known.issuperset(record.topics)]
    return found + Counter((region_of(record, regions)[0], "topics_outside_label_set") for record in some)


def _check_options(**options: str) -> None:
    for name, value in options.items():
        if value not in _OPTIONS[name]:
            raise InputError(
                f"{name} must be one of {', '.join(_OPTIONS[name])}",
                f"it is {value!r}",
                f"{nearest(value, _OPTIONS[name])}Pass one of them.",
            )


def _read(path: Path) -> tuple[list[ReutersRecord], list[str], dict[str, str]]:
    """Records, broken ones as "file: NEWID 7: reason", and the hash of every file."""
    files = [path]
    if path.is_dir():
        files = [file for file in visible_files(path) if plain_name(file).lower().endswith(".sgm")]
    if not files:
        raise InputError(
            f"'{path}' must hold the files reut2-000.sgm to reut2-021.sgm",
            "it holds no .sgm file",
            "Check the path.",
        )
    tqdm = require("tqdm", extra="study", purpose="reading Reuters-21578").tqdm
    records: list[ReutersRecord] = []
    broken: list[str] = []
    hashes: dict[str, str] = {}
    for file in tqdm(files, desc="reuters21578", unit="file", disable=None, leave=False):
        data, hashes[str(file)] = read_bytes(file)
        for record in parse_reuters(data):
            if isinstance(record, ReutersRecord):
                records.append(record)
            else:
                broken.append(f"{file.name}: {': '.join(record)}")
    if not records:
        raise InputError(f"'{path}' must hold <REUTERS> records", f"{len(broken)} are broken, none whole", "Check it.")
    return records, broken, hashes


def _first_of_each(records: Sequence[ReutersRecord]) -> tuple[list[ReutersRecord], list[ReutersRecord]]:
    """The first record of every NEWID, and the others."""
    first: dict[str, ReutersRecord] = {}
    return (
        [record for record in records if first.setdefault(record.newid, record) is record],
        [record for record in records if first[record.newid] is not record],
    )


def _notices(broken: Sequence[str], repeated: Sequence[ReutersRecord]) -> tuple[str, ...]:
    out = []
    if broken:
        shown = "; ".join(broken[:5]) + ("; ..." if len(broken) > 5 else "")
        out.append(f"{len(broken)} broken record(s) of Reuters-21578 are left out: {shown}.")
    if repeated:
        shown = ", ".join(record.newid for record in repeated[:5]) + (", ..." if len(repeated) > 5 else "")
        out.append(f"{len(repeated)} document(s) with a NEWID that there was before are left out: {shown}.")
    return tuple(out)


def _attributes(records: Sequence[ReutersRecord], regions: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        "region": [region_of(record, regions)[0] for record in records],
        "type": [record.type for record in records],
        "newid": [record.newid for record in records],
        **{
            name: [" ".join(getattr(record, name).split()) for record in records]
            for name in ("date", "title", "dateline")
        },
        **{
            name: ["|".join(getattr(record, name)) for record in records]
            for name in ("places", "topics", "people", "orgs", "exchanges")
        },
    }
