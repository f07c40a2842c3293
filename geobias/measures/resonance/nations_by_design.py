"""The means of nations by design, as a table."""

from __future__ import annotations

import numpy as np

from geobias.measures.resonance.designs import DesignMeans
from geobias.tables import NationDesign, NationDesignTable


def nation_designs(table: DesignMeans) -> NationDesignTable:
    """Where each nation lies by each design, in their order; what `stability` tests, row by row.

    >>> from geobias.measures.resonance import design_means
    >>> means = design_means([1.0, 2.0, 0.0, 0.0], ["de", "de", "us", "us"], [""] * 4, ["", "b", "", "b"])
    >>> [(row.nation, row.design, row.mean, row.beyond) for row in nation_designs(means).rows]
    [('de', '', 1.0, 0.5), ('de', 'b', 2.0, 1.0), ('us', '', 0.0, -0.5), ('us', 'b', 0.0, -1.0)]
    """
    means, counts = table.by_design, table.counts.sum(1)
    errors = np.sqrt(table.within * (1 / table.counts).sum(1)) / len(table.cells)
    beyond = means - means.mean(0)
    rows = [
        NationDesign(
            nation, design, float(means[i, j]), float(errors[i, j]), float(beyond[i, j]), round(float(counts[i, j]))
        )
        for i, nation in enumerate(table.nations)
        for j, design in enumerate(table.designs)
    ]
    return NationDesignTable(tuple(rows))
