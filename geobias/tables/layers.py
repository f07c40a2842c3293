"""LayerTable: distances at every layer of an encoder, and how each of them goes with gaps and with lengths."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")


@dataclass(frozen=True)
class LayerRelation:
    """One distance at one layer, counted from 0 (the embeddings).

    `own` marks the layer of the study itself, by which its verdict goes. `mean` and `sd` are the distance's over all
    pairs of regions; their ratio has no unit, so layers can be compared by it. `position_share` is the part of the
    clouds' variance that the tokens at one position of their texts hold, `position`, the one that holds most, and
    `fair_share` their part of all tokens.

    `statistic` is the `coefficient` of the distance with the gap named, `p_qap` by permutations of groups that all
    layers share, and `p_max` corrected by max-T over the family, which is every distance at every layer. `critical` is
    what a coefficient must be larger than for single-step max-T to find it at the level `alpha` (of its size where the
    test is two-sided). `verdict` and what else is of the judge are as in `Relation`.

    `length` is the coefficient of the distance with the difference of the groups' mean lengths, in tokens, with its
    own p, corrected over the same family, and verdict.
    """

    layer: int
    quantity: str
    coefficient: str
    own: bool = False
    mean: float = NAN
    sd: float = NAN
    gap: str = ""
    statistic: float = NAN
    p_qap: float = NAN
    p_max: float = NAN
    critical: float = NAN
    alternative: str = ""
    alpha: float = NAN
    n_groups: int = 0
    p_control: float = NAN
    p_attainable: float = NAN
    verdict: str = ""
    stopped_by: str = ""
    lacking: str = ""
    length: float = NAN
    length_p_qap: float = NAN
    length_p_max: float = NAN
    length_verdict: str = ""
    position: int = 0
    position_share: float = NAN
    fair_share: float = NAN
    note: str = ""


@dataclass(frozen=True, repr=False)
class LayerTable(RowTable):
    """A distance at a layer a row; `to_frame` has the fields of `LayerRelation` as columns."""

    rows: tuple[LayerRelation, ...]

    row_type = LayerRelation
    key = ("layer", "quantity", "coefficient")
    noun = "relation"
    block = "quantity"

    @staticmethod
    def told(row: LayerRelation) -> dict[str, str]:
        return {
            "layer": f"{row.layer}{' (own)' if row.own else ''}",
            "with": row.gap,
            "coefficient": row.coefficient,
            "value": number(row.statistic, "+"),
            "p_max": number(row.p_max),
            "with length": number(row.length, "+"),
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: LayerRelation) -> float:
        return abs(row.statistic)
