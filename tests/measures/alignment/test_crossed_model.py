"""The crossed model, against the analysis of variance of a whole table and statsmodels' REML."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.regression.mixed_linear_model import MixedLM

from geobias.corpora import Judgements
from geobias.measures.alignment import AlignmentSettings, Suppression, crossed_model

GROUPS, PEOPLE, ITEMS = 3, 5, 16


@pytest.fixture
def whole():
    """Everybody of three groups answers every item."""
    rng = np.random.default_rng(11)
    table = rng.normal(size=ITEMS) + 0.8 * np.repeat(rng.normal(size=(GROUPS, ITEMS)), PEOPLE, 0)
    table = table + rng.normal(size=(GROUPS * PEOPLE, 1)) + 0.7 * rng.normal(size=table.shape)
    annotator, item = (place.ravel() for place in np.indices(table.shape))
    return Judgements(
        items=np.array([f"i{place}" for place in range(ITEMS)], dtype=object),
        annotators=np.array([f"a{place}" for place in range(len(table))], dtype=object),
        item=item,
        annotator=annotator,
        answers=table.ravel(),
        attributes={"group": [(f"g{place // PEOPLE}",) for place in range(len(table))]},
        sources={},
        texts=np.full(ITEMS, "", dtype=object),
        scale=(-9, 9),
        rows=np.ones(table.size, dtype=np.int64),
    )


def found_of(judgements):
    settings = AlignmentSettings(suppression=Suppression(1, 1))
    return {row.component: row for row in crossed_model(judgements, ["group"], settings).rows}


def test_components_of_a_whole_table_are_those_of_the_analysis_of_variance(whole):
    table = whole.answers.reshape(GROUPS, PEOPLE, ITEMS)
    cell, person, item, group = table.mean(1), table.mean(2), table.mean((0, 1)), table.mean((1, 2))
    rest = table - cell[:, None] - person[..., None] + group[:, None, None]
    residual = (rest**2).sum() / (GROUPS * (PEOPLE - 1) * (ITEMS - 1))
    people = ITEMS * ((person - group[:, None]) ** 2).sum() / (GROUPS * (PEOPLE - 1))
    own = PEOPLE * ((cell - item - group[:, None] + item.mean()) ** 2).sum() / ((GROUPS - 1) * (ITEMS - 1))
    common = GROUPS * PEOPLE * ((item - item.mean()) ** 2).sum() / (ITEMS - 1)
    found = found_of(whole)
    assert found["residual"].value == pytest.approx(residual)
    assert found["annotator"].value == pytest.approx((people - residual) / ITEMS)
    assert found["group x item"].value == pytest.approx((own - residual) / PEOPLE)
    assert found["item"].value == pytest.approx((common - own) / (GROUPS * PEOPLE))


def test_they_are_those_of_reml(whole):
    frame = pd.DataFrame({"y": whole.answers, "item": whole.item, "who": whole.annotator, "one": 1})
    frame["group"] = frame["who"] // PEOPLE
    frame["cell"] = frame["group"] * ITEMS + frame["item"]
    parts = {"item": "0 + C(item)", "cell": "0 + C(cell)", "who": "0 + C(who)"}
    fitted = MixedLM.from_formula("y ~ C(group)", groups="one", vc_formula=parts, re_formula="0", data=frame).fit()
    reml = dict(zip(fitted.model.exog_vc.names, fitted.vcomp, strict=True))
    found = found_of(whole)
    assert found["item"].value == pytest.approx(reml["item"], rel=0.02)
    assert found["group x item"].value == pytest.approx(reml["cell"], rel=0.02)
    assert found["annotator"].value == pytest.approx(reml["who"], rel=0.02)
    assert found["residual"].value == pytest.approx(fitted.scale, rel=0.02)


def test_shares_sum_to_one_and_the_own_share_is_of_opinions(made):
    found = {row.component: row for row in crossed_model(made, ["group"]).rows}
    own = found.pop("own share of opinions")
    assert sum(row.share for row in found.values()) == pytest.approx(1)
    item, cell = found["item"].value, found["group x item"].value
    assert own.value == pytest.approx(cell / (item + cell))
    assert own.low < own.value < own.high
    assert (own.n_groups, own.n_annotators, own.n_items) == (5, 90, 200)


def test_truth_is_met_on_average_where_tables_have_gaps(worlds):
    """Wide answers: noise is drawn anew, and so are items."""
    found = []
    for run in range(30):
        made = worlds.World(items=150, sizes=(20, 14), per_item=(4, 3), shift=(0, 0.5), noise=(0.7, 0.7)).drawn(
            np.random.default_rng(run)
        )
        found.append([row.value for row in crossed_model(made, ["group"]).rows])
    mean, error = np.mean(found, 0), np.std(found, 0) / np.sqrt(30)
    share = worlds.World().own ** 2 / (1 + worlds.World().own ** 2)
    assert abs(mean[5] - share) < 3 * error[5] + 0.03  # rounding and the ends of the scale take some


def test_too_few_groups_say_so(made):
    alone = made.with_attribute("kind", [("all",)] * len(made.annotators))
    notes = {row.note for row in crossed_model(alone, ["kind"]).rows}
    assert notes == {"fewer than two groups with 10 items that two annotators of each answered"}


def test_annotators_of_several_groups_are_left_out(made):
    values = [("g0", "g1") if place < 3 else given for place, given in enumerate(made.attributes["group"])]
    rows = crossed_model(made.with_attribute("group", values), ["group"]).rows
    assert {row.note for row in rows} == {"3 annotators of several groups left out"}
    assert {row.n_annotators for row in rows} == {87}
