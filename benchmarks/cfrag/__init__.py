"""Counterfactual exploration and arbitration measured: what each part of it is worth, and what distractors do."""
