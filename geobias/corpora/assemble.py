"""Raw rows of any source become a Corpus: cleaned by one set of rules, counted, flagged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from geobias.corpora.cleaning import Cleaning, get_cleaning
from geobias.corpora.corpus import UNLABELLED, Corpus, CountLog
from geobias.errors import InputError


@dataclass(frozen=True)
class Rows:
    """What a loader read from one source; every list has one entry a text.

    Attributes
    ----------
    source : short name, for the counts and error messages.
    groups : name of the attribute by whose values the counts are kept.
    labels : int8 codes as in `Corpus`, or None.
    repairs : what decoding or parsing mended, by row: reason -> occurrences.
    dropped : (group, reason) -> rows left out already; they count as read.
    flagged : (group, reason) -> rows kept with a remark.
    hashes : path -> sha256 of the files read.
    """

    source: str
    groups: str
    texts: list[str]
    ids: list[str]
    attributes: dict[str, list[str]]
    labels: np.ndarray | None = None
    splits: list[str] | None = None
    repairs: dict[int, Counter[str]] = field(default_factory=dict)
    dropped: Counter[tuple[str, str]] = field(default_factory=Counter)
    flagged: Counter[tuple[str, str]] = field(default_factory=Counter)
    hashes: dict[str, str] = field(default_factory=dict)

    @property
    def by_row(self) -> list[str]:
        """The group of every row."""
        return self.attributes[self.groups]


def numbered(prefix: str, count: int) -> list[str]:
    """Ids of the rows of a source: prefix-000000, prefix-000001, ..."""
    return [f"{prefix}-{row:06d}" for row in range(count)]


def assemble(
    parts: Sequence[Rows],
    *,
    cleaning: str | Cleaning,
    label_names: tuple[str, ...] = (),
    on_duplicate: str = "keep",
    details: Mapping[str, Any] | None = None,
    roles: Mapping[str, Mapping[str, str]] | None = None,
) -> Corpus:
    """One corpus of all parts, in their order.

    The counts say, by source and group: records read, repairs (occurrences), rows dropped, texts flagged
    (empty after cleaning; repeating an earlier text of the corpus; occurring in several groups) and texts
    kept. `on_duplicate` says what becomes of a text that the same group of the same source has had before:
    "keep", "drop" or "error". Empty texts are no duplicates of each other. `roles` as in `Corpus`.
    """
    if on_duplicate not in ("keep", "drop", "error"):
        raise InputError("on_duplicate must be keep, drop or error", f"it is {on_duplicate!r}", "Pass one of them.")
    cleaning = get_cleaning(cleaning)
    log = CountLog()
    parts = [_cleaned(part, cleaning, log) for part in parts]
    if on_duplicate != "keep":
        parts = [_distinct(part, on_duplicate) for part in parts]
    _log_counts(parts, log)
    attributes = dict.fromkeys(name for part in parts for name in part.attributes)
    return Corpus(
        ids=_joined(part.ids for part in parts),
        texts=_joined(part.texts for part in parts),
        attributes={n: _joined(p.attributes.get(n, [""] * len(p.texts)) for p in parts) for n in attributes},
        labels=_joined_labels(parts, label_names),
        label_names=label_names,
        splits=_joined(part.splits or [""] * len(part.texts) for part in parts),
        fingerprint=cleaning.fingerprint,
        counts=log,
        sources={path: digest for part in parts for path, digest in part.hashes.items()},
        details=dict(details or {}),
        roles=dict(roles or {}),
    )


def _cleaned(part: Rows, cleaning: Cleaning, log: CountLog) -> Rows:
    texts: list[str] = []
    total: Counter[tuple[str, str]] = Counter()
    for row, (text, group) in enumerate(zip(part.texts, part.by_row, strict=True)):
        cleaned, repairs = cleaning.clean(text)
        texts.append(cleaned)
        for reason, count in (repairs + part.repairs.get(row, Counter())).items():
            total[group, reason] += count
    for (group, reason), count in total.items():
        log.add(part.source, group, "repaired", reason, count)
    return replace(part, texts=texts)


def _distinct(part: Rows, on_duplicate: str) -> Rows:
    """The part without texts that the same group has had before."""
    first: dict[tuple[str, str], int] = {}
    kept = []
    dropped = Counter(part.dropped)
    for row, key in enumerate(zip(part.by_row, part.texts, strict=True)):
        if not key[1] or first.setdefault(key, row) == row:
            kept.append(row)
            continue
        if on_duplicate == "error":
            raise InputError(
                f"texts of group '{key[0]}' in {part.source} must be distinct, as on_duplicate='error' asks",
                f"row {row} repeats row {first[key]}: {key[1][:60]!r}",
                "Remove it, or pass on_duplicate='drop' or 'keep'.",
            )
        dropped[key[0], "repeated_text"] += 1

    def take(values: list[str]) -> list[str]:
        return [values[row] for row in kept]

    return replace(
        part,
        texts=take(part.texts),
        ids=take(part.ids),
        attributes={name: take(values) for name, values in part.attributes.items()},
        labels=None if part.labels is None else part.labels[kept],
        splits=None if part.splits is None else take(part.splits),
        dropped=dropped,
    )


def _log_counts(parts: Sequence[Rows], log: CountLog) -> None:
    homes: dict[str, set[str]] = defaultdict(set)
    for part in parts:
        for text, group in zip(part.texts, part.by_row, strict=True):
            homes[text].add(group)
    shared = {text for text, groups in homes.items() if text and len(groups - {""}) > 1}
    seen: set[str] = set()
    for part in parts:
        flagged = Counter(part.flagged)
        for text, group in zip(part.texts, part.by_row, strict=True):
            flagged[group, "empty_after_cleaning"] += not text
            flagged[group, "repeated_text"] += bool(text) and text in seen
            flagged[group, "in_several_groups"] += text in shared
            seen.add(text)
        kept = Counter(part.by_row)
        read = Counter(kept)
        for (group, _), count in part.dropped.items():
            read[group] += count
        for event, reason, counts in (("read", "records", read), ("kept", "texts", kept)):
            for group, count in counts.items():
                log.add(part.source, group, event, reason, count)
        for event, remarks in (("dropped", part.dropped), ("flagged", flagged)):
            for (group, reason), count in remarks.items():
                log.add(part.source, group, event, reason, count)


def _joined(columns: Iterable[Sequence[str]]) -> np.ndarray:
    rows = [value for column in columns for value in column]
    out = np.empty(len(rows), dtype=object)
    out[:] = rows
    return out


def _joined_labels(parts: Sequence[Rows], names: tuple[str, ...]) -> np.ndarray | None:
    """Labels of all parts; a part without any is not labelled."""
    shape = next((part.labels.shape[1:] for part in parts if part.labels is not None), None)
    if shape is None or not names:
        return None
    columns = [
        np.full((len(part.texts), *shape), UNLABELLED, np.int8) if part.labels is None else part.labels
        for part in parts
    ]
    return np.concatenate(columns).astype(np.int8)
