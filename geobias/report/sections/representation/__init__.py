"""The share of a group in the standard set against its distance from it."""
