"""The steps that studies are made of: the run and its folder, prepared corpora, measurements, their tables."""
