"""Units: blank names are units of their own, and of copies one counts, chosen without a look at groups."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.corpora import Corpus
from geobias.sampling import Pools, like_texts, units_of
from geobias.sampling.pools import TEST_SPLIT

NONE = np.zeros(0, dtype=np.int64)
WORDS = ["tea", "rain", "train", "sea", "hill", "road", "boat", "song", "lamp", "stone", "field", "glass", "cloud"]


def texts(count: int, seed: int = 0) -> list[str]:
    rng = np.random.default_rng(seed)
    return [" ".join([*rng.choice(WORDS, 12), str(number)]) for number in range(count)]


def corpus_of(made: list[str]) -> Corpus:
    return Corpus(np.array([f"t{n}" for n in range(len(made))], dtype=object), np.array(made, dtype=object), {})


def pools_of(pooled: tuple[str, ...] = (), **rows: list[int]) -> Pools:
    roles = {name: "pooled" if name in pooled else "region" for name in rows}
    found = {name: np.array(some) for name, some in rows.items()}
    return Pools(found, found, roles, NONE, NONE, "region", layout=TEST_SPLIT)


def test_texts_of_one_name_are_a_unit_and_blank_ones_are_units_of_their_own():
    names = np.array(["ann", "", "bob", "ann", " ", "NaN", "none", "n/a", "", "bob"], dtype=object)
    found = units_of(corpus_of(texts(10)), pools_of(au=[*range(5)], uk=[*range(5, 10)]), names)
    assert found.of_text[0] == found.of_text[3]
    assert found.of_text[2] == found.of_text[9]
    assert len(np.unique(found.of_text)) == 8
    assert found.counted.all()
    assert found.notices == (
        "6 of 10 texts name no unit (their cluster is blank, or a word for it): each is one of its own.",
    )
    alone = units_of(corpus_of(texts(10)), pools_of(au=[0, 1], uk=[2, 3]))
    assert alone.of_text.tolist() == [*range(10)]
    assert alone.notices == ()


def test_one_copy_of_every_family_counts():
    made = texts(20)
    made[3] = made[12] = made[15] = made[0]
    made[4], made[18] = made[1].upper() + "!", made[1] + "0"  # a copy but for case, and a near-copy
    found = units_of(corpus_of(made), pools_of(au=[*range(10)], uk=[*range(10, 20)]))
    assert found.counted[[0, 3, 12, 15]].sum() == 1
    assert found.counted[[1, 4, 18]].sum() == 1
    assert found.counted.sum() == 15
    lost = [int((~found.counted[part]).sum()) for part in (slice(10), slice(10, 20))]
    assert found.notices == (
        "Copies and near-copies count once (sampling.near_duplicates): 5 texts of 2 families are left out of floors, "
        f"tests and intervals (au {lost[0]}, uk {lost[1]}).",
    )
    exact = units_of(corpus_of(made), pools_of(au=[*range(10)], uk=[*range(10, 20)]), near_duplicates=None)
    assert exact.counted[18]
    assert exact.counted.sum() == 16


def test_which_copy_counts_does_not_depend_on_groups():
    made = texts(12)
    made[6:] = made[:6]
    corpus, rng = corpus_of(made), np.random.default_rng(0)
    first = units_of(corpus, pools_of(au=[*range(6)], uk=[*range(6, 12)]), seed=4)
    for _ in range(5):
        order = rng.permutation(12).tolist()
        dealt = units_of(corpus, pools_of(au=order[:4], uk=order[4:]), seed=4)
        assert np.array_equal(dealt.counted, first.counted)


def test_a_phrase_goes_to_a_group_as_often_as_it_stands_there():
    made = texts(8)
    made[1:4] = [made[0]] * 3  # three copies in one group, one in the other
    corpus, pools = corpus_of(made), pools_of(au=[0, 1, 2, 4, 5], uk=[3, 6, 7])
    kept = np.array([units_of(corpus, pools, near_duplicates=None, seed=seed).counted[3] for seed in range(400)])
    assert kept.mean() == pytest.approx(0.25, abs=3 * np.sqrt(0.25 * 0.75 / 400))


def test_a_group_that_repeats_all_regions_takes_none_of_their_texts():
    made = texts(10)
    made[6:] = made[:4]
    corpus = corpus_of(made)
    found = units_of(corpus, pools_of(("all",), au=[0, 1, 2], uk=[3, 4, 5], all=[6, 7, 8, 9]))
    assert found.counted.all()
    again = replace(corpus, texts=np.array([*made[:9], made[8]], dtype=object))
    assert (~units_of(again, pools_of(("all",), au=[0, 1, 2], uk=[3, 4, 5], all=[6, 7, 8, 9])).counted).sum() == 1


def test_scored_texts_outside_the_pools_are_looked_at_too():
    made = texts(6)
    made[5] = made[4]
    pools = pools_of(au=[0, 1], uk=[2, 3])
    scored = replace(pools, scored={"au": np.array([0, 1, 4]), "uk": np.array([2, 3, 5])})
    assert units_of(corpus_of(made), pools).counted.all()
    assert units_of(corpus_of(made), scored).counted[[4, 5]].sum() == 1


def test_like_texts_are_distinct_texts_of_their_units_each_as_often_as_any_other():
    units = [np.array([0, 1, 2, 3]), np.array([7, 9]), np.array([4, 5, 6])]
    drawn = np.stack([like_texts(units, 2, np.random.default_rng(seed)) for seed in range(300)])
    assert drawn.shape == (300, 3, 2)
    for place, unit in enumerate(units):
        assert (drawn[:, place, 0] != drawn[:, place, 1]).all()
        assert set(drawn[:, place].ravel()) == set(unit)
        shares = [(drawn[:, place] == text).any(1).mean() for text in unit]
        assert shares == pytest.approx([2 / len(unit)] * len(unit), abs=0.1)
