"""The synthetic corpus: short messages of regions whose distances and performance losses are planted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from geobias.corpora.cells import object_array
from geobias.corpora.corpus import UNLABELLED, Corpus, CountLog
from geobias.corpora.regional_english import VARIETIES
from geobias.corpora.roles import BASELINE
from geobias.corpora.synthetic_plan import WRY_SHARE, Plan, flip_probabilities, make_plan
from geobias.corpora.synthetic_writer import LABELS, Style, uniforms, write
from geobias.errors import InputError
from geobias.seeds import generator

FINGERPRINT = "synthetic-1"
STANDARD = Style(region="", topic=0.0, own_words=0.0)
# Share of authors who write formally at the start of the topic axis; as many write informally at its end.
LEAST_FORMAL = 0.4


class _Message(NamedTuple):
    text: str
    author: str
    positive: bool
    wry: bool


def make_synthetic(
    *,
    regions: Sequence[str] = VARIETIES,
    documents: int | Mapping[str, int] = 400,
    baseline_documents: int = 2000,
    strength: float = 1.0,
    performance_loss: float = 1.0,
    positive_share: float = 0.5,
    seed: int = 0,
    unlabelled: Collection[str] = (),
    positions: Mapping[str, float] | None = None,
    losses: Mapping[str, float] | None = None,
) -> Corpus:
    """Write a corpus of short sentiment messages with planted distances and planted gaps.

    It is a test bed with a known answer, not a picture of how anybody in these regions writes or feels; positions
    and losses are arbitrary. The texts are templates with little variety beside real ones, so scores and distances
    say nothing of a model's behaviour on real text.

    Every region has a position in [0, 1]; the standard variety is at 0. A message is about a window of half the
    topic axis that starts at the position times `strength`, so two regions share 1 - |difference| of their topics;
    the formal share rises along the axis too. Half of the slots where a region has words of its own (spelling,
    vocabulary, places, sports) take them at strength 1. With `strength` 0 every region writes by one law.

    Half of the messages, everywhere alike, hold a remark that leaves open whether the words are meant. Such messages
    mean the opposite of what the standard variety reads often enough to turn a share `losses[region]` of all labels,
    as many of either label. A classifier of accuracy a in the standard variety then has about a - (2 a - 1) loss.
    The words do not depend on the losses: neither the texts nor their distances change with `performance_loss`.

    Parameters
    ----------
    regions : names; one outside the six varieties of `VARIETIES` needs a position, and has no words of its own.
    documents : texts per region, or a number for every region.
    baseline_documents : texts in the standard variety, region "baseline", split "train"; all others are "test".
    strength : in [0, 1], multiplies positions and the share of own words.
    performance_loss : at least 0, multiplies losses.
    positive_share : probability of the positive label, in (0, 1).
    seed : the same seed gives the same texts; another one leaves the planted values alone.
    unlabelled : regions whose labels are withheld (-1).
    positions : region -> position in [0, 1] in place of the default. Losses then are 0.3 times the position.
    losses : region -> loss in [0, 1] in place of the default.

    Returns
    -------
    Corpus with attributes "region" and "cluster" (an author of one to three messages in one register), and in
    `details` the planted values: `planted_groups`, `planted_positions`, `planted_distance` (|difference| of
    positions), `planted_loss` and `planted_gap` (|difference| of losses). By default the 15 distances are
    distinct, and Spearman's coefficient between planted distances and planted gaps of the six regions is 0.943.

    Raises
    ------
    InputError : for values outside these ranges, and for a loss that needs more messages turned than leave their
        meaning open (above the smaller of `positive_share` and 1 - `positive_share`).

    >>> corpus = make_synthetic(documents=2, baseline_documents=1)
    >>> len(corpus), corpus.label_names, corpus.details["planted_distance"][4][5]
    (13, ('negative', 'positive'), 1.0)
    """
    _check(regions, strength, performance_loss, positive_share, unlabelled)
    sizes = _sizes(regions, documents, baseline_documents)
    plan = make_plan(regions, strength, performance_loss, positions, losses)
    _check_losses(plan, positive_share)

    styles = [STANDARD, *(plan.style(index) for index in range(len(regions)))]
    turned_shares = [0.0, *plan.losses]
    counts, messages, labels = CountLog(), [], []
    for index, (group, size) in enumerate(sizes.items()):
        # The place in the list and not the name picks the streams: at strength 0 names then change no text.
        written = list(_messages(styles[index], group, size, positive_share, generator(seed, "synthetic words", index)))
        rng = generator(seed, "synthetic labels", index)
        labels.append(_labels(written, turned_shares[index], positive_share, rng, group in unlabelled))
        messages += written
        counts.add("synthetic", group, "read", "written", size)
        counts.add("synthetic", group, "kept", "", size)

    groups = [group for group, size in sizes.items() for _ in range(size)]
    return Corpus(
        ids=object_array(f"{group}-{number:06d}" for group, size in sizes.items() for number in range(size)),
        texts=object_array(message.text for message in messages),
        attributes={"region": object_array(groups), "cluster": object_array(message.author for message in messages)},
        labels=np.concatenate(labels),
        label_names=LABELS,
        splits=object_array("train" if group == BASELINE else "test" for group in groups),
        fingerprint=FINGERPRINT,
        counts=counts,
        roles={"region": {BASELINE: BASELINE}},
        details={**plan.details(), "seed": seed, "strength": strength, "performance_loss": performance_loss},
    )


def _messages(
    style: Style, group: str, size: int, positive_share: float, rng: np.random.Generator
) -> Iterator[_Message]:
    draw = uniforms(rng)
    formal_share = LEAST_FORMAL + (1 - 2 * LEAST_FORMAL) * style.topic
    author, left, formal = -1, 0, False
    for _ in range(size):
        if left == 0:
            author, left, formal = author + 1, 1 + int(3 * draw()), draw() < formal_share
        left -= 1
        positive, wry = draw() < positive_share, draw() < WRY_SHARE
        text = write(style, draw, positive=positive, formal=formal, wry=wry)
        yield _Message(text, f"{group}-author-{author:05d}", positive, wry)


def _labels(
    messages: list[_Message], loss: float, positive_share: float, rng: np.random.Generator, withheld: bool
) -> np.ndarray:
    if withheld:
        return np.full(len(messages), UNLABELLED, dtype=np.int8)
    positive = np.array([message.positive for message in messages], dtype=bool)
    wry = np.array([message.wry for message in messages], dtype=bool)
    turn = np.array(flip_probabilities(loss, positive_share))[positive.astype(int)]
    turned = wry & (rng.random(len(messages)) < turn)
    return (positive ^ turned).astype(np.int8)


def _sizes(regions: Sequence[str], documents: int | Mapping[str, int], baseline_documents: int) -> dict[str, int]:
    given = documents if isinstance(documents, Mapping) else dict.fromkeys(regions, documents)
    sizes = {BASELINE: baseline_documents, **{region: given.get(region, 0) for region in regions}}
    small = {region: size for region, size in sizes.items() if size < (region != BASELINE)}
    if small or set(given) - set(regions):
        raise InputError(
            "documents must be at least 1 for every region and no other (baseline_documents at least 0)",
            f"they are {dict(given)} for the regions {list(regions)}, with baseline_documents={baseline_documents}",
            "Pass one number for all, or a number for each region.",
        )
    return sizes


def _check(
    regions: Sequence[str],
    strength: float,
    performance_loss: float,
    positive_share: float,
    unlabelled: Collection[str],
) -> None:
    if not regions or len(set(regions)) < len(regions) or BASELINE in regions:
        raise InputError(
            f"regions must be distinct names, at least one, none of them '{BASELINE}'",
            f"they are {list(regions)}",
            "Name each region once.",
        )
    if not 0 <= strength <= 1:
        raise InputError("strength must lie in [0, 1]", f"it is {strength}", "Pass 1.0 for the largest distances.")
    if not performance_loss >= 0:
        raise InputError("performance_loss must be at least 0", f"it is {performance_loss}", "Pass 0.0 for no loss.")
    if not 0 < positive_share < 1:
        raise InputError("positive_share must lie between 0 and 1", f"it is {positive_share}", "Pass 0.5.")
    strange = sorted(set(unlabelled) - set(regions))
    if strange:
        raise InputError(
            "unlabelled must name regions of the corpus", f"it names {strange}", f"Choose of {list(regions)}."
        )


def _check_losses(plan: Plan, positive_share: float) -> None:
    most = 2 * WRY_SHARE * min(positive_share, 1 - positive_share)
    for region, loss in zip(plan.regions, plan.losses, strict=True):
        if max(flip_probabilities(loss, positive_share)) > 1:
            raise InputError(
                f"the loss of region '{region}' must be at most {most:.3g} at positive_share={positive_share}",
                f"it is {loss:.3g}",
                "Lower performance_loss, or bring positive_share nearer to 0.5.",
            )
