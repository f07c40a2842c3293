"""Long texts: several short texts of one group joined into one, as published."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from geobias.corpora import Corpus
from geobias.sampling.pools import TEST_SPLIT, Pools
from geobias.seeds import generator

MOST_USES = 10
"""Long texts that one short text stands in, on average, at most."""
_LISTED = 12


@dataclass(frozen=True)
class LongTexts:
    """A corpus of joined texts and its pools.

    Attributes
    ----------
    corpus : one text per long text.
    pools : rows of this corpus by group, with the roles of the short ones.
    sources : int64 (long texts, join), rows of the short corpus.
    blocks : int64 (long texts,); long texts of different blocks of a group share no source.
    notices : which groups had to use a text more than once.
    """

    corpus: Corpus
    pools: Pools
    sources: np.ndarray
    blocks: np.ndarray
    notices: list[str] = field(default_factory=list)


def join_texts(
    corpus: Corpus,
    pools: Pools,
    *,
    join: int,
    documents: int,
    blocks: int,
    seed: int,
    units: np.ndarray | None = None,
) -> LongTexts:
    """Join `join` short texts of a group at a time, until every group has `documents` long ones.

    A group's pool is cut into `blocks` parts (fewer, for all groups alike, where one is too small) and every long
    text is joined within one part. A part is gone through
    in random order without repetition, and again in a new order when it is used up; a group gets fewer long texts
    where each short one would stand in more than `MOST_USES` of them.

    units : int64 (n,), texts of one unit (author, day) stand in one part; None = each text is one.
    """
    sources, block_of, owner, uses = [], [], [], {}
    count = max(1, min(blocks, *(len(rows) // join for rows in pools.rows.values())))
    parted = _parted(pools, np.arange(len(corpus)) if units is None else units, count, join, seed)
    for group, rows in pools.rows.items():
        rng, parts = generator(seed, "long", group), parted[group]
        count = len(parts)
        of_group = min(documents, max(count, MOST_USES * len(rows) // join))
        for block, part in enumerate(parts):
            wanted = len(range(block, of_group, count))
            sources.append(_sequence(part, wanted * join, rng).reshape(wanted, join))
            block_of += [block] * wanted
            owner += [group] * wanted
        if of_group * join > len(rows):
            uses[group] = of_group * join / len(rows)
    table, notices = np.concatenate(sources), _reused(uses)
    return LongTexts(_joined(corpus, table, owner, pools.by), _pools(pools, owner), table, np.array(block_of), notices)


def _parted(pools: Pools, units: np.ndarray, count: int, join: int, seed: int) -> dict[str, list[np.ndarray]]:
    """The parts of every group's pool: `count`, or fewer, of at least `join` texts."""
    for parts in range(count, 0, -1):
        found = {g: _parts_of(rows, units, parts, generator(seed, "long blocks", g)) for g, rows in pools.rows.items()}
        if min(len(part) for of_group in found.values() for part in of_group) >= join:
            break
    return found


def _parts_of(rows: np.ndarray, units: np.ndarray, count: int, rng: np.random.Generator) -> list[np.ndarray]:
    """So many parts of like size, in random order, whole units in each: one after the other joins the smallest."""
    shuffled = rng.permutation(rows)
    _, first, place, sizes = np.unique(units[shuffled], return_index=True, return_inverse=True, return_counts=True)
    texts = np.split(shuffled[np.argsort(place, kind="stable")], np.cumsum(sizes)[:-1])
    parts: list[list[np.ndarray]] = [[] for _ in range(count)]
    held = np.zeros(count, dtype=np.int64)
    for unit in np.argsort(first):
        smallest = int(held.argmin())
        parts[smallest].append(texts[unit])
        held[smallest] += sizes[unit]
    return [rng.permutation(np.concatenate(part)) if part else rows[:0] for part in parts]


def _reused(uses: dict[str, float]) -> list[str]:
    if not uses:
        return []
    listed = ", ".join(f"{group} {count:.1f}" for group, count in uses.items()) + " times"
    if len(uses) > _LISTED:
        listed = f"{min(uses.values()):.1f} to {max(uses.values()):.1f} times in {len(uses)} groups"
    return [f"Long texts use their short ones more than once, on average: {listed}."]


def _sequence(rows: np.ndarray, length: int, rng: np.random.Generator) -> np.ndarray:
    rounds = [rows]
    while sum(map(len, rounds)) < length:
        rounds.append(rng.permutation(rows))
    return np.concatenate(rounds)[:length]


def _joined(corpus: Corpus, sources: np.ndarray, owner: list[str], by: str) -> Corpus:
    texts = [" ".join(corpus.texts[row] for row in rows) for rows in sources]
    ids = [f"long-{group}-{number:05d}" for number, group in enumerate(owner)]
    return Corpus(
        ids=np.array(ids, dtype=object),
        texts=np.array(texts, dtype=object),
        attributes={by: np.array(owner, dtype=object)},
        fingerprint=corpus.fingerprint,
    )


def _pools(short: Pools, owner: list[str]) -> Pools:
    names = np.array(owner, dtype=object)
    rows = {group: np.flatnonzero(names == group) for group in short.rows}
    none = np.zeros(0, dtype=np.int64)
    return Pools(rows, rows, dict(short.roles), none, none, short.by, TEST_SPLIT)
