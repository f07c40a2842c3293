"""Pools: what is evaluated never trains, small groups by policy, layouts by what a corpus has."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.sampling import SamplingPlan, make_pools

PLAN = SamplingPlan(pool=30, min_documents=20, near_duplicates=None)


def everything(corpus) -> np.ndarray:
    return np.ones(len(corpus), dtype=bool)


def test_without_a_baseline_the_rest_of_the_pools_trains(make_corpus):
    corpus = make_corpus({"au": 100, "nz": 25, "us": 400})
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert all(np.array_equal(pools.scored[group], rows) for group, rows in pools.rows.items() if group != "baseline")
    assert {group: len(rows) for group, rows in pools.rows.items()} == {
        "au": 30, "nz": 25, "us": 30, "mixed": 30, "baseline": 30,
    }  # fmt: skip
    evaluated = np.concatenate([pools.rows[group] for group in ("au", "nz", "us")])
    assert len(np.intersect1d(pools.training, evaluated)) == 0
    assert len(pools.training) == 525 - 85
    assert pools.held_out_baseline
    assert pools.pooled_groups == ("mixed", "baseline")


def test_groups_by_several_attributes(make_corpus):
    corpus = make_corpus({"au": 100, "us": 400, "all": 60}, roles={"all": "pooled"})
    corpus = replace(corpus, attributes={**corpus.attributes, "sex": np.resize(["f", "m", "m"], len(corpus))})
    pools = make_pools(corpus, replace(PLAN, by=("region", "sex"), baseline=False), everything(corpus), seed=0)
    assert pools.roles == {
        "au / f": "region", "au / m": "region", "us / f": "region", "us / m": "region", "all": "pooled", "mixed":
        "pooled"
    }  # fmt: skip
    assert pools.by == "region / sex"
    for name in ("au / f", "us / m"):
        region, sex = name.split(" / ")
        rows = pools.rows[name]
        assert set(corpus.attributes["region"][rows]) == {region}
        assert set(corpus.attributes["sex"][rows]) == {sex}


def test_mixed_holds_equal_parts_of_every_region(make_corpus):
    corpus = make_corpus({"au": 100, "nz": 25, "us": 400})
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0)
    owners = corpus.attributes["region"][pools.rows["mixed"]]
    assert {group: int((owners == group).sum()) for group in ("au", "nz", "us")} == {"au": 10, "nz": 10, "us": 10}


def test_a_baseline_group_trains_and_no_other(make_corpus):
    corpus = make_corpus({"au": 40, "us": 40, "baseline": 200}, roles={"baseline": "baseline"})
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert set(corpus.attributes["region"][pools.training]) == {"baseline"}
    assert len(pools.training) == 200


def test_evaluated_and_repeated_texts_never_train(make_corpus):
    corpus = make_corpus({"au": 30, "us": 30, "baseline": 50}, roles={"baseline": "baseline"})
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
    corpus = make_corpus({"au": 30, "us": 30, "baseline": 50}, roles={"baseline": "baseline"})
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


def test_a_group_that_a_test_split_lacks_is_counted_there(make_corpus):
    corpus = make_corpus({"au": 60, "nz": 50, "us": 60})
    test = (np.arange(len(corpus)) % 2 == 1) & (corpus.attributes["region"] != "nz")
    corpus = replace(corpus, splits=np.where(test, "test", "train").astype(object))
    told = make_pools(corpus, PLAN, everything(corpus), seed=0).notices
    expected = (
        "Left out, with fewer than 20 usable texts of the test split (sampling.min_documents): 1 of 3 groups, nz (0)."
    )
    assert told == [expected]


def test_unusable_texts_are_in_no_pool(make_corpus):
    corpus = make_corpus({"au": 40, "us": 40})
    usable = everything(corpus)
    usable[:10] = False
    pools = make_pools(corpus, replace(PLAN, pool=None, baseline=False), usable, seed=0)
    assert len(pools.rows["au"]) == 30
    assert min(pools.rows["au"]) == 10


def test_small_groups_are_left_out_in_one_notice_or_go_by_policy(make_corpus):
    corpus = make_corpus({"au": 40, "nz": 5, "us": 40, "za": 1})
    dropped = make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert dropped.regions == ("au", "us")
    assert dropped.notices[0] == (
        "Left out, with fewer than 20 usable texts (sampling.min_documents): 2 of 4 groups, nz (5), za (1)."
    )
    with pytest.raises(InputError) as error:
        make_pools(corpus, replace(PLAN, on_small="error"), everything(corpus), seed=0)
    assert str(error.value) == (
        "group 'nz' needs at least 20 usable texts, but it has 5 (of 5 read). "
        "Add texts, leave it out of sampling.groups, or set sampling.on_small=drop (all takes it as it is)."
    )
    with pytest.raises(InputError, match="group 'za' needs at least 2 usable texts, but it has 1 .of 1 read.. Add"):
        make_pools(corpus, replace(PLAN, on_small="all"), everything(corpus), seed=0)
    kept = make_pools(corpus, replace(PLAN, on_small="all", groups=("au", "nz")), everything(corpus), seed=0)
    assert len(kept.rows["nz"]) == 5


def test_fewer_than_two_groups_are_refused_with_the_sizes(make_corpus):
    corpus = make_corpus({"au": 40, "nz": 5, "za": 7})
    with pytest.raises(InputError) as error:
        make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert str(error.value) == (
        "a study of groups needs at least two base groups of 20 or more usable texts, "
        "but there is only 'au' beside 'nz' (5), 'za' (7). "
        "Add texts, lower sampling.min_documents, or set sampling.on_small=all."
    )


@pytest.mark.parametrize("setting", ["groups", "pooled_groups"])
def test_an_absent_group_is_named_with_the_nearest(make_corpus, setting):
    corpus = make_corpus({"au": 40, "us": 40})
    with pytest.raises(InputError, match=r"\['usa'\] do not. The nearest is 'us'. There are 'au', 'us'\."):
        make_pools(corpus, replace(PLAN, **{setting: ("au", "usa")}), everything(corpus), seed=0)


@given(st.lists(st.sampled_from(["mixed", "BaseLine", "all", "multiple", "NA", "mixed (built)", "UK/IE"]),
                min_size=2, max_size=5, unique=True))  # fmt: skip
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_group_may_be_called_anything(make_corpus, names):
    corpus = make_corpus(dict.fromkeys(names, 45))
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0, learns=False)
    assert pools.regions == tuple(names)
    assert all(set(corpus.attributes["region"][pools.rows[name]]) == {name} for name in names)
    assert sorted(pools.roles.values()) == ["baseline", "pooled", *["region"] * len(names)]
    assert len({name.casefold() for name in pools.groups}) == len(names) + 2


def test_declared_roles_make_pooled_groups_and_baseline_and_names_do_not(make_corpus):
    corpus = make_corpus({"au": 40, "us": 40, "both": 40, "standard": 60, "multiple": 40, "baseline": 40})
    corpus = replace(corpus, roles={"region": {"both": "pooled", "standard": "baseline"}, "other": {"au": "pooled"}})
    pools = make_pools(corpus, PLAN, everything(corpus), seed=0)
    assert pools.regions == ("au", "us", "multiple", "baseline")
    assert pools.pooled_groups == ("both", "mixed", "standard")
    assert pools.baseline == "standard"
    assert set(corpus.attributes["region"][pools.training]) == {"standard"}


def test_small_labelled_groups_are_scored_by_halves_and_the_rest_trains(make_corpus):
    corpus = make_corpus(dict.fromkeys(["au", "mixed", "uk", "us"], 120))
    pools = make_pools(corpus, replace(PLAN, pool=810), everything(corpus), seed=0)
    assert [len(pools.rows[name]) for name in pools.regions] == [120] * 4
    assert [len(pools.scored[name]) for name in pools.regions] == [60] * 4
    assert len(np.intersect1d(np.concatenate([pools.scored[n] for n in (*pools.regions, "mixed (built)")]),
                              pools.training)) == 0  # fmt: skip
    assert len(pools.training) == 240
    assert pools.notices[0].startswith("Half of every group's labelled texts is scored and the other half trains, as w")
    unlearned = make_pools(corpus, replace(PLAN, pool=810), everything(corpus), seed=0, learns=False)
    assert len(unlearned.scored["au"]) == 120


def test_a_groups_pool_does_not_depend_on_the_other_groups(make_corpus):
    corpus = make_corpus({"au": 100, "nz": 100, "us": 100})
    both = make_pools(corpus, replace(PLAN, groups=("au", "nz", "us")), everything(corpus), seed=3)
    fewer = make_pools(corpus, replace(PLAN, groups=("au", "us")), everything(corpus), seed=3)
    assert np.array_equal(both.rows["us"], fewer.rows["us"])


def test_scores_may_draw_from_everything_that_does_not_train(make_corpus):
    corpus = make_corpus({"au": 60, "us": 90, "baseline": 50}, roles={"baseline": "baseline"})
    pools = make_pools(corpus, replace(PLAN, score_all=True), everything(corpus), seed=0)
    assert (len(pools.rows["us"]), len(pools.scored["us"])) == (30, 90)
    assert len(np.intersect1d(np.concatenate([pools.scored["us"], pools.scored["au"]]), pools.training)) == 0
    own = make_corpus({"au": 60, "us": 90})
    pools = make_pools(own, replace(PLAN, score_all=True), everything(own), seed=0)
    assert len(pools.scored["us"]) == 30
