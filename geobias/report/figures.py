"""Which figures a run gets; each is drawn from the tables that the run has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from geobias.report import captions
from geobias.report.files import FIGURES, slug
from geobias.report.finding import DISTANCES, PERFORMANCE, RELATION, TEXTS
from geobias.report.heatmaps import pair_heatmaps
from geobias.report.lettering import KEY, key_of
from geobias.report.pairs import main_gap
from geobias.report.phrases import COEFFICIENT_NAMES
from geobias.report.run import Run
from geobias.report.sections.controls import figures as control_figures
from geobias.report.sections.distances.maps import group_maps
from geobias.report.sections.distances.projections import discriminant_scatter
from geobias.report.sections.distances.spread import pair_spread
from geobias.report.sections.performance.figures import score_distributions
from geobias.report.sections.performance.gap_intervals import as_gaps, gap_figure
from geobias.report.sections.relations.exclusions import left_out_figure, left_out_rows
from geobias.report.sections.relations.matrices import relation_matrices
from geobias.report.sections.relations.rows import full
from geobias.report.sections.relations.scatter import relation_scatter
from geobias.report.sections.representation.figures import share_against_distance
from geobias.report.sections.separation import figures as separations
from geobias.report.sections.texts.flow import counts_flow
from geobias.report.sections.texts.shares import class_distribution, regional_shares
from geobias.report.sections.training_mix.figures import composition_curves, composition_matrix
from geobias.report.style import SVG, save

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Picture:
    """A figure with its file name, the section it belongs to, its title and how to read it.

    A `folded` one is shown on the page when it is asked for.
    """

    name: str
    section: str
    title: str
    caption: str
    figure: Figure
    folded: bool = False

    @property
    def alt(self) -> str:
        return str(self.figure.get_label())

    @property
    def key(self) -> str:
        """What the codes in it stand for, "" where there are none."""
        return "".join(self.alt.partition(KEY)[1:])


def pictures(run: Run) -> Iterator[Picture]:
    """All figures of a run in the order of the page, one at a time; the key to the groups' codes is in their texts."""
    key = key_of(run.groups.codes)
    for picture in chain(_texts(run), _distances(run), _performance(run), _relation(run)):
        if key:
            text, _, more = picture.alt.partition(f" {KEY}")
            picture.figure.set_label(f"{text} {KEY}{key}{f', {more}' if more else '.'}")
        yield picture


def save_pictures(
    run: Run, progress: Callable[[int], None] | None = None, kinds: Sequence[str] = (SVG,)
) -> list[tuple[Picture, Path]]:
    """Draw every figure into `figures/` as SVG and the other `kinds` asked for; returns each with its SVG file."""
    saved: list[tuple[Picture, Path]] = []
    for picture in pictures(run):
        files = save(picture.figure, run.directory / FIGURES / picture.name, kinds)
        saved.append((picture, files[SVG]))
        if progress:
            progress(len(saved))
    return saved


def _several(run: Run) -> bool:
    """Two groups have one pair: nothing to lay out, colour or relate."""
    return len(run.groups.names) > 2


def _texts(run: Run) -> Iterator[Picture]:
    counts, groups, classes = run.table("counts"), run.table("groups"), run.table("classes")
    if counts is not None and counts["event"].isin(["kept", "dropped"]).any():
        yield Picture("flow", TEXTS, *captions.FLOW, counts_flow(counts, run.groups))
    if groups is not None and groups["share"].notna().any():
        yield Picture("shares", TEXTS, *captions.SHARES, regional_shares(groups, run.groups))
    if classes is not None:
        yield Picture("classes", TEXTS, *captions.CLASSES, class_distribution(classes, run.groups))


def _separations(run: Run) -> Iterator[Picture]:
    frame, curve = run.table("separation"), run.table("size_curve")
    units = separations.units_of(run.table("distances"))
    if frame is not None and separations.floored(frame):
        figure = separations.floor_figure(frame, run.groups, units)
        yield Picture("separation", DISTANCES, *captions.SEPARATION, figure)
    if frame is not None and separations.unbiased(frame):
        figure = separations.unbiased_figure(frame, run.groups, units)
        yield Picture("unbiased", DISTANCES, *captions.UNBIASED, figure)
    if curve is not None:
        yield Picture("size-curve", DISTANCES, *captions.SIZE_CURVE, separations.curve_figure(curve, run.groups, units))


