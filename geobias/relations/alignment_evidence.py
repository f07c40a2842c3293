"""The evidence for a verdict on alignment: counts, the clearest comparison with its numbers, the control."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from geobias.relations.pairs import census
from geobias.relations.stating import counted, ends
from geobias.stats import write_p
from geobias.tables import NOT_COMPUTED, AlignmentDifference

Rows = Sequence[AlignmentDifference]


def evidence(rows: Rows, tested: Rows, best: AlignmentDifference) -> str:
    """Counts of words, the clearest comparison with its numbers, the control, and what could not be computed."""
    coefficients = " and ".join(dict.fromkeys(row.statistic for row in tested))
    counts = census(tested, "comparison", " of two groups with a source")
    how = f"{coefficients} coefficient, {best.decided_by} over them, at level {best.alpha:g}"
    p = f"{write_p(best.p, 'p')} before correction and {write_p(best.p_decisive, 'p')} after it"
    clearest = (
        f"{best.source}, {best.group_a} {best.a:.2f} and {best.group_b} {best.b:.2f}, difference {best.difference:+.2f}"
        f"{ends(best.low, best.high, best.level, '+.2f')}, {p}"
    )
    lost = len(rows) - len(tested)
    beside = f" {lost} more could not be computed ({reasons(rows)})." if lost else ""
    return f"{counts} ({how}). Clearest: {clearest}. {_control(best)}.{beside}"


def _control(row: AlignmentDifference) -> str:
    """What dealing the attribute's values at random says of its largest difference."""
    if math.isnan(row.p_control):
        return "No groups dealt at random were compared"
    few = ", too few to stop a verdict" if 1 / (1 + row.n_control) > row.alpha else ""
    dealt = f"{counted(row.n_control, 'set')} of groups dealt at random"
    return f"Negative control, {dealt}: {write_p(row.p_control, 'p')}{few}"


def reasons(rows: Rows) -> str:
    """Why rows have no p, the most frequent reason first."""
    found = Counter(row.note or "no error is known" for row in rows if row.verdict == NOT_COMPUTED)
    return "; ".join(reason for reason, _ in found.most_common())
