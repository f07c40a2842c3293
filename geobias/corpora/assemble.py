"""Raw rows of any source become a Corpus: cleaned by one set of rules, counted, flagged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from geobias.corpora.cleaning import Cleaning, get_cleaning
from geobias.corpora.corpus import UNLABELLED, Corpus, CountLog
from geobias.corpora.group_names import name_notices
from geobias.errors import InputError
from geobias.raw import Places

OnDuplicate = Literal["keep", "drop", "error"]


@dataclass(frozen=True)
class Rows:
    """What a loader read from one source; every list has one entry per text.

    Attributes
    ----------
    source : short name, for the counts and error messages.
    groups : name of the attribute by whose values the counts are kept.
    labels : int8 codes as in `Corpus`, or None.
    repairs : what decoding or parsing mended, by row: reason -> occurrences; row -1 is all of the source.
    dropped : (group, reason) -> rows left out already; they count as read.
    flagged : (group, reason) -> rows kept with a remark.
    hashes : path -> sha256 of the files read.
    places : where each row stands in its source, for messages.
    notices : what a reader should know of how it was read.
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
    places: Places = field(default_factory=Places)
    notices: tuple[str, ...] = ()

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
    (empty after cleaning; repeating an earlier text of the corpus; occurring in several groups; not labelled where
    others are) and texts kept. `on_duplicate` says what becomes of a text that the same group of the same source
    has had before: "keep", "drop" or "error". Empty texts are no duplicates of each other. `roles` as in `Corpus`.
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
    sizes = Counter(group for part in parts for group in part.by_row if group)
    notices = [
        *(notice for part in parts for notice in part.notices),
        *name_notices(sizes),
        *_letters_lost(log, cleaning),
    ]
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
        notices=tuple(dict.fromkeys(notices)),
    )


def _cleaned(part: Rows, cleaning: Cleaning, log: CountLog) -> Rows:
    texts: list[str] = []
    total = Counter({("", reason): count for reason, count in part.repairs.get(-1, Counter()).items()})
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
                f"{part.places(row)} repeats {part.places(first[key])}: {key[1][:60]!r}",
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
    labelled = any(part.labels is not None for part in parts)
    for part in parts:
        flagged = Counter(part.flagged)
        for text, group in zip(part.texts, part.by_row, strict=True):
            flagged[group, "empty_after_cleaning"] += not text
            flagged[group, "repeated_text"] += bool(text) and text in seen
            flagged[group, "in_several_groups"] += text in shared
            seen.add(text)
        if labelled:
            flagged.update(_not_labelled(part))
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


def _letters_lost(log: CountLog, cleaning: Cleaning) -> list[str]:
    """A sentence where cleaning took letters of texts: who lost how many."""
    lost: Counter[str] = Counter()
    for record in log.records:
        if record["reason"] == "letter_lost":
            lost[record["group"] or "texts without a group"] += record["count"]
    if not lost:
        return []
    most = ", ".join(f"{group} {count}" for group, count in lost.most_common(8)) + ", ..." * (len(lost) > 8)
    return [
        f"The cleaning '{cleaning.name}' took letters and digits that are not ASCII out of the texts: {most}. "
        "Another, such as 'gentle', keeps them."
    ]


def _not_labelled(part: Rows) -> Counter[tuple[str, str]]:
    """Texts without a label by group, of a corpus that has some."""
    labels = np.full(len(part.texts), UNLABELLED) if part.labels is None else part.labels
    least = labels if labels.ndim == 1 else labels.min(1, initial=0)
    return Counter((part.by_row[row], "not_labelled") for row in np.flatnonzero(least == UNLABELLED))


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
