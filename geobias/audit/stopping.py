"""What becomes of a finding that makes every comparison meaningless: the run stops, unless it is allowed by name."""

from __future__ import annotations

from geobias.errors import InputError
from geobias.tables import FindingTable


def check_stops(found: FindingTable) -> None:
    """Raise `InputError` where a finding stops the run: it names the check, what was found, and the mend."""
    if not found.stops:
        return
    first, *others = found.stops
    names = ", ".join(dict.fromkeys(row.check for row in found.stops))
    more = f" (and {len(others)} more)" if others else ""
    raise InputError(
        "the texts must allow a comparison",
        f"the audit stops it ({first.check}): {first.words.rstrip('.')}{more}",
        f"{first.mend} To go on all the same pass 'audit.allow=[{names}]'; the page then says so.",
    )
