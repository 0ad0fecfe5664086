"""What LightRAG and GraphRAG ask of a chat model, beside what cckg asks, each with replies that are written down beforehand."""
