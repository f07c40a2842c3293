"""Models: the only room that knows transformers. Texts in, vectors and predictions out."""
