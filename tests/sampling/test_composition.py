"""Training mixes: one size, one region's share falling, everything else in proportion and shared where it can be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.sampling.composition import MixPlan, mix_counts, training_mixes

TRAINING = {"au": np.arange(100), "uk": np.arange(100, 400), "us": np.arange(400, 1000), "none": np.arange(0)}


def mixes(**settings):
    return training_mixes(TRAINING, MixPlan(**{"documents": 200, "repeats": 2, **settings}), seed=0)


def test_every_set_has_one_size_and_the_regions_share_falls():
    found = mixes(shares=(1.0, 0.5, 0.0))
    assert len(found) == 2 * (1 + 3 * 2)
    for mix in found:
        assert len(mix.rows) == len(np.unique(mix.rows)) == 200 == sum(mix.counts.values())
        for region, count in mix.counts.items():
            assert np.isin(mix.rows, TRAINING[region]).sum() == count
    of_us = {mix.share: mix.counts for mix in found if mix.repeat == 0 and mix.region in ("us", "")}
    assert {share: counts["us"] for share, counts in of_us.items()} == {1.0: 120, 0.5: 60, 0.0: 0}
    assert (of_us[0.0]["au"], of_us[0.0]["uk"]) == (50, 150)  # 100 to 300 fill up
    assert len({mix.name for mix in found}) == len(found)


def test_sets_of_a_repeat_share_what_they_can_and_repeats_differ():
    found = {(mix.region, mix.share, mix.repeat): set(mix.rows) for mix in mixes(shares=(0.5, 0.0))}
    full, half, none = found["", 1.0, 0], found["uk", 0.5, 0], found["uk", 0.0, 0]
    own = set(TRAINING["uk"])
    assert half & own < full & own
    assert full - own < half - own < none - own
    assert found["", 1.0, 1] != full


def test_a_region_that_leaves_changes_nobody_elses_order():
    alone = training_mixes(
        {"au": TRAINING["au"], "us": TRAINING["us"]},
        MixPlan(regions=("au",), shares=(0.0,), documents=100, repeats=2),
        seed=0,
    )
    [all_us] = [mix for mix in alone if (mix.share, mix.repeat) == (0.0, 0)]
    assert set(all_us.rows) & set(TRAINING["us"]) >= set(
        next(mix for mix in mixes(documents=100) if mix.region == "").rows
    ) & set(TRAINING["us"])


def test_without_a_number_sets_are_as_large_as_the_largest_region_allows():
    assert len(mixes(documents=None)[0].rows) == 400  # 1,000 without us
    assert len(mixes(documents=None, regions=("au",))[0].rows) == 900


@given(st.lists(st.integers(1, 5_000), min_size=2, max_size=7), st.data())
def test_counts_add_up_and_fit(totals, data):
    named = {f"r{i}": count for i, count in enumerate(totals)}
    region = data.draw(st.sampled_from(list(named)))
    size = data.draw(st.integers(1, sum(totals) - named[region]))
    share = data.draw(st.floats(0, 1))
    counts = mix_counts(named, size, region, share)
    assert sum(counts.values()) == size
    assert all(0 <= counts[name] <= named[name] for name in named)
    assert counts[region] <= round(size * named[region] / sum(totals))


def test_what_cannot_be_swept_is_refused():
    with pytest.raises(InputError) as error:
        mixes(documents=500)
    assert str(error.value) == (
        "mix.documents must be at most 400, what there is without 'us', but it is 500. "
        "Lower it, or leave the largest region out of mix.regions."
    )
    with pytest.raises(InputError, match=r"needs texts of two regions .* but \['none'\] have none\. Make"):
        mixes(regions=("none",))
    with pytest.raises(InputError, match=r"but only \['au'\] have any"):
        training_mixes({"au": np.arange(9)}, MixPlan(), 0)
    with pytest.raises(InputError, match=r"mix\.shares must lie in \[0, 1\], but they are \[50\.0\]"):
        MixPlan(shares=(50.0,))
    with pytest.raises(InputError, match="mix.repeats and mix.documents must be at least 2"):
        MixPlan(repeats=1)


def test_names_are_those_of_files():
    training = {"a/b c": np.arange(10), "US$": np.arange(10, 30)}
    names = [mix.name for mix in training_mixes(training, MixPlan(repeats=2), 0)]
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyzUS0123456789-_.") for name in names)


def test_every_set_has_a_name_of_its_own_whatever_the_regions_are_called():
    training = {name: np.arange(20) + 20 * i for i, name in enumerate(("北京", "上海", "us / f", "us - f", "au"))}
    names = [mix.name for mix in training_mixes(training, MixPlan(shares=(0.5, 0.0), repeats=2), seed=0)]
    assert len(set(names)) == len(names) == 2 * (1 + 5 * 2)
    assert "set0-au-0.5" in names


def test_a_share_must_fall():
    with pytest.raises(InputError, match=r"mix\.shares must hold a share below 1, but they are \[1\.0\]"):
        MixPlan(shares=(1.0,))
