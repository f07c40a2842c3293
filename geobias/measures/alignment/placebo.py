"""Placebo attributes: differences in alignment between groups that mean nothing, measured as the real ones are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.arguments import whole
from geobias.corpora import Judgements, joint_name
from geobias.measures.alignment.differences import alignment_differences
from geobias.measures.alignment.intervals import Attributes
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.measures.alignment.statistics import LATENT
from geobias.seeds import generator
from geobias.tables import PARITY, REAL, RELABELLED, AlignmentPlacebo, AlignmentPlaceboTable

NUMBER = "number is"
"""The name of the attribute that `with_parity` adds."""


def with_parity(judgements: Judgements) -> Judgements:
    """With an attribute that says whether an annotator's place is "even" or "odd"."""
    places = range(len(judgements.annotators))
    return judgements.with_attribute(NUMBER, [("odd" if place % 2 else "even",) for place in places])


def relabelled(judgements: Judgements, attribute: str | Sequence[str], rng: np.random.Generator) -> Judgements:
    """With the values of an attribute dealt anew among the annotators who gave any: as many groups, of like sizes.

    Values that one annotator gave together stay together. The attribute is kept by its name.
    """
    values = judgements.values_of(attribute)
    given = [place for place, one in enumerate(values) if one]
    dealt = list(values)
    for place, other in zip(given, rng.permutation(given).tolist(), strict=True):
        dealt[place] = values[other]
    return judgements.with_attribute(joint_name(attribute), dealt)


def alignment_placebos(
    judgements: Judgements,
    attributes: Attributes,
    settings: AlignmentSettings | None = None,
    *,
    draws: int = 19,
    statistic: str = LATENT,
    parity: bool = True,
) -> AlignmentPlaceboTable:
    """The largest difference of every attribute, of the same groups relabelled `draws` times, and (`parity`) of parity.

    Where the real attribute's lies among those of relabelled ones, it says nothing that random groups do not. The other
    way round it does not hold: groups that differ in sensitivity alone are told from relabelled ones by raw r. And of
    relabelled groups p_max should be .05 or less in about one case of twenty, which checks the tests on one's own data.
    """
    chosen = replace(settings or AlignmentSettings(), statistics=(statistic,))
    rows: list[AlignmentPlacebo] = []
    for attribute in attributes:
        name = joint_name(attribute)
        real = _largest(judgements, attribute, name, REAL, chosen)
        rng = generator(chosen.seed, "alignment placebos", name)
        dealt = [
            replace(_largest(relabelled(judgements, attribute, rng), name, name, RELABELLED, chosen), draw=draw)
            for draw in range(whole("draws", draws, 1))
        ]
        as_large = 1 + sum(one.standardised >= real.standardised for one in dealt)
        known = not np.isnan(real.standardised)
        rows += [replace(real, pvalue=as_large / (1 + draws) if known else float("nan")), *dealt]
    if parity:
        rows.append(_largest(with_parity(judgements), NUMBER, "", PARITY, chosen))
    return AlignmentPlaceboTable(tuple(rows))


def _largest(
    judgements: Judgements, attribute: str | Sequence[str], name: str, kind: str, settings: AlignmentSettings
) -> AlignmentPlacebo:
    """The largest difference of an attribute; that of r and "matched" in units of the error of z."""
    found = alignment_differences(judgements, [attribute], settings).rows
    told = [row for row in found if not np.isnan(row.p)]
    empty = AlignmentPlacebo(settings.statistics[0], name, kind)
    if not told:
        return replace(empty, note="no two groups have a difference")
    return replace(
        empty,
        largest=max(abs(row.difference) for row in told),
        standardised=max(abs(row.t) for row in told),
        p_max=min(row.p_max for row in told),
        n_differences=len(told),
    )
