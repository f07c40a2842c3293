"""What was measured text by text as data frames: points, draws, predictions, scores of labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from geobias.corpora import Corpus
from geobias.measures.scores import label_scores
from geobias.pipeline.performance import Performance
from geobias.tables import Predictions


def points_frame(pandas: Any, kind: str, points: tuple[np.ndarray, np.ndarray]) -> Any:
    owners, places = points
    return pandas.DataFrame(
        {"texts": kind, "group": owners.astype(str), "component_1": places[:, 0], "component_2": places[:, 1]}
    )


def draws_frame(pandas: Any, corpus: Corpus, draws: list[dict[str, np.ndarray]]) -> Any:
    """The texts that every repeat scored a group on; with the predictions they give every score."""
    frames = [
        pandas.DataFrame({"repeat": repeat, "group": group, "id": corpus.ids[rows]})
        for repeat, draw in enumerate(draws)
        for group, rows in draw.items()
    ]
    return pandas.concat(frames)


def label_frame(pandas: Any, performance: Performance) -> Any:
    """Every model's scores on every label and group, over all texts that the group was ever scored on."""
    predictions, draws = performance.predictions, performance.draws
    frames = []
    for group in performance.scores.groups:
        drawn = np.unique(np.concatenate([draw[group] for draw in draws if group in draw]))
        at = np.flatnonzero(np.isin(predictions.rows, drawn))
        found = label_scores(predictions.probabilities[:, at], predictions.labels[at], predictions.thresholds(at))
        index = pandas.MultiIndex.from_product([predictions.models, predictions.label_names], names=["model", "label"])
        frame = pandas.DataFrame({name: values.reshape(-1) for name, values in found.items()}, index=index)
        frames.append(frame.reset_index().assign(group=group))
    return pandas.concat(frames)


def predictions_frame(pandas: Any, corpus: Corpus, predictions: Predictions) -> Any:
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
