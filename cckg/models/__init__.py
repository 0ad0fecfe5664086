"""Models that turn text into numbers, and where their weights come from."""
