"""What tables of resonance say in short."""

from __future__ import annotations

import pytest

from geobias.tables import (
    AgeItem,
    AgeItemTable,
    DesignEffect,
    DesignEffectTable,
    NationDesign,
    NationDesignTable,
    NationDifference,
    NationDifferenceTable,
    NationFit,
    NationFitTable,
    NationRank,
    NationRankTable,
    ProjectionBox,
    ProjectionBoxTable,
    ProjectionDistance,
    ProjectionDistanceTable,
    ProjectionSpread,
    ProjectionSpreadTable,
    StabilityComponent,
    StabilityComponentTable,
    StatementResonance,
    StatementResonanceTable,
    ValueMirroring,
    ValueMirroringTable,
)

BOX = ProjectionBox("model", "", "", lower=-1, median=0.5, upper=1, mean=0.2, low=0.1, high=0.3)
FIT = NationFit("de", "both", "slopes", 0.5, 0.4, 0.6, r2=0.8, slope=1.2, slope_p=0.01)
PAIR = NationDifference("de", "us", 0.4, 0.1, 0.7, p_weakest=0.02, n_designs=8, kept=8, verdict="different")


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        (AgeItemTable((AgeItem("pride", "model", "20", 0.5, 0.4, 0.6),)),
         ["1 mean", "side   age  mean", "model   20  +0.5 [+0.4, +0.6]"]),
        (DesignEffectTable((DesignEffect("", 0.1, 0.2, 0.5, 0.9, 1, "de", -0.3),)),
         ["1 design", "design        shift  moved  share  pairs flipped  most", "as published   +0.1    0.2    0.5"
          "              1  de -0.3"]),
        (NationDesignTable((NationDesign("de", "", 0.5, 0.1, 0.2, 9),)),
         ["1 mean", "nation  design           mean  beyond", "de      the study's own  +0.5    +0.2"]),
        (ProjectionBoxTable((BOX,)),
         ["1 box", "side   group  mean               median  quartiles",
          "model  all    +0.2 [+0.1, +0.3]    +0.5  -1 to +1"]),
        (NationFitTable((FIT,)),
         ["1 fit", "nation  RMSE              R2  slope     p", "de      0.5 [0.4, 0.6]   0.8   +1.2  0.01"]),
        (NationDifferenceTable((PAIR,)),
         ["1 pair: 1 different", "pair   difference            p  same sign  verdict",
          "de–us  +0.4 [+0.1, +0.7]  0.02     8 of 8  different"]),
        (NationRankTable((NationRank("de", 0.5, rank=1, first=1, last=2),)),
         ["1 nation", "nation  mean  rank  over designs  certified", "de      +0.5     1        1 to 2  not judged"]),
        (ProjectionDistanceTable((ProjectionDistance("", "", 0.2, model_mean=1, survey_mean=0.8),)),
         ["1 group", "group  distance  model  survey", "all         0.2     +1    +0.8"]),
        (ProjectionSpreadTable((ProjectionSpread("sex", "model", 0.1, 0.3, 0.25),)),
         ["1 spread", "side   between  within  share", "model      0.1     0.3   0.25"]),
        (StabilityComponentTable((StabilityComponent("nation", 0.2, 0.1, 0.4, 0.5, 0.3, 0.6),)),
         ["1 component", "component         variance           share", "nation      0.2 [0.1, 0.4]  0.5 [0.3, 0.6]"]),
        (StatementResonanceTable((StatementResonance("pride", "hypothesis", "Yes.", 0.4, 0.1, contribution=0.05),)),
         ["1 statement", "value  resonates  conflicts   adds", "pride        0.4        0.1  +0.05"]),
        (ValueMirroringTable((ValueMirroring("", 0.2, 0.1, 0.5),)),
         ["1 value", "value  not mirrored  contradictory  silent", "all             0.2            0.1     0.5"]),
    ],
)  # fmt: skip
def test_summaries(table, lines):
    told = [line.split() for line in table.summary().splitlines()]
    assert told == [line.split() for line in lines]
