"""Settings of the positionality study: what `conf/` composes and `run` takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from geobias.arguments import number, whole
from geobias.corpora import JUDGED
from geobias.errors import InputError
from geobias.measures.alignment import AlignmentSettings
from geobias.pipeline import StudySettings
from geobias.pipeline.asked import AskedSettings


@dataclass(frozen=True)
class AlignmentPlan(AlignmentSettings):
    """`AlignmentSettings`, and what is compared with what.

    Attributes
    ----------
    attributes : of the annotators, whose groups are compared; several in one entry are crossed. None = every one.
    sources : that groups are compared with; None = every one.
    held_out : an attribute. Labels that half of the annotators of each of its groups make take the place of the
        sources, and the answers of the other halves are compared with them.
    paper_compat : whether r is computed as the published code does, with rounded means and rows for annotators.
    correction : of the tests of differences, over the pairs of an attribute with all sources: by the largest of them
        ("max"), "holm", or Benjamini and Hochberg ("bh").
    margin : differences in alignment that are of no interest: whose interval lies within is called equivalent.
    placebos : how often the groups of an attribute are dealt among its annotators at random; 0 = never.
    items : how many of those that divide groups most are told with the answers to them.
    """

    attributes: tuple[str | tuple[str, ...], ...] | None = None
    sources: tuple[str, ...] | None = None
    held_out: str | None = None
    paper_compat: bool = False
    correction: Literal["max", "holm", "bh"] = "max"
    margin: float = 0.1
    placebos: int = 19
    items: int = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        number("margin", self.margin, "be above 0", lambda v: v > 0, "Pass 0.1.")
        whole("placebos", self.placebos, 0)
        whole("items", self.items, 1)
        if self.attributes is not None and not self.attributes:
            raise InputError(
                "attributes must name one at least", "there is none", "Leave it out for all that there are."
            )
        if self.held_out is not None and self.sources is not None:
            raise InputError(
                "sources must be left out where held_out makes them",
                f"they are {list(self.sources)}",
                "Leave one of the two out.",
            )


@dataclass(frozen=True, kw_only=True)
class PositionalitySettings(StudySettings):
    """All of it; `build` makes one from nested mappings and checks every key and value."""

    CORPORA: ClassVar[Mapping[str, str]] = JUDGED
    UNDECIDING: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **StudySettings.UNDECIDING,
        "": (*StudySettings.UNDECIDING[""], "asked"),  # models and numbers are in the content, by fingerprint
    }

    corpus: Mapping[str, Any] = field(default_factory=lambda: {"name": "synthetic_judgements"})
    alignment: AlignmentPlan = field(default_factory=AlignmentPlan)
    asked: Mapping[str, AskedSettings] = field(default_factory=dict)
