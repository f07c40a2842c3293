"""Who trains and who is evaluated, dealt anew: of every group the same share, and whole clusters."""

from __future__ import annotations

import numpy as np

from geobias.controls.dealing import Usable


def test_every_dealing_takes_the_same_share_of_each_group_and_whole_clusters(alike):
    made = alike()
    usable = Usable.of(made.materials, made.regions)
    assert (usable.share, usable.most.tolist()) == (1 / 3, [40] * 4)
    evaluated, rows = usable.deal(np.random.default_rng(0))
    again, _ = usable.deal(np.random.default_rng(1))
    assert np.bincount(evaluated.owners).tolist() == [40] * 4
    assert np.bincount(rows // 60).tolist() == [20] * 4
    assert not np.isin(rows, evaluated.rows).any()
    assert set(again.rows) != set(evaluated.rows)
