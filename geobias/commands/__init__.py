"""What people type becomes the settings of a study, or one sentence; Hydra stays here and in `geobias.cli`."""
