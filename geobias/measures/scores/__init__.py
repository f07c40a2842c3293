"""Scores of predictions, with their uncertainty, and the gaps between groups."""
