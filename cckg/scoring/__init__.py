"""The Causal Inference Score: how much more likely knowledge becomes by a question (log p(K|Q) − log p(K), in nats).

In: questions and knowledge texts. Out: scores and priors, by a causal language model (the teacher) or by a student distilled from it.
torch and transformers are imported only when a teacher is opened or a student distilled.
"""

from cckg.scoring.cis import CausalInferenceScore, Deferred, Needed, Priors, Student
from cckg.scoring.distillation import Distilled, Posed, distil, require_enough, triples
from cckg.scoring.kept import KeptLanguageModel
from cckg.scoring.teacher import model_identity, open_language_model, require_language_model, require_torch
