"""Trains the event readers, and measures them on pairs that trained neither."""
