"""Coefficients between distances and gaps, their p, and what relabelling groups makes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from geobias.published._printed import printed_number, printed_rows
from geobias.published.regional.evidence import Evidence
from geobias.published.regional.names import DISTANCES, GROUPS, REGIONS, SCORES, Score, pair_of
from geobias.published.regional.reasons import Reason, together
from geobias.published.regional.scores import dependence_column, gap_column
from geobias.relations import relate_all
from geobias.tables import INVALID, Comparison, PairTable, Relation, RelationTable, compare

_PRINTED = Path(__file__).with_name("coefficients.csv")
_NAMES = {"spearman": ("rho", "Spearman's rho"), "kendall_tau_b": ("tau", "Kendall's tau")}
_SEED = 0
_RESTS = "it rests on numbers that are not valid"
_INDEPENDENT = "p takes pairs that share groups for independent (the corrected p relabels the groups)"
_CELLS = {"distance of short texts": "bert_short", "distance of long texts": "bert_long", "distance of LDA": "lda_long"}


@dataclass(frozen=True)
class Related:
    """The relations of the printed columns, of those that can be mended, and of six regions alone."""

    printed: RelationTable
    mended: RelationTable
    regions: RelationTable

    @classmethod
    def of(cls, evidence: Evidence) -> Related:
        combinations = [(row["x"], row["y"]) for row in _rows()]
        columns = {name: _table(name, values) for name, values in _columns(evidence).items()}
        right = {name: _table(name, values) for name, values in mended_columns(evidence).items()}
        changed = [
            (x, y) for x, y in combinations if not np.array_equal(columns[y].values, right[y].values, equal_nan=True)
        ]
        return cls(
            _relate(columns, combinations, "published", GROUPS),
            _relate(right, changed, "mended", GROUPS),
            _relate(right, combinations, "six regions", REGIONS),
        )


def coefficient_rows(related: Related, others: Iterable[Comparison]) -> Iterator[Comparison]:
    """Every printed coefficient and p; others : the rows of distances, gaps and distance correlations."""
    wrong = _wrong_pairs(others)
    found, mended = (_by_place(table) for table in (related.printed, related.mended))
    for row in _rows():
        x, y = row["x"], row["y"]
        for coefficient, (short, words) in _NAMES.items():
            relation = found[x, y, coefficient]
            right = mended.get((x, y, coefficient), relation)
            count = len(wrong.get(x, set()) | wrong.get(y, set()))
            reason = Reason(INVALID, _RESTS) if count else Reason()
            note = f"{count} of {relation.n_pairs} pairs" if count else ""
            values = relation.statistic, right.statistic
            yield _compared(words, row, short, values, reason, note)
            both = together([Reason(INVALID, _INDEPENDENT), reason])
            yield _compared(f"p of {words}", row, f"p_{short}", (relation.p_asymptotic, relation.p_qap), both, note)


def _compared(
    quantity: str, row: Mapping[str, str], name: str, values: tuple[float, float], reason: Reason, note: str
) -> Comparison:
    """values : the recomputed number, and what it ought to be."""
    recomputed, corrected = values
    printed = printed_number(row[name])
    decimals = len(row[name].partition("e")[0].partition(".")[2])
    # Half a unit of the last printed digit; of p as 6.6e-9 that of its first factor.
    unit = 0.5 * 10.0**-decimals * (10.0 ** int(row[name].partition("e")[2] or 0))
    return compare(
        quantity, f"{row['x']}, {row['y']}", printed, recomputed, max(decimals, 4), tolerance=1.02 * unit,
        valid=reason.valid, why=reason.words, corrected=corrected, note=note,
    )  # fmt: skip


def _wrong_pairs(rows: Iterable[Comparison]) -> dict[str, set[tuple[str, str]]]:
    """Column -> pairs whose number is not valid."""
    columns = {f"gap, {score.words}": score.gap for score in SCORES}
    columns |= {f"distance correlation, {score.words}": score.dependence for score in SCORES} | _CELLS
    found: dict[str, set[tuple[str, str]]] = {}
    for row in rows:
        if row.valid == INVALID and row.quantity in columns:
            found.setdefault(columns[row.quantity], set()).add(pair_of(row.cell))
    return found


def _rows() -> list[dict[str, str]]:
    return printed_rows(_PRINTED, ("x", "y"), ("rho", "p_rho", "tau", "p_tau"))


def _columns(evidence: Evidence) -> dict[str, Mapping[str, float]]:
    names = (*DISTANCES, *(name for score in SCORES for name in (score.gap, score.dependence)))
    return {name: {label: row[name] for label, row in evidence.released.pairs.items()} for name in names}


def mended_columns(evidence: Evidence) -> dict[str, Mapping[str, float]]:
    """Column -> cell -> number, where gaps and distance correlations are those of the mended scores."""

    def right(score: Score) -> dict[str, Mapping[str, float]]:
        columns = (gap_column(evidence, score), dependence_column(evidence, score))
        return {
            name: _kept(column.published, column.mended, column.tolerance)
            for name, column in zip((score.gap, score.dependence), columns, strict=True)
        }

    mended = {name: values for score in SCORES for name, values in right(score).items()}
    return _columns(evidence) | mended


def _kept(published: Mapping[str, float], mended: Mapping[str, float], tolerance: float) -> dict[str, float]:
    """The mended numbers, but the printed one where it is that: its digits are the ties of the published ranks."""
    return {
        cell: value if abs(mended[cell] - value) <= tolerance else mended[cell] for cell, value in published.items()
    }


def _table(name: str, values: Mapping[str, float]) -> PairTable:
    table = np.full((1, len(GROUPS), len(GROUPS)), np.nan)
    for label, value in values.items():
        i, j = (GROUPS.index(group) for group in pair_of(label))
        table[0, i, j] = table[0, j, i] = value
    return PairTable(GROUPS, table, name, pooled_groups=GROUPS[:2])


def _relate(
    tables: Mapping[str, PairTable], combinations: Sequence[tuple[str, str]], family: str, groups: Sequence[str]
) -> RelationTable:
    pairs = [(tables[x], tables[y]) for x, y in combinations]
    return relate_all(
        pairs, family=family, coefficients=("spearman", "kendall"), groups=groups, n_resamples=999, rng=_SEED
    )


def _by_place(table: RelationTable) -> dict[tuple[str, str, str], Relation]:
    return {(row.x, row.y, row.coefficient): row for row in table.rows}


def tally(table: RelationTable) -> Counter[str]:
    """How many of Spearman's coefficients between a distance and another quantity have p < .05, by which p."""
    rows = [row for row in table.rows if row.coefficient == "spearman" and row.y not in DISTANCES]
    names = ("p_naive", "p_qap", "q_bh")
    return Counter({name: sum(getattr(row, name) < 0.05 for row in rows) for name in names} | {"all": len(rows)})
