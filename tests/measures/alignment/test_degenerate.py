"""Judgements that tell nothing: every measure gives NaN with its reason, without a warning."""

import warnings

import numpy as np
import pytest

from geobias.corpora import load_judgements, make_judgements
from geobias.measures.alignment import (
    AlignmentSettings,
    Suppression,
    align,
    alignment_differences,
    alignment_intervals,
    alignment_placebos,
    crossed_model,
    dividing_items,
    own_parts,
    soft_alignments,
)

EVERY_CELL = AlignmentSettings(suppression=Suppression(1, 1), draws=99)
MEASURES = (
    alignment_intervals, alignment_differences, own_parts, crossed_model, dividing_items, soft_alignments,
    lambda judged, attributes, settings: alignment_placebos(judged, attributes, settings, draws=1),
    lambda judged, attributes, settings: align(judged, attributes, suppression=settings.suppression),
)  # fmt: skip
NO_PAIR, NO_VARIATION = "no item has answers of two annotators", "no_variation: every answer is the same"


def _judged(tmp_path, items, annotators, answer, group=lambda who: "all"):
    """Every item by the annotators of its place."""
    rows = [f"{item},{who},{answer(item)},{group(who)},{item % 5}" for item in range(items) for who in annotators(item)]
    path = tmp_path / "judgements.csv"
    path.write_text("item,annotator,answer,group,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return load_judgements(path, attributes=["group"], sources=["label"])


CASES = {
    "one rater, 1 x 4": ((4, lambda item: "a", lambda item: item % 3), NO_PAIR),  # N01
    "two raters who never meet": ((4, lambda item: "ab"[item % 2], lambda item: item % 3), NO_PAIR),  # N01
    "groups that never meet": ((12, lambda item: "ab"[item % 2], lambda item: item, str), NO_PAIR),  # N01
    "all 1s, two raters": ((4, lambda item: "ab", lambda item: 1), NO_VARIATION),  # N02
    "all 1s, many items and groups": ((12, lambda item: "abcd", lambda item: 1, lambda who: who in "ab"), NO_VARIATION),
    "all 0s": ((12, lambda item: "abc", lambda item: 0), NO_VARIATION),
}


@pytest.mark.parametrize(("given", "reason"), CASES.values(), ids=CASES)
def test_alpha_is_nan_with_its_reason_and_nothing_stops_or_warns(tmp_path, given, reason):
    judged = _judged(tmp_path, *given)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tables = [measure(judged, ["group"], EVERY_CELL) for measure in MEASURES]
    alphas = [row for row in tables[0].rows if row.statistic == "alpha"]
    assert len(alphas) > 1
    assert all(np.isnan([row.value, row.low, row.high]).all() and row.note == reason for row in alphas)
    assert np.isnan([row.alpha for row in tables[-1].rows]).all()
    assert all(np.isnan(row.difference) for row in tables[1].rows if row.statistic == "latent")


def test_one_rater_has_an_r_but_no_interval_and_says_so(tmp_path):
    judged = _judged(tmp_path, 8, lambda item: "a", lambda item: item % 3)
    row = next(row for row in alignment_intervals(judged, ["group"], EVERY_CELL).rows if row.statistic == "r")
    assert np.isfinite(row.value)
    assert np.isnan(row.low)
    assert row.note == "no interval: one annotator does not tell how others would answer"


def test_a_crossed_model_of_answers_that_are_all_alike_has_no_share(tmp_path):
    judged = _judged(tmp_path, 12, lambda item: "abcd", lambda item: 1, lambda who: who in "ab")
    shares = [row for row in crossed_model(judged, ["group"], EVERY_CELL).rows if "share" in row.component]
    assert len(shares) == 1
    assert np.isnan([shares[0].value, shares[0].low]).all()


def test_two_ethnicities_count_once_overall_and_in_both_cells_with_a_flag(tmp_path):  # N04
    made = make_judgements(annotators=6, items=20, answers=10)
    frame = made.to_frame().assign(ethnicity=lambda rows: rows["annotator"].map(lambda name: len(name) % 2))
    frame["ethnicity"] = frame["ethnicity"].map({0: "black", 1: "asian"})
    one = frame["annotator"].iloc[0]
    twice = frame[frame["annotator"] == one].assign(ethnicity="white")
    path = tmp_path / "judgements.csv"
    type(frame)(list(frame.to_dict("records")) + list(twice.to_dict("records"))).to_csv(path, index=False)
    judged = load_judgements(path, attributes=["ethnicity", "gender"], sources=["labels"])
    rows = {row.group: row for row in align(judged, ["ethnicity"], suppression=Suppression(1, 1)).rows}
    assert rows[""].n_annotators == len(made.annotators)
    assert rows[""].n_judgements == len(made)
    assert sum(rows[group].n_annotators for group in rows if group) == len(made.annotators) + 1
    assert rows["white"].n_judgements == len(twice)
    crossed = align(judged, [["ethnicity", "gender"]], suppression=Suppression(1, 1)).rows
    assert sum(row.n_annotators for row in crossed if row.group) == len(made.annotators) + 1
    flags = [row for row in judged.counts.records if row["reason"] == "annotator_of_several_values"]
    assert [(row["event"], row["group"], row["count"]) for row in flags] == [("flagged", "ethnicity", 1)]
    assert judged.notices == ("1 annotator gave several values of 'ethnicity'.",)
