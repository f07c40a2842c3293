"""The tables that flow between rooms.

`PairTable` and `ScoreTable` hold numpy arrays, the others rows; all go to data frames and files and back (`to_frame`,
`from_frame`, `save`, `load`) and say in short what they hold (`summary`). What a table measures is a `Quantity`.
pandas is imported by the ways to frames and files alone, so that the light rooms stay light.

Beside the types stand the words that verdicts and the parts of quantities are written in.
"""

from geobias.tables.agreement import Agreement, AgreementTable, PairAgreement, PairAgreementTable
from geobias.tables.alignment_differences import AlignmentDifference, AlignmentDifferenceTable
from geobias.tables.alignment_intervals import ALPHA, AlignmentInterval, AlignmentIntervalTable
from geobias.tables.alignment_parts import AlignmentPart, AlignmentPartTable
from geobias.tables.alignment_placebos import PARITY, REAL, RELABELLED, AlignmentPlacebo, AlignmentPlaceboTable
from geobias.tables.alignments import Alignment, AlignmentTable
from geobias.tables.annotator_groups import AnnotatorGroup, AnnotatorGroupTable
from geobias.tables.asked_answers import AskedAnswer, AskedAnswerTable
from geobias.tables.class_counts import ClassCount, ClassCountTable
from geobias.tables.comparisons import DIFFERS as DIFFERS
from geobias.tables.comparisons import EQUAL as EQUAL
from geobias.tables.comparisons import NOT_HERE as NOT_HERE
from geobias.tables.comparisons import Comparison, ComparisonTable, compare
from geobias.tables.differences import MAHALANOBIS, PAIR, PLACEBO, Difference, DifferenceTable
from geobias.tables.dividing_items import DividingItem, DividingItemTable
from geobias.tables.etiquette_generated import (
    GeneratedAlignment,
    GeneratedAlignmentTable,
    WordOdds,
    WordOddsTable,
)
from geobias.tables.etiquette_namings import (
    BIAS_FOR,
    IDENTIFIED,
    PREFERENCE,
    RegionBias,
    RegionBiasTable,
    RegionConfusion,
    RegionConfusionTable,
)
from geobias.tables.etiquette_scores import (
    ANSWERED,
    AS_RIGHT,
    AS_WRONG,
    COUNTED,
    EtiquetteCount,
    EtiquetteCountTable,
    EtiquetteScore,
    EtiquetteScoreTable,
)
from geobias.tables.etiquette_scores import cell_name as cell_name
from geobias.tables.etiquette_shares import (
    EtiquetteAbstention,
    EtiquetteAbstentionTable,
    EtiquetteWrong,
    EtiquetteWrongTable,
)
from geobias.tables.explanations import (
    ALIKE,
    AXIS,
    EXPLAINING,
    FOUND,
    LOG_ODDS,
    NAMED,
    TOKEN,
    TRANSPORT,
    WORD,
    DocumentDifference,
    DocumentDifferenceTable,
    Explanation,
    ExplanationTable,
    MaskedExcess,
    MaskedExcessTable,
    WordDifference,
    WordDifferenceTable,
)
from geobias.tables.findings import AuditFinding, FindingTable
from geobias.tables.findings import listed_ids as listed_ids
from geobias.tables.findings import placed as placed
from geobias.tables.findings import row_numbers as row_numbers
from geobias.tables.groups import GroupDescriptor
from geobias.tables.inglehart_welzel import InglehartWelzel, InglehartWelzelTable
from geobias.tables.intervals import (
    CompositionEffect,
    CompositionTable,
    GapInterval,
    GapIntervalTable,
    ScoreInterval,
    ScoreIntervalTable,
)
from geobias.tables.item_answers import ItemAnswer, ItemAnswerTable
from geobias.tables.layers import LayerRelation, LayerTable
from geobias.tables.nation_designs import NationDesign, NationDesignTable
from geobias.tables.nation_orders import NationOrder, NationOrderTable, NationPlace, NationPlaceTable
from geobias.tables.overlaps import Overlap, OverlapTable
from geobias.tables.pairs import PairTable
from geobias.tables.predictions import Predictions
from geobias.tables.prevalence_gaps import PrevalenceGap, PrevalenceGapTable
from geobias.tables.projection_boxes import ProjectionBox, ProjectionBoxTable
from geobias.tables.quantity import (
    AT_M,
    CROSS_FITTED,
    DEPENDENCE,
    EXCESS,
    FLOOR,
    GAP,
    LDA,
    LONG,
    SHORT,
    VALUE,
    Quantity,
)
from geobias.tables.rater_agreement import RaterAgreement, RaterAgreementTable
from geobias.tables.regression import RegressionTable, RegressionTerm
from geobias.tables.relations import Relation, RelationTable
from geobias.tables.reliability import Reliability, ReliabilityTable
from geobias.tables.resonance_ages import AgeItem, AgeItemTable
from geobias.tables.resonance_components import STABILITY_COMPONENTS, StabilityComponent, StabilityComponentTable
from geobias.tables.resonance_distributions import (
    MODEL,
    SURVEY,
    ProjectionDistance,
    ProjectionDistanceTable,
    ProjectionSpread,
    ProjectionSpreadTable,
)
from geobias.tables.resonance_fits import FIT_DEFINITIONS, INTERCEPTS, SEPARATE, SLOPES, NationFit, NationFitTable
from geobias.tables.resonance_mirroring import ValueMirroring, ValueMirroringTable
from geobias.tables.resonance_precision import AnswersNeeded, AnswersNeededTable
from geobias.tables.resonance_stability import (
    DesignEffect,
    DesignEffectTable,
    NationDifference,
    NationDifferenceTable,
    NationRank,
    NationRankTable,
)
from geobias.tables.resonance_stated import (
    CELLS,
    NATIONS,
    STATED,
    WRITTEN,
    StatedAgreement,
    StatedAgreementTable,
    StatedValue,
    StatedValueTable,
)
from geobias.tables.resonance_statements import HYPOTHESIS, INVERSION, StatementResonance, StatementResonanceTable
from geobias.tables.responses import ResponseRow, ResponseTable
from geobias.tables.rows import RowTable, pandas
from geobias.tables.scores import ScoreTable
from geobias.tables.separation import Separation, SeparationTable
from geobias.tables.soft_alignments import OTHERS, SoftAlignment, SoftAlignmentTable
from geobias.tables.specifications import Choice, ChoiceTable, Specification, SpecificationTable
from geobias.tables.storage import read_frame, write_frame
from geobias.tables.survey_cells import SurveyCell, SurveyCellTable
from geobias.tables.survey_nations import SurveyNation, SurveyNationTable
from geobias.tables.table import Table
from geobias.tables.validity import BETWEEN as BETWEEN
from geobias.tables.validity import DOUBTFUL as DOUBTFUL
from geobias.tables.validity import INVALID as INVALID
from geobias.tables.validity import NOT_KNOWN as NOT_KNOWN
from geobias.tables.validity import VALID as VALID
from geobias.tables.validity import VALIDITIES as VALIDITIES
from geobias.tables.validity import reasons_of as reasons_of
from geobias.tables.validity import tally_of_validity as tally_of_validity
from geobias.tables.variance_components import (
    ANNOTATOR,
    COMPONENTS,
    GROUP,
    GROUP_ITEM,
    ITEM,
    OWN_SHARE,
    RESIDUAL,
    VarianceComponent,
    VarianceComponentTable,
)
from geobias.tables.verdicts import (
    ALIGNMENT,
    AMONG_DISTANCES,
    CONTROL,
    CORRECTION,
    DIFFERENT,
    ENOUGH_POWER,
    EQUIVALENT,
    FEW_ANNOTATORS,
    FEW_DESIGNS,
    FEW_GROUPS,
    FEW_PERMUTATIONS,
    FEW_SAMPLES,
    GAPS,
    MANY_PAIRS,
    MANY_RELATIONS,
    NEIGHBOURS_ALIKE,
    NO_ORDER,
    NOT_COMPUTED,
    NOT_JUDGED,
    NOT_SEPARABLE,
    NOTE,
    OK,
    ORDER,
    ORDERED,
    PRIMARY,
    RESONANCE,
    SEPARATION,
    SEVERITIES,
    STOP,
    SUPPORTED,
    UNTESTABLE,
    VERDICTS,
    WARNING,
    beyond_zero,
    steadiness,
)

