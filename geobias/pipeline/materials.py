"""What a regional study works on: the corpus, its facts, the pools, every draw, the folds and the long texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from geobias.audit import TextFacts, check_readable
from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.measures.scores import score_names
from geobias.models.encoder import Encoder
from geobias.pipeline.fitting import inner_resamples, large_enough, long_texts, smaller_draws
from geobias.pipeline.labelling import fold_notices, learnable, training_notices
from geobias.pipeline.naming import check_classifier, check_related_names, check_sampled_names
from geobias.pipeline.progress import Bars
from geobias.pipeline.settings import RegionalSettings
from geobias.pipeline.tasks import ProbeSettings
from geobias.sampling import (
    Draws,
    Fold,
    LongTexts,
    Pools,
    SamplingPlan,
    TooFewToTrain,
    make_pools,
    nested_bootstrap,
    subsamples,
    training_folds,
)
from geobias.sampling.plan import UNIT
from geobias.suggest import nearest

_COUNTED_AT_ONCE = 1_000


@dataclass(frozen=True)
class Texts:
    """One kind of text, "short" or "long", with its draws; None where the study does not need them."""

    corpus: Corpus
    pools: Pools
    bootstrap: Draws | None
    subsamples: Draws | None
    blocks: np.ndarray | None = None


@dataclass(frozen=True)
class Materials:
    """Everything that is decided before the first text is encoded.

    task : "none", "binary" or "multilabel", as the corpus and the settings allow.
    probed : whether the task's models read embeddings.
    kinds : "short" and, where asked for, "long" texts.
    units : of every short text, what is resampled together (author, day); None = each is a unit.
    separated : kinds of texts whose token clouds are also compared at one size, with their floor.
    """

    corpus: Corpus
    facts: TextFacts
    pools: Pools
    kinds: dict[str, Texts]
    folds: list[Fold]
    score_draws: Draws | None
    task: str
    probed: bool = False
    separated: tuple[str, ...] = ()
    units: np.ndarray | None = None
    notices: list[str] = field(default_factory=list)

    @cached_property
    def corpus_sha256(self) -> str:
        return self.corpus.digest()

    def is_evaluated(self, group: str) -> bool:
        """Whether every model is scored on the group's draws; else each on its own held-out fold."""
        return group != self.pools.baseline or not self.pools.held_out_baseline

    def evaluated_rows(self) -> np.ndarray:
        """Every row that all models are asked about, once, int64."""
        return np.unique(np.concatenate([rows for g, rows in self.pools.scored.items() if self.is_evaluated(g)]))

    def scored_rows(self, group: str) -> np.ndarray:
        """Labelled rows that scores of a group are computed on in any repeat, once; none without a task."""
        if self.task == "none":
            return np.empty(0, dtype=np.int64)
        if not self.is_evaluated(group):
            rows = np.concatenate([fold.held_out for fold in self.folds])
        elif self.score_draws is None:
            rows = self.pools.scored[group]
        else:
            rows = self.pools.scored[group][self.score_draws.positions[group]]
        return np.unique(rows[self.corpus.labelled[rows]])

    def texts_to_encode(self) -> list[tuple[Corpus, np.ndarray]]:
        """(corpus, rows) of all texts whose pooled vectors are needed."""
        short = [*self.pools.rows.values()]
        if self.probed:
            short += [self.evaluated_rows(), *(row for fold in self.folds for row in (fold.train, fold.held_out))]
        wanted = [(self.corpus, np.unique(np.concatenate(short)))]
        if "long" in self.kinds:
            long = self.kinds["long"]
            wanted.append((long.corpus, np.arange(len(long.corpus))))
        return wanted

    def texts_for_clouds(self) -> list[tuple[Corpus, np.ndarray]]:
        """(corpus, rows) of all texts whose token vectors are needed: those drawn, or all of a pool."""
        wanted = []
        for name, kind in self.kinds.items():
            if name in self.separated:
                wanted.append((kind.corpus, np.unique(np.concatenate(list(kind.pools.rows.values())))))
            elif kind.bootstrap is not None:
                wanted.append((kind.corpus, kind.bootstrap.drawn_rows()))
        return wanted


