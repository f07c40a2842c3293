"""The study file: which items, answers, demographics, plan and limits a collection has."""

from __future__ import annotations

from dataclasses import dataclass, field

from geobias.arguments import whole
from geobias.errors import InputError
from geobias.suggest import nearest

COUNTRY = "country_longest"
"""The demographic that every volunteer is asked for: the country lived in longest."""
ASKABLE = ("country_residence", "age", "gender", "ethnicity", "religion", "education", "native_language")
"""The other demographics; all may be skipped, and ethnicity is asked of people of the United States alone."""
SEVERAL = ("ethnicity",)
"""Demographics of which one person may have several."""


@dataclass(frozen=True)
class Plan:
    """How many answers are wanted.

    Attributes
    ----------
    by : the demographic whose groups are to answer every item: "country_longest", or one that is asked.
    answers : wanted of every item from every group. Volunteers who come later get items beyond it.
    lease_minutes : how long an item that was shown and not answered counts as if it had been.
    """

    by: str = COUNTRY
    answers: int = 5
    lease_minutes: float = 30.0

    def __post_init__(self) -> None:
        whole("answers", self.answers, 1)
        if not self.lease_minutes > 0:
            raise InputError("lease_minutes must be above 0", f"it is {self.lease_minutes}", "Pass 30.")


@dataclass(frozen=True)
class Limits:
    """What one network address may do, and how much one form may hold. Addresses are kept in memory alone.

    Attributes
    ----------
    sessions_an_hour : new volunteers of one address; a classroom behind one address needs room.
    requests_a_minute : pages and forms of one address.
    form_bytes : of one form. text_letters : of a reason or comment.
    """

    sessions_an_hour: int = 120
    requests_a_minute: int = 1_200
    form_bytes: int = 32_768
    text_letters: int = 2_000

    def __post_init__(self) -> None:
        for name in ("sessions_an_hour", "requests_a_minute", "form_bytes", "text_letters"):
            whole(name, getattr(self, name), 1)


@dataclass(frozen=True)
class StudySettings:
    """`study.yaml`.

    Attributes
    ----------
    name : of the study in files.
    contact : whom volunteers can write to; it stands on the page of consent.
    items : file of items in the study's folder, with the columns item, text and stratum.
    answers : the numbers that answers stand for, in the order shown; null = "I do not know".
    sources : columns of items that are numbers: original labels, answers of models.
    shown : the source whose answer volunteers see after their own; null = none.
    session : items that a volunteer judges.
    reason : whether a reason may be given with each answer.
    demographics : asked beyond the country lived in longest.
    plan, limits : see `Plan` and `Limits`.
    licence : of the exported data, an address or a name. store : null = SQLite in the folder; or
        postgresql://user@host/base. The variable GEOBIAS_COLLECT_STORE comes before it.
    """

    name: str
    contact: str
    answers: tuple[float | None, ...]
    items: str = "items.csv"
    sources: tuple[str, ...] = ()
    shown: str | None = None
    session: int = 25
    reason: bool = True
    demographics: tuple[str, ...] = ASKABLE
    plan: Plan = field(default_factory=Plan)
    limits: Limits = field(default_factory=Limits)
    licence: str | None = None
    store: str | None = None

    def __post_init__(self) -> None:
        whole("session", self.session, 1)
        for name in ("name", "contact"):
            if not getattr(self, name).strip():
                raise InputError(f"{name} must be set", "it is blank", f"Write it after {name}: in study.yaml.")
        numbers = [answer for answer in self.answers if answer is not None]
        if len(numbers) < 2 or len(set(self.answers)) < len(self.answers):
            raise InputError(
                "answers must be two numbers or more, each once",
                f"they are {list(self.answers)}",
                "Write e.g. answers: [-1, 0, 1].",
            )
        unknown = [name for name in self.demographics if name not in ASKABLE]
        if unknown:
            raise InputError(
                f"demographics must be among {list(ASKABLE)}",
                f"there is '{unknown[0]}'",
                f"{nearest(unknown[0], ASKABLE)}Correct it.",
            )
        if self.plan.by not in (COUNTRY, *self.demographics):
            raise InputError(
                "plan.by must be asked", f"'{self.plan.by}' is not", f"Add it to demographics, or write {COUNTRY}."
            )
        if self.plan.by in SEVERAL:
            raise InputError(
                "plan.by must be what a person has one of",
                f"of {self.plan.by} they may have several",
                f"Write {COUNTRY}.",
            )
        if self.shown is not None and self.shown not in self.sources:
            raise InputError(
                "shown must be one of sources", f"'{self.shown}' is not among {list(self.sources)}", "Add it there."
            )

    @property
    def scale(self) -> tuple[float, float]:
        """The lowest and the highest answer."""
        numbers = [answer for answer in self.answers if answer is not None]
        return min(numbers), max(numbers)