def _distances(run: Run) -> Iterator[Picture]:
    yield from _separations(run)
    frame, shares, points = run.table("distances"), run.table("representation"), run.table("lda_points")
    if frame is not None and _several(run):
        yield Picture("distances", DISTANCES, *captions.DISTANCES, pair_heatmaps(frame, run.groups))
    if frame is not None:
        yield Picture("spread", DISTANCES, *captions.SPREAD, pair_spread(frame, run.groups))
    if frame is not None and _several(run):
        yield Picture("map", DISTANCES, *captions.MAP, group_maps(frame, run.groups))
    if shares is not None:
        figure = share_against_distance(shares, run.groups)
        yield Picture("representation", DISTANCES, *captions.REPRESENTATION, figure)
    if points is not None:
        yield Picture("lda", DISTANCES, *captions.LDA, discriminant_scatter(points, run.groups))


def _performance(run: Run) -> Iterator[Picture]:
    scores, gaps = run.table("scores"), run.table("gaps")
    if scores is not None:
        yield Picture("performance", PERFORMANCE, *captions.PERFORMANCE, score_distributions(scores, run.groups))
    if gaps is not None and _several(run):
        chosen = gaps[gaps["quantity"] == main_gap(gaps)]
        yield Picture("gaps", PERFORMANCE, *captions.GAPS, pair_heatmaps(chosen, run.groups))
    intervals = run.table("gap_intervals")
    if intervals is not None:
        yield Picture("gap-intervals", PERFORMANCE, *captions.GAP_INTERVALS, gap_figure(intervals, run.groups))
    mixes = run.table("composition")
    if mixes is not None:
        yield Picture("composition", PERFORMANCE, *captions.COMPOSITION, composition_curves(mixes, run.groups))
        figure = composition_matrix(mixes, run.groups)
        yield Picture("composition-matrix", PERFORMANCE, *captions.COMPOSITION_MATRIX, figure)


def _relation(run: Run) -> Iterator[Picture]:
    distances, gaps, relations = run.table("distances"), run.table("gaps"), full(run.table("relations"))
    separation, intervals = run.table("separation"), run.table("gap_intervals")
    if separation is not None and intervals is not None and _several(run):
        estimates = separations.as_distances(separation, separations.units_of(distances))
        figure = relation_scatter(estimates, as_gaps(intervals), run.groups, relations)
        yield Picture("excess-gap", RELATION, *captions.EXCESS_GAP, figure)
    if distances is not None and gaps is not None and _several(run):
        chosen = gaps[gaps["quantity"] == main_gap(gaps)]
        figure = relation_scatter(distances, chosen, run.groups, relations)
        yield Picture("distance-gap", RELATION, *captions.DISTANCE_GAP, figure)
    yield from _evidence(run, relations)
    if relations is None:
        return
    known = relations[relations["statistic"].notna()]
    for number, coefficient in enumerate(dict.fromkeys(known["coefficient"].astype(str))):
        for family, part in known[known["coefficient"] == coefficient].groupby("family", sort=False):
            title = f"{COEFFICIENT_NAMES.get(coefficient, coefficient)}: {str(family) or 'all relations'}"
            figure, name = relation_matrices(part, coefficient), slug(f"relations-{coefficient}-{family}")
            yield Picture(name, RELATION, title, captions.RELATIONS, figure, folded=number > 0)


def _evidence(run: Run, relations: pd.DataFrame | None) -> Iterator[Picture]:
    """What stands beside the relations: without single groups, and on random partitions."""
    gaps, left_out, power = run.table("gaps"), run.table("leave_one_out"), run.table("power")
    controls, values = run.table("controls"), run.table("control_values")
    if left_out is not None:
        rows = left_out_rows(left_out, relations, gaps)
        if len(rows):
            yield Picture("leave-one-out", RELATION, *captions.LEFT_OUT, left_out_figure(rows, run.groups))
    if controls is not None and values is not None:
        chosen = control_figures.main_controls(controls, main_gap(gaps) if gaps is not None else "")
        yield Picture("controls", RELATION, *captions.CONTROLS, control_figures.control_figure(chosen, values))
    if power is not None:
        yield Picture("power", RELATION, *captions.POWER, control_figures.power_figure(power))
