"""Which statements move the mean projection, and how consistent answers are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.estimates import with_ends
from geobias.report.phrases import percent, plural
from geobias.report.section import Finding
from geobias.report.sides import estimate
from geobias.tables import HYPOTHESIS, WARNING

if TYPE_CHECKING:
    import pandas as pd

SILENT = 0.9  # share of pairs of statement and inversion of which nothing is said, from which on a reader must know
LIMITS = (
    "An answer that is silent on a value counts as 0 on it, as one does that speaks for both ends. Answers that "
    "contradict themselves are as often a mark of the entailment model as of the answer."
)


def statement_findings(frame: pd.DataFrame, headline: bool) -> Iterator[Finding]:
    """What the statements add up to, and the two that add most."""
    last = frame.iloc[-1]
    ranked = frame.reindex(frame["contribution"].abs().sort_values(ascending=False, kind="stable").index)
    yield Finding(
        f"Over {plural(last['n'], 'answer')} to {plural(last['prompts'], 'prompt')} the statements add up to a mean "
        f"projection of {_plain(last['reached'])}. Most is added by "
        f"{' and by '.join(_step(row) for row in ranked[:2].to_dict('records'))}.",
        headline=headline,
    )


def _step(row: dict) -> str:
    of = "" if row["side"] == HYPOTHESIS else "the inversion of "
    shares = f"{with_ends(row, 'resonance', percent)} resonate, {with_ends(row, 'conflict', percent)} conflict"
    return f"{of}{row['value']} ({_plain(row['contribution'])}: {shares})"


def mirroring_findings(frame: pd.DataFrame) -> Iterator[Finding]:
    """How many do not mirror, contradict themselves, are silent; the value with most contradictions."""
    whole, each = frame[frame["value"] == ""], frame[frame["value"] != ""]
    for row in whole.to_dict("records"):
        unlike, both = (with_ends(row, name, percent) for name in ("unmirrored", "contradictory"))
        yield Finding(
            f"Of {plural(row['n'], 'pair')} of an answer and a value, {unlike} do not mirror: the label of the "
            f"inversion is not the opposite of that of the hypothesis. {both} contradict themselves, saying yes or no "
            f"to both, and {percent(row['silent'])} are silent."
        )
        if row["silent"] >= SILENT:
            yield Finding(
                f"{percent(row['silent'])} of pairs of an answer and a value are silent: projections rest on the few "
                "others.", headline=True, notice=WARNING,
            )  # fmt: skip
    if len(each) > 1 and each["contradictory"].max() > 0:
        row = each.loc[each["contradictory"].idxmax()]
        yield Finding(f"Most contradictory are answers on {row['value']}: {with_ends(row, 'contradictory', percent)}.")
    yield Finding(LIMITS, caution=True)


def _plain(value: float) -> str:
    return estimate(value, float("nan"), 0)
