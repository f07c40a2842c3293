"""What a finished run holds for a multiverse: its pairwise tables, its declared relation, its pairs that differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geobias.errors import InputError
from geobias.report import Run
from geobias.tables import (
    AT_M,
    DIFFERENT,
    EXCESS,
    GAP,
    MAHALANOBIS,
    NOT_COMPUTED,
    PRIMARY,
    UNTESTABLE,
    DifferenceTable,
    PairTable,
    Quantity,
    SeparationTable,
)

_MAIN_METRICS = ("accuracy", "exact_match")


def declared_relation(run: Run) -> tuple[str, str]:
    """(distance, gap) that the run's verdict is about: its primary relation, else the main one of the primary family.

    Raises InputError where the run relates no distance to a gap.
    """
    relations = run.table("relations")
    if relations is None or PRIMARY not in set(relations["family"]):
        raise InputError(
            "a specification must relate a distance to a gap at one size",
            f"{run.directory} does not",
            "Run it with a task and intervals, or name a distance and a gap that it has.",
        )
    family = relations[relations["family"] == PRIMARY]
    main = family["y"].isin([Quantity(GAP, metric, estimate=AT_M) for metric in _MAIN_METRICS])
    row = next(part.iloc[0] for part in (family[family["primary"]], family[main], family) if len(part))
    return str(row["x"]), str(row["y"])


def coefficient_of(run: Run) -> tuple[str, str]:
    """(coefficient, alternative) that the run's verdict goes by."""
    chosen = run.config["relation"]
    return chosen["coefficients"][0], chosen["alternative"]


def verdict_alone(run: Run, x: str, y: str, coefficient: str) -> str:
    """What the run itself said of this relation; "" where it did not judge it."""
    relations = run.table("relations")
    if relations is None:
        return ""
    rows = relations[
        (relations["x"] == x) & (relations["y"] == y) & (relations["coefficient"] == coefficient)
        & (relations["excluded"].fillna("") == "")
    ]  # fmt: skip
    return str(rows["verdict"].iloc[0]) if len(rows) else ""


def pair_table(run: Run, quantity: str) -> PairTable:
    """A distance or gap of a run over the groups that its relations are on; raises InputError where it has none."""
    for found in (_measured, _from_differences, _from_separation, _from_intervals):
        table = found(run, quantity)
        if table is not None:
            chosen = (run.config.get("relation") or {}).get("groups") or run.groups.regions
            return table.select([name for name in chosen if name in table.groups])
    raise InputError(
        f"every run must have the quantity '{quantity}'",
        f"{run.directory} does not",
        "Name one that all of them have, as it stands in their tables.",
    )


def _measured(run: Run, quantity: str) -> PairTable | None:
    for name in ("distances", "gaps"):
        frame = run.table(name)
        if frame is not None and (frame["quantity"] == quantity).any():
            return PairTable.from_frame(frame, quantity=quantity)
    return None


def _from_differences(run: Run, quantity: str) -> PairTable | None:
    frame = run.table("differences")
    if frame is None or quantity != MAHALANOBIS:
        return None
    return DifferenceTable.from_frame(frame).pair_table()


def _from_separation(run: Run, quantity: str) -> PairTable | None:
    """The excess of a quantity with a floor, the value of one without, each under the name it has in relations."""
    frame = run.table("separation")
    if frame is None:
        return None
    for column, name in ((EXCESS, quantity.removesuffix(f"_{EXCESS}")), ("value", quantity)):
        rows = frame[frame["quantity"] == name]
        if len(rows) and (column == EXCESS) == (name != quantity):
            # One size each: what is known at further sizes is a table of its own.
            table = SeparationTable.from_frame(rows[rows["m"] == rows["m"].iloc[0]]).pair_table(column)
            return replace(table, quantity=quantity)
    return None


def _from_intervals(run: Run, quantity: str) -> PairTable | None:
    frame, asked = run.table("gap_intervals"), Quantity.parse(quantity)
    if frame is None or asked.kind != GAP or asked.estimate != AT_M:
        return None
    rows = frame[frame["metric"] == asked.metric]
    if not len(rows):
        return None
    values = rows[["group_a", "group_b", "gap_at_m"]].rename(columns={"gap_at_m": "value"})
    return PairTable.from_frame(values.assign(quantity=quantity, repeat=0, units="points"))


def pairs_that_differ(run: Run) -> dict[tuple[str, str], bool]:
    """Pair of regions -> whether its texts differ, by the differences that the run's answer goes by (perhaps adjusted),
    else by its first separation.

    Pairs that could not be tested are left out; nothing where the run tests neither.
    """
    frame: Any = run.table("differences")
    if frame is not None:
        frame = frame[frame["decisive"]]
    else:
        frame = run.table("separation")
        if frame is None:
            return {}
        first = frame.iloc[0]
        frame = frame[(frame["quantity"] == first["quantity"]) & (frame["m"] == first["m"])]
    regions = set(run.groups.regions)
    out = {}
    for a, b, word in zip(frame["group_a"], frame["group_b"], frame["verdict"].fillna(""), strict=True):
        if {a, b} <= regions and word not in ("", UNTESTABLE, NOT_COMPUTED):
            first_name, second_name = sorted((str(a), str(b)))
            out[first_name, second_name] = word == DIFFERENT
    return out
