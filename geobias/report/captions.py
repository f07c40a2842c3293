"""Titles of the figures and how to read them."""

from __future__ import annotations

FLOW = (
    "From the files to the groups",
    "Width is the number of texts. A ribbon ends in a group, or in the reason why its texts were left out.",
)
SHARES = (
    "How much of each region there is",
    "Share of each region among the texts that the axis names, with its number of them: those of the standard set, or, "
    "where these carry no region, all that were read.",
)
CLASSES = ("Labels by group", "Gaps of some scores, precision above all, follow the shares of the labels.")
DISTANCES = (
    "Distances between groups",
    "Mean over the repeats, with the standard deviation over them beneath. Each panel has its own scale. A line sets "
    "unions and baselines (in italics) apart from the regions. Of more than 16 groups the numbers are in the table.",
)
SEPARATION = (
    "Distances beside their floor",
    "Left: the distance of two groups (dot), the floors of both (red ticks), which is how far two samples of one "
    "group lie apart, and their mean (bar), all at m units a sample, on an axis from 0. Right: the excess over the "
    "floor with its interval; 0 is no further apart than a group from itself. Units are source texts unless the run "
    "names others. Hollow: pairs with a union or baseline.",
)
UNBIASED = (
    "Distances that are 0 on average for equal groups",
    "Estimates with their intervals; they need no floor, and negative ones are kept. Each panel has its own scale and "
    "order. Hollow: pairs with a union or baseline.",
)
SIZE_CURVE = (
    "Distance and floor by sample size",
    "Means over the pairs of regions. Value and floor fall as samples grow, and stay together where groups differ "
    "little; what is of the groups is the excess.",
)
SPREAD = (
    "Each pair over the repeats",
    "Pairs by their mean (dot), with the middle 90\xa0% of the repeats (line): a resampling spread, not a confidence "
    "interval. Hollow: pairs with a union or baseline.",
)
MAP = (
    "The groups on a map",
    "Groups laid out so that their distances in the plane resemble the measured ones (classical scaling; a divergence "
    "in half squared distances counts by its root). The smaller the share of variance, the less the map shows. "
    "Directions have no meaning; unions and baselines are hollow.",
)
REPRESENTATION = (
    "Share against distance from the standard set",
    "The standard set is what the baseline stands for: the texts that train, or the test split where there is one. A "
    "region that is rare among the texts that the axis names and far from the standard set lies at the top left. Where "
    "both were measured, the large mark is the distance from the standard set without the region's own texts, the "
    "small hollow one with them.",
)
LDA = (
    "Texts on the discriminant components",
    "One repeat, each point a text, large marks the centroids. The discriminant was fitted to these very texts, so "
    "some separation would show in pure noise, too.",
)
PERFORMANCE = (
    "Scores by group",
    "Each small mark is one model (mean over repeats); boxes show quartiles and median where there are at least five "
    "models. Axes do not start at zero.",
)
GAPS = ("Gaps between groups", "Absolute difference of the means over the models, for every two groups.")
GAP_INTERVALS = (
    "Gaps with their intervals, and beside their floor",
    "Left: the signed gap of two groups, all documents used, with its interval. Right: the expected absolute gap at an "
    "equal number of documents a group (dot), and between halves of one group (bar and tick, the floor). Hollow: pairs "
    "with a union or baseline.",
)
EXCESS_GAP = (
    "Distance beyond the floor against gap",
    "A point is a pair of groups; distances and gaps are estimates at one size for all groups, distances 0 on average "
    "for equal groups. Filled: two regions, which the tests use; hollow: with a union or baseline.",
)
COMPOSITION = (
    "As a region's share of the training texts falls",
    "Change of every group's score from its value at the region's full share; the training set keeps its size, texts "
    "of the other regions fill up. Thick with its interval: the region itself. Thin: the others. All are scored on "
    "texts that never train.",
)
COMPOSITION_MATRIX = (
    "Without the texts of one region",
    "Change of the score of each group (columns) where the training texts of a region (rows) are at their least, in "
    "points, with its interval beneath. The diagonal is what a region's own texts are worth to it.",
)
DISTANCE_GAP = (
    "Distance against gap",
    "A point is a pair of groups. Filled: two regions, which the tests use; hollow: with a union or baseline. Names "
    "without a free place are left out.",
)
RELATIONS = (
    "The coefficient of each two tables, and its p-value by relabelling the groups, darker for smaller. A frame marks "
    "a relation that is supported: after correction for all relations of this kind (by the largest statistic where it "
    "is known, else Holm's), and by the negative control where there is one."
)
LEFT_OUT = (
    "Without each group in turn",
    "The coefficient with all groups (filled, dashed line) and without one of them (hollow), with its p by "
    "relabelling. A relation that rests on one group moves when that group leaves.",
)
CONTROLS = (
    "Negative control: random partitions of the same texts",
    "How many partitions gave which coefficient (bars), where there are no regions to be found, and the coefficient of "
    "the true groups (line).",
)
POWER = (
    "Positive control: how large a planted shift must be",
    "Share of runs in which a shift that was planted is found, with its exact binomial interval.",
)
