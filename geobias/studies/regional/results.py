"""The tables of a regional study, written for people and for pandas."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.audit import audit_groups
from geobias.corpora import Corpus
from geobias.errors import require
from geobias.measures.scores import label_scores
from geobias.measures.separation import ResamplingSpread
from geobias.report import write_table
from geobias.stats import ControlResult
from geobias.studies.regional.facts import class_rows, group_rows, region_rows
from geobias.studies.regional.performance import Performance
from geobias.studies.run import RunDirectory
from geobias.tables import Predictions

if TYPE_CHECKING:
    from geobias.studies.regional.recipe import Measured


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder; what a study has not measured gets no file."""
    materials, distances, performance = measured.materials, measured.distances, measured.performance
    pandas = require("pandas", extra="study", purpose="the tables of a run")
    groups = pandas.DataFrame(group_rows(materials))
    tables = {
        "counts": materials.corpus.counts.to_frame(),
        "groups": groups,
        "classes": pandas.DataFrame(class_rows(materials), columns=["group", "label", "count"]),
        "audit": pandas.DataFrame(audit_groups(materials.corpus, region_rows(materials), materials.facts)),
        "lda_points": pandas.concat([_points_frame(pandas, *item) for item in measured.points.items()])
        if measured.points
        else None,
        "distances": pandas.concat([table.to_frame() for table in distances]) if distances else None,
        "representation": pandas.DataFrame(measured.representation.rows),
        **_uncertainty(pandas, measured),
        **_relations(pandas, measured),
    }
    if performance is not None:
        pairwise = [*performance.gaps, *performance.dependences]
        tables["scores"] = performance.scores.to_frame()
        tables["score_intervals"], tables["gap_intervals"] = (table.to_frame() for table in performance.intervals)
        tables["gaps"] = pandas.concat([table.to_frame() for table in pairwise]) if pairwise else None
        tables["predictions"] = _predictions_frame(pandas, materials.corpus, performance.predictions)
        tables["score_draws"] = _draws_frame(pandas, materials.corpus, performance.draws)
        tables["models"] = pandas.DataFrame(performance.models)
        if performance.predictions.multilabel:
            tables["label_scores"] = _label_frame(pandas, performance)
    for name, table in tables.items():
        if table is not None and len(table):
            write_table(directory.path, name, table.reset_index(drop=True))
    details = {table.quantity: dict(table.details) for table in distances}
    directory.record(distance_details=details)


def _uncertainty(pandas: Any, measured: Measured) -> dict[str, Any]:
    """Separations, the spread of repeats, and the tests of representation."""
    found = measured.separations
    spreads = [_spread_frame(pandas, quantity, spread) for quantity, spread in found.spreads.items()]
    tests = [
        {"quantity": quantity, **asdict(one)}
        for quantity, tests in measured.representation.tests.items()
        for one in tests
    ]
    return {
        "separation": pandas.concat([table.to_frame() for table in found.tables]) if found.tables else None,
        "size_curve": pandas.concat([table.to_frame() for table in found.curves]) if found.curves else None,
        "spread": pandas.concat(spreads) if spreads else None,
        "representation_tests": pandas.DataFrame(tests),
    }


def _spread_frame(pandas: Any, quantity: str, spread: ResamplingSpread) -> Any:
    at = np.triu_indices(len(spread.groups), 1)
    names = np.array(spread.groups, dtype=object)
    columns = {name: getattr(spread, name)[at] for name in ("total", "between", "within", "intraclass")}
    return pandas.DataFrame({"quantity": quantity, "group_a": names[at[0]], "group_b": names[at[1]], **columns})


