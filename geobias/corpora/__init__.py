"""Corpora: files and data sets become a `Corpus`.

Public is what `__all__` names; the other names are for the rooms of geobias.
"""

from geobias.corpora.benchmark import Benchmark, load_benchmark
from geobias.corpora.benchmark import benchmark_names as benchmark_names
from geobias.corpora.cleaning import CLEANINGS, Cleaning, normalise_text
from geobias.corpora.corpus import UNLABELLED, Corpus, CountLog
from geobias.corpora.crossing import joint_name as joint_name
from geobias.corpora.etiquette import ACCEPTED as ACCEPTED
from geobias.corpora.etiquette import Etiquette, load_etiquette
from geobias.corpora.etiquette import negated as negated
from geobias.corpora.geocoding import CONFIDENT as CONFIDENT
from geobias.corpora.geocoding import PUBLIC as PUBLIC
from geobias.corpora.geocoding import Answers as Answers
from geobias.corpora.geocoding import Entities as Entities
from geobias.corpora.geocoding import Nominatim as Nominatim
from geobias.corpora.geocoding import checked_ending as checked_ending
from geobias.corpora.geocoding import countries_around as countries_around
from geobias.corpora.geocoding import countries_of_coordinates as countries_of_coordinates
from geobias.corpora.geocoding import country_codes as country_codes
from geobias.corpora.geocoding import country_of_coordinates as country_of_coordinates
from geobias.corpora.geocoding import geocode_table as geocode_table
from geobias.corpora.geocoding import place as place
from geobias.corpora.geocoding import region_names as region_names
from geobias.corpora.group_names import alike_names as alike_names
from geobias.corpora.group_names import name_notices as name_notices
from geobias.corpora.group_names import says_nothing as says_nothing
from geobias.corpora.hf import as_dataset as as_dataset
from geobias.corpora.hf import load_hf
from geobias.corpora.judgements import (
    Judgements,
    cultural_sphere,
    load_collected,
    load_judgements,
    make_judgements,
    spheres,
)
from geobias.corpora.labels import listed as listed
from geobias.corpora.regional_english import VARIETIES as VARIETIES
from geobias.corpora.registry import BENCHMARKS as BENCHMARKS
from geobias.corpora.registry import ETIQUETTE as ETIQUETTE
from geobias.corpora.registry import JUDGED as JUDGED
from geobias.corpora.registry import KINDS as KINDS
from geobias.corpora.registry import LOADERS as LOADERS
from geobias.corpora.registry import SURVEYED as SURVEYED
from geobias.corpora.registry import grouping as grouping
from geobias.corpora.registry import load_benchmarked as load_benchmarked
from geobias.corpora.registry import load_corpus as load_corpus
from geobias.corpora.registry import load_judged as load_judged
from geobias.corpora.registry import load_statements as load_statements
from geobias.corpora.registry import load_surveyed as load_surveyed
from geobias.corpora.registry import resolve_options as resolve_options
from geobias.corpora.reuters import load_reuters21578
from geobias.corpora.roles import BASELINE as BASELINE
from geobias.corpora.roles import POOLED as POOLED
from geobias.corpora.roles import REGION as REGION
from geobias.corpora.roles import free_name as free_name
from geobias.corpora.sentiment140 import load_sentiment140
from geobias.corpora.survey import IWScores as IWScores
from geobias.corpora.survey import Survey, cell_means, load_iw_scores, load_survey, make_survey
from geobias.corpora.survey import bins_around as bins_around
from geobias.corpora.survey import declare as declare
from geobias.corpora.survey import no_survey as no_survey
from geobias.corpora.survey import scaled as scaled
from geobias.corpora.synthetic import make_synthetic
from geobias.corpora.table import load_table
from geobias.corpora.tweets import load_tweets
from geobias.corpora.words import Word as Word
from geobias.corpora.words import words_of as words_of

__all__ = [
    "CLEANINGS",
    "UNLABELLED",
    "Benchmark",
    "Cleaning",
    "Corpus",
    "CountLog",
    "Etiquette",
    "Judgements",
    "Survey",
    "cell_means",
    "cultural_sphere",
    "load_benchmark",
    "load_collected",
    "load_etiquette",
    "load_hf",
    "load_iw_scores",
    "load_judgements",
    "load_reuters21578",
    "load_sentiment140",
    "load_survey",
    "load_table",
    "load_tweets",
    "make_judgements",
    "make_survey",
    "make_synthetic",
    "normalise_text",
    "spheres",
]