def prepare(corpus: Corpus, encoder: Encoder, settings: RegionalSettings, bars: Bars) -> Materials:
    """Tokenize, choose pools and make every draw.

    Raises
    ------
    InputError : a group is absent or too small, the encoder cannot read it, or the task has too few training texts.
    """
    plan, seed = settings.sampling, settings.seed
    corpus = corpus.grouped(plan.by)
    check_sampled_names(corpus, settings)
    check_classifier(settings)
    units = _units_of(corpus, plan)
    with bars.bar("Counting tokens", "texts") as progress:
        facts = text_facts(corpus, encoder, plan, progress)
    task = _task_of(corpus, settings)
    pools = make_pools(corpus, plan, facts.usable, seed, learns=task != "none")
    check_related_names(pools, settings)
    if settings.encoder.on_unknown == "error":
        read = corpus.groups(plan.attribute)
        check_readable({g: rows for g, rows in pools.rows.items() if g in read}, facts.tokens, facts.unknown)
    notices = [*corpus.notices, *pools.notices]
    if corpus.task == "none" and settings.task.name != "none":
        notices.append("The corpus has no labels, so nothing is said about a task's performance.")
    if task != "none":
        corpus, task, told = learnable(corpus, pools, plan.unseen_labels)
        notices += told
    _check_metrics(task, settings)
    folds: list[Fold] = []
    score_draws: Draws | None = None
    if task != "none":
        _check_folds(pools, settings)
        try:
            folds, score_draws = _task_rows(corpus, pools, settings)
            notices += [*training_notices(corpus, pools), *fold_notices(corpus, folds)]
        except TooFewToTrain as error:
            if not isinstance(settings.task, ProbeSettings):
                raise
            notices.append(f"Nothing is said about a task's performance: {error}")
            task = "none"
    kinds = {"short": _short(corpus, pools, settings, notices)}
    if "long" in (*settings.distance.sinkhorn, *settings.distance.lda):
        long = long_texts(corpus, pools, plan, seed, notices)
        if long is not None:
            notices += [*long.notices, *_cut_long_texts(long, encoder)]
            kinds["long"] = _long(long, settings, notices)
    notices += smaller_draws(kinds, score_draws, plan)
    probed = task != "none" and settings.task.name == "probe"
    separated = settings.distance.sinkhorn if "sinkhorn" in settings.separation.methods else ()
    return Materials(corpus, facts, pools, kinds, folds, score_draws, task, probed, separated, units, notices)


def _units_of(corpus: Corpus, plan: SamplingPlan) -> np.ndarray | None:
    """The unit of every text; None where each is its own. Groups that are called "unit" are groups."""
    name = plan.unit
    if name is None or (name == UNIT and (name not in corpus.attributes or name == plan.attribute)):
        return None
    if name not in corpus.attributes:
        raise InputError(
            "sampling.unit must be an attribute of the corpus",
            f"'{name}' is none",
            f"{nearest(name, corpus.attributes)}It has {sorted(corpus.attributes)}; null takes every text as a unit.",
        )
    return corpus.attributes[name]


def _task_of(corpus: Corpus, settings: RegionalSettings) -> str:
    """The kind of labels that the task learns; a probe takes what there is, other tasks need theirs."""
    task = settings.task
    if isinstance(task, ProbeSettings):
        return corpus.task if task.name == "probe" else "none"
    if corpus.task != task.labels:
        words = {
            "none": "no labels",
            "binary": "one of two labels a text",
            "multiclass": f"one of {len(corpus.label_names)} labels a text",
            "multilabel": "several labels a text",
        }
        fit = {"none": "none", "binary": "sentiment", "multiclass": "probe", "multilabel": "docbert"}[corpus.task]
        raise InputError(
            f"task={task.name} needs a corpus with {words[task.labels]}",
            f"'{settings.corpus['name']}' has {words[corpus.task]}",
            f"Use task={fit}, or name the column of the labels.",
        )
    return corpus.task


def _check_metrics(task: str, settings: RegionalSettings) -> None:
    """Metrics are asked for by name; a wrong one is refused before anything is encoded."""
    wanted = settings.relation.metrics or ()
    known = score_names(task) if task != "none" else wanted
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise InputError(
            "relation.metrics must be scores of the task",
            f"{unknown} are not",
            f"{nearest(unknown[0], known)}There are {list(known)}.",
        )


