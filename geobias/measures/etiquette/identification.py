"""How often a statement's own region is among those that a model names."""

from __future__ import annotations

import numpy as np

from geobias.measures.etiquette.namings import RegionNamings
from geobias.measures.etiquette.settings import DEFAULTS, EtiquetteSettings
from geobias.measures.scores import unit_share
from geobias.tables import IDENTIFIED, RegionBias, RegionBiasTable


def identified(namings: RegionNamings, settings: EtiquetteSettings = DEFAULTS) -> RegionBiasTable:
    """Of each region the percent of answers about its statements that name it, beside that of answers about others'.

    The second stands as `expected`: who names a region whatever the statement has as much of both. The interval is
    Wilson's for as many statements as their units are worth, `sd` that over answers. Region "" is all statements, its
    `expected` the mean over regions, weighted by their statements.
    """
    rows: list[RegionBias] = []
    right = np.take_along_axis(namings.named, namings.own[None, :, None], 2)[..., 0]
    elsewhere = np.full(len(namings.regions), np.nan)
    for place, region in enumerate(namings.regions):
        own = namings.own == place
        if own.any():
            elsewhere[place] = 100 * namings.named[:, ~own, place].mean() if (~own).any() else np.nan
            rows.append(_row(namings, region, (right, own), float(elsewhere[place]), settings.level))
    sizes = np.bincount(namings.own, minlength=len(namings.regions))
    known = ~np.isnan(elsewhere)
    expected = float(elsewhere[known] @ sizes[known] / sizes[known].sum()) if known.any() else np.nan
    rows.append(_row(namings, "", (right, np.ones(len(namings.own), dtype=bool)), expected, settings.level))
    return RegionBiasTable(tuple(rows))


def _row(
    namings: RegionNamings, region: str, hits: tuple[np.ndarray, np.ndarray], expected: float, level: float
) -> RegionBias:
    """hits : bool (S, n), whether each statement's own region is named; bool (n,), the statements that count."""
    right, own = hits
    n = int(own.sum())
    share = unit_share(right[:, own].mean(0), np.ones(n), namings.units[own], level)
    value, low, high = (100 * end for end in share)
    each = 100 * right[:, own].mean(1)
    sd = float(each.std(ddof=1)) if len(each) > 1 else np.nan
    apart = (value - expected, low - expected, high - expected)
    return RegionBias(
        namings.model, IDENTIFIED, region, value, low, high, sd, expected, *apart, level=level, n=n, answers=len(right)
    )
