"""What was measured as data frames: distances, and performance down to every prediction."""

from __future__ import annotations

from typing import Any

import numpy as np

from geobias.corpora import Corpus
from geobias.measures.scores import label_scores
from geobias.pipeline.embedding import Distances
from geobias.pipeline.performance import Performance
from geobias.tables import Predictions, pandas


def distance_tables(distances: Distances) -> dict[str, Any]:
    """Distances of every repeat, and the points of the discriminant figure."""
    points = [_points_frame(*item) for item in distances.points.items()]
    return {
        "lda_points": pandas().concat(points) if points else None,
        "distances": pandas().concat([table.to_frame() for table in distances.tables]) if distances.tables else None,
    }


def performance_tables(corpus: Corpus, performance: Performance) -> dict[str, Any]:
    """Scores, gaps and their intervals, and the predictions and draws that they follow from."""
    pairwise = [*performance.gaps, *performance.dependences]
    of_scores, of_gaps = performance.intervals
    return {
        "scores": performance.scores.to_frame(),
        "score_intervals": of_scores.to_frame(),
        "gap_intervals": of_gaps.to_frame(),
        "gaps": pandas().concat([table.to_frame() for table in pairwise]) if pairwise else None,
        "predictions": predictions_frame(corpus, performance.predictions),
        "score_draws": _draws_frame(corpus, performance.draws),
        "models": pandas().DataFrame(performance.models),
        "label_scores": _label_frame(performance) if performance.predictions.multilabel else None,
    }


def _points_frame(kind: str, points: tuple[np.ndarray, np.ndarray]) -> Any:
    owners, places = points
    return pandas().DataFrame(
        {"texts": kind, "group": owners.astype(str), "component_1": places[:, 0], "component_2": places[:, 1]}
    )


def _draws_frame(corpus: Corpus, draws: list[dict[str, np.ndarray]]) -> Any:
    """The texts that every repeat scored a group on; with the predictions they give every score."""
    frames = [
        pandas().DataFrame({"repeat": repeat, "group": group, "id": corpus.ids[rows]})
        for repeat, draw in enumerate(draws)
        for group, rows in draw.items()
    ]
    return pandas().concat(frames)


def _label_frame(performance: Performance) -> Any:
    """Every model's scores on every label and group, over all texts that the group was ever scored on."""
    predictions, draws = performance.predictions, performance.draws
    frames = []
    for group in performance.scores.groups:
        drawn = np.unique(np.concatenate([draw[group] for draw in draws if group in draw]))
        at = np.flatnonzero(np.isin(predictions.rows, drawn))
        found = label_scores(predictions.probabilities[:, at], predictions.labels[at], predictions.thresholds(at))
        index = pandas().MultiIndex.from_product(
            [predictions.models, predictions.label_names], names=["model", "label"]
        )
        frame = pandas().DataFrame({name: values.reshape(-1) for name, values in found.items()}, index=index)
        frames.append(frame.reset_index().assign(group=group))
    return pandas().concat(frames)


def predictions_frame(corpus: Corpus, predictions: Predictions) -> Any:
    """Every prediction: model, id, label, probability; for several labels the true ones joined, and `p(label)` each."""
    known = ~np.isnan(predictions.probabilities)
    model, row = np.nonzero(known.any(-1) if predictions.multilabel else known)
    frame = pandas().DataFrame(
        {"model": np.array(predictions.models, dtype=object)[model], "id": corpus.ids[predictions.rows[row]]}
    )
    probabilities = predictions.probabilities[model, row]
    if not predictions.multilabel:
        return frame.assign(label=predictions.labels[row], probability=probabilities)
    names = np.array(predictions.label_names, dtype=object)
    true = np.array(["|".join(names[labels == 1]) for labels in predictions.labels], dtype=object)
    columns = [f"p({name})" for name in names]
    return pandas().concat([frame.assign(labels=true[row]), pandas().DataFrame(probabilities, columns=columns)], axis=1)
