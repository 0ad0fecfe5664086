"""How well the Causal Inference Score finds passages, and how fast."""
