"""From a parsed Reuters record to a corpus' values: split, region, text, labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

import numpy as np

from geobias.corpora.corpus import UNLABELLED
from geobias.corpora.reuters_sgml import ReutersRecord
from geobias.corpora.roles import free_name
from geobias.errors import InputError

# "Reuter" on a line of its own, or after the end of a sentence or a number, with what the wire left behind
# it.
_SIGNATURE = re.compile(
    r"""(?:(?:(?:\A|\n)[ \t]*|(?<=[.!?"')\d])[ \t]+)(?i:reuters?)(?:[.^:\d]\S{0,10}| [A-Z]{1,3})?\s*)+\Z"""
)
# The collection's editors left stars before and these words after the title of a BRIEF record.
_FILLER = re.compile(r"\*{2,}|Blah blah blah\.")


def split_of(record: ReutersRecord, split: str) -> str:
    """ "train", "test" or "unused" under "modapte", "modlewis" or "modhayes" (the README's section VIII)."""
    values = record.attributes
    if split == "modhayes":
        return "train" if values["CGISPLIT"] == "TRAINING-SET" else "test"
    indexed = ("YES",) if split == "modapte" else ("YES", "NO")
    if values["TOPICS"] not in indexed:
        return "unused"
    return {"TRAIN": "train", "TEST": "test"}.get(values["LEWISSPLIT"], "unused")


def region_of(record: ReutersRecord, regions: Mapping[str, str]) -> tuple[str, str]:
    """The region and "", or "" and why there is none: 'no_place' or 'out_of_scope'."""
    places = set(record.places)
    if not places:
        return "", "no_place"
    if places.isdisjoint(regions):
        return "", "out_of_scope"
    return (pooled_name(regions) if len(places) > 1 else regions[record.places[0]]), ""


def pooled_name(regions: Mapping[str, str]) -> str:
    """The region of documents with several places: "multiple", unless a region is called so."""
    return free_name("multiple", regions.values())


def text_of(record: ReutersRecord, text: str, whole_text: bool) -> tuple[str, Counter[str]]:
    """The text, raw but for its references, and what was mended in it."""
    repairs = Counter(record.repairs)
    title = record.title if text == "title_body" else ""
    if record.body or not whole_text:
        composed = f"{title}\n{record.body}"
    else:
        composed, count = _FILLER.subn(" ", record.whole)
        repairs["filler"] += count
    composed, count = _SIGNATURE.subn("", composed.rstrip())
    repairs["signature"] += count
    return composed, repairs


def label_names(records: Sequence[ReutersRecord], label_set: str) -> tuple[str, ...]:
    """Sorted topics: of ModApte's training documents ("r115"), those in its test too ("r90"), or "all"."""
    topics: dict[str, set[str]] = {"train": set(), "test": set(), "unused": set()}
    for record in records:
        topics[split_of(record, "modapte")].update(record.topics)
    chosen = {
        "r90": topics["train"] & topics["test"],
        "r115": topics["train"],
        "all": set.union(*topics.values()),
    }[label_set]
    if not chosen:
        raise InputError(
            f"the label set '{label_set}' must have topics",
            f"none of the {len(records)} records has one that belongs to it",
            "Pass label_set='all', or the folder with all files.",
        )
    return tuple(sorted(chosen))


def lacking(record: ReutersRecord, names: Set[str]) -> str:
    """Why a document has no label of the label set: 'no_topic' or 'topics_outside_label_set'; "" where it has one."""
    if not names.isdisjoint(record.topics):
        return ""
    return "topics_outside_label_set" if record.topics else "no_topic"


def labels_of(records: Sequence[ReutersRecord], names: tuple[str, ...]) -> np.ndarray:
    """int8 (n, L): 1 for each topic; -1 throughout for a document that was passed by in indexing."""
    position = {name: index for index, name in enumerate(names)}
    labels = np.zeros((len(records), len(names)), dtype=np.int8)
    for row, record in enumerate(records):
        if not record.topics and record.attributes["TOPICS"] == "BYPASS":
            labels[row] = UNLABELLED
        labels[row, [position[topic] for topic in record.topics if topic in position]] = 1
    return labels
