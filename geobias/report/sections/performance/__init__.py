"""Scores of a task by group, and their gaps."""
