"""Whether published numbers are valid, in words: a number may recompute exactly and not measure what it is said to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from geobias.tables.summaries import aligned

VALID, DOUBTFUL, INVALID, NOT_KNOWN = "yes", "doubtful", "no", "not known"
BETWEEN = "; "
"""What stands between two reasons against one number, and in none of them."""
VALIDITIES = (VALID, DOUBTFUL, INVALID, NOT_KNOWN)


def tally_of_validity(rows: Sequence[Any], equal: str) -> Mapping[str, tuple[int, ...]]:
    """quantity -> how many numbers it has, how many recompute (verdict `equal`), how many have each of `VALIDITIES`."""
    tally = {}
    for name in dict.fromkeys(row.quantity for row in rows):
        own = [row for row in rows if row.quantity == name]
        words = Counter(row.valid for row in own)
        tally[name] = (len(own), sum(row.verdict == equal for row in own), *(words[word] for word in VALIDITIES))
    return tally


def reasons_of(rows: Sequence[Any]) -> Mapping[tuple[str, str], list[Any]]:
    """(a word of `VALIDITIES`, reason) -> the rows that it is about, the worst words first."""
    found: dict[tuple[str, str], list[Any]] = {}
    for row in rows:
        for reason in filter(None, row.why.split(BETWEEN)):
            found.setdefault((row.valid, reason), []).append(row)
    order = (INVALID, DOUBTFUL, NOT_KNOWN, VALID)
    return dict(sorted(found.items(), key=lambda item: order.index(item[0][0])))


def judged_lines(rows: Sequence[Any], equal: str, most: int = 4) -> list[str]:
    """How many numbers recompute and are valid, by quantity; each reason stands once, with `most` cells."""
    tally = tally_of_validity(rows, equal)
    recompute, valid = (sum(counts[place] for counts in tally.values()) for place in (1, 2))
    header = ["quantity", "numbers", "recompute", "valid", *VALIDITIES[1:]]
    lines = [
        f"{recompute} of {len(rows)} published numbers recompute, {valid} {'is' if valid == 1 else 'are'} valid.",
        "",
    ]
    lines += aligned(header, [[name, *map(str, counts)] for name, counts in tally.items()])
    for (word, why), found in reasons_of(rows).items():
        cells = [f"{row.quantity}: {row.cell}" for row in found[:most]]
        more = f" and {len(found) - most} more" if len(found) > most else ""
        lines += ["", f"valid: {word} ({len(found)}). {why}", f"  {'; '.join(cells)}{more}"]
    return lines
