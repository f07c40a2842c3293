from __future__ import annotations

import numpy as np

from geobias.relations import TRANSFER, answer_region_distances, family_of, judge, relate_all
from geobias.tables import SUPPORTED, PairTable


def related(family: str):
    """A distance that orders gaps as they are, over six regions; and one that does not."""
    places = np.array([0.0, 1, 3, 7, 12, 20])
    apart = np.abs(places[:, None] - places)
    groups = tuple("abcdef")
    x, y = PairTable(groups, apart[None], "energy"), PairTable(groups, apart[None] ** 2, "gap_at_m[accuracy]")
    table = relate_all([(x, y)], coefficients=("spearman", "pearson"), family=family, alternative="greater", rng=0)
    return judge(table.rows)


def test_each_model_and_transfer_have_a_question_with_the_verdict_of_the_first_coefficient():
    models = ["m", "n"]
    families = {family_of(name, models): related(family_of(name, models)) for name in models}
    names = dict(zip(families, models, strict=True))
    found = answer_region_distances(families | {TRANSFER: related(TRANSFER), "distances, o": []}, names)
    assert [row.family for row in found.rows] == ["distances, m", "distances, n", "distances-transfer"]
    assert {row.word for row in found.rows} == {SUPPORTED}
    assert [row.question for row in found.rows] == [
        "Do regions whose statements lie further apart differ more in how often 'm' is right?",
        "Do regions whose statements lie further apart differ more in how often 'n' is right?",
        "Does what is learned of one region serve another less the further apart their statements lie?",
    ]
    assert found.rows[0].p_adjusted == related("")[0].p_qap


def test_one_model_alone_gives_no_name_to_its_family():
    assert family_of("m", ["m"]) == "distances"
