"""Benchmarks: items of groups, each with what is right, from a YAML file and its table."""

from geobias.corpora.benchmark.benchmark import ACCURACY, BY_TEMPLATE, DISTANCE, Benchmark
from geobias.corpora.benchmark.loading import benchmark_names, load_benchmark

__all__ = ["ACCURACY", "BY_TEMPLATE", "DISTANCE", "Benchmark", "benchmark_names", "load_benchmark"]
