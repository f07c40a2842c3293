from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from geobias.report.run import Run
from geobias.report.verdicts import STYLES, in_words, stated
from geobias.tables import DIFFERENT, EQUIVALENT, NOT_SEPARABLE, SUPPORTED, UNTESTABLE

ROW = {
    "family": "distance-gap",
    "question": "Do distances go with gaps?",
    "word": "supported",
    "answer": "Yes: the larger the sinkhorn_excess, the smaller the gap[f1].",
    "sentence": "sinkhorn_excess and gap[f1]: spearman -0.81 over 15 pairs of 6 groups, p = 0.003 after max-T over 4 "
    "relations; negative control p = 0.010.",
    "n_tested": 4,
    "p_attainable": 1 / 720,
}
RELATIONS = pd.DataFrame({"x": ["sinkhorn", "sinkhorn_excess"], "y": ["gap[f1]"] * 2, "coefficient": "spearman"})
RELATIONS = RELATIONS.assign(passes="", stopped_by="")


def told(row, relations=None):
    tables = {"verdict": pd.DataFrame([row])} | ({} if relations is None else {"relations": relations})
    [found] = stated(Run(Path(), {}, tables))
    return found


def test_every_word_has_a_style_and_a_sign_of_its_own():
    assert set(STYLES) == {DIFFERENT, EQUIVALENT, NOT_SEPARABLE, SUPPORTED, UNTESTABLE}
    assert len({sign for _, sign in STYLES.values()}) == 5
    assert len({style for style, _ in STYLES.values()}) == 3


def test_evidence_is_told_with_names_in_words():
    found = told(ROW, RELATIONS)
    assert found.sentence == (
        "Sinkhorn divergence (excess over the noise floor) and gap in F1: Spearman's ρ −0.81 over 15 pairs of 6 "
        "groups, p = 0.003 after max-T over 4 relations; negative control p = 0.010."
    )
    assert (found.question, found.word, found.kind, found.sign) == (ROW["question"], "supported", "supported", "✓")
    assert found.answer == (
        "Yes: the larger the Sinkhorn divergence (excess over the noise floor), the smaller the gap in F1."
    )
    assert found.basis == "The smallest p attainable is 0.0014."


def test_relations_of_regions_are_told_in_words_too():
    row = ROW | {"answer": "", "sentence": "energy and gap_at_m[accuracy]: spearman -0.48 over 10 pairs of 5 groups."}
    relations = pd.DataFrame({"x": ["energy"], "y": ["gap_at_m[accuracy]"], "coefficient": "spearman"})
    [found] = stated(Run(Path(), {}, {"verdict": pd.DataFrame([row]), "region_relations": relations}))
    assert found.sentence == (
        "Energy distance and gap in accuracy at one size: Spearman's ρ −0.48 over 10 pairs of 5 groups."
    )


def test_without_relations_the_sentence_stays():
    found = told({**ROW, "n_tested": 0, "p_attainable": float("nan"), "question": ""})
    assert found.sentence.startswith("Sinkhorn_excess and gap[f1]: spearman −0.81")
    assert (found.basis, found.question) == ("", "distance-gap")


def test_a_gap_that_is_related_to_nothing_is_told_in_words_too():
    row = ROW | {"family": "gaps", "word": "not separable", "answer": "The largest: a–b, gap[f1] +8.2 points."}
    tables = {"verdict": pd.DataFrame([row]), "gap_intervals": pd.DataFrame({"metric": ["f1"], "verdict": [""]})}
    [found] = stated(Run(Path(), {}, tables))
    assert found.answer == "The largest: a–b, gap in F1 +8.2 points."


@pytest.mark.parametrize("name", ["energy", "energy_long", "gap[a+b]", "a.b"])
def test_names_are_replaced_once_and_whole(name):
    known = {"energy": "energy distance", "energy_long": "energy distance (long texts)", "gap[a+b]": "X", "a.b": "Y"}
    assert in_words(f"It is {name}, energyless.", known) == f"It is {known[name]}, energyless."
