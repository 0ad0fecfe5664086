"""cckg reads documents, keeps what they say about cause and effect as a graph, and answers causal questions from it."""

__version__ = "0.1.0"
