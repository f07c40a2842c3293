from __future__ import annotations

import numpy as np

from geobias.report.coefficients import two, with_interval
from geobias.report.sections.alignment_differences.rows import deciding_rows, told_parts, untold
from geobias.report.sections.alignment_differences.words import HELD_OUT, LIMITS, difference_findings, part_findings


def texts(frame, **options):
    rows = deciding_rows(frame)
    return [finding.text for finding in difference_findings(rows, untold(frame), headline=True, **options)]


def test_numbers_of_the_sentences_are_those_of_the_table(judged_tables):
    frame = judged_tables["alignment_differences"]
    rows = deciding_rows(frame)
    best, null = rows.iloc[0], rows.loc[rows["verdict"] == "not separable", "detectable"]
    assert texts(frame) == [
        "By latent r, of 8 comparisons of two groups with one source, over 2 attributes, 2 are different and 6 are not "
        "separable.",
        "The clearest: labels goes more with north than with " + f"{best['group_b']} (region), by "
        f"{with_interval(best['difference'], best['low'], best['high'])}; p = 0.0050 over the pairs of the attribute "
        "with all sources.",
        f"Where groups are not separable, a difference of {two(null.min())} to {two(null.max())} (half of them at most "
        f"{two(null.median())}) would have been found in 80\xa0% of cases with so many annotators and items; smaller "
        "ones are not ruled out.",
        f"By r as published {(rows['r_p'] <= 0.05).sum()} of the same 8 would be called different over their family, 2 "
        "by latent r; r also differs where groups differ in numbers, noise and strictness alone.",
        LIMITS,
    ]


def test_differences_that_cannot_be_told_are_counted_with_the_reason(judged_tables):
    frame = judged_tables["alignment_differences"]
    lost = frame["decisive"] & (frame["group_a"] == "north")
    changed = frame.assign(difference=frame["difference"].mask(lost), note=np.where(lost, "too few items", ""))
    assert "4 further pairs of groups with a source cannot be told, most often because too few items." in texts(changed)


def test_what_shares_a_groups_noise_is_counted_apart(judged_tables, make_judged):
    frame, parts = judged_tables["alignment_differences"], judged_tables["alignment_parts"]
    shared = frame["decisive"] & (frame["source"] == "labels")
    changed = frame.assign(p=frame["p"].mask(shared), note=np.where(shared, "above 1: shared", ""))
    found = texts(changed)
    assert found[0].startswith("By latent r, of 4 comparisons of two groups with one source")
    assert "labels" not in found[1]
    assert "4 further pairs of groups with a source cannot be told, most often because above 1: shared." in found
    own = parts.assign(p=parts["p"].mask(parts["source"] == "labels"))
    assert set(told_parts(make_judged({"alignment_parts": own}))["source"]) == {"model"}
    assert told_parts(make_judged({"alignment_parts": own.assign(p=np.nan)})) is None


def test_labels_of_other_annotators_need_no_warning_of_shared_noise(judged_tables):
    found = texts(judged_tables["alignment_differences"], held_out=True)
    assert (HELD_OUT in found, LIMITS in found) == (True, False)


def test_the_largest_own_part_is_told(judged_tables):
    frame = judged_tables["alignment_parts"]
    row = frame.loc[frame["own"].idxmax()]
    [finding] = part_findings(frame)
    assert finding.text == (
        "Own part: a group's latent r less the mean one of the other groups. The largest is that of north (region) "
        f"with labels, {with_interval(row['own'], row['low'], row['high'])} of {two(row['whole'])}; "
        f"{(frame['p_max'] <= 0.05).sum()} of 10 own parts differs from 0 over its family."
    )
    assert not list(part_findings(frame.assign(own=np.nan)))
