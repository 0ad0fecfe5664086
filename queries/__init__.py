"""From a question to an answer: walks of the causal graph, worlds under intervention, verdicts, evidence. Reads a store, writes none."""
