"""What happened to respondents and their answers, in counts and sentences."""

from __future__ import annotations

from collections.abc import Mapping

from geobias.corpora.corpus import CountLog


class Counting:
    """Counts and notices of one file."""

    def __init__(self, source: str):
        self.source, self.counts = source, CountLog()
        self.notices: list[str] = []

    def add(self, group: str, event: str, reason: str, count: int) -> None:
        self.counts.add(self.source, group, event, reason, count)

    def reasons(self, group: str, reasons: Mapping[str, int]) -> None:
        """Reasons -> rows of one variable: what was read as another code is repaired, all else flagged."""
        for reason, rows in sorted(reasons.items()):
            self.add(group, "repaired" if reason.startswith("recoded") else "flagged", reason, rows)

    def say(self, sentence: str) -> None:
        self.notices.append(sentence)
