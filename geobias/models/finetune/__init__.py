"""Fine-tuning: an encoder with a classification head, trained on texts and labels; probabilities out.

One optimiser step is made of micro-batches, and each of these draws its dropout from a stream named by seed, model,
step and place. So a step is the same whichever process computes which micro-batch, and a run that was stopped needs no
state of a random generator to go on: its weights, its optimiser's state and the step's number decide all that follows.
"""

from geobias.models.finetune.cost import TrainingCost, training_cost
from geobias.models.finetune.job import Finetuned, FinetuneJob, Workplace, fine_tune
from geobias.models.finetune.network import Base, computing_dtype, fingerprints, label_outputs
from geobias.models.finetune.settings import TrainingRecipe, TrainingSettings
from geobias.models.finetune.texts import ClassifierTexts, LabelledTexts

__all__ = [
    "Base",
    "ClassifierTexts",
    "FinetuneJob",
    "Finetuned",
    "LabelledTexts",
    "TrainingCost",
    "TrainingRecipe",
    "TrainingSettings",
    "Workplace",
    "computing_dtype",
    "fine_tune",
    "fingerprints",
    "label_outputs",
    "training_cost",
]
