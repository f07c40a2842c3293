"""Near-duplicates: texts whose sets of character shingles have a Jaccard similarity of at least a threshold.

Resemblance of shingles is Broder's (1997). Candidates come from MinHash signatures in bands, and each is then compared
exactly: nothing is called alike that is not, and a pair at similarity s is overlooked with probability
(1 - s^ROWS)^BANDS, which is 6e-4 at 0.8 and 3e-7 at 0.9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from geobias.corpora import normalise_text
from geobias.errors import InputError, require
from geobias.seeds import generator

SHINGLE = 5  # characters of a shingle, of the normalised text; a shorter text is one shingle
BANDS, ROWS = 14, 4
BITS = 18  # of a shingle's hash, that signatures look at


def near_duplicate_families(texts: Sequence[str], threshold: float = 0.8) -> np.ndarray:
    """int64 (n,): a number per family; a family is what chains of near-duplicate pairs join.

    Texts are compared as `normalise_text` gives them, so copies that differ in case or punctuation are of one family.

    Raises
    ------
    InputError : a threshold outside (0, 1].

    >>> near_duplicate_families(["Rain in Perth again, and no end", "rain in Perth again and no end!", "a dry day"])
    array([0, 0, 1])
    """
    if not 0 < threshold <= 1:
        raise InputError("a threshold of similarity must lie in (0, 1]", f"it is {threshold}", "Pass 0.8.")
    graph = require("scipy.sparse.csgraph", extra="study", purpose="the search for near-duplicates")
    sparse = require("scipy.sparse", extra="study", purpose="the search for near-duplicates")
    places: dict[str, int] = {}
    owners = np.array([places.setdefault(normalise_text(text), len(places)) for text in texts], dtype=np.int64)
    pairs = _similar_pairs(list(places), threshold)
    links = sparse.coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(places), len(places)))
    return graph.connected_components(links, directed=False)[1].astype(np.int64)[owners]


def _similar_pairs(texts: list[str], threshold: float) -> np.ndarray:
    """int64 (pairs, 2) of distinct texts that are alike; a text without a character is like no other."""
    hashes, ends = _shingles(texts)
    pairs = _candidates(_signatures(hashes, ends))
    shingles = {row: np.unique(hashes[ends[row] : ends[row + 1]]) for row in np.unique(pairs).tolist()}
    alike = [pair for pair in pairs.tolist() if _jaccard(*(shingles[row] for row in pair)) >= threshold - 1e-12]
    return np.array(alike, dtype=np.int64).reshape(-1, 2)


def _jaccard(a: np.ndarray, b: np.ndarray) -> float:
    shared = len(np.intersect1d(a, b, assume_unique=True))
    return shared / max(1, len(a) + len(b) - shared)


def _shingles(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Hashes of every text's shingles, uint64, one text after the other, and where each text's begin and end.

    A shorter text is filled up with NUL to one shingle; an empty one has that of NUL alone.
    """
    points = [np.frombuffer(t.ljust(SHINGLE, "\0").encode("utf-32-le", "surrogatepass"), np.uint32) for t in texts]
    stream = np.concatenate(points).astype(np.uint64)
    lengths = np.array([len(p) for p in points], dtype=np.int64)
    hashes = np.zeros(len(stream) - SHINGLE + 1, dtype=np.uint64)
    for place in range(SHINGLE):
        hashes = _mixed(hashes ^ stream[place : place + len(hashes)])
    across = np.zeros(len(stream), dtype=bool)  # windows that begin in one text and end in the next
    for back in range(1, SHINGLE):
        across[np.cumsum(lengths) - back] = True
    return hashes[~across[: len(hashes)]], np.append(0, np.cumsum(lengths - SHINGLE + 1))


def _mixed(values: np.ndarray) -> np.ndarray:
    """A bijection of uint64 that spreads what lies close (an odd multiplier and a shifted xor)."""
    values = values * np.uint64(0x9E3779B97F4A7C15)
    return values ^ (values >> np.uint64(29))


def _signatures(hashes: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """MinHash signatures, uint32 (BANDS * ROWS, texts): the least image of the shingles under each of so many orders.

    The orders are over the shingles' first bits. Shingles that agree in them make texts look more alike, never less;
    what is only alike here does not survive the exact comparison.
    """
    rng = generator(0, "minhash")
    buckets = (hashes >> np.uint64(64 - BITS)).astype(np.int32)
    found = np.bincount(buckets, minlength=1 << BITS) > 0  # an order of these is all that is seen of an order of all
    buckets = (np.cumsum(found, dtype=np.int32) - 1)[buckets]
    images = np.empty(len(buckets), dtype=np.uint32)
    out = np.empty((BANDS * ROWS, len(ends) - 1), dtype=np.uint32)
    for row in out:
        np.take(rng.permutation(int(found.sum())).astype(np.uint32), buckets, out=images)
        np.minimum.reduceat(images, ends[:-1], out=row)
    return out


def _candidates(signatures: np.ndarray) -> np.ndarray:
    """int64 (pairs, 2), distinct, lower number first: texts that agree in all rows of a band."""
    keys = [np.empty(0, dtype=np.int64)]
    for band in np.split(signatures, BANDS):
        bucket = np.zeros(band.shape[1], dtype=np.uint64)
        for row in band:
            bucket = _mixed(bucket ^ row.astype(np.uint64))
        keys.append(np.unique(np.concatenate([a << 32 | b for a, b in _bucket_pairs(bucket)])))
    found = np.unique(np.concatenate(keys))
    return np.stack([found >> 32, found & 0xFFFFFFFF], axis=1)


def _bucket_pairs(bucket: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """All pairs of texts with equal values; texts of one value stand together, so partners are the next few."""
    order = np.argsort(bucket, kind="stable")
    ordered = bucket[order]
    active, step = np.arange(len(order)), 1
    yield order[:0], order[:0]
    while len(active := active[active + step < len(order)]):
        active = active[ordered[active] == ordered[active + step]]
        yield order[active], order[active + step]
        step += 1
