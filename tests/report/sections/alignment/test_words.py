from __future__ import annotations

import numpy as np

from geobias.report.coefficients import two, with_interval
from geobias.report.sections.alignment.rows import alignments, told
from geobias.report.sections.alignment.words import MIXES, ROUNDED, alignment_findings


def texts(frame, headline=True):
    return [finding.text for finding in alignment_findings(frame, headline=headline)]


def kept(frame, **changed):
    out = frame.assign(**changed)
    out.attrs = frame.attrs
    return out


def test_numbers_of_the_sentences_are_those_of_the_table(judged_run):
    frame = alignments(judged_run)
    labels, model, decides, untold, mixes = alignment_findings(frame, headline=True)
    part = frame[frame["source"] == "labels"]
    row, groups = part[part["group"] == ""].iloc[0], told(part)
    assert labels.text == (
        f"labels: r is {with_interval(row['r'], row['r_low'], row['r_high'])} with everybody; latent r "
        f"{with_interval(row['value'], row['low'], row['high'])}; r of 5 groups goes from {two(groups['r'].min())} "
        f"with east (region) to {two(groups['r'].max())} with north (region), and of "
        f"{(groups['p_bonferroni'] <= 0.05).sum()} of them p after Bonferroni is at most 0.05."
    )
    assert (labels.headline, model.headline, decides.headline) == (True, True, False)
    assert untold.text == "2 groups are not told, for fewer than 5 annotators: west (region) and non-binary (gender)."
    assert (mixes.text, mixes.caution) == (MIXES, True)
    assert not next(alignment_findings(frame, headline=False)).headline


def test_what_cannot_be_told_is_counted_with_its_reason(judged_run):
    frame = alignments(judged_run)
    lost = frame["group"] == "east"
    reason = "its mean answers are not reliable"
    found = texts(kept(frame, value=frame["value"].mask(lost), lacking=np.where(lost, reason, "")))
    assert found[2].endswith(f" It cannot be told of 2 of 10 pairs of group and source, most often because {reason}.")


def test_rounded_means_are_a_notice(judged_run):
    frame = alignments(judged_run)
    first = next(alignment_findings(kept(frame, rounded=True), headline=True))
    assert (first.text, first.notice) == (ROUNDED, "note")
    assert ROUNDED not in texts(frame)


def test_coefficients_that_lie_above_1_are_named_as_a_sign_of_shared_noise(judged_run):
    frame = alignments(judged_run)
    north = (frame["group"] == "north") & (frame["source"] == "labels")
    found = texts(kept(frame, low=frame["low"].mask(north, 1.02), value=frame["value"].mask(north, 1.07)))
    assert found[3] == (
        "Latent r of 1 pair of group and source lies above 1, where no correlation can lie: the source shares the "
        "noise of these annotators, as a label does that they made: north (region) with labels (1.07)."
    )
    assert not any("above 1" in text for text in texts(frame))
