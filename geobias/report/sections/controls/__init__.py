"""What the same measurements give where nothing, or a known thing, is to be found."""
