"""Measures: draws and vectors, or predictions, become pairwise tables and scores."""