def _relations(pandas: Any, measured: Measured) -> dict[str, Any]:
    """Relations, the regression, the controls and the verdicts."""
    found, controls = measured.relations, measured.controls
    results = [
        {"statistic": _statistic(controls.coefficient, key), "x": key[0], "y": key[1]}
        | {"coefficient": controls.coefficient, **_control_fields(result)}
        for key, result in controls.results.items()
    ]
    values = [
        pandas.DataFrame({"statistic": _statistic(controls.coefficient, key), "partition": range(len(v)), "value": v})
        for key, v in controls.values.items()
    ]
    verdicts = [
        {"family": about, "question": question, "word": found.word, "sentence": found.sentence}
        | {name: getattr(found, name) for name in ("p_adjusted", "correction", "n_tested", "p_attainable", "p_control")}
        for about, (question, found) in found.verdicts.items()
    ]
    return {
        "relations": found.table.to_frame() if found.table.rows else None,
        "leave_one_out": found.left_out.to_frame() if found.left_out.rows else None,
        "regression": found.regression.to_frame() if found.regression.rows else None,
        "controls": pandas.DataFrame(results),
        "control_values": pandas.concat(values) if values else None,
        "power": None if controls.power is None else pandas.DataFrame(asdict(controls.power)),
        "verdict": pandas.DataFrame(verdicts),
    }


def _statistic(coefficient: str, key: tuple[str, str]) -> str:
    return " | ".join(filter(None, (coefficient, *key)))


def _control_fields(result: ControlResult) -> dict[str, Any]:
    fields = asdict(result)
    quantiles = dict(zip(("q05", "q50", "q95"), fields.pop("quantiles"), strict=True))
    return fields | quantiles


def _points_frame(pandas: Any, kind: str, points: tuple[np.ndarray, np.ndarray]) -> Any:
    owners, places = points
    return pandas.DataFrame(
        {"texts": kind, "group": owners.astype(str), "component_1": places[:, 0], "component_2": places[:, 1]}
    )


def _draws_frame(pandas: Any, corpus: Corpus, draws: list[dict[str, np.ndarray]]) -> Any:
    """The texts that every repeat scored a group on; with the predictions they give every score."""
    frames = [
        pandas.DataFrame({"repeat": repeat, "group": group, "id": corpus.ids[rows]})
        for repeat, draw in enumerate(draws)
        for group, rows in draw.items()
    ]
    return pandas.concat(frames)


def _label_frame(pandas: Any, performance: Performance) -> Any:
    """Every model's scores on every label and group, over all texts that the group was ever scored on."""
    predictions, draws = performance.predictions, performance.draws
    frames = []
    for group in performance.scores.groups:
        drawn = np.unique(np.concatenate([draw[group] for draw in draws if group in draw]))
        at = np.flatnonzero(np.isin(predictions.rows, drawn))
        found = label_scores(predictions.probabilities[:, at], predictions.labels[at], predictions.thresholds)
        index = pandas.MultiIndex.from_product([predictions.models, predictions.label_names], names=["model", "label"])
        frame = pandas.DataFrame({name: values.reshape(-1) for name, values in found.items()}, index=index)
        frames.append(frame.reset_index().assign(group=group))
    return pandas.concat(frames)


def _predictions_frame(pandas: Any, corpus: Corpus, predictions: Predictions) -> Any:
    """Every prediction: model, id, label, probability; for several labels the true ones joined, and `p(label)` each."""
    known = ~np.isnan(predictions.probabilities)
    model, row = np.nonzero(known.any(-1) if predictions.multilabel else known)
    frame = pandas.DataFrame(
        {"model": np.array(predictions.models, dtype=object)[model], "id": corpus.ids[predictions.rows[row]]}
    )
    probabilities = predictions.probabilities[model, row]
    if not predictions.multilabel:
        return frame.assign(label=predictions.labels[row], probability=probabilities)
    names = np.array(predictions.label_names, dtype=object)
    true = np.array(["|".join(names[labels == 1]) for labels in predictions.labels], dtype=object)
    columns = [f"p({name})" for name in names]
    return pandas.concat([frame.assign(labels=true[row]), pandas.DataFrame(probabilities, columns=columns)], axis=1)
