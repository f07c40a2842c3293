"""Design: what a study owner writes, read and checked."""

from geobias.collect.design.items import Item
from geobias.collect.design.settings import ASKABLE, COUNTRY, SEVERAL, Limits, Plan, StudySettings
from geobias.collect.design.starting import init_study
from geobias.collect.design.study import Study, read_study
from geobias.collect.design.words import Words
from geobias.collect.design.yaml_files import read_mapping

__all__ = [
    "ASKABLE",
    "COUNTRY",
    "SEVERAL",
    "Item",
    "Limits",
    "Plan",
    "Study",
    "StudySettings",
    "Words",
    "init_study",
    "read_mapping",
    "read_study",
]
