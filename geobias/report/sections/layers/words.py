"""What several layers come to, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.estimates import chance, p_value, signed
from geobias.report.phrases import COEFFICIENT_NAMES, capital, count, listing, percent, plural, quantity_label
from geobias.report.section import Finding
from geobias.tables import SUPPORTED

if TYPE_CHECKING:
    import pandas as pd

SINK = 3
"""A position that holds more than so many times its fair share of the variance is told of."""
CAUTION = (
    "A single layer chosen after looking at these is no evidence: of many relations one is large by chance. What "
    "counts is its p over the family, or a layer that is named before new texts are looked at. Distances of different "
    "layers are in different units; their order over pairs can be compared, their sizes cannot."
)


def layer_findings(layers: pd.DataFrame) -> Iterator[Finding]:
    """The family, its largest coefficient, how many are supported; the same with lengths; positions that hold much."""
    yield _family(layers)
    if layers["statistic"].notna().any():
        yield _with_gap(layers)
    if layers["length"].notna().any():
        yield _with_length(layers)
    yield from _positions(layers)
    yield Finding(CAUTION, caution=True)


def _family(layers: pd.DataFrame) -> Finding:
    numbers = sorted(layers["layer"].unique())
    own = listing([str(layer) for layer in layers.loc[layers["own"].astype(bool), "layer"].unique()])
    names = listing([quantity_label(str(name)) for name in dict.fromkeys(layers["quantity"])])
    return Finding(
        f"{plural(len(numbers), 'layer')} ({spans(numbers)}) by {names}: {plural(len(layers), 'relation')} that are "
        f"one family, on permutations that all share. The verdict of this page goes by layer {own} alone, and so does "
        "all else on it, gaps too."
    )


def _with_gap(layers: pd.DataFrame) -> Finding:
    """The largest in the direction that was tested, with its p alone and over the family."""
    tested = layers[layers["statistic"].notna()]
    best = tested.sort_values(["p_max", "p_qap"], kind="stable").iloc[0]
    name = COEFFICIENT_NAMES.get(str(best["coefficient"]), str(best["coefficient"]))
    found = int((tested["verdict"] == SUPPORTED).sum())
    text = (
        f"{capital(quantity_label(str(best['gap'])))}: of {plural(len(tested), 'relation')} "
        f"{count(found) if found else 'none'} {'is' if found < 2 else 'are'} supported (max-T). The clearest is the "
        f"{quantity_label(str(best['quantity']))} at layer {best['layer']}: {name} {signed(best['statistic'])}, "
        f"{chance(best['p_qap'])} alone and {p_value(best['p_max'])} over the family"
    )
    limit = float(best["critical"])
    beyond = "below" if best["alternative"] == "less" else "beyond"
    if limit < 1:
        sign = {"two-sided": "±", "less": "−"}.get(str(best["alternative"]), "+")
        text += f"; one that large in the family is one {beyond} {sign}{limit:.2f}"
    return Finding(f"{text}.", headline=found > 0)


def _with_length(layers: pd.DataFrame) -> Finding:
    tested = layers[layers["length"].notna()]
    found = tested[tested["length_verdict"] == SUPPORTED]
    best = tested.loc[tested["length"].idxmax()]
    go = "goes" if len(found) < 2 else "go"
    where = f", at {_places(found)}" if len(found) else ""
    return Finding(
        f"With the difference in mean length {count(len(found)) if len(found) else 'none'} of "
        f"{plural(len(tested), 'distance')} {go}{where} (the largest coefficient is {signed(best['length'])}, of the "
        f"{quantity_label(str(best['quantity']))} at layer {best['layer']}, {chance(best['length_p_max'])} over the "
        "family)." + (" There a distance may tell of lengths." if len(found) else ""),
    )


def _places(rows: pd.DataFrame) -> str:
    parts = rows.groupby("quantity", sort=False)["layer"]
    return listing(
        [
            f"layer{'s' * (len(part) > 1)} {spans(sorted(part))} by the {quantity_label(str(name))}"
            for name, part in parts
        ]
    )


def _positions(layers: pd.DataFrame) -> Iterator[Finding]:
    at = layers.drop_duplicates("layer").dropna(subset=["position_share"])
    sinks = at[at["position_share"] > SINK * at["fair_share"]]
    if len(sinks):
        most = sinks.loc[sinks["position_share"].idxmax()]
        yield Finding(
            f"At layer{'s' * (len(sinks) > 1)} {spans(sorted(sinks['layer']))} the tokens at position "
            f"{most['position']} of the texts hold "
            f"up to {percent(most['position_share'])} of the clouds' variance, where their fair share is "
            f"{percent(most['fair_share'])}: a distance of clouds there tells of these tokens, and of how many "
            "there are, not of the texts.",
            notice="warning",
        )
    elif len(at):
        most = at.loc[(at["position_share"] / at["fair_share"]).idxmax()]
        yield Finding(
            f"No position of the texts holds more than {SINK} times its fair share of the clouds' variance at any "
            f"layer: at most {percent(most['position_share'])} where {percent(most['fair_share'])} is fair, position "
            f"{most['position']} at layer {most['layer']}."
        )


def spans(numbers: list[int]) -> str:
    """Whole numbers in rising order, runs of three and more by their ends.

    >>> spans([0, 3, 4, 5, 9]), spans([1, 2])
    ('0, 3 to 5 and 9', '1 and 2')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = []
    for run in runs:
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run]
    return listing(told)
