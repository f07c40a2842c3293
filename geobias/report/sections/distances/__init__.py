"""Distances between groups."""
