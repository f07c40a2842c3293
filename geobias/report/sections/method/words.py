"""What floor, excess, interval, permutation, control and verdict mean, where a run has them."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.run import Run
from geobias.report.section import Finding

SENTENCES = {
    "differences": (
        "Differences. Units (texts, or authors, days, as the run names them) are exchanged between two groups, each "
        "giving as many texts as the others, near-copies counted once. Energy distance, maximum mean discrepancy, a "
        "studentised contrast of means, a classifier and the Sinkhorn divergence are standardised over the same "
        "permutations, and the largest decides (max-T), over the pairs too.",
        "Size. The AUC of the best linear rule follows from an unbiased distance of means. Groups are equivalent where "
        "it is shown to lie below the margin; beside every null stands what would have been found in 80 % of cases.",
    ),
    "separation": (
        "Floor and excess. The floor is how far two samples of m clusters of one group lie apart that share no "
        "cluster. The excess is the distance of two groups at the same m less the mean of their noise floors; it may "
        "be negative. Clusters are source texts (or authors, days, as the run names them), and are set apart before "
        "long texts are joined of them.",
        "Interval and permutation. The interval of an excess comes from leaving out blocks of clusters (jackknife) and "
        "is one for the expected excess at m. Its p-value comes from permuting the clusters of two groups among both. "
        "No interval is made of the resampled repeats of a distance: they describe the resampling and miss the "
        "estimate.",
    ),
    "score_intervals": (
        "Scores. Wilson's interval lets the documents vary and takes the models as given; the pigeonhole bootstrap "
        "draws documents and models anew. The floor of a gap is that of two halves of one group.",
    ),
    "relations": (
        "Permutation of groups (QAP). The groups of one table are permuted, rows and columns together, as pairs share "
        "groups. q controls the share of false findings (Benjamini and Hochberg), max-T and Holm the chance of any; "
        "the relation that was declared beforehand needs none of them. Tests that take pairs as independent stand in "
        "the table for comparison and reject too often.",
    ),
    "reliability": (
        "Reliability and noise ceiling. The tables of two halves of every group's units are correlated, and the "
        "correlation is stepped up to whole groups. The root of two reliabilities is the highest coefficient that the "
        "two tables show on average; a coefficient divided by it is corrected for noise, and may lie beyond 1.",
        "Intervals of relations. Units and models are drawn anew, and the groups too where there are enough of them; "
        "with fewer the interval speaks of these groups alone.",
    ),
    "controls": (
        "Control. The same texts are dealt at random into groups of the same sizes and go through the whole pipeline; "
        "there is nothing to find in them.",
    ),
    "control_repeats": (
        "Done anew. Training and cleaning are repeated alike for all groups. What was found and is no more goes away "
        "where at most half of it is left; else it is uncertain.",
    ),
    "alignment_intervals": (
        "Coefficients. r as published correlates a group's mean answers with a source. Matched r is r with mean "
        "answers of one number of annotators of an item; corrected r is r with mean answers of any number, without "
        "their noise; latent r is that of the normal opinions behind graded answers, which thresholds of groups leave "
        "alone. Intervals take items and annotators both as drawn anew.",
    ),
    "alignment_differences": (
        "Differences in alignment. Two groups are compared on the items that both answered; each p is compared with "
        "the largest of all differences of an attribute (max-T). Beside every null stands the difference that so many "
        "annotators and items would have shown in 80 % of cases.",
    ),
    "nation_differences": (
        "Certificate. A pair's difference is one number a design, the mean over demographic cells; designs are taken "
        "for a sample of all that could have been declared, so p is Student's over designs, corrected by Holm over "
        "pairs. A difference is certified (different) where that p is at most the level with all designs and with any "
        "one left out, and it has one sign in every design; with fewer than five designs nothing is certified.",
    ),
    "stability_components": (
        "Components. The variance of one answer by nation, demographic cell, design, their interactions, prompt and "
        "answer, by the method of moments with generalised intervals; estimates that are negative count as 0.",
    ),
    "projection_boxes": (
        "Errors of answers let answers to one prompt depend on each other; those of respondents respect survey "
        "weights, not the strata and clusters by which people were drawn. Numbers of fewer than five respondents are "
        "withheld.",
    ),
    "nation_fits": (
        "Regression. The survey's means are regressed on the model's, with cells of nation, age and sex as the "
        "observations and nations with effects of their own. Intervals draw answers within prompts and respondents "
        "anew, cells stay the same; that of RMSE is freed of the noise of the means.",
    ),
    "verdict": (
        "Verdict. Different: the p of a pair, corrected for all pairs, is at most the level. Equivalent within the "
        "margin: it is not, and a difference of the margin or more is ruled out. Supported: the p of the relation that "
        "was declared beforehand is at most the level, and so is that of the control. Cannot be tested: no permutation "
        "of so few samples or groups could have given such a p. Not separable: none of these.",
    ),
}

SEQUENTIAL = (
    "Stopping. Permutations of units and random partitions were drawn until their count settled on which side of its "
    "level a p lies, at numbers of draws that were set before. With all of them the answer of a test would be another "
    "one in at most one case of a thousand; the tables say how many were drawn (n_drawn, n_placebo)."
)


def method_findings(run: Run) -> Iterator[Finding]:
    """The sentences for what this run has."""
    for table, sentences in SENTENCES.items():
        if run.table(table) is not None and (table != "relations" or run.table("verdict") is not None):
            yield from (Finding(sentence) for sentence in sentences)
    if run.config.get("stopping") == "sequential":
        yield Finding(SEQUENTIAL)
