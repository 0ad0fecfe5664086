"""Short answers from passages: questions to develop by, and their figures."""
