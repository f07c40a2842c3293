"""The pipeline where nothing, or a known thing, is to be found: random groups, planted effects."""
