from __future__ import annotations

import numpy as np
import pytest

from geobias.measures.resonance import design_means_of, nation_designs, stability


def test_rows_are_the_means_that_the_certificate_compares(scores):
    means = design_means_of(scores)
    frame = nation_designs(means).to_frame()
    wide = frame.pivot(index="nation", columns="design", values="mean").loc[list(means.nations), list(means.designs)]
    np.testing.assert_allclose(wide, means.by_design)
    pair = stability(means).pairs.rows[0]
    beyond = frame.pivot(index="design", columns="nation", values="beyond")
    apart = beyond[pair.group_a] - beyond[pair.group_b]
    assert apart.mean() == pytest.approx(pair.difference)
    assert (apart.min(), apart.max()) == pytest.approx((pair.least, pair.most))
    assert set(frame["n"]) == {24}


def test_errors_are_of_answers_alone(scores):
    means = design_means_of(scores)
    frame = nation_designs(means).to_frame()
    own = frame.groupby("nation", sort=False)["error"].apply(lambda one: np.sqrt((one**2).mean() / len(one)))
    np.testing.assert_allclose(own, means.answer_errors)
    alone = design_means_of(scores.only(np.asarray(scores.sample) == 0))
    assert nation_designs(alone).to_frame()["error"].isna().all()
