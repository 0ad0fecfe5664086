"""How well the small readers read, beside rules alone: see `__main__`."""
