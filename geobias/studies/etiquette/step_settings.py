"""Settings of the steps beside answers: distances of statements, regions named, statements written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geobias.errors import InputError
from geobias.measures.separation import METHOD
from geobias.typed import check_least, check_share

_HOT = 0.7


@dataclass(frozen=True, kw_only=True)
class RelatingSettings:
    """How regions' statements are compared, and their distances related with gaps.

    Attributes
    ----------
    methods : distances: "energy", "mmd" and "crossnobis" (of means, cross-fitted, in the space of a linear
        discriminant) of the vectors of `encoder`, "sinkhorn" of token clouds; none = statements are not compared.
    authorship : a table of regions (column region) with their shares of what was written about them (column share),
        such as edits of Wikipedia: a covariate beside the distances; None = there is none.
    coefficients : the first is the one that verdicts go by. alternative : "greater" asks whether regions that lie
        further apart have larger gaps.
    n_resamples, exact_limit : all permutations of regions are gone through up to this number, else so many are drawn.
    alpha : of verdicts. true_coefficient : for which the regions that would find it are counted.
    """

    methods: tuple[METHOD, ...] = ("energy", "crossnobis", "sinkhorn")
    authorship: str | None = None
    coefficients: tuple[str, ...] = ("spearman", "pearson")
    alternative: str = "greater"
    n_resamples: int = 9_999
    exact_limit: int = 50_000
    alpha: float = 0.05
    true_coefficient: float = 0.7

    def __post_init__(self) -> None:
        check_least(self, "relating", n_resamples=1, exact_limit=1)
        check_share(self, "relating", "alpha", "true_coefficient")
        if self.authorship is not None and not self.methods:
            raise InputError(
                "relating.authorship is a covariate beside distances", "relating.methods names none", "Name one."
            )


@dataclass(frozen=True, kw_only=True)
class IdentifyingSettings:
    """A model names the regions that a statement is about (EtiCor++); see `RegionNamings`.

    Attributes
    ----------
    samples : answers to each statement; 0 = nobody is asked.
    each : statements of each region that are asked about, drawn at random; None = all.
    prompt : "name_regions", or a YAML file of prompts whose fields are those of `Etiquette.to_frame` and {regions}, the
        list in an order that is drawn for every statement.
    template : of the file's templates the one that is asked; None = the only one.
    also : region -> what else it may be called in an answer; parts of a name ("Middle East", "Africa") are understood.
    temperature, max_tokens : in place of those of `decoding`; at temperature 0 all samples would be one.
    """

    samples: int = 0
    each: int | None = None
    prompt: str = "name_regions"
    template: str | None = None
    also: Mapping[str, tuple[str, ...]] | None = None
    temperature: float = _HOT
    max_tokens: int = 40

    def __post_init__(self) -> None:
        check_least(self, "identifying", samples=0, each=1, temperature=0, max_tokens=1)


@dataclass(frozen=True, kw_only=True)
class GeneratingSettings:
    """A model writes statements of each region (EtiCor++), which are compared by `entailment` and by their words.

    Attributes
    ----------
    samples : texts of each region; 0 = nobody is asked.
    statements : how many each text is asked to list.
    prompt : "write_etiquette", or a YAML file of prompts with the fields {region} and {count}.
    template : of the file's templates the one that is asked; None = the only one.
    least_words : of a line that counts as a statement. least_count : occurrences in two regions together below which a
        word has no odds.
    temperature, max_tokens : in place of those of `decoding`.
    """

    samples: int = 0
    statements: int = 10
    prompt: str = "write_etiquette"
    template: str | None = None
    least_words: int = 4
    least_count: int = 5
    temperature: float = _HOT
    max_tokens: int = 400

    def __post_init__(self) -> None:
        check_least(self, "generating", samples=0, statements=1, least_words=1, least_count=1)
        check_least(self, "generating", temperature=0, max_tokens=1)
