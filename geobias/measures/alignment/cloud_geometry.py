"""What groups judge differently, in an embedding, beside how differently sources agree with them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from geobias.corpora import Judgements, joint_name
from geobias.measures.alignment.cloud_distances import ItemDistances, ItemDistanceSettings, item_distances
from geobias.measures.alignment.columns import Family
from geobias.measures.alignment.differences import alignment_differences
from geobias.measures.alignment.gaps import alignment_gaps
from geobias.measures.alignment.held_out import halves
from geobias.measures.alignment.intervals import Attributes
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.seeds import generator
from geobias.tables import PairTable


@dataclass(frozen=True)
class ItemGeometry:
    """Of one attribute: how far apart lie the items that groups judge differently, and the gaps in alignment of each
    source, in units of their errors. `distances.excess` is what to relate to `gaps`."""

    attribute: str
    distances: ItemDistances
    gaps: tuple[PairTable, ...]


def item_geometry(
    judgements: Judgements,
    attributes: Attributes,
    vectors: Any,
    settings: ItemDistanceSettings | None = None,
    alignment: AlignmentSettings | None = None,
    *,
    halved: bool = True,
) -> tuple[ItemGeometry, ...]:
    """Distances between clouds of items, and gaps in alignment, of every attribute with two groups that can be told.

    Both tables come from answers of the same people, whose noise is in both: where the source is a function of the
    embedding, noise alone would relate them. So every group's annotators are dealt into two halves, of which one makes
    the clouds and the other the gaps. Gaps are standardised, for the reason in `alignment_gaps`.

    Parameters
    ----------
    attributes : names, or lists of several that are crossed. A relation needs four groups or more to be told from
        chance; an attribute with fewer than two that are told in each half is left out.
    vectors : float (I, d), see `item_distances`.
    alignment : of gaps, which are of its decisive coefficient; its `suppression` is that of both.
    halved : False = all annotators make both, and a relation may be the noise that they share.

    >>> import numpy as np
    >>> from geobias.corpora import make_judgements
    >>> made = make_judgements(annotators=40)
    >>> vectors = np.random.default_rng(0).standard_normal((len(made.items), 3))
    >>> [found] = item_geometry(made, ["region"], vectors, ItemDistanceSettings(relabelled=5, replicates=2))
    >>> found.distances.excess.quantity, [gaps.quantity for gaps in found.gaps]
    ('item_sinkhorn_excess[region]', ['standardised_alignment_gap[labels]', 'standardised_alignment_gap[model]'])
    """
    of_gaps = alignment or AlignmentSettings()
    of_clouds = replace(settings or ItemDistanceSettings(), suppression=of_gaps.suppression)
    out = []
    for attribute in attributes:
        clouds = answering = judgements
        if halved:
            name = attribute if isinstance(attribute, str) else joint_name(attribute)
            half = halves(judgements, attribute, generator(of_clouds.seed, "halves of item geometry", name))
            clouds, answering = (judgements.select(one[judgements.annotator]) for one in (half, ~half))
        if min(len(Family.of(one, attribute, of_gaps).told) for one in (clouds, answering)) < 2:
            continue
        differences = alignment_differences(answering, [attribute], of_gaps)
        gaps = alignment_gaps(differences, attribute, standardised=True) if differences.rows else ()
        distances = item_distances(clouds, attribute, vectors, of_clouds)
        out.append(ItemGeometry(str(distances.value.details["attribute"]), distances, gaps))
    return tuple(out)
