"""Made-up tables of what stands beside distances and gaps: floors, intervals, tests, controls and a verdict."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import combinations

import numpy as np
import pandas as pd

from geobias.controls.repeated import Repeated
from geobias.relations import (
    answer_questions,
    judge,
    judge_differences,
    judge_gaps,
    judge_separations,
    leave_one_group_out,
    mrqap,
    pair_covariate,
    relate_all,
    with_ceilings,
)
from geobias.stats import share_against_distance
from geobias.stats.controls import control_pvalue, power_curve
from geobias.tables import (
    PLACEBO,
    PRIMARY,
    Difference,
    DifferenceTable,
    GapInterval,
    GapIntervalTable,
    PairTable,
    RelationTable,
    Reliability,
    ReliabilityTable,
    ScoreInterval,
    ScoreIntervalTable,
    Separation,
    SeparationTable,
)

FLOORS = {"sinkhorn": (60.0, 0.8), "sinkhorn_long": (52.0, 1.1)}
UNBIASED = {"energy": 0.004, "mmd": 0.0006, "crossnobis": 0.35}
SIZES = (10, 20, 41)
NAN = float("nan")


def evidence(rng: np.random.Generator, roles: dict[str, str], tables: dict[str, pd.DataFrame]) -> dict:
    """Every further table of a run, from its groups and the tables that it has."""
    regions = [name for name, role in roles.items() if role == "region"]
    pooled_groups = [name for name in roles if name not in regions]
    separation = judge_separations(separation_table(rng, [name for name in roles if name != "mixed"]), pooled_groups)
    differences = difference_table(rng, [name for name in roles if name != "mixed"], pooled_groups)
    found = {
        "differences": differences.to_frame(),
        "separation": separation.to_frame(),
        "size_curve": size_curve(rng, regions).to_frame(),
        "spread": spread_frame(rng, list(roles)),
        "representation": representation(rng, tables["representation"]),
    }
    found["representation_tests"] = representation_tests(found["representation"])
    if "gaps" not in tables:
        return found
    found["score_intervals"] = score_intervals(rng, list(roles)).to_frame()
    found["gap_intervals"] = judge_gaps(gap_intervals(rng, list(roles), regions), pooled_groups).to_frame()
    return found | related(rng, tables, (differences, separation), regions)


def difference_table(rng: np.random.Generator, groups: list[str], pooled_groups: list[str]) -> DifferenceTable:
    """Every pair as it is and adjusted, and two placebos: one pair in three differs clearly, one is equivalent."""
    pairs = list(combinations(groups, 2))
    rows = []
    for adjusted in ("", "length, label"):
        for place, (a, b) in enumerate(pairs):
            shift = (0.3, 0.08, 0.0)[place % 3] - 0.02 * bool(adjusted)
            rows.append(_difference(rng, a, b, shift, adjusted=adjusted, decisive=bool(adjusted)))
    for group in (name for name in groups[:2] if name not in pooled_groups):
        ends = (f"{group} (shorter)", f"{group} (longer)")
        rows += [_difference(rng, *ends, 0.1, adjusted=adjusted, compared=PLACEBO) for adjusted in ("", "length")]
    return judge_differences(DifferenceTable(tuple(rows)), pooled_groups)


def _difference(rng: np.random.Generator, a: str, b: str, shift: float, **fields: object) -> Difference:
    auc, best = 0.5 + max(shift, 0) + rng.normal(0, 0.01), 0.5 + max(1.4 * shift, 0)
    p = 0.0005 if shift > 0.2 else float(rng.uniform(0.06, 0.9))
    return Difference(
        a, b, 150, 160, z=10 * shift, strongest="mmd[1.0]" if shift > 0.2 else "energy", p_permutation=p,
        p_max=min(1.0, 4 * p), p_smallest=0.0005, n_permutations=1999, p_energy=p, p_mmd=p, p_contrast=min(1.0, 2 * p),
        p_classifier=min(1.0, 2 * p), p_sinkhorn=min(1.0, 3 * p), sinkhorn_m=16, sinkhorn_blur=0.4,
        sinkhorn_excess=shift / 2, distance=4 * shift**2, low=0.0, high=4 * shift**2 + 0.3, auc=auc, auc_low=auc - 0.06,
        auc_high=auc + 0.06, best_auc=best, best_auc_low=best - 0.05, best_auc_high=best + 0.05, margin=0.64,
        p_equivalent=0.0001 if shift <= 0 else 0.6, detectable_auc=0.66, **fields,
    )  # fmt: skip


def separation_table(rng: np.random.Generator, groups: list[str], m: int = 41) -> SeparationTable:
    places = rng.normal(0, 1, len(groups))
    pairs = list(combinations(range(len(groups)), 2))
    rows = []
    for quantity, (floor, size) in FLOORS.items():
        floors = floor + rng.normal(0, 0.4, len(groups))
        for a, b in pairs:
            excess = size * 0.4 * abs(places[a] - places[b]) + rng.normal(0, 0.12) - 0.1
            ends = {"floor_a": floors[a], "floor_b": floors[b], "floor": (floors[a] + floors[b]) / 2}
            rows.append(_row(rng, quantity, groups[a], groups[b], m, excess, size * 0.16, **ends))
    for quantity, size in UNBIASED.items():
        for a, b in pairs:
            excess = size * (0.6 * abs(places[a] - places[b]) + rng.normal(0, 0.2) - 0.1)
            rows.append(_row(rng, quantity, groups[a], groups[b], 0, excess, size * 0.25))
    return SeparationTable(tuple(rows))


def _row(
    rng: np.random.Generator, quantity: str, a: str, b: str, m: int, excess: float, error: float, **floors: float
) -> Separation:
    value = floors.get("floor", 0.0) + excess
    p = float(np.clip(rng.uniform(0, 1) * np.exp(-2.5 * max(excess, 0) / error), 0.0001 if not m else 0.002, 1))
    return Separation(
        quantity, a, b, 810, 250, m, value=value, excess=excess, low=excess - 2 * error, high=excess + 2 * error,
        interval="jackknife", ratio=value / floors["floor"] if floors else float("nan"), p_permutation=p,
        p_smallest=0.0001 if not m else 0.002, n_permutations=9999, **floors,
    )  # fmt: skip


def size_curve(rng: np.random.Generator, regions: list[str]) -> SeparationTable:
    rows = []
    for m in SIZES:
        for a, b in combinations(regions, 2):
            floor = 58 + 25 / np.sqrt(m)
            ends = {"floor_a": floor, "floor_b": floor + 0.2, "floor": floor + 0.1}
            rows.append(_row(rng, "sinkhorn", a, b, m, 0.8 + 2 / m + rng.normal(0, 0.1), 0.2, **ends))
    return SeparationTable(tuple(rows))


def spread_frame(rng: np.random.Generator, groups: list[str]) -> pd.DataFrame:
    rows = []
    for a, b in combinations(groups, 2):
        between, within = rng.uniform(0.3, 0.6), rng.uniform(0.3, 0.5)
        share = between**2 / (between**2 + within**2)
        rows.append(("sinkhorn", a, b, np.hypot(between, within), between, within, share))
    return pd.DataFrame(rows, columns=["quantity", "group_a", "group_b", "total", "between", "within", "intraclass"])


def representation(rng: np.random.Generator, frame: pd.DataFrame) -> pd.DataFrame:
    left_in = frame.assign(own_texts="left in")
    moved = frame["distance"] + 2 * frame["share"].fillna(0) + rng.uniform(0, 0.2, len(frame))
    return pd.concat([left_in, frame.assign(own_texts="left out", distance=moved)], ignore_index=True)


def representation_tests(frame: pd.DataFrame) -> pd.DataFrame:
    rows = []
    for quantity, part in frame.groupby("quantity", sort=False):
        wide = part.pivot_table(index="group", columns="own_texts", values="distance", sort=False)
        shares = part.drop_duplicates("group").set_index("group")["share"].reindex(wide.index)
        for result in share_against_distance(shares, wide["left in"], wide["left out"], rng=0):
            rows.append({**vars(result), "quantity": quantity})
    return pd.DataFrame(rows)


def score_intervals(rng: np.random.Generator, groups: list[str]) -> ScoreIntervalTable:
    rows = []
    for metric in ("accuracy", "balanced_accuracy", "precision_pos_standardised", "brier"):
        for group in groups:
            value = 0.78 + rng.normal(0, 0.02)
            for method, half in (("wilson", 0.03), ("pigeonhole", 0.04)):
                if method == "pigeonhole" or metric == "accuracy":
                    ends = (value - half, value + half)
                    rows.append(ScoreInterval(metric, group, 690, 25, value, *ends, 0.95, method))
    return ScoreIntervalTable(tuple(rows))


def gap_intervals(rng: np.random.Generator, groups: list[str], regions: list[str]) -> GapIntervalTable:
    rows = []
    for metric in ("balanced_accuracy", "accuracy"):
        for a, b in combinations(groups, 2):
            gap, floor = rng.normal(0, 3), rng.uniform(1.8, 2.6)
            at_m = np.hypot(gap, floor)
            row = GapInterval(
                metric, a, b, 164, gap, gap - 3.5, gap + 3.5, floor, at_m, at_m - floor, 0.95, "pigeonhole"
            )
            if {a, b} <= {*regions}:
                p = float(np.exp(-((gap / 2.5) ** 2)))
                ends = {"p_equivalent": float(np.clip(abs(gap) / 5, 0, 1)), "margin": 5.0, "detectable": 4.9}
                row = replace(row, units_a=690, units_b=690, p=p, p_max=min(1.0, 3 * p), **ends)
            rows.append(row)
    return GapIntervalTable(tuple(rows))


def related(
    rng: np.random.Generator,
    tables: dict[str, pd.DataFrame],
    measured: tuple[DifferenceTable, SeparationTable],
    regions: list[str],
) -> dict[str, pd.DataFrame]:
    """Relations of distances with gaps in every way, the first declared beforehand, their controls, and the verdict."""
    differences, separation = measured
    gaps = [PairTable.from_frame(part) for _, part in tables["gaps"].groupby("quantity", sort=False)]
    gaps = [table.select(regions) for table in gaps if table.quantity.startswith("gap")]
    rows = {
        name: tuple(row for row in separation.rows if row.quantity == name and {row.group_a, row.group_b} <= {*regions})
        for name in ("sinkhorn", "energy")
    }
    x = [
        differences.pair_table().select(regions),
        SeparationTable(rows["sinkhorn"]).pair_table(),
        SeparationTable(rows["energy"]).pair_table("value"),
    ]
    x[2] = PairTable(x[2].groups, x[2].values, "energy")
    declared = (x[0].quantity, gaps[0].quantity)
    pairs = [(a, b) for a in x for b in gaps]
    exclude = {f"without {regions[-1]}": [regions[-1]]}
    found = relate_all(
        pairs, family="distance-gap", coefficients=["spearman", "distance_correlation"], exclude=exclude, rng=1,
        alternative="greater", primary=declared,
    )  # fmt: skip
    worth = reliability_table(rng, [*x, *gaps])
    intervals = {(a.quantity, b.quantity, "spearman"): (-0.45, 0.62) for a, b in pairs}
    noise = {"intervals": intervals, "method": "bootstrap of units and models"}
    table = RelationTable(with_ceilings(judge(found.rows, 0.27), worth.rows, **noise))
    out = leave_one_group_out([(a, gaps[0]) for a in x[1:]], family="distance-gap", coefficients=["spearman"], rng=1)
    primary = [replace(row, family=PRIMARY) for row in table.rows]
    decisive = DifferenceTable(tuple(row for row in differences.rows if row.decisive))
    covariates = [pair_covariate(dict(zip(regions, rng.uniform(14, 20, len(regions)), strict=True)), name="length")]
    found = {
        "relations": pd.concat([table.to_frame(), tables["relations"]], ignore_index=True),
        "leave_one_out": RelationTable(judge(out.rows)).to_frame(),
        "verdict": answer_questions(primary, differences=decisive, control=0.27).to_frame(),
        "reliability": worth.to_frame(),
        **controls(rng, [(a.quantity, gaps[0].quantity) for a in x]),
        "control_repeats": repeats_frame(regions, *declared),
        "power": power_frame(rng),
    }
    if len(regions) > 4:
        found["regression"] = pd.concat([mrqap(gaps[0], [a, *covariates], rng=1).to_frame() for a in x[1:]])
    return found


def controls(rng: np.random.Generator, pairs: list[tuple[str, str]], partitions: int = 99) -> dict[str, pd.DataFrame]:
    rows, values = [], []
    for x, y in [*pairs, ("largest", ""), ("energy", "")]:
        placebo = np.abs(rng.normal(0.45, 0.12, partitions)) if not y else rng.normal(0, 0.3, partitions)
        name = "spearman" if y or x == "largest" else "mean"
        result = control_pvalue(0.55, placebo, alternative="two-sided" if y else "greater")
        statistic = f"{name} | {x} | {y}"
        numbers = {name: value for name, value in vars(result).items() if name != "quantiles"}
        quantiles = dict(zip(("q05", "q50", "q95"), result.quantiles, strict=True))
        marks = {"coefficient": name, "primary": (x, y) == pairs[0]}
        rows.append({"statistic": statistic, "x": x, "y": y, **marks, **numbers, **quantiles})
        values.append(pd.DataFrame({"statistic": statistic, "partition": range(partitions), "value": placebo}))
    return {"controls": pd.DataFrame(rows), "control_values": pd.concat(values, ignore_index=True)}


def power_frame(rng: np.random.Generator) -> pd.DataFrame:
    pvalues = [rng.uniform(0, 1, 40) ** (1 + 8 * shift) for shift in (0.0, 0.25, 0.5, 1.0)]
    curve = power_curve([0.0, 0.25, 0.5, 1.0], pvalues)
    return pd.DataFrame(
        {name: getattr(curve, name) for name in ("shift", "power", "low", "high", "runs", "vetoed", "alpha")}
    )


def reliability_table(rng: np.random.Generator, measured: list[PairTable]) -> ReliabilityTable:
    """Of every table by Spearman's coefficient; those of gaps are low, one of them below 0."""
    rows = []
    for place, table in enumerate(measured):
        value = rng.uniform(0.3, 0.5) if place < 3 else 0.15 if place < 5 else -0.1
        ends = {"low": value - 0.2, "high": value + 0.2, "splits": 50}
        rows.append(Reliability(table.quantity, "spearman", len(table.base_groups), value, **ends))
    return ReliabilityTable(tuple(rows))


def repeats_frame(regions: list[str], x: str, y: str) -> pd.DataFrame:
    """The declared relation goes away with another training, a pair's distance stands when all is cleaned alike."""
    rows = [
        Repeated("training", "spearman", x, y, "", "", 0.8, 0.01, 0.1, 0.0, 0.3, 0.4, "goes away"),
        Repeated("cleaning", "pair", x, "", regions[0], regions[1], 0.4, 0.01, 0.3, NAN, NAN, 0.02, "stands"),
    ]
    return pd.DataFrame([asdict(row) | {"sentence": row.sentence} for row in rows])
