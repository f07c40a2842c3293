"""What an encoder cannot read ends a run; how lengths and empty texts are put in words."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.audit import Audited, TextStatistics, audit_groups, check_readable
from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.tables import NOTE, AuditFinding


@pytest.fixture
def corpus() -> Corpus:
    texts = ["same words here", "b", "c", "d", "Same words, here!", "f", "g", ""]
    return Corpus(
        ids=np.array([str(i) for i in range(8)], dtype=object),
        texts=np.array(texts, dtype=object),
        attributes={"region": np.array(["au"] * 4 + ["uk"] * 4, dtype=object)},
        labels=np.array([1, 1, 1, 0, 0, 0, 0, -1]),
        label_names=("negative", "positive"),
    )


def findings(corpus, tokens, truncated=(), unknown=(0,) * 8) -> dict[tuple[str, str], AuditFinding]:
    cut = np.isin(np.arange(8), truncated)
    audited = Audited(corpus, corpus.groups(), TextStatistics(np.array(tokens), cut, np.array(unknown)))
    return {(finding.check, finding.where): finding for finding in audit_groups(audited).rows}


def test_an_empty_text_is_a_note_with_its_row(corpus):
    found = findings(corpus, [3, 5, 5, 5, 3, 5, 5, 0])
    assert found["truncated_share", "au"].severity == "ok"
    assert found["mean_tokens", "uk"].severity == "ok"
    assert found["empty_share", "uk"] == AuditFinding(
        "empty_share", "uk", NOTE, 0.25, 1, "7", "25.0% of the texts of uk hold no token and are left out.",
        "See why they are empty: a field that is elsewhere, or a cleaning that takes all.",
    )  # fmt: skip


def test_truncation_is_a_warning_by_group(corpus):  # E07
    found = findings(corpus, [3, 200, 5, 5, 3, 5, 5, 0], truncated=[1])
    assert found["truncated_share", "au"].severity == "warning"
    assert found["truncated_share", "au"].words == "25.0% of the texts of au were longer than the encoder read."


def test_uneven_lengths_are_a_warning(corpus):
    found = findings(corpus, [49, 50, 50, 50, 4, 5, 5, 0])
    assert found["mean_tokens", "au"].severity == "warning"
    assert found["mean_tokens", "au"].words.endswith("Length alone can move distances.")


@pytest.mark.parametrize(
    ("unknown", "severities"),
    [
        ([0, 0, 0, 0, 0, 0, 0, 0], ("ok", "ok")),
        ([2, 0, 0, 0, 2, 0, 0, 0], ("ok", "ok")),  # 5 % of both
        ([2, 2, 0, 0, 0, 0, 0, 0], ("warning", "ok")),  # 10 % beside none
        ([5, 5, 0, 0, 5, 5, 0, 0], ("warning", "warning")),  # 25 % of both
    ],
)
def test_unknown_tokens_are_a_warning_where_there_are_many_or_more_than_elsewhere(corpus, unknown, severities):
    found = findings(corpus, [10] * 8, unknown=unknown)
    assert (found["unknown_share", "au"].severity, found["unknown_share", "uk"].severity) == severities
    assert found["unknown_share", "au"].value == sum(unknown[:4]) / 40


def test_a_group_that_the_encoder_cannot_read_is_named_with_the_mend(corpus):
    tokens = np.array([10] * 8)
    check_readable(corpus.groups(), tokens, np.array([5] * 8))
    with pytest.raises(InputError) as error:
        check_readable(corpus.groups(), tokens, np.array([6] * 4 + [8] * 4))
    assert str(error.value) == (
        "the encoder must know at least half of the tokens of every group, but 80% of those of 'uk' and too many of 1 "
        "more are unknown. Use a multilingual encoder (encoder=hf encoder.model=<hub name or folder>) or leave such "
        "groups out; encoder.on_unknown=warn goes on as it is."
    )


def test_groups_without_a_token_are_no_share(corpus):
    assert findings(corpus, [1] * 4 + [0] * 3 + [1])["unknown_share", "uk"].value == 0.0
    check_readable({"none": np.arange(0)}, np.zeros(8, dtype=np.int64), np.zeros(8, dtype=np.int64))
