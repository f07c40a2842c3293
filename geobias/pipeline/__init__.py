"""The pipeline: steps that any study is made of, from files to what is written.

A step takes data, the part of the settings that it uses, and the session: `Session` (folder, bars, processes, seed,
workers). In order: `Inputs` are read; `group_texts`, `with_task` and `with_draws` make `Materials` of them;
`Embeddings.extract` encodes; `predict` trains the task's models and `measure_performance` scores them;
`measure_distances`, `separate` and `represent` compare groups; `relate_tables` relates all that; builders make tables
of it, and `write_tables` writes them. `Study` runs a study's own order of these from settings to page. What they cost
is in `geobias.pipeline.cost`.
"""

from geobias.pipeline.answer_distances import (
    AnswerClouds,
    AnswerGeometry,
    AnswerGeometrySettings,
    answer_geometry,
    embed_answers,
    without_names,
)
from geobias.pipeline.audit_pages import save_audit
from geobias.pipeline.auditing import with_audit
from geobias.pipeline.corpus_statistics import Shares, class_rows, group_rows, region_rows, shares, unmeasured_rows
from geobias.pipeline.differing import measure_differences
from geobias.pipeline.embedding import Distances, Embeddings, keep_in, measure_distances
from geobias.pipeline.encoded_texts import EncodedTexts, cloud_distances, few_clusters
from geobias.pipeline.evidence import layer_tables, relation_tables, representation_tables, separation_tables
from geobias.pipeline.frames import distance_tables, performance_tables, predictions_frame
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.kept_tables import kept_by_attribute
from geobias.pipeline.layer_relations import relate_layers
from geobias.pipeline.layers import LayerMeasures, MeasuredLayer, measure_layers
from geobias.pipeline.materials import Materials, Texts
from geobias.pipeline.naming import check_classifier, check_names, check_related_names, check_sampled_names
from geobias.pipeline.performance import IntervalSettings, Performance, measure_performance
from geobias.pipeline.predicting import Predicted, predict
from geobias.pipeline.progress import Bars
from geobias.pipeline.reading import group_texts
from geobias.pipeline.related_distances import LEAST_GROUPS, as_distance, relate_distances
from geobias.pipeline.relating import Related, Relations, relate_tables
from geobias.pipeline.relation_settings import RelationSettings
from geobias.pipeline.representation import Representation, represent
from geobias.pipeline.resampling import resample_tables
from geobias.pipeline.results import audit_tables, material_tables, record_materials, start_audit, write_tables
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.running import Study
from geobias.pipeline.separable import LEAST_CLUSTERS, separable_rows
from geobias.pipeline.separation import Separations, separate
from geobias.pipeline.session import Session
from geobias.pipeline.settings import StudySettings, TextStudySettings
from geobias.pipeline.task_rows import task_kind, with_labels, with_models, with_task
from geobias.pipeline.tasks import DocbertSettings, ProbeSettings, SentimentSettings, TaskSettings
from geobias.pipeline.text_draws import with_draws
from geobias.pipeline.trainings import TrainingSet, base_fingerprints, meant, threshold_of, train_all, training_facts
from geobias.pipeline.unit_covariates import check_adjusted_names

__all__ = [
    "LEAST_CLUSTERS",
    "LEAST_GROUPS",
    "AnswerClouds",
    "AnswerGeometry",
    "AnswerGeometrySettings",
    "Bars",
    "Distances",
    "DocbertSettings",
    "Embeddings",
    "EncodedTexts",
    "Inputs",
    "IntervalSettings",
    "LayerMeasures",
    "Materials",
    "MeasuredLayer",
    "Performance",
    "Predicted",
    "ProbeSettings",
    "Related",
    "RelationSettings",
    "Relations",
    "Representation",
    "RunDirectory",
    "SentimentSettings",
    "Separations",
    "Session",
    "Shares",
    "Study",
    "StudySettings",
    "TaskSettings",
    "TextStudySettings",
    "Texts",
    "TrainingSet",
    "answer_geometry",
    "as_distance",
    "audit_tables",
    "base_fingerprints",
    "check_adjusted_names",
    "check_classifier",
    "check_names",
    "check_related_names",
    "check_sampled_names",
    "class_rows",
    "cloud_distances",
    "distance_tables",
    "embed_answers",
    "few_clusters",
    "group_rows",
    "group_texts",
    "keep_in",
    "kept_by_attribute",
    "layer_tables",
    "material_tables",
    "meant",
    "measure_differences",
    "measure_distances",
    "measure_layers",
    "measure_performance",
    "performance_tables",
    "predict",
    "predictions_frame",
    "record_materials",
    "region_rows",
    "relate_distances",
    "relate_layers",
    "relate_tables",
    "relation_tables",
    "represent",
    "representation_tables",
    "resample_tables",
    "save_audit",
    "separable_rows",
    "separate",
    "separation_tables",
    "shares",
    "start_audit",
    "task_kind",
    "threshold_of",
    "train_all",
    "training_facts",
    "unmeasured_rows",
    "with_audit",
    "with_draws",
    "with_labels",
    "with_models",
    "with_task",
    "without_names",
    "write_tables",
]
