"""The audit of judgements: items that are there twice, annotators of one answer, groups of one voice, twin sources."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from geobias.audit.departures import odd_shares
from geobias.audit.names import group_names
from geobias.audit.texts import Audit
from geobias.corpora import Judgements, normalise_text
from geobias.tables import NOTE, OK, STOP, WARNING, AuditFinding, FindingTable, listed_ids

LEAST_ANSWERS, ONE_ANSWER, VOICE_SHARE, LEAST_PEOPLE, SILENT_GAP = 10, 0.10, 0.20, 10, 0.05


def audit_judgements(judgements: Judgements) -> Audit:
    """Every check that answers of annotators to items allow."""
    return Audit(FindingTable(tuple(_findings(judgements))))


def _findings(judgements: Judgements) -> Iterator[AuditFinding]:
    yield _repeated_items(judgements)
    yield _one_answer(judgements)
    yield from _sources(judgements)
    for attribute in judgements.attributes:
        sizes = Counter(value for given in judgements.values_of(attribute) for value in given)
        for finding in group_names(sizes, f"groups of {attribute}"):
            where = f"{attribute}: {finding.where}" if finding.where else attribute
            yield AuditFinding(**{**vars(finding), "where": where})
        yield from _groups(judgements, attribute)


def _repeated_items(judgements: Judgements) -> AuditFinding:
    places: dict[str, list[str]] = defaultdict(list)
    for name, text in zip(judgements.items, judgements.texts, strict=True):
        if text:
            places[normalise_text(text)].append(str(name))
    again = [name for names in places.values() if len(names) > 1 for name in names]
    share = len(again) / max(1, len(judgements.items))
    words = f"{len(again):,} of {len(judgements.items):,} items have the text of another."
    mend = "Join their judgements, or leave one of each out." * bool(again)
    return AuditFinding("repeated_items", "", NOTE if again else OK, share, len(again), listed_ids(again), words, mend)


def _one_answer(judgements: Judgements) -> AuditFinding:
    known = judgements.known
    people = len(judgements.annotators)
    counts = np.bincount(judgements.annotator[known], minlength=people)
    low, high = np.full(people, np.inf), np.full(people, -np.inf)
    np.minimum.at(low, judgements.annotator[known], judgements.answers[known])
    np.maximum.at(high, judgements.annotator[known], judgements.answers[known])
    many = counts >= LEAST_ANSWERS
    flat = many & (low == high)
    share = float(flat.sum() / max(1, many.sum()))
    severity = WARNING if share > ONE_ANSWER else NOTE if flat.any() else OK
    words = f"{flat.sum():,} of {many.sum():,} annotators with {LEAST_ANSWERS} answers or more gave one alone."
    mend = "See whether they read the items." * bool(flat.any())
    rows = listed_ids([str(name) for name in judgements.annotators[flat]])
    return AuditFinding("one_answer", "", severity, share, int(flat.sum()), rows, words, mend)


def _sources(judgements: Judgements) -> Iterator[AuditFinding]:
    """Sources that say the same of all items, and those that say one thing."""
    for name, values in judgements.sources.items():
        known = values[~np.isnan(values)]
        flat = len(known) > 1 and float(known.min()) == float(known.max())
        words = f"The source {name} gives {'one value' if flat else 'several values'} over {len(known):,} items."
        mend = "It agrees with nobody: give another column." * flat
        yield AuditFinding("constant_source", name, WARNING if flat else OK, count=len(known), words=words, mend=mend)
    for (a, one), (b, other) in combinations(judgements.sources.items(), 2):
        if np.isfinite(one).any() and np.array_equal(one, other, equal_nan=True):
            words = f"The sources {a} and {b} are one column under two names."
            mend = "Give the right column for one of them, or leave it out (alignment.sources)."
            yield AuditFinding("same_sources", f"{a} – {b}", STOP, 1.0, len(one), "", words, mend)


def _groups(judgements: Judgements, attribute: str) -> Iterator[AuditFinding]:
    """Groups of one voice, and those whose members leave more items without an answer than others."""
    members: dict[str, list[int]] = defaultdict(list)
    for place, given in enumerate(judgements.values_of(attribute)):
        for value in given:
            members[value].append(place)
    counts = np.bincount(judgements.annotator, minlength=len(judgements.annotators))
    silent = {}
    for group, people in members.items():
        if len(people) < LEAST_PEOPLE:
            continue
        share = float(counts[people].max() / max(1, counts[people].sum()))
        bad = share > VOICE_SHARE
        words = f"One annotator gave {share:.1%} of the answers of {group} ({attribute}), of {len(people):,} in all."
        mend = "Read this group's answers as one person's, or take as many of each." * bad
        where = f"{attribute}: {group}"
        yield AuditFinding(
            "one_voice", where, WARNING if bad else OK, share, int(counts[people].max()), "", words, mend
        )
        silent[where] = ~judgements.known[np.isin(judgements.annotator, people)]
    for where, found in odd_shares(silent, SILENT_GAP).items():
        words = f"{found.value:.1%} of the judgements of {where} give no answer"
        words += f", {found.others:.1%} of the others'." if found.odd else "."
        mend = "Who does not answer is no random part of a group: say so beside its alignment." * found.odd
        severity = WARNING if found.odd else OK
        yield AuditFinding("no_answer", where, severity, found.value, int(silent[where].sum()), "", words, mend)
