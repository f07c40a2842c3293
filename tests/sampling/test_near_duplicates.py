"""Near-duplicates: what MinHash proposes is compared exactly, and what is alike is found."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.sampling.near_duplicates import SHINGLE, _shingles, _signatures, near_duplicate_families

WORDS = ("harbour", "calm", "ferry", "left", "for", "the", "island", "before", "noon", "with", "twelve", "people")


def jaccard(a: str, b: str) -> float:
    sets = [{text[i : i + SHINGLE] for i in range(max(1, len(text) - SHINGLE + 1))} for text in (a, b)]
    return len(sets[0] & sets[1]) / len(sets[0] | sets[1])


def brute_force(texts: list[str], threshold: float) -> list[set[int]]:
    """Connected components, by comparing every pair."""
    family = list(range(len(texts)))
    for i in range(len(texts)):
        for j in range(i):
            if jaccard(texts[i], texts[j]) >= threshold:
                family = [family[i] if f == family[j] else f for f in family]
    return sorted(({i for i, f in enumerate(family) if f == g} for g in set(family)), key=min)


def found(texts: list[str], threshold: float) -> list[set[int]]:
    families = near_duplicate_families(texts, threshold)
    return sorted((set(np.flatnonzero(families == g).tolist()) for g in set(families.tolist())), key=min)


@pytest.mark.parametrize("threshold", [0.7, 0.8, 0.9])
def test_families_are_those_of_comparing_every_pair(threshold):
    rng = np.random.default_rng(4)
    texts = []
    for _ in range(40):
        base = rng.permutation(WORDS).tolist()
        texts.append(" ".join(base))
        for _ in range(rng.integers(3)):  # the text with some of its words changed
            changed = [word if rng.random() > 0.04 else "zeppelin" for word in base]
            texts.append(" ".join(changed))
    expected = brute_force(texts, threshold)
    assert found(texts, threshold) == expected
    assert 10 < len(expected) < len(texts)


def test_copies_are_one_family_whatever_their_case_and_marks():
    assert near_duplicate_families(["Tea at FOUR, then!", "rain", "tea at four then"]).tolist() == [0, 1, 0]


def test_texts_of_every_script_are_alike_as_copies_alone(ten_scripts):
    languages = [language["texts"] + language["close"] for language in ten_scripts.values()]
    texts = [text for language in languages for text in language]
    copies = [unicodedata.normalize("NFD", f" {text}") for text in texts]
    families = near_duplicate_families(texts + copies)
    assert families[: len(texts)].tolist() == families[len(texts) :].tolist() == list(range(len(texts)))
    for language in languages:  # long texts differ by more than a sentence at the end
        long = "".join(language[:3]) * 4
        assert len(set(near_duplicate_families([long, long + language[3], "".join(language[1:]) * 4]).tolist())) == 2


def test_hundreds_of_texts_of_emoji_are_not_one_text():
    texts = [chr(a) + chr(b) for a in range(0x1F600, 0x1F612) for b in range(0x1F300, 0x1F314)]
    assert near_duplicate_families(texts).tolist() == list(range(360))


def test_chains_join():
    chain = ["abcdefghijklmnopqrstuvwxyz" * 2 + "0" * n for n in (0, 6, 12)]
    assert jaccard(chain[0], chain[1]) >= 0.8 > 0.7 > jaccard(chain[0], chain[2]) - 0.2
    assert len(set(near_duplicate_families(chain, 0.8).tolist())) == len(brute_force(chain, 0.8))


def test_short_and_empty_texts():
    texts = ["", "!?", "a", "b", "ab", "A", " ", "?!"]
    assert near_duplicate_families(texts).tolist() == [0, 1, 2, 3, 4, 2, 0, 5]
    assert near_duplicate_families(["only"]).tolist() == [0]


def test_texts_side_by_side_share_no_shingle_across_their_border():
    hashes, ends = _shingles(["abcdefg", "xyzuvw", "ab"])
    alone = [_shingles([text])[0] for text in ("abcdefg", "xyzuvw", "ab")]
    assert [hashes[a:b].tolist() for a, b in pairwise(ends)] == [h.tolist() for h in alone]
    assert len({h for part in alone for h in part.tolist()}) == 3 + 2 + 1


def test_agreement_of_signatures_estimates_similarity():
    rng = np.random.default_rng(0)
    a = "".join(rng.choice(list("abcdefghij"), 3000))
    b = a[:2000] + "".join(rng.choice(list("klmnopqrst"), 1000))
    signatures = _signatures(*_shingles([a, b]))
    assert (signatures[0] == signatures[0]).all()
    assert np.mean(signatures[:, 0] == signatures[:, 1]) == pytest.approx(jaccard(a, b), abs=0.2)


@pytest.mark.parametrize("threshold", [0.0, 1.2])
def test_a_threshold_out_of_range_is_refused(threshold):
    with pytest.raises(InputError, match=r"a threshold of similarity must lie in \(0, 1\], but it is"):
        near_duplicate_families(["a"], threshold)
