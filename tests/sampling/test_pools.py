"""Pools: what is evaluated never trains, small groups by policy, layouts by what a corpus has."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.sampling import SamplingPlan, make_pools
from geobias.sampling.pools import _refuse_overlap

PLAN = SamplingPlan(pool=30, min_documents=20, near_duplicates=None)


def everything(corpus) -> np.ndarray:
    return np.ones(len(corpus), dtype=bool)


def test_without_a_baseline_the_rest_of_the_pools_trains(make_corpus):
    corpus = make_corpus({"au": 100, "nz": 25, "us": 400})
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert {group: len(rows) for group, rows in pools.rows.items()} == {
        "au": 30, "nz": 25, "us": 30, "mixed": 30, "baseline": 30,
    }  # fmt: skip
    evaluated = np.concatenate([pools.rows[group] for group in ("au", "nz", "us")])
    assert len(np.intersect1d(pools.training, evaluated)) == 0
    assert len(pools.training) == 525 - 85
    assert pools.held_out_baseline
    assert pools.unions == ("mixed", "baseline")


def test_mixed_holds_equal_parts_of_every_region(make_corpus):
    corpus = make_corpus({"au": 100, "nz": 25, "us": 400})
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0)
    owners = corpus.attributes["region"][pools.rows["mixed"]]
    assert {group: int((owners == group).sum()) for group in ("au", "nz", "us")} == {"au": 10, "nz": 10, "us": 10}


def test_a_baseline_group_trains_and_no_other(make_corpus):
    corpus = make_corpus({"au": 40, "us": 40, "baseline": 200}, splits={"baseline": "train"})
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert set(corpus.attributes["region"][pools.training]) == {"baseline"}
    assert len(pools.training) == 200


def test_evaluated_and_repeated_texts_never_train(make_corpus):
    corpus = make_corpus({"au": 30, "us": 30, "baseline": 50}, splits={"baseline": "train"})
    texts = corpus.texts.copy()
    texts[60] = "AU  text, number 3!"  # an evaluated text, but for case and punctuation
    texts[61] = texts[62]
    corpus = replace(corpus, texts=texts, labels=np.zeros(len(corpus), dtype=int))
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert pools.left_out == {"copies": 2}
    assert 60 not in pools.training
    assert 62 not in pools.training
    assert 61 in pools.training


def test_near_duplicates_of_evaluated_texts_never_train_and_others_are_families(make_corpus):
    corpus = make_corpus({"au": 30, "us": 30, "baseline": 50}, splits={"baseline": "train"})
    rng = np.random.default_rng(0)
    texts = np.array(["".join(rng.choice(list("abcdefghij klmnop"), 60)) for _ in range(len(corpus))], dtype=object)
    texts[60] = texts[3] + " indeed"  # near an evaluated text
    texts[62] = texts[61] + " indeed"  # near another training text
    corpus = replace(corpus, texts=texts)
    pools = make_pools(corpus, replace(PLAN, near_duplicates=0.8), everything(corpus), seed=0)
    assert pools.left_out == {"near-duplicates": 1}
    assert 60 not in pools.training
    family = dict(zip(pools.training.tolist(), pools.families.tolist(), strict=True))
    assert family[61] == family[62]
    assert len(set(family.values())) == len(family) - 1
    everyone = make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert 60 in everyone.training
    assert len(set(everyone.families.tolist())) == len(everyone.training)


def test_with_a_test_split_groups_come_from_it_and_the_baseline_is_all_of_it(make_corpus):
    corpus = make_corpus({"au": 60, "us": 60, "": 30})
    splits = np.array(["test" if row % 2 else "train" for row in range(len(corpus))], dtype=object)
    corpus = replace(corpus, splits=splits)
    pools = make_pools(corpus, replace(PLAN, pool=None), everything(corpus), seed=0)
    assert all((corpus.splits[rows] == "test").all() for rows in pools.rows.values())
    assert len(pools.rows["baseline"]) == 75
    assert (corpus.splits[pools.training] == "train").all()
    assert not pools.held_out_baseline


def test_unusable_texts_are_in_no_pool(make_corpus):
    corpus = make_corpus({"au": 40, "us": 40})
    usable = everything(corpus)
    usable[:10] = False
    pools = make_pools(corpus, replace(PLAN, pool=None, baseline=False), usable, seed=0)
    assert len(pools.rows["au"]) == 30
    assert min(pools.rows["au"]) == 10


def test_a_small_group_is_named_and_mended_by_policy(make_corpus):
    corpus = make_corpus({"au": 40, "nz": 5, "us": 40})
    with pytest.raises(InputError) as error:
        make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert str(error.value) == (
        "group 'nz' needs at least 20 usable texts, but it has 5 (of 5 read). "
        "Add texts, leave it out of sampling.groups, or set sampling.on_small=all or drop."
    )
    kept = make_pools(corpus, replace(PLAN, on_small="all"), everything(corpus), seed=0)
    assert len(kept.rows["nz"]) == 5
    dropped = make_pools(corpus, replace(PLAN, on_small="drop"), everything(corpus), seed=0)
    assert "nz" not in dropped.rows
    assert dropped.notices[0] == "Group 'nz' was left out: it has 5 usable texts, fewer than 20."


def test_an_absent_group_is_named(make_corpus):
    corpus = make_corpus({"au": 40, "us": 40})
    with pytest.raises(InputError, match=r"\['fr'\] do not. There are \['au', 'us'\]\."):
        make_pools(corpus, replace(PLAN, groups=("au", "fr")), everything(corpus), seed=0)


def test_overlapping_groups_are_refused():
    with pytest.raises(InputError, match="groups 'a' and 'b' must not share texts, but they share 1 rows"):
        _refuse_overlap({"a": np.array([1, 2]), "b": np.array([2, 3])})


def test_a_groups_pool_does_not_depend_on_the_other_groups(make_corpus):
    corpus = make_corpus({"au": 100, "nz": 100, "us": 100})
    both = make_pools(corpus, replace(PLAN, groups=("au", "nz", "us")), everything(corpus), seed=3)
    fewer = make_pools(corpus, replace(PLAN, groups=("au", "us")), everything(corpus), seed=3)
    assert np.array_equal(both.rows["us"], fewer.rows["us"])


def test_scores_may_draw_from_everything_that_does_not_train(make_corpus):
    corpus = make_corpus({"au": 60, "us": 90, "baseline": 50}, splits={"baseline": "train"})
    pools = make_pools(corpus, replace(PLAN, score_all=True), everything(corpus), seed=0)
    assert (len(pools.rows["us"]), len(pools.scored["us"])) == (30, 90)
    assert len(np.intersect1d(np.concatenate([pools.scored["us"], pools.scored["au"]]), pools.training)) == 0
    own = make_corpus({"au": 60, "us": 90})
    pools = make_pools(own, replace(PLAN, score_all=True), everything(own), seed=0)
    assert len(pools.scored["us"]) == 30
