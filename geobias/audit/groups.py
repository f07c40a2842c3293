"""What an encoder makes of every group: length, what was cut, unknown tokens, empty texts; labels; texts shared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geobias.corpora import Corpus, normalise_text
from geobias.errors import InputError
from geobias.tables import NOTE, OK, WARNING, AuditFinding, FindingTable

# A group is pointed out when it departs this far; the page shows the numbers whatever they are.
LENGTH_RATIO, TRUNCATED_SHARE, EMPTY_SHARE, PREVALENCE_GAP = 1.25, 0.10, 0.02, 0.10
UNKNOWN_SHARE, UNKNOWN_GAP, UNREADABLE_SHARE = 0.20, 0.05, 0.50


@dataclass(frozen=True)
class TextStatistics:
    """What tokenizing said of every text of a corpus.

    tokens : before cutting, int64 (n,). truncated : whether it was cut, bool (n,).
    unknown : those of its tokens that stand for what the encoder has no token for, int64 (n,).
    """

    tokens: np.ndarray
    truncated: np.ndarray
    unknown: np.ndarray

    @property
    def usable(self) -> np.ndarray:
        """Texts with at least one token besides special ones."""
        return self.tokens > 0


def audit_groups(corpus: Corpus, groups: Mapping[str, np.ndarray], statistics: TextStatistics) -> FindingTable:
    """One finding per check and group, of severity "ok", "note" or "warning".

    Parameters
    ----------
    groups : base group -> all its rows, usable or not.
    """
    records = [
        *_unknown(groups, statistics),
        *_empties(groups, statistics),
        *_truncation(groups, statistics),
        *_length(groups, statistics),
    ]
    return FindingTable((*records, *_prevalence(corpus, groups), *_overlap(corpus, groups, statistics)))


def check_readable(
    groups: Mapping[str, np.ndarray],
    tokens: np.ndarray,
    unknown: np.ndarray,
    mend: str = "encoder=hf encoder.model=<hub name or folder>",
) -> None:
    """Raise `InputError` where over half of a group's tokens are unknown to the encoder: no number would mean a thing.

    groups : their rows in `tokens` and `unknown`, both int64 (n,), as in `TextStatistics`. mend : how to name another.
    """
    shares = _unknown_shares(groups, tokens, unknown)
    group = max(shares, key=lambda name: shares[name], default="")
    if shares and shares[group] > UNREADABLE_SHARE:
        others = sum(share > UNREADABLE_SHARE for share in shares.values()) - 1
        raise InputError(
            "the encoder must know at least half of the tokens of every group",
            f"{shares[group]:.0%} of those of '{group}'{f' and too many of {others} more' * bool(others)} are unknown",
            f"Use a multilingual encoder ({mend}) or leave such groups out; encoder.on_unknown=warn goes on as it is.",
        )


def _unknown_shares(groups: Mapping[str, np.ndarray], tokens: np.ndarray, unknown: np.ndarray) -> dict[str, float]:
    return {group: float(unknown[rows].sum() / max(1, tokens[rows].sum())) for group, rows in groups.items()}


def _unknown(groups: Mapping[str, np.ndarray], statistics: TextStatistics) -> list[AuditFinding]:
    shares = _unknown_shares(groups, statistics.tokens, statistics.unknown)
    lowest = min(shares.values(), default=0.0)
    out = []
    for group, share in shares.items():
        bad = share > UNKNOWN_SHARE or share - lowest > UNKNOWN_GAP
        words = f"{share:.1%} of the tokens of {group} are unknown to the encoder."
        out.append(_record("unknown_share", group, share, bad, words + " It reads them all alike." * bad))
    return out


def _record(check: str, group: str, value: float, bad: bool, words: str, severity: str = WARNING) -> AuditFinding:
    return AuditFinding(check, group, severity if bad else OK, float(value), words=words)


def _empties(groups: Mapping[str, np.ndarray], statistics: TextStatistics) -> list[AuditFinding]:
    out = []
    for group, rows in groups.items():
        share = 1 - statistics.usable[rows].mean() if len(rows) else 0.0
        words = f"{share:.1%} of the texts of {group} hold no token and are left out."
        out.append(_record("empty_share", group, share, share > EMPTY_SHARE, words, NOTE))
    return out


def _truncation(groups: Mapping[str, np.ndarray], statistics: TextStatistics) -> list[AuditFinding]:
    out = []
    for group, rows in groups.items():
        share = statistics.truncated[rows].mean() if len(rows) else 0.0
        words = f"{share:.1%} of the texts of {group} were longer than the encoder read."
        out.append(_record("truncated_share", group, share, share > TRUNCATED_SHARE, words))
    return out


def _length(groups: Mapping[str, np.ndarray], statistics: TextStatistics) -> list[AuditFinding]:
    means = {
        group: statistics.tokens[rows][statistics.usable[rows]].mean() for group, rows in groups.items() if len(rows)
    }
    centre = float(np.median(list(means.values())))
    out = []
    for group, mean in means.items():
        ratio = mean / centre
        words = f"Texts of {group} have {mean:.1f} tokens on average, {ratio:.2f} times the median of the groups."
        odd = not 1 / LENGTH_RATIO <= ratio <= LENGTH_RATIO
        out.append(_record("mean_tokens", group, mean, odd, words + " Length alone can move distances." * odd))
    return out


def _prevalence(corpus: Corpus, groups: Mapping[str, np.ndarray]) -> list[AuditFinding]:
    if corpus.task != "binary":
        return []
    labels, labelled = corpus.labels, corpus.labelled
    shares = {g: float((labels[r][labelled[r]] == 1).mean()) for g, r in groups.items() if labelled[r].any()}  # type: ignore[index]
    centre = float(np.median(list(shares.values()))) if shares else 0.0
    out = []
    for group, share in shares.items():
        odd = abs(share - centre) > PREVALENCE_GAP
        words = f"{share:.1%} of the labelled texts of {group} are {corpus.label_names[1]}."
        out.append(_record("positive_share", group, share, odd, words + " Gaps of precision follow it." * odd))
    return out


def _overlap(corpus: Corpus, groups: Mapping[str, np.ndarray], statistics: TextStatistics) -> list[AuditFinding]:
    owners: dict[str, set[str]] = defaultdict(set)
    kept = {group: rows[statistics.usable[rows]] for group, rows in groups.items()}
    texts = {group: [normalise_text(corpus.texts[row]) for row in rows] for group, rows in kept.items()}
    for group, values in texts.items():
        for text in values:
            owners[text].add(group)
    out = []
    for group, values in texts.items():
        shared = sum(len(owners[text]) > 1 for text in values)
        amount, occur = ("1 text", "occurs") if shared == 1 else (f"{shared} texts", "occur")
        words = f"{amount} of {group} {occur} in another group too."
        out.append(_record("shared_texts", group, shared, shared > 0.01 * len(values), words, NOTE))
    return out
