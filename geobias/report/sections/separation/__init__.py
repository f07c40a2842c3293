"""Distances beside the distance of a group from itself."""
