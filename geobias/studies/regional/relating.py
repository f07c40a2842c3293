"""The analysis: how the pairwise tables go with one another."""

from __future__ import annotations

from itertools import combinations

from geobias.relations import relate_all
from geobias.seeds import generator
from geobias.studies.progress import Bars
from geobias.studies.regional.performance import Performance
from geobias.studies.regional.settings import RegionalSettings
from geobias.tables import PairTable, Relation, RelationTable


def relate_tables(
    distances: list[PairTable], performance: Performance | None, settings: RegionalSettings, bars: Bars
) -> RelationTable:
    """Every distance with every gap and dependence, and the distances with one another.

    The families that Benjamini-Hochberg corrects over are declared here: "distance-gap", "distance-dependence" and
    "distance-distance".
    """
    families: dict[str, list[tuple[PairTable, PairTable]]] = {
        "distance-gap": [(d, g) for d in distances for g in (performance.gaps if performance else [])],
        "distance-dependence": [(d, g) for d in distances for g in (performance.dependences if performance else [])],
        "distance-distance": list(combinations(distances, 2)),
    }
    choice = settings.relation
    rows: list[Relation] = []
    with bars.bar("Relating tables", "families") as progress:
        for number, (family, pairs) in enumerate(families.items()):
            if pairs:
                table = relate_all(
                    pairs,
                    coefficients=choice.coefficients,
                    groups=choice.groups,
                    alternative=choice.alternative,
                    missing=choice.missing,
                    exact_limit=choice.exact_limit,
                    n_resamples=choice.n_resamples,
                    rng=generator(settings.seed, "relations", family),
                    family=family,
                )
                rows += table.rows
            progress(number + 1, len(families))
    return RelationTable(tuple(rows))