def text_facts(corpus: Corpus, encoder: Encoder, plan: SamplingPlan, progress: Callable[[int, int], None]) -> TextFacts:
    """Tokens of every text that is in a group or may train; 0 for the others."""
    splits = ("train", "test", "") if plan.train_ungrouped else ("train", "test")
    rows = np.concatenate([*corpus.groups(plan.attribute).values(), np.flatnonzero(np.isin(corpus.splits, splits))])  # type: ignore[arg-type]
    rows = np.unique(rows).astype(np.int64)
    tokens, unknown = np.zeros((2, len(corpus)), dtype=np.int64)
    truncated = np.zeros(len(corpus), dtype=bool)
    for start in range(0, len(rows), _COUNTED_AT_ONCE):
        part = rows[start : start + _COUNTED_AT_ONCE]
        for row, tokenized in zip(part, encoder.tokenize(corpus.texts[part].tolist()), strict=True):
            tokens[row], unknown[row], truncated[row] = tokenized.total, tokenized.unknown, tokenized.truncated
        progress(start + len(part), len(rows))
    return TextFacts(tokens, truncated, unknown)


def _cut_long_texts(long: LongTexts, encoder: Encoder) -> list[str]:
    cut = np.array([text.truncated for text in encoder.tokenize(long.corpus.texts.tolist())])
    if cut.mean() < 0.01:
        return []
    return [f"{cut.mean():.0%} of the long texts were cut at encoder.max_length={encoder.settings.max_length} tokens."]


def _check_folds(pools: Pools, settings: RegionalSettings) -> None:
    if settings.task.folds == 1 and pools.held_out_baseline:
        raise InputError(
            "task.folds must be at least 2 where the corpus has no test split: each model is scored on its own fold",
            "it is 1",
            "Give 2 or more (published: 5).",
        )


def _task_rows(corpus: Corpus, pools: Pools, settings: RegionalSettings) -> tuple[list[Fold], Draws]:
    """Folds that something can be learned from, and the draws that scores are computed on."""
    task, plan, seed = settings.task, settings.sampling, settings.seed
    folds = training_folds(
        pools.training,
        sets=task.sets,
        folds=task.folds,
        documents=task.documents,
        seed=seed,
        families=pools.families,
    )
    for fold in folds:
        if len(np.unique(corpus.labels[fold.train], axis=0)) < 2:  # type: ignore[index]
            raise TooFewToTrain(
                "a model needs texts of two labels to train on",
                f"all {len(fold.train)} training texts of the model {fold.name} have the same",
                "Give more labelled texts, raise task.documents, or set task=none.",
            )
    draws = subsamples(
        pools.scored, repeats=plan.score_repeats, documents=plan.score_documents, seed=seed, purpose="score draws"
    )
    return folds, draws


def _short(corpus: Corpus, pools: Pools, settings: RegionalSettings, notices: list[str]) -> Texts:
    bootstrap = _bootstrap(pools, settings, "short", notices) if "short" in settings.distance.sinkhorn else None
    lda = _subsamples(pools, settings, "short", notices) if "short" in settings.distance.lda else None
    return Texts(corpus, pools, bootstrap, lda)


def _long(long: LongTexts, settings: RegionalSettings, notices: list[str]) -> Texts:
    bootstrap = _bootstrap(long.pools, settings, "long", notices) if "long" in settings.distance.sinkhorn else None
    lda = None
    if "long" in settings.distance.lda:
        lda = _subsamples(long.pools, settings, "long", notices, strata=long.blocks)
    return Texts(long.corpus, long.pools, bootstrap, lda, long.blocks)


def _bootstrap(pools: Pools, settings: RegionalSettings, kind: str, notices: list[str]) -> Draws:
    plan = settings.sampling
    return nested_bootstrap(
        pools.rows,
        outer=plan.outer,
        outer_documents=plan.outer_documents,
        inner=inner_resamples(len(pools.rows), plan, notices),
        documents=plan.documents,
        seed=settings.seed,
        purpose=f"bootstrap {kind}",
    )


def _subsamples(
    pools: Pools, settings: RegionalSettings, kind: str, notices: list[str], strata: np.ndarray | None = None
) -> Draws | None:
    """What discriminants are fitted to; None where too few groups are large enough."""
    pools = large_enough(pools, settings, kind, notices)
    if len(pools.regions) < 2:
        return None
    return subsamples(
        pools.rows,
        repeats=settings.sampling.lda_repeats,
        documents=settings.sampling.lda_documents,
        seed=settings.seed,
        purpose=f"lda {kind}",
        equal=True,
        strata=strata,
    )


def distinct_texts(wanted: Iterable[tuple[Corpus, np.ndarray]]) -> list[str]:
    """Texts of (corpus, rows) pairs, each once, in order."""
    return list(dict.fromkeys(text for corpus, rows in wanted for text in corpus.texts[rows]))
