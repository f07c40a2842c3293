"""A study's folder, read and checked as a whole before anything is served."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from geobias.collect.design.items import Item, read_items
from geobias.collect.design.settings import StudySettings
from geobias.collect.design.words import Words, read_words
from geobias.collect.design.yaml_files import read_mapping
from geobias.errors import InputError
from geobias.files import at_home
from geobias.typed import UNSET, from_mapping

FILE = "study.yaml"
STORE_VARIABLE = "GEOBIAS_COLLECT_STORE"
DATABASE = "answers.sqlite"


@dataclass(frozen=True)
class Study:
    """All that an owner wrote: settings, items by name, words by language; the first language is the default."""

    folder: Path
    settings: StudySettings
    items: Mapping[str, Item]
    words: Mapping[str, Words]

    @property
    def session(self) -> int:
        """Items that a volunteer judges: as many as there are at most."""
        return min(self.settings.session, len(self.items))

    @property
    def store_url(self) -> str:
        """Where answers are kept, as SQLAlchemy writes it."""
        chosen = os.environ.get(STORE_VARIABLE) or self.settings.store
        if not chosen:
            return f"sqlite:///{self.folder / DATABASE}"
        return chosen.replace("postgresql://", "postgresql+psycopg://", 1)

    @property
    def languages(self) -> list[str]:
        return list(self.words)

    def consent_fingerprint(self, language: str) -> str:
        """Which text of consent a volunteer agreed to: the first 12 digits of its sha256."""
        return hashlib.sha256(json.dumps(asdict(self.words[language])["consent"]).encode()).hexdigest()[:12]

    @cached_property
    def strata(self) -> list[str]:
        """In order of appearance."""
        return list(dict.fromkeys(item.stratum for item in self.items.values()))


def read_study(folder: str | Path) -> Study:
    """The study of a folder that `init_study` made, or that was written by hand.

    Raises
    ------
    InputError : what is missing or wrong, by its file and key.
    """
    place = at_home(folder).absolute()
    if not (place / FILE).is_file():
        raise InputError(
            "a study's folder must hold study.yaml", f"'{place}' does not", f"Make one: geobias collect init {folder}"
        )
    written = read_mapping(place / FILE)
    if written.get("contact") in (None, UNSET):
        raise InputError(
            "a study must say whom volunteers can write to",
            f"contact is not set in {place / FILE}",
            "Write a name and an address there.",
        )
    settings = from_mapping(StudySettings, written, f"{FILE}:")
    items = read_items(place / settings.items, settings.sources, settings.scale, settings.shown)
    words = read_words(place / "words", len(settings.answers), min(settings.session, len(items)))
    return Study(place, settings, {item.name: item for item in items}, words)
