"""How many texts there are, and how many were scored."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.audit.score_tables import shared_stretches, texts_behind
from geobias.corpora import normalise_text
from geobias.published.regional import recipe
from geobias.published.regional.evidence import Evidence
from geobias.published.regional.names import BASELINE, GROUPS
from geobias.published.regional.reasons import Reason, together
from geobias.published.regional.reuters import empty_reason
from geobias.tables import INVALID, Comparison, compare


def count_rows(evidence: Evidence) -> Iterator[Comparison]:
    released = evidence.released
    tweets = released.tweets
    stretches = [
        Reason(
            INVALID,
            f"{one.shared} of {one.texts} texts of {one.group} from row {one.first + 1} on are other groups' too, "
            f"{one.before} before",
        )
        for one in shared_stretches({name: [normalise_text(text) for text in own] for name, own in tweets.items()})
    ]
    yield _counted("texts", "tweets", recipe.TWEETS, sum(map(len, tweets.values())), together(stretches))
    lost = Reason(words="fewer strings than the paper counts are in the released file")
    found = released.locations
    yield _counted("texts", "locations", recipe.LOCATIONS, found, lost if found < recipe.LOCATIONS else Reason())
    for name, tests in released.sets.items():
        reason = together([empty_reason(name, tests, INVALID, most=0)])
        yield _counted("texts", f"Reuters, {name}", recipe.SET_SIZES[name], tests.texts, reason)
    wrong = Reason(INVALID, "the released labels have another number of topics")
    yield _counted(
        "topics", "Reuters", recipe.TOPICS, released.topics, wrong if released.topics != recipe.TOPICS else Reason()
    )
    yield from _scored(evidence)


def _scored(evidence: Evidence) -> Iterator[Comparison]:
    """How many texts of a group a round scores: the fewest of which every accuracy is a whole number of right ones."""
    accuracy = evidence.released.scores.metrics["accuracy"]
    for place, group in enumerate(GROUPS):
        if group != BASELINE:
            found = texts_behind(accuracy[:, :, place])
            words = f"every accuracy is a whole number of {found} texts"
            reason = Reason(INVALID, words) if found != recipe.SCORED else Reason()
            yield _counted("texts scored in a round", group, recipe.SCORED, found, reason)


def _counted(quantity: str, cell: str, published: int, found: int, reason: Reason) -> Comparison:
    return compare(quantity, cell, published, found, 0, valid=reason.valid, why=reason.words)
