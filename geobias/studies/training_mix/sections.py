"""What the page of a study of the training mix shows, in its order."""

from geobias.report.sections import audit, method, reproducibility, texts, training_mix

SECTIONS = tuple(subject.SECTION for subject in (texts, audit, training_mix, method, reproducibility))
