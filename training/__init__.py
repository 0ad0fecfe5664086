"""Trains the small models that the built-in roles carry; needs the extra `train`, and nothing that is shipped imports it."""
