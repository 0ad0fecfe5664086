"""Which passages are found, and which short answers in them: the walk over named things beside hybrid retrieval."""
