"""What a group's own texts in the training set are worth to it and to the others."""
