"""A chat model of this machine behind OpenAI's protocol, from a GGUF file and xllamacpp, for tests and for users without Ollama."""
