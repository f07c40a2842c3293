"""The Croissant description of an export, with its fields on responsible use.

Of Croissant 1.0 and its RAI vocabulary 1.0 (docs.mlcommons.org/croissant), which `mlcroissant` validates.
"""

from __future__ import annotations

import hashlib
import importlib
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geobias import __version__
from geobias.collect.design import Study
from geobias.collect.exchange.rows import Rows

if TYPE_CHECKING:
    import pandas as pd

_CROISSANT, _RAI = "http://mlcommons.org/croissant/", "http://mlcommons.org/croissant/RAI/"
_TERMS = """
citeAs column conformsTo containedIn data dataType examples extract field fileProperty fileObject fileSet format
includes isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace sc separator source
subField transform
""".split()  # noqa: SIM905
_TYPED = {"data": "@json", "dataType": "@vocab", "examples": "@json"}
_NAMES = {"conformsTo": "dct:conformsTo", "sc": "https://schema.org/"}


def croissant(
    study: Study, rows: Rows, withdrawn: int, folder: Path, frames: Mapping[str, pd.DataFrame]
) -> dict[str, Any]:
    """The description of the tables of an export, whose csv files lie in `folder`.

    withdrawn : people who took their answers back.
    """
    name = study.settings.name
    shown = {"name": name, "description": next(iter(study.words.values())).summary}
    licence = {"license": study.settings.licence} if study.settings.licence else {}
    return {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        **shown,
        **licence,
        "version": "1.0.0",
        "isLiveDataset": True,
        **_responsible(study, rows, withdrawn, frames),
        "distribution": [_file(folder / f"{table}.csv") for table in frames],
        "recordSet": [_records(table, frame) for table, frame in frames.items()],
    }


def is_valid(path: Path) -> str:
    """A sentence on whether mlcroissant takes a description; where it is not installed, on that."""
    try:
        mlcroissant = importlib.import_module("mlcroissant")
    except ImportError:
        return f"{path.name} was not validated: that takes pip install mlcroissant."
    logging.getLogger("absl").setLevel(logging.ERROR)
    try:
        mlcroissant.Dataset(jsonld=str(path))
    except Exception as error:  # whatever it finds wrong
        return f"mlcroissant does not take {path.name}: {error}"
    return f"{path.name} is valid, says mlcroissant."


def _context() -> dict[str, Any]:
    terms: dict[str, Any] = {"@language": "en", "@vocab": "https://schema.org/", "cr": _CROISSANT, "rai": _RAI}
    terms["dct"] = "http://purl.org/dc/terms/"
    for term in _TERMS:
        place = _NAMES.get(term, f"cr:{term}")
        terms[term] = {"@id": place, "@type": _TYPED[term]} if term in _TYPED else place
    return terms


def _responsible(study: Study, rows: Rows, withdrawn: int, frames: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
    words, settings = next(iter(study.words.values())), study.settings
    left_out = (
        "; ".join(f"people marked as {name}: {count}" for name, count in rows.dropped.items() if count) or "nobody"
    )
    per_item = len(rows.judged) / max(len({row[0] for row in rows.judged}), 1)
    told = {
        "dataCollection": f"Volunteers judged items on a web page of geobias collect {__version__}, and saw after each "
        "answer what others of their country and a model had said. Each judged up to "
        f"{study.session} items: a third unseen by their group, a third seen by it, the rest balanced over types.",
        "dataCollectionType": ["Surveys", "Manual Human Curator"],
        "dataAnnotationProtocol": f"Question: {words.question} Answers: {', '.join(words.answers)}. "
        f"Instructions: {' '.join(words.instructions)}",
        "dataAnnotationPlatform": ["geobias collect"],
        "annotationsPerItem": f"{per_item:.1f} on average",
        "annotatorDemographics": [f"{name}, given by the annotators themselves" for name in rows.attributes]
        or ["none were asked"],
        "dataPreprocessingProtocol": [f"Left out: {left_out}. People who withdrew, and are in no table: {withdrawn}."],
        "personalSensitiveInformation": [
            f"Given by annotators, of their own will: {', '.join(rows.attributes) or 'none'}. No name, address, "
            "network address or time of day was kept. "
            + ("Free text of annotators is included." if "reason" in frames["judgements"] else "Free text is left out.")
        ],
        "dataBiases": [
            "Volunteers chose to take part and saw others' answers after their own. They are no sample of a country."
        ],
        "dataLimitations": ["Groups with few annotators say little; see the counts of each before comparing them."],
        "dataUseCases": ["Comparing groups of annotators with labels and models. Not for judging single persons."],
        "dataSocialImpact": "It may show whose judgement a model follows. It can be misread as what a country thinks.",
        "dataReleaseMaintenancePlan": f"Collection may go on; annotators can withdraw. Contact: {settings.contact}",
    }
    return {f"rai:{name}": value for name, value in told.items()}


def _file(path: Path) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path.name,
        "name": path.name,
        "contentUrl": path.name,
        "encodingFormat": "text/csv",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }


def _records(table: str, frame: pd.DataFrame) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table,
        "name": table,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{table}/{column}",
                "name": column,
                "dataType": "sc:Float" if frame[column].dtype.kind == "f" else "sc:Text",
                "source": {"fileObject": {"@id": f"{table}.csv"}, "extract": {"column": column}},
            }
            for column in frame.columns
        ],
    }