__all__ = [
    "ALIGNMENT",
    "ALIKE",
    "ALPHA",
    "AMONG_DISTANCES",
    "ANNOTATOR",
    "ANSWERED",
    "AS_RIGHT",
    "AS_WRONG",
    "AT_M",
    "AXIS",
    "BIAS_FOR",
    "CELLS",
    "COMPONENTS",
    "CONTROL",
    "CORRECTION",
    "COUNTED",
    "CROSS_FITTED",
    "DEPENDENCE",
    "DIFFERENT",
    "ENOUGH_POWER",
    "EQUIVALENT",
    "EXCESS",
    "EXPLAINING",
    "FEW_ANNOTATORS",
    "FEW_DESIGNS",
    "FEW_GROUPS",
    "FEW_PERMUTATIONS",
    "FEW_SAMPLES",
    "FIT_DEFINITIONS",
    "FLOOR",
    "FOUND",
    "GAP",
    "GAPS",
    "GROUP",
    "GROUP_ITEM",
    "HYPOTHESIS",
    "IDENTIFIED",
    "INTERCEPTS",
    "INVERSION",
    "ITEM",
    "LDA",
    "LOG_ODDS",
    "LONG",
    "MAHALANOBIS",
    "MANY_PAIRS",
    "MANY_RELATIONS",
    "MODEL",
    "NAMED",
    "NATIONS",
    "NEIGHBOURS_ALIKE",
    "NOTE",
    "NOT_COMPUTED",
    "NOT_JUDGED",
    "NOT_SEPARABLE",
    "NO_ORDER",
    "OK",
    "ORDER",
    "ORDERED",
    "OTHERS",
    "OWN_SHARE",
    "PAIR",
    "PARITY",
    "PLACEBO",
    "PREFERENCE",
    "PRIMARY",
    "REAL",
    "RELABELLED",
    "RESIDUAL",
    "RESONANCE",
    "SEPARATE",
    "SEPARATION",
    "SEVERITIES",
    "SHORT",
    "SLOPES",
    "STABILITY_COMPONENTS",
    "STATED",
    "STOP",
    "SUPPORTED",
    "SURVEY",
    "TOKEN",
    "TRANSPORT",
    "UNTESTABLE",
    "VALUE",
    "VERDICTS",
    "WARNING",
    "WORD",
    "WRITTEN",
    "AgeItem",
    "AgeItemTable",
    "Agreement",
    "AgreementTable",
    "Alignment",
    "AlignmentDifference",
    "AlignmentDifferenceTable",
    "AlignmentInterval",
    "AlignmentIntervalTable",
    "AlignmentPart",
    "AlignmentPartTable",
    "AlignmentPlacebo",
    "AlignmentPlaceboTable",
    "AlignmentTable",
    "AnnotatorGroup",
    "AnnotatorGroupTable",
    "AnswersNeeded",
    "AnswersNeededTable",
    "AskedAnswer",
    "AskedAnswerTable",
    "AuditFinding",
    "Choice",
    "ChoiceTable",
    "ClassCount",
    "ClassCountTable",
    "Comparison",
    "ComparisonTable",
    "CompositionEffect",
    "CompositionTable",
    "DesignEffect",
    "DesignEffectTable",
    "Difference",
    "DifferenceTable",
    "DividingItem",
    "DividingItemTable",
    "DocumentDifference",
    "DocumentDifferenceTable",
    "EtiquetteAbstention",
    "EtiquetteAbstentionTable",
    "EtiquetteCount",
    "EtiquetteCountTable",
    "EtiquetteScore",
    "EtiquetteScoreTable",
    "EtiquetteWrong",
    "EtiquetteWrongTable",
    "Explanation",
    "ExplanationTable",
    "FindingTable",
    "GapInterval",
    "GapIntervalTable",
    "GeneratedAlignment",
    "GeneratedAlignmentTable",
    "GroupDescriptor",
    "InglehartWelzel",
    "InglehartWelzelTable",
    "ItemAnswer",
    "ItemAnswerTable",
    "LayerRelation",
    "LayerTable",
    "MaskedExcess",
    "MaskedExcessTable",
    "NationDesign",
    "NationDesignTable",
    "NationDifference",
    "NationDifferenceTable",
    "NationFit",
    "NationFitTable",
    "NationOrder",
    "NationOrderTable",
    "NationPlace",
    "NationPlaceTable",
    "NationRank",
    "NationRankTable",
    "Overlap",
    "OverlapTable",
    "PairAgreement",
    "PairAgreementTable",
    "PairTable",
    "Predictions",
    "PrevalenceGap",
    "PrevalenceGapTable",
    "ProjectionBox",
    "ProjectionBoxTable",
    "ProjectionDistance",
    "ProjectionDistanceTable",
    "ProjectionSpread",
    "ProjectionSpreadTable",
    "Quantity",
    "RaterAgreement",
    "RaterAgreementTable",
    "RegionBias",
    "RegionBiasTable",
    "RegionConfusion",
    "RegionConfusionTable",
    "RegressionTable",
    "RegressionTerm",
    "Relation",
    "RelationTable",
    "Reliability",
    "ReliabilityTable",
    "ResponseRow",
    "ResponseTable",
    "RowTable",
    "ScoreInterval",
    "ScoreIntervalTable",
    "ScoreTable",
    "Separation",
    "SeparationTable",
    "SoftAlignment",
    "SoftAlignmentTable",
    "Specification",
    "SpecificationTable",
    "StabilityComponent",
    "StabilityComponentTable",
    "StatedAgreement",
    "StatedAgreementTable",
    "StatedValue",
    "StatedValueTable",
    "StatementResonance",
    "StatementResonanceTable",
    "SurveyCell",
    "SurveyCellTable",
    "SurveyNation",
    "SurveyNationTable",
    "Table",
    "ValueMirroring",
    "ValueMirroringTable",
    "VarianceComponent",
    "VarianceComponentTable",
    "WordDifference",
    "WordDifferenceTable",
    "WordOdds",
    "WordOddsTable",
    "beyond_zero",
    "compare",
    "pandas",
    "read_frame",
    "steadiness",
    "write_frame",
]
