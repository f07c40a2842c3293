"""What an encoder makes of every group: texts without a token, texts that are cut, length, tokens that it has not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from geobias.audit.audited import Audited, TextStatistics
from geobias.audit.departures import odd_means, odd_shares
from geobias.errors import InputError
from geobias.tables import NOTE, OK, WARNING, AuditFinding, listed_ids

LENGTH_RATIO, TRUNCATED_SHARE, TRUNCATED_GAP, EMPTY_GAP = 1.25, 0.10, 0.05, 0.05
UNKNOWN_SHARE, UNKNOWN_GAP, UNREADABLE_SHARE = 0.20, 0.05, 0.50


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


def unknown_tokens(audited: Audited) -> Iterator[AuditFinding]:
    """Tokens that stand for what the encoder has none for: 20 % anywhere, or 5 points more than the least."""
    found = audited.statistics
    if found is None:
        return
    shares = _unknown_shares(audited.groups, found.tokens, found.unknown)
    lowest = min(shares.values(), default=0.0)
    for group, share in shares.items():
        bad = share > UNKNOWN_SHARE or share - lowest > UNKNOWN_GAP
        words = f"{share:.1%} of the tokens of {group} are unknown to the encoder." + " It reads them all alike." * bad
        mend = "Choose an encoder that knows the language." * bad
        yield AuditFinding("unknown_share", group, WARNING if bad else OK, share, words=words, mend=mend)


def _unknown_shares(groups: Mapping[str, np.ndarray], tokens: np.ndarray, unknown: np.ndarray) -> dict[str, float]:
    return {group: float(unknown[rows].sum() / max(1, tokens[rows].sum())) for group, rows in groups.items()}


def empty_texts(audited: Audited) -> Iterator[AuditFinding]:
    """Texts that hold no token: a note; a warning where a group has 5 points more of them than the others."""
    empty = {group: ~audited.usable[rows] for group, rows in audited.groups.items()}
    for group, found in odd_shares(empty, EMPTY_GAP).items():
        rows = audited.groups[group][empty[group]]
        severity = WARNING if found.odd and found.value > found.others else NOTE if found.value else OK
        words = f"{found.value:.1%} of the texts of {group} hold no token and are left out."
        mend = "See why they are empty: a field that is elsewhere, or a cleaning that takes all." * (severity != OK)
        ids = listed_ids(audited.ids(rows))
        yield AuditFinding("empty_share", group, severity, found.value, len(rows), ids, words, mend)


def truncated_texts(audited: Audited) -> Iterator[AuditFinding]:
    """Texts that the encoder cuts: over a tenth of a group, or 5 points more than the others."""
    found = audited.statistics
    if found is None:
        return
    cut = {group: found.truncated[rows] for group, rows in audited.groups.items()}
    for group, share in odd_shares(cut, TRUNCATED_GAP).items():
        bad = share.value > TRUNCATED_SHARE or (share.odd and share.value > share.others)
        words = f"{share.value:.1%} of the texts of {group} were longer than the encoder read."
        rows = audited.groups[group][cut[group]]
        mend = "Raise encoder.max_length, or cut all texts to one length." * bad
        severity = WARNING if bad else OK
        ids = listed_ids(audited.ids(rows))
        yield AuditFinding("truncated_share", group, severity, share.value, len(rows), ids, words, mend)


def lengths(audited: Audited) -> Iterator[AuditFinding]:
    """Mean number of tokens beside the other groups'."""
    what, numbers = _lengths(audited.statistics, audited)
    for group, found in odd_means({group: numbers[rows] for group, rows in audited.kept.items()}, LENGTH_RATIO).items():
        ratio = found.value / found.others if found.others else float("nan")
        words = f"Texts of {group} have {found.value:.1f} {what} on average, {ratio:.2f} times as many as the others."
        words += " Length alone can move distances." * found.odd
        mend = "Go by differences that are adjusted for length (difference.adjust=[length])." * found.odd
        severity = WARNING if found.odd else OK
        yield AuditFinding("mean_tokens", group, severity, found.value, len(audited.kept[group]), "", words, mend)


def _lengths(found: TextStatistics | None, audited: Audited) -> tuple[str, np.ndarray]:
    if found is not None:
        return "tokens", found.tokens
    return "words", np.array([len(text.split()) for text in audited.corpus.texts], dtype=np.int64)
