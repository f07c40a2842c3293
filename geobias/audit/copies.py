"""Copies: texts that stand in a group twice or in two groups, and groups that are others by another name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from geobias.audit.audited import Audited
from geobias.sampling import near_duplicate_families
from geobias.tables import NOTE, OK, STOP, WARNING, AuditFinding, Overlap, OverlapTable, listed_ids

SIMILAR, MOST_TEXTS = 0.8, 50_000
"""Near-duplicates are looked for among so many texts at most, spread over the groups."""
NOTED, MANY, SAME, OWN_WORDS, _CROWD = 0.01, 0.10, 0.9, 0.5, 10


def overlaps(audited: Audited) -> OverlapTable:
    """Of every two groups, and of a group with itself: texts of the first that have a copy in the second."""
    groups = _kept(audited)
    families = _families(audited, groups)
    rows = []
    for a, of_a in groups.items():
        for b, of_b in groups.items():
            exact = _again(audited.kinds[of_a]) if a == b else np.isin(audited.kinds[of_a], audited.kinds[of_b])
            near = _again(families[a]) if a == b else np.isin(families[a], families[b])
            rows.append(Overlap(a, b, len(of_a), int(exact.sum()), int(near.sum()), len(families[a])))
    return OverlapTable(tuple(rows))


def copies(audited: Audited, table: OverlapTable) -> Iterator[AuditFinding]:
    """What the table of `overlaps` says of every group; then groups that are the same, or made of others."""
    groups = _kept(audited)
    homes = _homes(audited, groups)
    for group in audited.groups:
        yield repeats(audited, table, group)
    for group in audited.groups:
        yield _between(audited, table, group, homes)
    yield from _same(audited, groups)
    yield from _made_of_others(audited)


def _kept(audited: Audited) -> dict[str, np.ndarray]:
    groups = {**audited.groups, **audited.copied}
    return {name: rows[audited.usable[rows]] for name, rows in groups.items()}


def _families(audited: Audited, groups: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    total = sum(map(len, groups.values()))
    part = min(1.0, MOST_TEXTS / max(1, total))
    told = {n: rows[np.linspace(0, len(rows) - 1, int(part * len(rows))).astype(int)] for n, rows in groups.items()}
    if not sum(map(len, told.values())):
        return {name: np.empty(0, np.int64) for name in told}
    families = near_duplicate_families(audited.corpus.texts[np.concatenate(list(told.values()))].tolist(), SIMILAR)
    ends = np.cumsum([len(rows) for rows in told.values()])[:-1]
    return dict(zip(told, np.split(families, ends), strict=True))


def _again(kinds: np.ndarray) -> np.ndarray:
    """bool: entries whose value stood before."""
    out = np.ones(len(kinds), dtype=bool)
    out[np.unique(kinds, return_index=True)[1]] = False
    return out


def _homes(audited: Audited, groups: Mapping[str, np.ndarray]) -> np.ndarray:
    """int64: in how many groups that are compared each kind of text stands."""
    count = np.zeros(audited.kinds.max(initial=-1) + 1, dtype=np.int64)
    for name in audited.groups:
        count[np.unique(audited.kinds[groups[name]])] += 1
    return count


def repeats(audited: Audited, table: OverlapTable, group: str) -> AuditFinding:
    """Texts of a group that stand in it more than once."""
    found, rows = table.of(group, group), audited.kept[group]
    again = rows[_again(audited.kinds[rows])]
    share = found.exact / max(1, found.texts)
    near = found.near / max(1, found.compared)
    words = f"{_texts(found.exact)} of {group} repeat another of it ({share:.1%}; {near:.1%} with near-copies)."
    bad = max(share, near) > NOTED
    severity = WARNING if max(share, near) > MANY else NOTE if bad else OK
    mend = "Copies count once in floors, tests and intervals; corpus.on_duplicate=drop leaves them out." * bad
    ids = listed_ids(audited.ids(again))
    return AuditFinding("repeated_texts", group, severity, share, found.exact, ids, words, mend)


def _between(audited: Audited, table: OverlapTable, group: str, homes: np.ndarray) -> AuditFinding:
    rows = audited.kept[group]
    shared = rows[homes[audited.kinds[rows]] > 1]
    share = len(shared) / max(1, len(rows))
    near = max((one.near / max(1, one.compared) for one in table.rows if one.a == group != one.b), default=0.0)
    occur = "occurs" if len(shared) == 1 else "occur"
    words = f"{_texts(len(shared))} of {group} {occur} in another group too."
    words += _crowd(audited, shared, rows)
    words += f" At most {near:.1%} have a near-copy in one other." * (near > share)
    ids = listed_ids(audited.ids(shared))
    if audited.dropped is not None:
        words = f"{words[:-1]} and are left out."
        return AuditFinding("shared_texts", group, OK, share, len(shared), ids, words)
    bad = max(share, near) > NOTED
    severity = WARNING if max(share, near) > MANY else NOTE if bad else OK
    mend = "sampling.on_shared=drop leaves them out of all groups." * bad
    return AuditFinding("shared_texts", group, severity, share, len(shared), ids, words, mend)


def _crowd(audited: Audited, shared: np.ndarray, rows: np.ndarray) -> str:
    """Where shared texts stand together in the file: chance spreads them, a slip of an index does not."""
    if len(shared) < _CROWD:
        return ""
    places = np.searchsorted(rows, shared)
    ends = np.searchsorted(places, places + len(rows) // 4, side="right")
    count = ends - np.arange(len(places))
    first = int(count.argmax())
    if count[first] < 0.75 * len(shared):
        return ""
    a, b = audited.ids(shared[[first, ends[first] - 1]])
    return f" {count[first]:,} of them stand together, from {a} to {b}: look there first."


def _same(audited: Audited, groups: Mapping[str, np.ndarray]) -> Iterator[AuditFinding]:
    """Two groups of the same texts, most of which stand in no third one and are no phrase that is said again."""
    of_group = {name: np.unique(audited.kinds[rows]) for name, rows in groups.items()}
    for a, b in combinations(groups, 2):
        shared = np.intersect1d(of_group[a], of_group[b], assume_unique=True)
        share = len(shared) / max(1, len(of_group[a]), len(of_group[b]))
        varied = min(len(of_group[name]) / max(1, len(groups[name])) for name in (a, b))
        third = [some for name, some in of_group.items() if name not in (a, b, *audited.copied)]
        alone = ~np.isin(shared, np.concatenate(third)) if third else np.ones(len(shared), dtype=bool)
        if share >= SAME and varied >= OWN_WORDS and len(shared) and alone.mean() >= SAME:
            words = f"{a} and {b} are one group under two names: {share:.0%} of their texts are the same."
            mend = "Give the right file for one of them, or leave it out (sampling.groups)."
            yield AuditFinding("same_texts", f"{a} – {b}", STOP, share, len(shared), "", words, mend)


def _made_of_others(audited: Audited) -> Iterator[AuditFinding]:
    for group, rows in audited.copied.items():
        words = f"{group} is made of other groups' texts, and kept out of every comparison."
        mend = "Declare it by sampling.pooled_groups, or name it in sampling.groups to have it compared."
        yield AuditFinding("made_of_others", group, NOTE, count=len(rows), words=words, mend=mend)


def _texts(count: int) -> str:
    return "1 text" if count == 1 else f"{count:,} texts"
