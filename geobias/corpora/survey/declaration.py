"""Declaration: what the variables of a survey are, and what their codes mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from geobias.corpora.cells import word_of
from geobias.corpora.survey.ages import check_bins
from geobias.errors import InputError

Column = str | tuple[str, ...]
"""The name of a column, or several of which the first that is there counts."""


@dataclass(frozen=True)
class Parts:
    """The variables that an item is computed from where its own column is not there: those in `plus` less `minus`."""

    plus: tuple[str, ...]
    minus: tuple[str, ...]
    range: tuple[int, ...]
    missing: Mapping[int, str] | None = None


@dataclass(frozen=True)
class Item:
    """One question whose codes lie on a scale.

    Attributes
    ----------
    column : the variable. range : its lowest and highest code that is an answer, at least three codes.
    traditional : which end of it is the traditional pole.
    loading : of the item in the projection.
    missing : code -> why there is no answer; None = the codes of the whole survey.
    no_answer : code -> what else says nothing on the scale.
    parts : see `Parts`. title : what is asked, in words.
    """

    column: str
    range: tuple[int, ...]
    traditional: Literal["low", "high"]
    loading: float
    missing: Mapping[int, str] | None = None
    no_answer: Mapping[int, str] = field(default_factory=dict)
    parts: Parts | None = None
    title: str = ""

    @property
    def ends(self) -> tuple[int, int]:
        """The lowest and the highest code."""
        return self.range[0], self.range[1]

    @property
    def columns(self) -> tuple[str, ...]:
        """The column, and those of its parts."""
        return (self.column, *(self.parts.plus + self.parts.minus if self.parts else ()))


@dataclass(frozen=True)
class Named:
    """An attribute whose codes have names.

    Attributes
    ----------
    column : see `Column`.
    names : name -> the codes, or words, that stand for it; with none the column holds the names themselves.
    missing : code -> why nothing is known; None = the codes of the whole survey.
    """

    column: Column
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    missing: Mapping[str, str] | None = None

    def by_code(self) -> dict[str, str]:
        """code -> name; a name stands for itself too."""
        codes = {word_of(code): name for name, some in self.names.items() for code in some}
        return {name: name for name in self.names} | codes

    def name_of(self, word: str) -> str:
        """The name that a code or another name stands for; a word that is neither stays."""
        return self.by_code().get(word_of(word), word)


@dataclass(frozen=True)
class Declaration:
    """A survey as data: how a file of respondents is to be read.

    Attributes
    ----------
    name : of the survey. items : name -> `Item`.
    nation, sex : see `Named`; sex may be None. age : the column of ages in years, or None.
    ages : name of an age bin -> ages it goes from, and up to below which.
    weight : the column of survey weights; None = all respondents count alike.
    missing : code -> why there is no answer, of all variables without codes of their own.
    recode : column -> code -> the code it is read as, where codes do not run in the order of their meaning.

    Raises
    ------
    InputError : a range of fewer than three codes, a missing code that is an answer, names that share a code, bins
        that overlap.
    """

    name: str
    items: Mapping[str, Item]
    nation: Named
    sex: Named | None = None
    age: str | None = None
    ages: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    weight: str | None = None
    missing: Mapping[int, str] = field(default_factory=dict)
    recode: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.items:
            raise InputError("items must name at least one item", "there is none", "Declare one.")
        for name, item in self.items.items():
            self._check_item(name, item)
        for place, named in (("nation", self.nation), ("sex", self.sex)):
            codes = Counter(word_of(code) for some in (named.names if named else {}).values() for code in some)
            if twice := [code for code, count in codes.items() if count > 1]:
                raise InputError(
                    f"{place}.names must give a code one name", f"{twice[0]} stands more than once", "Leave one out."
                )
        check_bins(self.ages, "ages")

    def _check_item(self, name: str, item: Item) -> None:
        place = f"items.{name}"
        if len(item.range) != 2 or item.range[1] - item.range[0] < 2:
            raise InputError(
                f"{place}.range must be the lowest and the highest of at least three codes",
                f"it is {list(item.range)}",
                "Put the lower first.",
            )
        low, high = item.range
        missing = self.missing if item.missing is None else item.missing
        if inside := sorted(code for code in {**missing, **item.no_answer} if low <= code <= high):
            raise InputError(
                f"codes of {place} that are no answer must lie outside its range {low} to {high}",
                f"{', '.join(map(str, inside))} lie inside",
                f"Give {place} missing codes of its own.",
            )
        if item.parts:
            _check_parts(place, item.parts, low, high)


def _check_parts(place: str, parts: Parts, low: int, high: int) -> None:
    """Raise `InputError` where parts have no range, or may come to a code outside the item's."""
    if len(parts.range) != 2 or parts.range[0] >= parts.range[1]:
        raise InputError(
            f"{place}.parts.range must be a lowest and a highest code",
            f"it is {list(parts.range)}",
            "Put the lower first.",
        )
    least, most = parts.range
    reach = [len(parts.plus) * a - len(parts.minus) * b for a, b in ((least, most), (most, least))]
    if reach[0] < low or reach[1] > high:
        raise InputError(
            f"the parts of {place} must come to its codes, {low} to {high}",
            f"they come to {reach[0]} to {reach[1]}",
            f"Correct {place}.range or the parts.",
        )
